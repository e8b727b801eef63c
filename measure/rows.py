"""The table: one measured run a row, in the accuracy report's format."""

from __future__ import annotations

import csv
from pathlib import Path

#: Every column, in order. Bytes are bytes, times are seconds, what does not apply is empty.
COLUMNS = (
    "id",
    "set",
    "family",
    "model",
    "scenario",
    "parameters",
    "allocated_bytes",
    "reserved_bytes",
    "device_bytes",
    "step_seconds",
    "memory_limit_bytes",
    "outcome",
    "detail",
    "gpu",
    "gpu_memory_bytes",
    "driver",
    "cuda",
    "torch",
    "libraries",
    "date",
)
#: What stands in `set`.
MEASURED = "measured by us"
#: What stands in `set` for live tensors counted on the CPU, which are no measurement of a card.
COUNTED = "counted on the CPU"
#: What can stand in `outcome`.
OK, OUT_OF_MEMORY, ERROR = "ok", "out of memory", "error"

Row = dict[str, str]


def read(table: Path) -> dict[str, Row]:
    """The rows of an earlier run by id; none where there is no table yet."""
    if not table.exists():
        return {}
    with table.open(newline="", encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def write(table: Path, rows: dict[str, Row]) -> None:
    """Replaces the table in one move, so that a run that is cut off leaves whole rows."""
    table.parent.mkdir(parents=True, exist_ok=True)
    draft = table.with_suffix(".part")
    with draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())
    draft.replace(table)
