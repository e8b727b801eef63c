"""A copy of a network without memory on a card that need not be there."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeCopyMode, FakeTensorMode

from rigwise_trace.errors import TraceError
from rigwise_trace.recorder import DEVICE

Module = nn.Module | Callable[[], nn.Module]


def imitation(module: Module, fake: FakeTensorMode, dtype: torch.dtype | None) -> nn.Module:
    """The network in training mode, its weights and buffers without memory; floats in `dtype`, where one is given."""
    network = copied(module, fake) if isinstance(module, nn.Module) else made(module, fake)
    if not isinstance(network, nn.Module):
        raise TraceError(f"what was to make a network has made a `{type(network).__name__}`")
    if any(isinstance(weight, nn.parameter.UninitializedParameter) for weight in network.parameters()):
        raise TraceError("the network has layers without sizes (lazy modules): run it once, and trace it then")
    recurrent = next((part for part in network.modules() if isinstance(part, nn.RNNBase)), None)
    if recurrent is not None:
        raise TraceError(f"`{type(recurrent).__name__}` runs in kernels of cuDNN that only a card can be asked about")
    moved: dict[int, torch.Tensor] = {}
    with fake:
        for part in network.modules():
            for name, weight in list(part._parameters.items()):
                if weight is not None:
                    part._parameters[name] = _moved(weight, dtype, moved)  # type: ignore[assignment]
            for name, buffer in list(part._buffers.items()):
                if buffer is not None:
                    part._buffers[name] = _moved(buffer, dtype, moved)
            for name, value in list(vars(part).items()):
                if isinstance(value, torch.Tensor):
                    setattr(part, name, _moved(value, dtype, moved))
    return network.train()


def copied(network: nn.Module, fake: FakeTensorMode) -> nn.Module:
    """A copy of the network without its memory."""
    with FakeCopyMode(fake):
        return copy.deepcopy(network)


def made(factory: Callable[[], nn.Module], fake: FakeTensorMode) -> nn.Module:
    """The network, made without memory; in memory first where its constructor computes with numbers in tensors."""
    try:
        with fake:
            return factory()
    except Exception:  # noqa: BLE001 - whatever a constructor does that fake tensors cannot, memory can.
        return copied(factory(), fake)


def _moved(tensor: torch.Tensor, dtype: torch.dtype | None, moved: dict[int, torch.Tensor]) -> torch.Tensor:
    if id(tensor) not in moved:
        wanted = dtype if dtype is not None and tensor.is_floating_point() else tensor.dtype
        new = torch.empty_strided(tensor.shape, tensor.stride(), dtype=wanted, device=DEVICE)
        if isinstance(tensor, nn.Parameter):
            new = nn.Parameter(new, requires_grad=tensor.requires_grad)
        moved[id(tensor)] = new
    return moved[id(tensor)]


def check(inputs: Any) -> None:  # noqa: ANN401
    """Refuses inputs without a batch."""
    if isinstance(inputs, torch.Tensor) or not isinstance(inputs, tuple | list | dict):
        raise TraceError(
            "`example_inputs` is a tuple of arguments, or a dictionary of keyword arguments: write `(x,)` for one tensor"
        )
    tensors = [leaf for leaf in torch.utils._pytree.tree_leaves(inputs) if isinstance(leaf, torch.Tensor)]
    if not tensors or tensors[0].dim() == 0:
        raise TraceError("the first of `example_inputs` must be a tensor whose first dimension is the batch")


def batch_of(inputs: Any) -> int:  # noqa: ANN401
    """Samples in the inputs: the first dimension of the first tensor among them."""
    first = next(leaf for leaf in torch.utils._pytree.tree_leaves(inputs) if isinstance(leaf, torch.Tensor))
    return int(first.shape[0])


def inputs_of(inputs: Any, batch: int, dtype: torch.dtype | None) -> Any:  # noqa: ANN401
    """Inputs like these for `batch` samples, on the card."""
    given = batch_of(inputs)

    def like(leaf: Any) -> Any:  # noqa: ANN401
        if not isinstance(leaf, torch.Tensor):
            return leaf
        shape = (batch, *leaf.shape[1:]) if leaf.dim() > 0 and leaf.shape[0] == given else tuple(leaf.shape)
        wanted = dtype if dtype is not None and leaf.is_floating_point() else leaf.dtype
        return torch.empty(shape, dtype=wanted, device=DEVICE)

    return torch.utils._pytree.tree_map(like, inputs)


def blocks_of(network: nn.Module, named: list[str] | None) -> list[str]:
    """Names of the blocks that repeat, in order: those of a list or a sequence of which there are two of a class or more."""
    if named is not None:
        unknown = set(named) - {name for name, _ in network.named_modules() if name}
        if unknown:
            raise TraceError(
                f"the network has no part named {', '.join(f'`{name}`' for name in sorted(unknown))}: see `named_modules()`"
            )
        return named
    kinds = Counter(type(child) for part in network.modules() for child in part.children() if _is_block(part, child))
    return list(_repeated(network, "", kinds))


def _is_block(part: nn.Module, child: nn.Module) -> bool:
    """Whether one of a list's children is a whole of several layers."""
    lists = (nn.Sequential, nn.ModuleList)
    return type(part) in lists and type(child) not in lists and any(True for _ in child.children())


def _repeated(part: nn.Module, name: str, kinds: Counter[type[nn.Module]]) -> Iterator[str]:
    for child_name, child in part.named_children():
        path = f"{name}.{child_name}" if name else child_name
        if _is_block(part, child) and kinds[type(child)] > 1:
            yield path
        else:
            yield from _repeated(child, path, kinds)
