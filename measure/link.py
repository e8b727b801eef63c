"""Links that open a plan on the site: a scenario and what was measured on it, as the parameters of an address."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

#: The parameter of every leaf that a configuration can say, in the order in which the site writes them.
PARAMETERS = {
    "/hardware/gpu": "gpu",
    "/hardware/gpu_count": "gpus",
    "/model/id": "model",
    "/training/method": "method",
    "/training/lora/rank": "rank",
    "/training/lora/targets": "targets",
    "/training/lora/dropout": "dropout",
    "/training/lora/adapter_dtype": "adapter",
    "/training/quantization/bits": "bits",
    "/training/quantization/double_quantization": "dq",
    "/training/quantization/upcast_unquantized": "upcast",
    "/training/precision": "precision",
    "/training/optimizer": "optimizer",
    "/training/optimizer_implementation": "impl",
    "/training/weight_decay": "wd",
    "/training/activation_checkpointing": "checkpointing",
    "/training/attention": "attention",
    "/training/attention_mask": "mask",
    "/training/loss_logits": "loss",
    "/training/memory_format": "format",
    "/training/micro_batch_size": "batch",
    "/training/gradient_accumulation_steps": "accumulation",
    "/training/framework": "framework",
    "/data/kind": "data",
    "/data/image_size": "image",
    "/data/sequence_length": "seq",
    "/data/target_length": "target",
    "/data/text_tokens": "text",
    "/data/task": "task",
    "/measured/peak_memory_gib": "peak",
    "/measured/peak_memory_of": "peak_of",
    "/measured/samples_per_second": "rate",
    "/measured/gpu_utilization": "util",
}
#: The parameter that takes a whole `config.json`.
CONFIG = "config"


def plan(site: str, scenario: dict[str, Any], measured: dict[str, Any]) -> str:
    """The planner's address with the scenario and the measured figures, by their names in JSON."""
    leaves = dict(_leaves("", {**scenario, "measured": measured}))
    # It names a row, and means nothing on a page.
    leaves.pop("/id", None)
    parameters = {"v": "1"}
    if config := scenario["model"].get("config"):
        parameters[CONFIG] = json.dumps(config, separators=(",", ":"))
    unknown = leaves.keys() - PARAMETERS.keys()
    assert not unknown, f"no parameter says {unknown}"
    parameters |= {name: _text(leaves[pointer]) for pointer, name in PARAMETERS.items() if pointer in leaves}
    return f"{site}/plan?{urlencode(parameters)}"


def _leaves(pointer: str, value: dict[str, Any]) -> list[tuple[str, Any]]:
    """Every value and its pointer."""
    found = []
    for name, part in value.items():
        below = f"{pointer}/{name}"
        if below == "/model/config":
            continue
        found += _leaves(below, part) if isinstance(part, dict) else [(below, part)]
    return found


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list):
        # The sides of a picture.
        return "x".join(str(side) for side in value)
    return str(value)
