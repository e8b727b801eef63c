"""Which kernel `scaled_dot_product_attention` takes on a card, where none is at hand to choose."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

import torch
from torch.nn import functional

aten = torch.ops.aten
# The widest head of the flash kernels, and the rows that the memory-efficient ones want a mask to be aligned to.
WIDEST_FLASH_HEAD = 256
MASK_ALIGNMENT = 16


@contextlib.contextmanager
def attention_of_a_card() -> Iterator[None]:
    """Puts the kernels of a card in place of the function.

    Source: PyTorch, `aten/src/ATen/native/transformers/attention.cpp` and `cuda/sdp_utils.cpp`: flash where types and
    masks allow it, then the memory-efficient kernel, else plain products.
    """
    before = functional.scaled_dot_product_attention
    functional.scaled_dot_product_attention = attention  # type: ignore[assignment]
    try:
        yield
    finally:
        functional.scaled_dot_product_attention = before


def attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> torch.Tensor:
    """The result of attention, by the kernel that a card of compute capability 8.0 or later would run."""
    if torch.is_autocast_enabled("cuda"):
        dtype = torch.get_autocast_dtype("cuda")
        query, key, value = query.to(dtype), key.to(dtype), value.to(dtype)
        attn_mask = attn_mask.to(dtype) if attn_mask is not None and attn_mask.is_floating_point() else attn_mask
    width = query.shape[-1]
    scale = 1.0 / math.sqrt(width) if scale is None else scale
    mask = _additive(attn_mask, query.dtype)
    has_flash = mask is None and query.element_size() == 2 and width <= WIDEST_FLASH_HEAD and value.shape[-1] == width
    if has_flash and query.dim() == 4:
        return _flash(query, key, value, dropout_p, is_causal, scale)
    if enable_gqa and key.shape[-3] != query.shape[-3]:
        times = query.shape[-3] // key.shape[-3]
        key, value = key.repeat_interleave(times, -3), value.repeat_interleave(times, -3)
        return _plain(query, key, value, mask, dropout_p, is_causal, scale)
    aligned = 16 // query.element_size()
    if query.dim() != 4 or width % aligned or value.shape[-1] % aligned:
        return _plain(query, key, value, mask, dropout_p, is_causal, scale)
    return _efficient(query, key, value, mask, dropout_p, is_causal, scale)


def _additive(mask: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor | None:
    if mask is None:
        return None
    if mask.dtype == torch.bool:
        return torch.zeros_like(mask, dtype=dtype).masked_fill_(mask.logical_not(), float("-inf"))
    return mask.to(dtype)


def _flash(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, dropout: float, is_causal: bool, scale: float
) -> torch.Tensor:
    width = query.shape[-1]
    pad = -width % 8
    if pad:
        query, key, value = (functional.pad(tensor, (0, pad)) for tensor in (query, key, value))
    out = aten._scaled_dot_product_flash_attention(query, key, value, dropout, is_causal, False, scale=scale)[0]
    return out[..., :width] if pad else out


def _efficient(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout: float,
    is_causal: bool,
    scale: float,
) -> torch.Tensor:
    if mask is not None:
        while mask.dim() < 4:
            mask = mask.unsqueeze(0)
        length = mask.shape[-1]
        if length % MASK_ALIGNMENT:
            mask = functional.pad(mask, (0, -length % MASK_ALIGNMENT))[..., :length]
        mask = mask.expand(query.shape[0], query.shape[1], query.shape[2], key.shape[2])
    needs_sums = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in (query, key, value))
    return aten._scaled_dot_product_efficient_attention(query, key, value, mask, needs_sums, dropout, is_causal, scale=scale)[0]


def _plain(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout: float,
    is_causal: bool,
    scale: float,
) -> torch.Tensor:
    root = math.sqrt(scale)
    if is_causal:
        seen = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool, device=query.device).tril()
        mask = torch.zeros_like(seen, dtype=query.dtype).masked_fill_(seen.logical_not(), float("-inf"))
    scores = (query * root) @ (key * root).transpose(-2, -1)
    if mask is not None:
        scores = scores.add_(mask)
    weights = torch.softmax(scores, -1)
    if dropout > 0:
        weights = functional.dropout(weights, dropout)
    return weights @ value
