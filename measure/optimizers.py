"""The contract's optimizers."""

from __future__ import annotations

import re
from typing import Any

import torch
from torch import nn

from measure.configuration import Configuration
from measure.errors import KitError


class MuonWithAdamW(torch.optim.Optimizer):
    """Muon for the matrices of the blocks, AdamW for all other weights that train."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        tables = {id(module.weight) for module in model.modules() if isinstance(module, nn.Embedding)}
        trained = [(name, weight) for name, weight in model.named_parameters() if weight.requires_grad]
        block = re.compile(r"\.(layers?|blocks?|h|deepstack_merger_list)\.\d+\.")
        in_blocks = [(name, weight) for name, weight in trained if block.search("." + name)]
        matrices = [w for name, w in in_blocks if w.ndim == 2 and id(w) not in tables and "bias" not in name]
        taken = {id(weight) for weight in matrices}
        others = [weight for _, weight in trained if id(weight) not in taken]
        self.parts: list[torch.optim.Optimizer] = [torch.optim.Muon(matrices, lr=1e-4, weight_decay=decay)]
        if others:
            self.parts.append(torch.optim.AdamW(others, lr=1e-4, weight_decay=decay, foreach=True))
        super().__init__([group for part in self.parts for group in part.param_groups], {})

    def step(self, closure: object = None) -> None:  # type: ignore[override]
        """Both steps."""
        for part in self.parts:
            part.step()


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
        case "lion" | "lion-8bit":
            from bitsandbytes.optim import Lion

            return Lion(weights, lr=1e-5, weight_decay=decay, optim_bits=8 if configuration.optimizer == "lion-8bit" else 32)
        case "muon":
            return MuonWithAdamW(model, decay)
        case other:
            raise KitError(f"no optimizer is called `{other}`")
