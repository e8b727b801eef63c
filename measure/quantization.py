"""NF4: frozen weights packed to four bits by bitsandbytes."""

from __future__ import annotations

import torch
from torch import nn

from measure.configuration import Quantization
from measure.errors import KitError

#: Layers that stay as they are, as transformers leaves the output layer.
UNPACKED = ("lm_head", "classifier", "proj_out")


def pack(model: nn.Module, quantization: Quantization) -> None:
    """Replaces linear layers; their weights are packed when they move to the card."""
    import bitsandbytes as bnb

    if quantization.bits != 4:
        raise KitError(f"{quantization.bits}-bit weights cannot be measured yet; use 4")
    for parent in list(model.modules()):
        for name, layer in list(parent.named_children()):
            if type(layer) is nn.Linear and name not in UNPACKED:
                setattr(parent, name, _packed(bnb, layer, quantization))
    model.requires_grad_(False)
    if quantization.upcast_unquantized:
        # As PEFT's `prepare_model_for_kbit_training` does.
        for weight in model.parameters():
            if not isinstance(weight, bnb.nn.Params4bit):
                weight.data = weight.data.to(torch.float32)


def _packed(bnb, layer: nn.Linear, quantization: Quantization) -> nn.Module:  # noqa: ANN001 - a module that may be missing.
    packed = bnb.nn.Linear4bit(
        layer.in_features,
        layer.out_features,
        bias=layer.bias is not None,
        compute_dtype=torch.bfloat16,
        compress_statistics=quantization.double_quantization,
        quant_type="nf4",
        device="meta",
    )
    packed.weight = bnb.nn.Params4bit(
        layer.weight.data,
        requires_grad=False,
        compress_statistics=quantization.double_quantization,
        quant_type="nf4",
        module=packed,
    )
    if layer.bias is not None:
        packed.bias = nn.Parameter(layer.bias.data, requires_grad=False)
    return packed
