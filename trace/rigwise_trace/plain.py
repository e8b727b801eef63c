"""Leaves out views of a whole value, which run nothing and hold nothing: half of all that most networks do."""

from __future__ import annotations

from rigwise_trace.recorder import BYTES, Kernel
from rigwise_trace.run import Pass

# Operators whose result is what they read, in another shape.
SHAPES = {"t", "transpose", "permute", "view", "_unsafe_view", "_reshape_alias", "unsqueeze", "squeeze", "alias"}


def without_views(runs: list[Pass]) -> None:
    """Leaves the same views out of passes at several batches, and numbers what is left anew."""
    sizes = [{value: size for value, size in enumerate(_sizes(run))} for run in runs]
    first = runs[0].kernels
    count = len(runs[0].weights) + len(runs[0].inputs)
    names = {value: value for value in range(count)}
    # What the network holds on to is there before the step begins, and stands behind weights and inputs.
    stays = {value: count + place for place, value in enumerate(runs[0].kept)}
    count += len(stays)
    kept: list[int] = []
    for place, kernel in enumerate(first):
        alike = [run.kernels[place] for run in runs]
        is_shape = bool(kept) and all(_is_shape(one, of) for one, of in zip(alike, sizes, strict=True))
        for one, of in zip(alike, sizes, strict=True):
            of.update({one.first + own: (output.elements, output.dtype) for own, output in enumerate(one.outputs)})
        if is_shape:
            names[kernel.first] = names[kernel.inputs[0]]
            for run, one in zip(runs, alike, strict=True):
                run.kernels[kept[-1]].held += one.held
            continue
        kept.append(place)
        for own in range(len(kernel.outputs)):
            names[kernel.first + own] = count
            count += 1
    for run in runs:
        run.loss_begins = sum(place < run.loss_begins for place in kept)
        run.kernels = [_renamed(run.kernels[place], names, stays) for place in kept]


def _sizes(run: Pass) -> list[tuple[int, str]]:
    return [(weight.elements, weight.dtype) for weight in run.weights] + run.inputs


def _is_shape(kernel: Kernel, sizes: dict[int, tuple[int, str]]) -> bool:
    if kernel.name not in SHAPES or len(kernel.inputs) != 1 or len(kernel.outputs) != 1 or kernel.saved:
        return False
    source, output = kernel.inputs[0], kernel.outputs[0]
    is_passed_on = kernel.gradients is None or kernel.gradients == [(source, None)]
    return is_passed_on and output.shares == source and sizes[source] == (output.elements, output.dtype)


def _renamed(kernel: Kernel, names: dict[int, int], stays: dict[int, int]) -> Kernel:
    def unique(values: list[int]) -> list[int]:
        return list(dict.fromkeys(names[value] for value in values))

    kernel.inputs, kernel.saved, kernel.held = unique(kernel.inputs), unique(kernel.saved), unique(kernel.held)
    if kernel.gradients is not None:
        kernel.gradients = [(names[value], size) for value, size in kernel.gradients]
    for own, output in enumerate(kernel.outputs, kernel.first):
        if own in stays:
            # What was kept of the step before is let go of once this has taken its place: for a moment both are there.
            kernel.temporary += output.elements * BYTES[output.dtype]
        output.shares = stays.get(own, None if output.shares is None else names[output.shares])
    return kernel
