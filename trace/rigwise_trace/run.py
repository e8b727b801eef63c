"""One pass of a network, forward and back, at one batch and in one precision."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException, FakeTensorMode
from torch.nn import functional
from torch.utils._pytree import tree_leaves

from rigwise_trace.attention import attention_of_a_card
from rigwise_trace.backward import walk
from rigwise_trace.checkpoints import without_checkpoints
from rigwise_trace.errors import TraceError
from rigwise_trace.network import Module, blocks_of, imitation, inputs_of
from rigwise_trace.recorder import DEVICE, Kernel, Recorder, elements_of, type_of

Loss = Callable[..., torch.Tensor]

# Storage of weights and inputs, and what autocast computes in.
PRECISIONS: dict[str, tuple[torch.dtype | None, torch.dtype | None]] = {
    "fp32": (torch.float32, None),
    "bf16": (torch.bfloat16, None),
    "amp": (torch.float32, torch.bfloat16),
}


@dataclass
class Weight:
    """A weight of the network."""

    name: str
    shape: list[int]
    trainable: bool
    is_table: bool
    dtype: str
    elements: int
    block: int | None


@dataclass
class Pass:
    """What one pass was seen to do."""

    weights: list[Weight]
    inputs: list[tuple[int, str]]
    constants: int
    blocks: list[str]
    kernels: list[Kernel]
    loss: str
    loss_begins: int
    # The shape of the first input without its batch, and its type.
    reads: list[Any]


def run(module: Module, inputs: Any, loss: Loss | None, batch: int, precision: str, blocks: list[str] | None) -> Pass:  # noqa: ANN401
    """Runs the network once and notes all kernels."""
    dtype, autocast = PRECISIONS[precision]
    fake = FakeTensorMode()
    network = imitation(module, fake, dtype)
    recorder = Recorder()
    names = blocks_of(network, blocks)
    with fake:
        given = inputs_of(inputs, batch, dtype)
        weights, identities = _register(recorder, network, names)
        tensors = [leaf for leaf in tree_leaves(given) if isinstance(leaf, torch.Tensor)]
        sizes = [(elements_of(leaf, leaf.numel()), type_of(leaf)) for leaf in tensors]
        for leaf in tensors:
            recorder.register(leaf)
        recorder.targets = recorder.reserve()
        for buffer in network.buffers():
            recorder.register_constant(buffer)
        gc.collect()
        gc.disable()
        try:
            with _watched(recorder, network, names), recorder, attention_of_a_card(), without_checkpoints(), _autocast(autocast):
                result, word, targets = _step(network, given, loss, recorder)
                recorder.finish_forward()
            sizes.append(targets)
            walk(recorder, result, identities)
        except (DataDependentOutputException, DynamicOutputShapeException) as error:
            raise TraceError(
                f"the network asks what is in a tensor (`{error}`), by which it goes on: such sizes cannot be traced"
            ) from None
        finally:
            gc.enable()
    reads = [list(tensors[0].shape[1:]), type_of(tensors[0])]
    return Pass(weights, sizes, recorder.constant_bytes, names, recorder.kernels, word, recorder.loss_begins, reads)


def _register(recorder: Recorder, network: nn.Module, names: list[str]) -> tuple[list[Weight], dict[int, int]]:
    tables = {id(part.weight) for part in network.modules() if isinstance(part, nn.Embedding)}
    weights, identities = [], {}
    for name, weight in network.named_parameters():
        identities[id(weight)] = recorder.register(weight)
        block = next((place for place, block in enumerate(names) if name.startswith(block + ".")), None)
        elements = elements_of(weight, weight.numel())
        shape = list(weight.shape) if type_of(weight) != "u8" else [elements]
        weights.append(Weight(name, shape, weight.requires_grad, id(weight) in tables, type_of(weight), elements, block))
    return weights, identities


def _step(
    network: nn.Module,
    given: Any,  # noqa: ANN401
    loss: Loss | None,
    recorder: Recorder,
) -> tuple[torch.Tensor, str, tuple[int, str]]:
    """The loss, what it is called, and the size of the targets that it was computed with."""
    none = (0, "u8")
    output = network(**given) if isinstance(given, dict) else network(*given)
    recorder.block = None
    recorder.loss_begins = len(recorder.kernels)
    if loss is not None:
        return loss(output), getattr(loss, "__name__", "loss"), none
    if not isinstance(output, torch.Tensor) and getattr(output, "loss", None) is not None:
        return output.loss, "its own", none
    logits = next((leaf for leaf in tree_leaves(output) if isinstance(leaf, torch.Tensor) and leaf.is_floating_point()), None)
    if logits is None:
        raise TraceError("the network gives out no tensor of floats: pass `loss=`, a function from its output to a number")
    if logits.dim() == 0:
        return logits, "its own", none
    with recorder.stopped():
        is_classes = logits.dim() == 2 and logits.shape[1] > 1
        targets = torch.empty(logits.shape[0], dtype=torch.int64, device=DEVICE) if is_classes else torch.empty_like(logits)
    recorder.register(targets, recorder.targets)
    sizes = (elements_of(targets, targets.numel()), type_of(targets))
    if is_classes:
        return functional.cross_entropy(logits, targets), "cross_entropy", sizes
    return functional.mse_loss(logits, targets.detach()), "mse_loss", sizes


@contextlib.contextmanager
def _watched(recorder: Recorder, network: nn.Module, names: list[str]) -> Iterator[None]:
    """Notes what autograd saves, without keeping it, and which block runs."""

    def pack(tensor: torch.Tensor) -> Any:  # noqa: ANN401
        recorder.saved(tensor)
        if isinstance(tensor, nn.Parameter):
            return tensor
        return tensor.shape, tensor.stride(), tensor.dtype, tensor.device

    def unpack(packed: Any) -> torch.Tensor:  # noqa: ANN401
        if isinstance(packed, torch.Tensor):
            return packed
        with recorder.stopped():
            return torch.empty_strided(*packed[:2], dtype=packed[2], device=packed[3])

    parts = dict(network.named_modules())
    handles = []
    for place, name in enumerate(names):

        def enter(*_: Any, place: int = place) -> None:  # noqa: ANN401
            recorder.block = place

        def leave(*_: Any) -> None:  # noqa: ANN401
            recorder.block = None

        handles += [parts[name].register_forward_pre_hook(enter), parts[name].register_forward_hook(leave)]
    try:
        with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
            yield
    finally:
        for handle in handles:
            handle.remove()


@contextlib.contextmanager
def _autocast(dtype: torch.dtype | None) -> Iterator[None]:
    """Autocast as on a card, whether or not there is one."""
    if dtype is None:
        yield
        return
    before = torch.is_autocast_enabled(DEVICE), torch.get_autocast_dtype(DEVICE)
    torch.set_autocast_enabled(DEVICE, True)
    torch.set_autocast_dtype(DEVICE, dtype)
    torch.autocast_increment_nesting()
    try:
        yield
    finally:
        if torch.autocast_decrement_nesting() == 0:
            torch.clear_autocast_cache()
        torch.set_autocast_enabled(DEVICE, before[0])
        torch.set_autocast_dtype(DEVICE, before[1])
