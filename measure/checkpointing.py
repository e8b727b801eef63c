"""Activation checkpointing of each repeated block, by the library's own switch or around its blocks."""

from __future__ import annotations

import functools

from torch import nn
from torch.utils.checkpoint import checkpoint

from measure.errors import KitError

#: The repeated blocks of libraries without a switch: torchvision's, and the plain U-Net's.
BLOCKS = (
    "BasicBlock",
    "Bottleneck",
    "EncoderBlock",
    "CNBlock",
    "MBConv",
    "InvertedResidual",
    "_DenseLayer",
    "SwinTransformerBlock",
    "DoubleConvolution",
)


def switch_on(model: nn.Module, *, inputs_need_gradients: bool) -> None:
    """Recomputes every block in the backward pass; frozen embeddings must then let gradients through."""
    if hasattr(model, "gradient_checkpointing_enable"):
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        if inputs_need_gradients:
            model.enable_input_require_grads()
    elif hasattr(model, "enable_gradient_checkpointing"):
        model.enable_gradient_checkpointing()
    elif hasattr(model, "set_grad_checkpointing"):
        model.set_grad_checkpointing()
    else:
        blocks = [block for block in model.modules() if type(block).__name__ in BLOCKS]
        if not blocks:
            raise KitError(f"{type(model).__name__} has no blocks that could be checkpointed")
        for block in blocks:
            block.forward = functools.partial(checkpoint, block.forward, use_reentrant=False)
