"""Prints questions to the advisor, and the scenarios of its answers whose programs differ.

    python server/tests/code/advised.py questions | cargo run --package api --example advised > picks.ndjson
    python server/tests/code/advised.py alone|shared|deepspeed < picks.ndjson

Every model is asked for on machines of one, two and eight cards, as people buy them. `alone` are the answers for one process, `shared` those for several
by PyTorch and `deepspeed` those by DeepSpeed, each followed by its twin on one card, as `shared.py` has them.
"""

import json
import pathlib
import sys
import tomllib

import shared

ROOT = pathlib.Path(__file__).resolve().parents[3]
MACHINES = [("rtx-4090", 1), ("rtx-4090", 2), ("a100-sxm4-80gb", 1), ("a100-sxm4-80gb", 2), ("h100-sxm5-80gb", 8)]
# What a program is made of; batch, loader and cards are numbers in it.
SETTINGS = (
    "method precision optimizer optimizer_implementation sharding implementation offload loss_logits activation_checkpointing attention attention_mask"
).split()


def catalog():
    return tomllib.loads((ROOT / "catalog/data/models.toml").read_text(encoding="utf-8"))


def kind_of(model):
    """What models have in common that differ in size alone: architecture, its variant, and the library that has it."""
    name, architecture = next((name, value) for name, value in model.items() if isinstance(value, dict))
    return name, str(architecture.get("variant", "")), model.get("load_as", "").split(":")[0]


def questions():
    for model in catalog():
        for gpu, count in MACHINES:
            yield {"id": f"{model}-on-{count}-{gpu}", "hardware": {"gpu": gpu, "gpu_count": count}, "model": {"id": model}}


def picks():
    """The advisor's answers; of those with the same settings for models of a kind one."""
    seen, models = set(), catalog()
    for line in sys.stdin:
        pick = json.loads(line)
        training = pick["training"]
        settings = tuple(json.dumps(training.get(name)) for name in SETTINGS)
        program = (kind_of(models[pick["model"]["id"]]), by(pick), settings)
        if program not in seen:
            seen.add(program)
            yield pick


def by(pick):
    """Who runs it."""
    training = pick["training"]
    if training.get("sharding", "none") == "none" or pick["hardware"].get("gpu_count", 1) == 1:
        return "alone"
    return "deepspeed" if training.get("implementation") == "deepspeed" else "shared"


def main():
    which = sys.argv[1]
    if which == "questions":
        for question in questions():
            print(json.dumps(question))
        return
    for pick in picks():
        if by(pick) != which:
            continue
        if which == "alone":
            print(json.dumps(pick))
            continue
        pick["hardware"]["gpu_count"] = 2
        pick["training"] |= {"micro_batch_size": 2, "gradient_accumulation_steps": 1}
        for scenario in (pick, shared.alone(pick)):
            print(json.dumps(scenario))


if __name__ == "__main__":
    main()
