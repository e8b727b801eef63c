"""The document that Rigwise reads: one graph of kernels for each precision, sizes by the batch."""

from __future__ import annotations

from typing import Any

import torch

from rigwise_trace.errors import TraceError
from rigwise_trace.plain import without_views
from rigwise_trace.recorder import Kernel
from rigwise_trace.run import Pass
from rigwise_trace.sizes import BATCHES, most, size

FORMAT = "rigwise-trace/1"


def document(name: str, passes: dict[str, list[Pass]]) -> dict[str, Any]:
    """Everything that was seen of a network."""
    first = next(iter(passes.values()))[0]
    return {
        "format": FORMAT,
        "name": name,
        "torch": str(torch.__version__),
        "loss": first.loss,
        "reads": first.reads,
        "blocks": first.blocks,
        "weights": [_weight(weight) for weight in first.weights],
        "graphs": {precision: _graph(precision, runs) for precision, runs in passes.items()},
    }


def _weight(weight: Any) -> dict[str, Any]:  # noqa: ANN401
    said: dict[str, Any] = {"name": weight.name, "shape": weight.shape}
    if not weight.trainable:
        said["frozen"] = True
    if weight.is_table:
        said["table"] = True
    return said


def _graph(precision: str, runs: list[Pass]) -> dict[str, Any]:
    first = runs[0]
    for run, batch in zip(runs[1:], BATCHES[1:], strict=True):
        _compare(precision, first, run, batch)
    if any(run.kept != first.kept for run in runs):
        raise TraceError("the network keeps other tensors from step to step at one batch than at another")
    kept = [_kept(runs, value) for value in first.kept]
    without_views(runs)
    kernels = [[run.kernels[place] for run in runs] for place in range(len(first.kernels))]
    return {
        "weights": [weight.dtype for weight in first.weights],
        "inputs": [[size([run.inputs[place][0] for run in runs]), dtype] for place, (_, dtype) in enumerate(first.inputs)],
        "kept": kept,
        "buffers": first.constants,
        "loss": first.loss_begins,
        "kernels": [_kernel(alike) for alike in kernels],
    }


def _kept(runs: list[Pass], value: int) -> list[Any]:
    """Elements and type of what a network holds on to."""
    made = next(kernel for kernel in runs[0].kernels if kernel.first <= value < kernel.first + len(kernel.outputs))
    place, own = runs[0].kernels.index(made), value - made.first
    return [size([run.kernels[place].outputs[own].elements for run in runs]), made.outputs[own].dtype]


def _shape_of(kernel: Kernel) -> tuple[Any, ...]:
    """What must be the same at every batch."""
    return (
        kernel.name,
        tuple(kernel.inputs),
        tuple((output.dtype, output.shares) for output in kernel.outputs),
        tuple(kernel.saved),
        tuple(value for value, _ in kernel.gradients or []),
    )


def _compare(precision: str, first: Pass, other: Pass, batch: int) -> None:
    for place, (one, two) in enumerate(zip(first.kernels, other.kernels, strict=False)):
        if _shape_of(one) != _shape_of(two):
            raise TraceError(
                f"at a batch of {batch} the network runs other kernels than at {BATCHES[0]} ({precision}: number {place} is "
                f"`{two.name}` and not `{one.name}`): what it does may not depend on how many samples there are"
            )
    if len(first.kernels) != len(other.kernels):
        raise TraceError(f"the network runs {len(first.kernels)} kernels at one batch and {len(other.kernels)} at another")


def _kernel(alike: list[Kernel]) -> dict[str, Any]:
    first = alike[0]
    said: dict[str, Any] = {"op": first.name, "in": first.inputs, "out": []}
    for place, output in enumerate(first.outputs):
        elements = size([kernel.outputs[place].elements for kernel in alike])
        said["out"].append([elements, output.dtype] if output.shares is None else [elements, output.dtype, output.shares])
    if first.block is not None:
        said["block"] = first.block
    if first.saved:
        said["save"] = first.saved
    if first.held:
        said["hold"] = first.held
    if first.gradients is not None:
        said["grad"] = [_gradient(alike, place) for place in range(len(first.gradients))]
        if first.backward_name:
            said["back"] = first.backward_name
    forward, backward = [kernel.flops for kernel in alike], [kernel.backward_flops for kernel in alike]
    if any(forward) or any(backward):
        said["flops"] = [size(forward), size(backward)]
    inside = [most([kernel.temporary for kernel in alike]), most([kernel.backward_temporary for kernel in alike])]
    if inside != [0, 0]:
        said["temp"] = inside
    return said


def _gradient(alike: list[Kernel], place: int) -> list[Any]:
    edges = [(kernel.gradients or [])[place] for kernel in alike]
    value, first = edges[0]
    sizes = [bytes_ for _, bytes_ in edges if bytes_ is not None]
    if first is None:
        return [value]
    if len(sizes) != len(edges):
        raise TraceError("a gradient is passed on at one batch and copied at another")
    return [value, size(sizes)]
