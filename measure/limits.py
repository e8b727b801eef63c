"""Memory limits under which a run is worth repeating."""

from __future__ import annotations

#: Memory of the cards that people train on, in GiB.
CARD_SIZES_GIB = (6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96)
#: Up to this share of slack there is nothing to squeeze out.
SLACK_WORTH_SQUEEZING = 0.05


def informative(allocated_bytes: int, reserved_bytes: int, card_bytes: int) -> list[int]:
    """Limits in bytes, smallest first, that tell the most about a run that reserved so much without one.

    The largest card size that is too small (does it fit after all, once the allocator has to give slack back?), the
    smallest that holds it, and one between what was allocated and what was reserved.
    """
    sizes = [gib << 30 for gib in CARD_SIZES_GIB if gib << 30 < card_bytes]
    chosen = set()
    if below := [size for size in sizes if size < reserved_bytes]:
        chosen.add(max(below))
    if above := [size for size in sizes if size >= reserved_bytes]:
        chosen.add(min(above))
    if reserved_bytes > allocated_bytes * (1 + SLACK_WORTH_SQUEEZING):
        # Segments are multiples of 2 MiB.
        chosen.add(((allocated_bytes + (reserved_bytes - allocated_bytes) // 3) >> 21) + 1 << 21)
    return sorted(chosen)


def name(limit_bytes: int | None) -> str:
    """How a limit is called in a row's id."""
    if limit_bytes is None:
        return "unlimited"
    return f"{limit_bytes >> 30}gib" if limit_bytes % (1 << 30) == 0 else f"{limit_bytes >> 20}mib"
