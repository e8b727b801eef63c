"""Prints the scenarios whose programs are checked: the committed ones, and for every model of the catalog."""

import json
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main():
    print((ROOT / "api/tests/code/scenarios.ndjson").read_text(encoding="utf-8").strip())
    models = tomllib.loads((ROOT / "catalog/data/models.toml").read_text(encoding="utf-8"))
    for model in models:
        hardware = {"gpu": "a100-sxm4-80gb", "gpu_count": 2}
        training = {"micro_batch_size": 2, "activation_checkpointing": "full", "sharding": "ddp"}
        print(json.dumps({"id": f"model-{model}", "hardware": hardware, "model": {"id": model}, "training": training}))
        # Keras cannot compute activations again: its programs are those of a plain plan, written for their names alone.
        print(json.dumps({"id": f"names-{model}", "hardware": {"gpu": "a100-sxm4-80gb"}, "model": {"id": model}}))


if __name__ == "__main__":
    main()
