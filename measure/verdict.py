"""What was measured beside what was estimated: the check's table, and the figures that a plan takes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from measure import rows

#: Digits of measured figures in links: two runs of the same differ by more than is cut off.
LINK_DIGITS = 5
MIB, GIB = 1 << 20, 1 << 30
#: How the table calls its columns, in their order.
HEADINGS = ("configuration", "figure", "measured", "estimated", "difference", "")
#: What is set flush right.
_NUMBERS = ("measured", "estimated", "difference")

#: A configuration's id, its row, and the site's answer if there is one.
Told = tuple[str, rows.Row, dict[str, Any] | None]


@dataclass(frozen=True)
class Figure:
    """One measured figure and its estimate, both in bytes or both in seconds."""

    name: str
    measured: float
    estimated: float | None
    in_seconds: bool = False
    #: What the site expects at least and at most, where it says so.
    expected: tuple[float, float] | None = None


def table(told: list[Told]) -> str:
    """The figures of all configurations; without estimates their columns are left out."""
    columns = HEADINGS if any(answer for _, _, answer in told) else HEADINGS[:3]
    lines = [columns]
    for name, row, answer in told:
        for number, cells in enumerate(_cells(row, answer)):
            lines.append((name if number == 0 else "", *cells)[: len(columns)])
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    return "\n".join(_aligned(line, columns, widths) for line in lines)


def figures(row: rows.Row, answer: dict[str, Any] | None) -> list[Figure]:
    """All that was measured of a run that went well."""
    vram, speed = (answer or {}).get("vram", {}), (answer or {}).get("speed", {})
    if row["set"] == rows.COUNTED:
        return [Figure("live tensors", float(row["allocated_bytes"]), vram.get("allocated_peak_bytes"))]
    found = [
        Figure("allocated", float(row["allocated_bytes"]), vram.get("torch_allocated_peak_bytes")),
        Figure("reserved", float(row["reserved_bytes"]), vram.get("reserved_peak_bytes")),
    ]
    if row["device_bytes"]:
        low_and_high = vram.get("range_bytes")
        expected = (low_and_high[0], low_and_high[1]) if low_and_high else None
        found.append(Figure("on the card", float(row["device_bytes"]), vram.get("device_peak_bytes"), expected=expected))
    # The kit's batch is on the card already, so the step is compared with one that never waits for data.
    rate = speed.get("compute_samples_per_second")
    found.append(Figure("step", float(row["step_seconds"]), _samples(row) / rate if rate else None, in_seconds=True))
    return found


def measured_fields(row: rows.Row, answer: dict[str, Any]) -> dict[str, Any]:
    """The fields of `measured` in a scenario that say what this row says."""
    if row["set"] == rows.COUNTED:
        # A count sees no workspace of kernels, which the allocator of a card holds too: as much as the site takes it for.
        vram = answer["vram"]
        workspace = vram.get("torch_allocated_peak_bytes", 0) - vram.get("allocated_peak_bytes", 0)
        return _peak(float(row["allocated_bytes"]) + workspace, "allocated")
    peak = _peak(float(row["device_bytes"]), "device") if row["device_bytes"] else _peak(float(row["reserved_bytes"]), "reserved")
    rate = _samples(row) / float(row["step_seconds"])
    # Nothing was waited for: the rate is the card's own.
    return peak | {"samples_per_second": _rounded(rate), "gpu_utilization": 1}


def _peak(size: float, of: str) -> dict[str, Any]:
    return {"peak_memory_gib": _rounded(size / GIB), "peak_memory_of": of}


def _rounded(value: float) -> float:
    return float(f"{value:.{LINK_DIGITS}g}")


def _samples(row: rows.Row) -> int:
    """Samples of an optimizer step."""
    training = json.loads(row["scenario"])["training"]
    return training["micro_batch_size"] * training["gradient_accumulation_steps"]


def _cells(row: rows.Row, answer: dict[str, Any] | None) -> list[tuple[str, ...]]:
    if row["outcome"] != rows.OK:
        # Why stands in the line that told the row, and would make the column too wide here.
        return [(row["outcome"], "", "", "", "")]
    cells = []
    for figure in figures(row, answer):
        estimated, difference = "", ""
        if figure.estimated:
            estimated = _quantity(figure, figure.estimated)
            difference = f"{(figure.measured / figure.estimated - 1) * 100:+.1f} %"
        cells.append((figure.name, _quantity(figure, figure.measured), estimated, difference, _place(figure)))
    return cells


def _quantity(figure: Figure, value: float) -> str:
    return f"{value:.4f} s" if figure.in_seconds else f"{value / MIB:,.1f} MiB"


def _place(figure: Figure) -> str:
    """Where the measured figure lies in what the site expects."""
    if figure.expected is None:
        return ""
    low, high = figure.expected
    where = "within" if low <= figure.measured <= high else "outside"
    return f"{where} the expected {low / MIB:,.0f} to {high / MIB:,.0f} MiB"


def _aligned(line: tuple[str, ...], columns: tuple[str, ...], widths: list[int]) -> str:
    cells = []
    for cell, column, width in zip(line, columns, widths, strict=True):
        cells.append(cell.rjust(width) if column in _NUMBERS else cell.ljust(width))
    return "  ".join(cells).rstrip()
