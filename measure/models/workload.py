"""What every builder returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn

#: Inputs of a step by name, on the device.
Batch = dict[str, Any]


@dataclass
class Workload:
    """A model and what it is trained on."""

    model: nn.Module
    #: A batch on the current default device, with floating-point inputs of the given type.
    batch: Callable[[torch.dtype], Batch]
    #: The loss of a batch.
    loss: Callable[[nn.Module, Batch], torch.Tensor]
    #: Layers that get adapters, as a pattern of their names, by the contract's word for them.
    lora_targets: dict[str, str] = field(default_factory=dict)
