"""The product's catalog, read from the files that the product itself is built from."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from measure.errors import KitError

#: The repository's root.
ROOT = Path(__file__).resolve().parent.parent
#: Card memory as the driver reports it and as the catalog has it may differ by this share (error correction, rounding).
MEMORY_TOLERANCE = 0.08
#: Words of a card's name that do not tell it from others.
_NOISE = {"nvidia", "geforce", "tesla", "quadro", "graphics", "generation", "device", "gpu", "hbm2", "hbm2e", "hbm3", "hbm3e"}
#: Drivers leave these out: `NVIDIA H100 80GB HBM3` is the SXM module.
_SILENT = {"sxm", "sxm2", "sxm3", "sxm4", "sxm5"}


@cache
def _models() -> dict[str, Any]:
    return tomllib.loads((ROOT / "catalog/data/models.toml").read_text(encoding="utf-8"))


def architecture(model: str) -> tuple[str, dict[str, Any]]:
    """The architecture's name and the hyper-parameters of a model of the catalog."""
    entry = _models().get(model)
    if entry is None:
        raise KitError(f"the catalog has no model `{model}`; catalog/data/models.toml lists them")
    for name, value in entry.items():
        if isinstance(value, dict):
            return name, value
    raise KitError(f"the catalog has no hyper-parameters of `{model}`")


def model_fields(model: str) -> dict[str, Any]:
    """What the catalog says of a model beside its hyper-parameters."""
    return {name: value for name, value in _models()[model].items() if not isinstance(value, dict)}


@cache
def gpus() -> dict[str, tuple[str, int]]:
    """Name and memory in bytes of every card, by id."""
    found: dict[str, tuple[str, int]] = {}
    for file in sorted((ROOT / "catalog/data/gpus").glob("*.toml")):
        for gpu, row in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found[gpu] = (row["name"], int(row["memory_mib"]) << 20)
    return found


def gpu_id(driver_name: str, memory_bytes: int) -> str | None:
    """The catalog's id of the card that the driver calls so; none where no card of that memory bears that name."""
    wanted = _words(driver_name)
    matches = []
    for gpu, (name, catalog_bytes) in gpus().items():
        words = _words(name)
        if wanted <= words | _SILENT and words & wanted and abs(memory_bytes / catalog_bytes - 1) <= MEMORY_TOLERANCE:
            matches.append((len(words - wanted - _SILENT), gpu))
    return min(matches)[1] if matches else None


def _words(name: str) -> frozenset[str]:
    words = re.findall(r"[a-z0-9]+", name.lower())
    return frozenset(word for word in words if word not in _NOISE and not re.fullmatch(r"\d+gb", word))
