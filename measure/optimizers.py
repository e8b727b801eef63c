"""The contract's optimizers."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from measure.configuration import Configuration
from measure.errors import KitError


def make(model: nn.Module, configuration: Configuration) -> torch.optim.Optimizer:
    """The optimizer over all weights that train."""
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    decay = configuration.weight_decay
    implementation: dict[str, Any] = {
        "foreach": {"foreach": True},
        "fused": {"fused": True},
        "for-loop": {"foreach": False, "fused": False},
    }[configuration.optimizer_implementation]
    match configuration.optimizer:
        case "adamw":
            return torch.optim.AdamW(weights, lr=1e-4, weight_decay=decay, **implementation)
        case "sgd":
            return torch.optim.SGD(weights, lr=1e-3, weight_decay=decay, **implementation)
        case "sgd-momentum":
            return torch.optim.SGD(weights, lr=1e-3, momentum=0.9, weight_decay=decay, **implementation)
        case "adafactor":
            from transformers.optimization import Adafactor

            return Adafactor(weights, lr=1e-4, relative_step=False, scale_parameter=False, warmup_init=False, weight_decay=decay)
        case "adamw-8bit":
            from bitsandbytes.optim import AdamW8bit

            return AdamW8bit(weights, lr=1e-4, weight_decay=decay)
        case other:
            raise KitError(f"no optimizer is called `{other}`")
