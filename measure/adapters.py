"""What trains and what is frozen: low-rank adapters, or the head on a frozen backbone."""

from __future__ import annotations

import torch
from torch import nn

from measure.configuration import Lora

#: How the libraries call the part behind the backbone.
HEADS = ("fc", "head", "classifier", "segmentation_head", "decoder", "up", "outc", "aux_classifier")


def insert(model: nn.Module, lora: Lora, targets: dict[str, str]) -> None:
    """Freezes the model and puts adapters beside the layers that `lora.targets` means in it."""
    from peft import LoraConfig, inject_adapter_in_model

    model.requires_grad_(False)
    layers = rf"(.*\.)?({targets[lora.targets]})"
    config = LoraConfig(r=lora.rank, lora_alpha=2 * lora.rank, lora_dropout=lora.dropout, target_modules=layers)
    inject_adapter_in_model(config, model)
    dtype = {"fp32": torch.float32, "bf16": torch.bfloat16}[lora.adapter_dtype]
    for name, weight in model.named_parameters():
        if "lora_" in name:
            weight.data = weight.data.to(dtype)


def freeze_backbone(model: nn.Module) -> None:
    """Only the head or the decoder trains."""
    for name, weight in model.named_parameters():
        weight.requires_grad_(name.startswith(HEADS))
