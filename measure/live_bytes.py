"""Counts the bytes of live tensors on any device: what the accuracy report calls allocated, without a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

#: CUDA's caching allocator hands out multiples of this many bytes.
BLOCK_BYTES = 512


class LiveBytes(TorchDispatchMode):
    """While it is active, every operator's outputs are counted until their storage dies.

    Memory that a kernel takes and frees within itself is not seen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._alive: dict[int, tuple[StorageWeakRef, int]] = {}
        #: Bytes that are alive now.
        self.current_bytes = 0
        #: The most that were alive at one moment since the last `restart`.
        self.peak_bytes = 0

    def add(self, tensors: Iterable[object]) -> None:
        """Counts tensors that existed before."""
        self._sweep()
        for tensor in tensors:
            if isinstance(tensor, torch.Tensor):
                self._count(tensor)
        self.peak_bytes = max(self.peak_bytes, self.current_bytes)

    def restart(self) -> None:
        """Forgets the peak; what is alive stays counted."""
        self._sweep()
        self.peak_bytes = self.current_bytes

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - whatever the operator returns.
        """Runs the operator, then counts what died before it ended and what it returned."""
        result = func(*args, **(kwargs or {}))
        self.add(tree_leaves(result))
        return result

    def _count(self, tensor: torch.Tensor) -> None:
        storage = tensor.untyped_storage()
        size = -(-storage.nbytes() // BLOCK_BYTES) * BLOCK_BYTES
        reference = StorageWeakRef(storage)
        if size and reference.cdata not in self._alive:
            # The weak reference keeps the address from being reused as long as it stands here.
            self._alive[reference.cdata] = (reference, size)
            self.current_bytes += size

    def _sweep(self) -> None:
        for key in [key for key, (reference, _) in self._alive.items() if reference.expired()]:
            self.current_bytes -= self._alive.pop(key)[1]
