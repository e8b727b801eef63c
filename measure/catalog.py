"""What the kit knows of the product's catalog: `catalog.json`, a copy of those parts that it needs.

`python3 -m measure.tests.repository` makes the copy anew, and a test fails where it is not what the repository says.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from measure import places
from measure.errors import KitError

#: Card memory as the driver reports it and as the catalog has it may differ by this share (error correction, rounding).
MEMORY_TOLERANCE = 0.08
#: Words of a card's name that do not tell it from others.
_NOISE = {"nvidia", "geforce", "tesla", "quadro", "graphics", "generation", "device", "gpu", "hbm2", "hbm2e", "hbm3", "hbm3e"}
#: Drivers leave these out: `NVIDIA H100 80GB HBM3` is the SXM module.
_SILENT = {"sxm", "sxm2", "sxm3", "sxm4", "sxm5"}


@cache
def _copy() -> dict[str, dict[str, Any]]:
    return json.loads(places.text("catalog.json"))


def architecture(model: str) -> tuple[str, dict[str, Any]]:
    """The architecture's name and the hyper-parameters of a model."""
    fields = model_fields(model)
    return fields["architecture"], fields["hyper_parameters"]


def model_fields(model: str) -> dict[str, Any]:
    """All that the kit knows of a model."""
    fields = _copy()["models"].get(model)
    if fields is None:
        raise KitError(f"the kit has no model `{model}`; its catalog.json lists those that it has")
    return fields


@cache
def gpus() -> dict[str, tuple[str, int]]:
    """Name and memory in bytes of every card that runs CUDA, by id."""
    return {gpu: (row["name"], row["memory_mib"] << 20) for gpu, row in _copy()["gpus"].items()}


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
