"""Walks back over autograd's graph, function by function, and notes the gradients that each makes."""

from __future__ import annotations

import weakref
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from rigwise_trace.errors import TraceError
from rigwise_trace.recorder import DEVICE, Kernel, Recorder
from rigwise_trace.work import flops, workspace


class Watch(TorchDispatchMode):
    """New memory while one function of autograd runs: how much at once, what it computes, and its kernels' name."""

    def __init__(self, recorder: Recorder, known: set[int]) -> None:
        super().__init__()
        self.recorder = recorder
        self.known = known
        self.now = 0
        self.most = 0
        self.flops = 0
        self.name = ""
        self.sizes: dict[int, int] = {}
        self.references: list[weakref.ref[Any]] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:  # noqa: ANN401
        """Runs a kernel and counts what it takes."""
        out = func(*args, **(kwargs or {}))
        made = False
        for leaf in tree_leaves(out):
            if not isinstance(leaf, torch.Tensor) or leaf.device.type != DEVICE:
                continue
            storage = leaf.untyped_storage()
            key = storage._cdata
            if self.recorder.paused:
                # What was saved is there already; this only stands for it.
                self.known.add(key)
            if key in self.known or key in self.sizes or key in self.recorder.alive:
                continue
            size = storage.nbytes()
            self.sizes[key] = size
            self.now += size
            made = True
            self.references.append(weakref.ref(storage, lambda _, key=key: self._freed(key)))
        if self.recorder.paused:
            return out
        self.most = max(self.most, self.now + workspace(func, args))
        count = flops(func, args, kwargs or {}, out)
        self.flops += count
        if count or (made and not self.name):
            self.name = func._overloadpacket.__name__
        return out

    def _freed(self, key: int) -> None:
        self.now -= self.sizes.pop(key, 0)


def walk(recorder: Recorder, loss: torch.Tensor, parameters: dict[int, int]) -> set[int]:
    """Runs all functions from the loss back to the weights, and says which values it reaches.

    `parameters` are the values of weights by their identity.
    """
    root = loss.grad_fn
    if root is None:
        raise TraceError("nothing trains: the loss does not depend on any weight that requires a gradient")
    nodes = _reachable(root)
    incoming: dict[int, dict[int, torch.Tensor]] = {id(root): {loss.output_nr: torch.ones_like(loss)}}
    for node in sorted(nodes, key=lambda node: -node._sequence_nr()):
        grads = incoming.pop(id(node), None)
        if grads is None or hasattr(node, "variable"):
            continue
        made, watch = _run(recorder, node, grads)
        fitted = [_fitted(edge, grad) for edge, grad in zip(node.next_functions, made, strict=False)]
        kernel = _kernel(recorder, node)
        if kernel is not None:
            _note(recorder, kernel, node, grads, list(zip(made, fitted, strict=False)), watch, parameters)
        for (following, place), grad in zip(node.next_functions, fitted, strict=True):
            if following is not None and grad is not None:
                slot = incoming.setdefault(id(following), {})
                # Gradients of one value are summed into a new tensor.
                slot[place] = torch.empty_like(grad) if place in slot else grad
    for sequence, value in recorder.saves:
        place = recorder.by_sequence.get(sequence)
        kernel = recorder.kernels[place] if place is not None else None
        if kernel is not None and kernel.gradients is not None and value not in kernel.saved:
            kernel.saved.append(value)
    return {value for kernel in recorder.kernels for value, _ in kernel.gradients or []}


def _reachable(root: Any) -> list[Any]:  # noqa: ANN401
    seen, waiting = {id(root): root}, [root]
    while waiting:
        for following, _ in waiting.pop().next_functions:
            if following is not None and id(following) not in seen:
                seen[id(following)] = following
                waiting.append(following)
    return list(seen.values())


def _run(
    recorder: Recorder,
    node: Any,  # noqa: ANN401
    grads: dict[int, torch.Tensor],
) -> tuple[list[torch.Tensor | None], Watch]:
    arguments = [grads.get(place) for place in range(len(node._input_metadata))]
    watch = Watch(recorder, {grad.untyped_storage()._cdata for grad in grads.values()})
    with watch, torch.no_grad():
        made = node.apply(*arguments) if hasattr(node, "apply") else node(*arguments)
    return list(made) if isinstance(made, tuple) else [made], watch


def _fitted(edge: tuple[Any, int], grad: torch.Tensor | None) -> torch.Tensor | None:
    """A gradient in the type and size of its variable, to which the engine brings it (`validate_outputs`)."""
    following, place = edge
    if following is None or grad is None:
        return grad
    wanted = following._input_metadata[place]
    with torch.no_grad():
        if tuple(grad.shape) != tuple(wanted.shape):
            grad = grad.sum_to_size(tuple(wanted.shape))
        return grad.to(wanted.dtype)


def _is_taken(following: Any, grad: torch.Tensor) -> bool:  # noqa: ANN401
    """Whether a weight takes a gradient as it is: one that lies otherwise than the weight is copied (`AccumulateGrad`)."""
    weight = getattr(following, "variable", None)
    return weight is None or grad.stride() == weight.stride()


def _kernel(recorder: Recorder, node: Any) -> Kernel | None:  # noqa: ANN401
    """The kernel whose result the function stands behind."""
    value = recorder.of_edge.get((node._sequence_nr(), 0))
    place = recorder.producer.get(value) if value is not None else None
    if place is None:
        place = recorder.by_sequence.get(node._sequence_nr())
    if place is None:
        return None
    recorder.by_sequence[node._sequence_nr()] = place
    return recorder.kernels[place]


def _note(
    recorder: Recorder,
    kernel: Kernel,
    node: Any,  # noqa: ANN401
    grads: dict[int, torch.Tensor],
    made: list[tuple[torch.Tensor | None, torch.Tensor | None]],
    watch: Watch,
    parameters: dict[int, int],
) -> None:
    came_in = {grad.untyped_storage()._cdata for grad in grads.values()}
    edges: list[tuple[int, int | None]] = []
    new = 0
    for (following, place), (grad, fitted) in zip(node.next_functions, made, strict=False):
        if following is None or grad is None or fitted is None:
            continue
        if hasattr(following, "variable"):
            value = parameters.get(id(following.variable))
            if value is None:
                # A tensor that a network has made require a gradient, and that no optimizer sees: its gradient comes and goes.
                continue
        else:
            value = recorder.value_of_edge(following._sequence_nr(), place)
        if value is None:
            raise TraceError(f"the gradient of `{kernel.name}` goes to a tensor that no kernel has made ({following.name()})")
        key = grad.untyped_storage()._cdata
        size = grad.untyped_storage().nbytes()
        own = fitted.untyped_storage()
        if key in came_in:
            is_passed_on = own._cdata == key and _is_taken(following, fitted)
            edges.append((value, None if is_passed_on else fitted.numel() * fitted.element_size()))
        else:
            came_in.add(key)
            new += size
            edges.append((value, max(size, own.nbytes())))
    # A kernel's result can stand behind several functions, as that of a view that is written to.
    kernel.gradients = [*(kernel.gradients or []), *edges]
    kernel.backward_name = watch.name
    kernel.backward_flops += watch.flops
    kernel.backward_temporary = max(kernel.backward_temporary, watch.most - new)
