"""Which kernel `scaled_dot_product_attention` takes on a card, where none is at hand to choose."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

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
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    asked = Asked(query, key, value, _additive(attn_mask, query.dtype), dropout_p, is_causal, scale)
    if asked.suits_flash():
        return asked.flash()
    if enable_gqa and key.shape[-3] != query.shape[-3]:
        # The memory-efficient kernel knows no groups of heads.
        times = query.shape[-3] // key.shape[-3]
        return replace(asked, key=key.repeat_interleave(times, -3), value=value.repeat_interleave(times, -3)).plain()
    return asked.efficient() if asked.suits_efficient() else asked.plain()


def _additive(mask: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor | None:
    if mask is None:
        return None
    if mask.dtype == torch.bool:
        return torch.zeros_like(mask, dtype=dtype).masked_fill_(mask.logical_not(), float("-inf"))
    return mask.to(dtype)


@dataclass(frozen=True)
class Asked:
    """What is asked of attention, once its types are settled."""

    query: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor
    mask: torch.Tensor | None
    dropout: float
    is_causal: bool
    scale: float

    def suits_flash(self) -> bool:
        """Whether the flash kernels take it."""
        width = self.query.shape[-1]
        is_half = self.query.element_size() == 2
        return self.mask is None and is_half and self.query.dim() == 4 and self.value.shape[-1] == width <= WIDEST_FLASH_HEAD

    def flash(self) -> torch.Tensor:
        """By the flash kernel, which wants heads of a multiple of eight."""
        width = self.query.shape[-1]
        pad = -width % 8
        parts = [functional.pad(part, (0, pad)) if pad else part for part in (self.query, self.key, self.value)]
        out = aten._scaled_dot_product_flash_attention(*parts, self.dropout, self.is_causal, False, scale=self.scale)[0]
        return out[..., :width] if pad else out

    def suits_efficient(self) -> bool:
        """Whether the memory-efficient kernel takes it: rows that begin at multiples of 16 bytes."""
        aligned = 16 // self.query.element_size()
        return self.query.dim() == 4 and not self.query.shape[-1] % aligned and not self.value.shape[-1] % aligned

    def efficient(self) -> torch.Tensor:
        """By the memory-efficient kernel, which wants rows of a mask to be aligned as well."""
        mask = self.mask
        if mask is not None:
            while mask.dim() < 4:
                mask = mask.unsqueeze(0)
            length = mask.shape[-1]
            if length % MASK_ALIGNMENT:
                mask = functional.pad(mask, (0, -length % MASK_ALIGNMENT))[..., :length]
            mask = mask.expand(self.query.shape[0], self.query.shape[1], self.query.shape[2], self.key.shape[2])
        parts = (self.query, self.key, self.value)
        needs_sums = torch.is_grad_enabled() and any(part.requires_grad for part in parts)
        return aten._scaled_dot_product_efficient_attention(
            *parts, mask, needs_sums, self.dropout, self.is_causal, scale=self.scale
        )[0]

    def plain(self) -> torch.Tensor:
        """By products whose scores lie in memory."""
        root, mask = math.sqrt(self.scale), self.mask
        if self.is_causal:
            seen = torch.ones(self.query.shape[-2], self.key.shape[-2], dtype=torch.bool, device=self.query.device).tril()
            mask = torch.zeros_like(seen, dtype=self.query.dtype).masked_fill_(seen.logical_not(), float("-inf"))
        scores = (self.query * root) @ (self.key * root).transpose(-2, -1)
        if mask is not None:
            scores = scores.add_(mask)
        weights = torch.softmax(scores, -1)
        return (functional.dropout(weights, self.dropout) if self.dropout > 0 else weights) @ self.value
