"""The contract's precisions in PyTorch's words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from measure.configuration import Configuration

#: The lower precision of `torch.autocast`.
AUTOCAST = {"fp16-amp": torch.float16, "bf16-amp": torch.bfloat16}


def storage(configuration: Configuration) -> torch.dtype:
    """In what the base model's weights are kept: adapters train beside frozen weights in 16 bits, unless all is FP32."""
    if configuration.lora:
        sixteen = torch.float16 if configuration.precision == "fp16-amp" else torch.bfloat16
        return torch.float32 if configuration.precision in ("fp32", "tf32") else sixteen
    return torch.bfloat16 if configuration.precision == "bf16" else torch.float32


def inputs(configuration: Configuration) -> torch.dtype:
    """In what pictures and latents arrive: as the model's weights are, where nothing casts them."""
    if configuration.precision == "bf16" or (configuration.kind == "latents" and configuration.lora):
        return storage(configuration)
    return torch.float32


def choose_matrix_kernels(name: str) -> None:
    """Lets TF32 in only where the scenario says so; PyTorch's own default differs between convolutions and products."""
    torch.backends.cuda.matmul.allow_tf32 = name == "tf32"
    torch.backends.cudnn.allow_tf32 = name == "tf32"


@contextmanager
def default_dtype(dtype: torch.dtype) -> Iterator[None]:
    """New weights are of that type."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)
