"""The repository around the kit, which only tests read: `python3 -m measure.tests.repository` renews the kit's copy of it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from measure import configurations

#: The repository's root; tests skip where the kit was taken out of it.
ROOT = Path(__file__).resolve().parent.parent.parent
MODELS = ROOT / "catalog/data/models.toml"
GPUS = ROOT / "catalog/data/gpus"
#: The parameters of links.
PARAMETERS = ROOT / "scenario/src/fields/table.rs"
COPY = ROOT / "measure/catalog.json"


def copied() -> dict[str, dict[str, Any]]:
    """What `catalog.json` is to say: every card that runs CUDA, and the models that are measured."""
    configured = configurations.for_cards() + configurations.for_check() + configurations.small()
    named = sorted({item.model for item in configured if isinstance(item.model, str)})
    models = tomllib.loads(MODELS.read_text(encoding="utf-8"))
    cards = {}
    for file in sorted(GPUS.glob("*.toml")):
        for gpu, row in tomllib.loads(file.read_text(encoding="utf-8")).items():
            if row["vendor"] == "NVIDIA":
                cards[gpu] = {"name": row["name"], "memory_mib": row["memory_mib"]}
    return {"gpus": dict(sorted(cards.items())), "models": {model: _model(models[model]) for model in named}}


def written(copy: dict[str, dict[str, Any]]) -> str:
    """The copy as a file: an entry a line, so that a change shows as one."""
    parts = []
    for part, entries in copy.items():
        lines = [f"    {json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items()]
        parts.append(f"  {json.dumps(part)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _model(entry: dict[str, Any]) -> dict[str, Any]:
    fields = {name: entry[name] for name in ("published_parameters", "num_classes") if name in entry}
    (architecture,) = (name for name, value in entry.items() if isinstance(value, dict))
    return fields | {"architecture": architecture, "hyper_parameters": entry[architecture]}


if __name__ == "__main__":
    COPY.write_text(written(copied()), encoding="utf-8")
