"""One pass of a network, forward and back, at one batch and in one precision."""

from __future__ import annotations

import contextlib
import gc
import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
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


@dataclass
class Pass:
    """What one pass was seen to do."""

    weights: list[Weight]
    inputs: list[tuple[int, str]]
    name: str
    # Values that the network holds on to from step to step, by their kernels' numbers, and their sizes.
    kept: list[int]
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
        weights, identities = _register(recorder, network)
        tensors = [leaf for leaf in tree_leaves(given) if isinstance(leaf, torch.Tensor)]
        sizes = [(elements_of(leaf, leaf.numel()), type_of(leaf)) for leaf in tensors]
        for leaf in tensors:
            recorder.register(leaf)
        recorder.targets = recorder.reserve()
        gc.collect()
        gc.disable()
        try:
            with (
                _quiet(),
                _watched(recorder, network, names),
                recorder,
                attention_of_a_card(),
                without_checkpoints(),
                _autocast(autocast),
            ):
                result, word, targets = _step(network, given, loss, recorder)
                recorder.finish_forward()
            sizes.append(targets)
            reached = walk(recorder, result, identities)
            del result
            gc.collect()
            kept = recorder.kept()
        except TraceError:
            raise
        except (DataDependentOutputException, DynamicOutputShapeException) as error:
            raise TraceError(
                f"the network asks what is in a tensor (`{error}`{_place(error)}), by which it goes on: that cannot be traced"
            ) from error
        except Exception as error:
            raise TraceError(f"the network cannot be traced: {_first_line(error)}{_place(error)}") from error
        finally:
            gc.enable()
    for value, weight in enumerate(weights):
        # An optimizer passes over what has no gradient.
        weight.trainable = weight.trainable and value in reached
    return Pass(
        weights=weights,
        inputs=sizes,
        name=type(network).__name__,
        kept=kept,
        constants=recorder.constant_bytes,
        blocks=names,
        kernels=recorder.kernels,
        loss=word,
        loss_begins=recorder.loss_begins,
        reads=[list(tensors[0].shape[1:]), type_of(tensors[0])],
    )


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else 'no words'}"


def _place(error: BaseException) -> str:
    """Where in the network's own code it happened, as far as any of that was running."""
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if "/torch/" not in frame.filename and "rigwise_trace" not in frame.filename
    ]
    return f", {own[-1].filename}, line {own[-1].lineno}" if own else ""


def _register(recorder: Recorder, network: nn.Module) -> tuple[list[Weight], dict[int, int]]:
    tables = {id(part.weight) for part in network.modules() if isinstance(part, nn.Embedding)}
    weights, identities = [], {}
    for buffer in network.buffers():
        recorder.register_constant(buffer)
    for name, weight in network.named_parameters():
        identities[id(weight)] = recorder.register(weight)
        elements = elements_of(weight, weight.numel())
        shape = list(weight.shape) if type_of(weight) != "u8" else [elements]
        weights.append(Weight(name, shape, weight.requires_grad, id(weight) in tables, type_of(weight), elements))
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
    own = output.get("loss") if isinstance(output, Mapping) else getattr(output, "loss", None)
    if loss is not None:
        return _number(loss(output)), getattr(loss, "__name__", "loss"), none
    if own is not None:
        return _number(own), "its own", none
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
def _quiet() -> Iterator[None]:
    """What fails on fake tensors is raised, and need not be printed as well."""
    logger = logging.getLogger("torch._subclasses.fake_tensor")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


def _number(loss: Any) -> torch.Tensor:  # noqa: ANN401
    if not isinstance(loss, torch.Tensor) or loss.numel() != 1:
        raise TraceError("the loss is no tensor of one number: `loss=` is a function from the network's output to one")
    return loss


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
