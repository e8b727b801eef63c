"""What kernels compute, and the memory that they take inside of themselves."""

from __future__ import annotations

import logging
import math
from typing import Any

import torch

# It says on every start that kernels of triton cannot be counted, of which none are.
logging.getLogger("torch.utils.flop_counter").setLevel(logging.ERROR)

from torch.utils.flop_counter import flop_registry  # noqa: E402

aten = torch.ops.aten


def flops(func: Any, args: Any, kwargs: Any, out: Any) -> int:  # noqa: ANN401
    """Operations of a kernel's matrix products; zero of one that has none."""
    packet = func._overloadpacket
    if packet is aten.convolution_backward:
        return _of_convolution(args)
    if packet not in flop_registry:
        return 0
    return int(flop_registry[packet](*args, **kwargs, out_val=out))


def _of_convolution(args: Any) -> int:  # noqa: ANN401
    """Both gradients of a convolution; PyTorch's own count takes no notice of groups."""
    given, read, weight, is_transposed, made = args[0], args[1], args[2], args[7], args[10]
    pixels = read if is_transposed else given
    return 2 * pixels.numel() * math.prod(weight.shape[1:]) * (int(made[0]) + int(made[1]))


def _rounded(value: int, to: int) -> int:
    return -(-value // to) * to


def workspace(func: Any, args: Any) -> int:  # noqa: ANN401
    """Bytes that a kernel of attention takes inside of itself.

    Source: PyTorch, `aten/src/ATen/native/transformers/cuda/flash_attn/flash_api.cpp` (`dq_accum`, `softmax_d`, and
    keys and values of each head where heads share them) and `mem_eff_attention/kernel_backward.h` (`workspace_strideBH`).
    """
    packet = func._overloadpacket
    if packet is aten._scaled_dot_product_flash_attention_backward:
        query, key = args[1], args[2]
        batch, heads, length, width = query.shape
        rows, columns = _rounded(length, 128), _rounded(width, 32)
        extra = 4 * batch * heads * rows * (columns + 1)
        if key.shape[1] != heads:
            extra += 2 * batch * heads * key.shape[2] * width * query.element_size()
        return extra
    if packet is aten._scaled_dot_product_efficient_attention_backward:
        query = args[1]
        batch, heads, length, width = query.shape
        delta = 4 * batch * heads * _rounded(length, 32)
        if query.element_size() == 4:
            return delta
        return delta + 4 * batch * heads * _rounded(length, 64) * _rounded(width, 32)
    return 0


def name_of(func: Any, args: Any) -> str:  # noqa: ANN401
    """The kernel's name; convolutions with a filter for each channel are told from others, which are far faster."""
    packet = func._overloadpacket
    is_depthwise = packet is aten.convolution and args[8] > 1 and args[1].shape[1] == 1
    return "_conv_depthwise2d" if is_depthwise else str(packet.__name__)
