"""One table on one machine: runs workers, writes rows, goes on where it stopped."""

from __future__ import annotations

import argparse
import datetime
import json
import platform
from pathlib import Path
from typing import Any

from measure import catalog, limits, places, rows, runner
from measure.card import Card
from measure.configuration import Configuration
from measure.errors import KitError

#: The card in scenarios of runs without one: the largest, so that the verdict never matters.
CARD_FOR_COUNTS = "h200-sxm"


class Campaign:
    """A machine, its table, and the rows that are in it."""

    def __init__(self, options: argparse.Namespace, python: Path, card: Card | None) -> None:
        self.options = options
        self.python = python
        self.card = card
        self.gpu = identify(options.gpu, card)
        self.prefix = self.gpu if card else "cpu"
        self.table: Path = options.output or places.table(f"{self.prefix}-check" if options.check else self.prefix)
        # What ended in an error is tried again. A check asks how the machine is today.
        kept = {} if options.check else rows.read(self.table)
        self.rows = {name: row for name, row in kept.items() if row["outcome"] != rows.ERROR}

    def measure(self, chosen: list[Configuration]) -> int:
        """Measures every configuration without a limit, then under the limits that say the most about it."""
        failures = 0
        for number, configuration in enumerate(chosen, start=1):
            heading = f"[{number}/{len(chosen)}]"
            row = self.row(heading, configuration, None)
            failures += row["outcome"] == rows.ERROR
            for limit in self._limits(row):
                failures += self.row(heading, configuration, limit)["outcome"] == rows.ERROR
        print(f"{len(self.rows)} rows in {self.table}" + (f"; {failures} errors" if failures else ""))
        return 1 if failures else 0

    def row(self, heading: str, configuration: Configuration, limit: int | None) -> rows.Row:
        """A configuration under a limit: as the table has it already, or as a worker measures it now."""
        name = self._name(configuration, limit)
        if name not in self.rows:
            device = "cuda" if self.card else "cpu"
            task = runner.job(configuration, device, self.card.index if self.card else 0, limit, self.options.steps)
            result = runner.run(self.python, task, self.options.timeout)
            self.rows[name] = self._filled(name, configuration, limit, result)
            rows.write(self.table, self.rows)
        row = self.rows[name]
        print(f"{heading} {name}: {_summary(row)}", flush=True)
        return row

    def scenario(self, configuration: Configuration, limit: int | None = None) -> dict[str, Any]:
        """What the API is asked about a row."""
        return configuration.scenario(self.gpu, self._name(configuration, limit))

    def _name(self, configuration: Configuration, limit: int | None) -> str:
        return f"{self.prefix}/{configuration.id}/{limits.name(limit)}"

    def _limits(self, unlimited: rows.Row) -> list[int]:
        if self.card is None or unlimited["outcome"] != rows.OK or self.options.limits == "none":
            return []
        if self.options.limits == "auto":
            peaks = int(unlimited["allocated_bytes"]), int(unlimited["reserved_bytes"])
            return limits.informative(*peaks, self.card.memory_bytes)
        sizes = [int(float(size) * 2**30) for size in self.options.limits.split(",")]
        return [size for size in sizes if size < self.card.memory_bytes]

    def _filled(self, name: str, configuration: Configuration, limit: int | None, result: dict[str, Any]) -> rows.Row:
        row = {
            "id": name,
            "set": rows.MEASURED if self.card else rows.COUNTED,
            "family": configuration.family,
            "model": configuration.model_name,
            "scenario": json.dumps(self.scenario(configuration, limit), separators=(",", ":")),
            "memory_limit_bytes": limit,
            "gpu": self.card.name if self.card else f"cpu ({platform.machine()})",
            "gpu_memory_bytes": self.card.memory_bytes if self.card else None,
            "driver": self.card.driver if self.card else None,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            # The worker knows the limit that the allocator really took, and the versions.
            **result,
        }
        return {column: "" if row.get(column) is None else str(row[column]) for column in rows.COLUMNS}


def identify(chosen: str | None, card: Card | None) -> str:
    """The catalog's id of the card: the one that was chosen, or the one that the driver's name leads to."""
    found = chosen or (catalog.gpu_id(card.name, card.memory_bytes) if card else CARD_FOR_COUNTS)
    if found in catalog.gpus():
        return found
    unknown = chosen or (card.name if card else "")
    raise KitError(f"the catalog has no card `{unknown}`; `--gpu ID` names one by its id, as the site's list of GPUs has it")


def _summary(row: rows.Row) -> str:
    if row["outcome"] != rows.OK:
        return f"{row['outcome']} {row['detail']}".strip()
    gib = [f"{int(row[column]) / 2**30:.2f}" for column in ("allocated_bytes", "reserved_bytes", "device_bytes") if row[column]]
    return f"{' / '.join(gib)} GiB, {float(row['step_seconds']):.3f} s a step"
