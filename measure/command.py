"""The command line: chooses configurations and limits, runs workers, writes rows, goes on where it stopped."""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import json
import platform
from pathlib import Path
from typing import Any

from measure import card, catalog, configurations, environment, limits, rows, runner
from measure.configuration import Configuration
from measure.errors import KitError

#: The card in scenarios of runs without one: the largest, so that the verdict never matters.
CARD_FOR_COUNTS = "h200-sxm"


def main(arguments: list[str]) -> int:
    """Runs the command; the exit status is 1 if any configuration ended in an error."""
    options = _parser().parse_args(arguments)
    everything = configurations.small() if options.cpu else configurations.for_cards()
    chosen = [item for item in everything if fnmatch.fnmatch(item.id, options.only)]
    if not chosen:
        raise KitError(f"no configuration matches `{options.only}`; `--list` names them")
    if options.list:
        print("\n".join(item.id for item in chosen))
        return 0
    if options.scenarios:
        for item in chosen:
            print(json.dumps(item.scenario(options.gpu or CARD_FOR_COUNTS, item.id)))
        return 0
    python = environment.interpreter()
    if not options.cpu and not _can_import("pynvml"):
        # The card is looked at from this process: it must be the environment's.
        environment.enter(python, arguments)
    return Campaign(options, python).measure(chosen)


class Campaign:
    """One table on one machine."""

    def __init__(self, options: argparse.Namespace, python: Path) -> None:
        self.options = options
        self.python = python
        self.card = None if options.cpu else card.find(options.card)
        self.gpu = options.gpu or (catalog.gpu_id(self.card.name, self.card.memory_bytes) if self.card else CARD_FOR_COUNTS)
        if self.gpu is None or self.gpu not in catalog.gpus():
            known = self.card.name if self.card else self.gpu
            raise KitError(f"the catalog has no card `{known}`; `--gpu ID` names one of catalog/data/gpus")
        place = "cpu" if options.cpu else self.gpu
        self.prefix = place
        self.table: Path = options.output or catalog.ROOT / f"target/measure/{place}.csv"
        # What ended in an error is tried again.
        self.rows = {name: row for name, row in rows.read(self.table).items() if row["outcome"] != rows.ERROR}

    def measure(self, chosen: list[Configuration]) -> int:
        """Measures every configuration without a limit, then under the limits that say the most about it."""
        failures = 0
        for number, configuration in enumerate(chosen, start=1):
            heading = f"[{number}/{len(chosen)}]"
            row = self._row(heading, configuration, None)
            failures += row["outcome"] == rows.ERROR
            for limit in self._limits(row):
                failures += self._row(heading, configuration, limit)["outcome"] == rows.ERROR
        print(f"{len(self.rows)} rows in {self.table}" + (f"; {failures} errors" if failures else ""))
        return 1 if failures else 0

    def _limits(self, unlimited: rows.Row) -> list[int]:
        if self.card is None or unlimited["outcome"] != rows.OK or self.options.limits == "none":
            return []
        if self.options.limits == "auto":
            peaks = int(unlimited["allocated_bytes"]), int(unlimited["reserved_bytes"])
            return limits.informative(*peaks, self.card.memory_bytes)
        sizes = [int(float(size) * 2**30) for size in self.options.limits.split(",")]
        return [size for size in sizes if size < self.card.memory_bytes]

    def _row(self, heading: str, configuration: Configuration, limit: int | None) -> rows.Row:
        name = f"{self.prefix}/{configuration.id}/{limits.name(limit)}"
        if name not in self.rows:
            device = "cuda" if self.card else "cpu"
            task = runner.job(configuration, device, self.card.index if self.card else 0, limit, self.options.steps)
            result = runner.run(self.python, task, self.options.timeout)
            self.rows[name] = self._filled(name, configuration, limit, result)
            rows.write(self.table, self.rows)
        row = self.rows[name]
        print(f"{heading} {name}: {_summary(row)}", flush=True)
        return row

    def _filled(self, name: str, configuration: Configuration, limit: int | None, result: dict[str, Any]) -> rows.Row:
        row = {
            "id": name,
            "set": rows.MEASURED if self.card else rows.COUNTED,
            "family": configuration.family,
            "model": configuration.model_name,
            "scenario": json.dumps(configuration.scenario(self.gpu, name), separators=(",", ":")),
            "memory_limit_bytes": limit,
            "gpu": self.card.name if self.card else f"cpu ({platform.machine()})",
            "gpu_memory_bytes": self.card.memory_bytes if self.card else None,
            "driver": self.card.driver if self.card else None,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            # The worker knows the limit that the allocator really took, and the versions.
            **result,
        }
        return {column: "" if row.get(column) is None else str(row[column]) for column in rows.COLUMNS}


def _summary(row: rows.Row) -> str:
    if row["outcome"] != rows.OK:
        return f"{row['outcome']} {row['detail']}".strip()
    gib = [f"{int(row[column]) / 2**30:.2f}" for column in ("allocated_bytes", "reserved_bytes", "device_bytes") if row[column]]
    return f"{' / '.join(gib)} GiB, {float(row['step_seconds']):.3f} s a step"


def _can_import(module: str) -> bool:
    try:
        __import__(module)
    except ImportError:
        return False
    return True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("measure", description="Trains the accuracy report's configurations for a few steps each.")
    parser.add_argument("--only", default="*", help="configurations whose id matches this pattern")
    parser.add_argument("--limits", default="auto", help="auto, none, or memory limits in GiB: 8,12,16,24")
    parser.add_argument("--steps", type=int, default=5, help="steps that are timed, after two to warm up (default 5)")
    parser.add_argument("--card", type=int, default=0, help="number of the card in the order of the bus (default 0)")
    parser.add_argument("--gpu", help="the card's id in the catalog, where its name is not recognised")
    parser.add_argument("--cpu", action="store_true", help="count live tensors of small configurations, without a card")
    parser.add_argument(
        "--output", type=Path, help="the table (default target/measure/<card>.csv); rows in it are not measured again"
    )
    parser.add_argument("--timeout", type=float, default=900.0, help="seconds after which a run counts as an error (default 900)")
    parser.add_argument("--list", action="store_true", help="only print the configurations' ids")
    parser.add_argument("--scenarios", action="store_true", help="only print the configurations' scenarios, one a line")
    return parser
