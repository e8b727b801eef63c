"""Sizes as polynomials of the batch, from passes at a few batches."""

from __future__ import annotations

from fractions import Fraction

from rigwise_trace.errors import TraceError

# Batches that a network is run at: three points settle a polynomial of the second degree.
BATCHES = (2, 3, 5)
Size = int | list[int]


def size(values: list[int]) -> Size:
    """One number where the batch has no part in it, else the coefficients from the constant one on."""
    if len(set(values)) == 1:
        return values[0]
    (x0, x1, x2), (y0, y1, y2) = BATCHES, values
    first = Fraction(y1 - y0, x1 - x0)
    second = (Fraction(y2 - y1, x2 - x1) - first) / (x2 - x0)
    linear = first - second * (x0 + x1)
    constant = y0 - linear * x0 - second * x0 * x0
    if any(part.denominator != 1 for part in (constant, linear, second)):
        raise TraceError(f"a size is no whole multiple of the batch and its square: {values} at batches of {BATCHES}")
    parts = [int(constant), int(linear), int(second)]
    return parts if parts[2] else parts[:2]


def most(values: list[int]) -> Size:
    """Like `size`; where kernels take turns at the peak, or pad, a line that lies above all points from the first to the last."""
    try:
        return size(values)
    except TraceError:
        slope = max(-(-(values[-1] - values[0]) // (BATCHES[-1] - BATCHES[0])), 0)
        return [max(value - slope * batch for value, batch in zip(values, BATCHES, strict=True)), slope]
