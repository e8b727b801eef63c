"""Records a forward pass kernel by kernel: what each reads, makes and saves, and when memory is let go."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from rigwise_trace.work import flops, name_of, workspace

DEVICE = "cuda"
#: Bytes of an element, by the word of its type.
BYTES = {"f32": 4, "f16": 2, "bf16": 2, "i64": 8, "u8": 1}


@dataclass
class Output:
    """A value that a kernel gives out: elements of a type, in new memory or in that of another value."""

    elements: int
    dtype: str
    shares: int | None


@dataclass
class Kernel:
    """A kernel of the forward pass, and what becomes of it on the way back."""

    name: str
    block: int | None
    inputs: list[int]
    outputs: list[Output]
    first: int
    flops: int = 0
    temporary: int = 0
    saved: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    # Value and bytes of each gradient; no bytes where it is the memory of the gradient that came in.
    gradients: list[tuple[int, int | None]] | None = None
    backward_name: str = ""
    backward_flops: int = 0
    backward_temporary: int = 0


@dataclass
class Memory:
    """Memory behind values of the forward pass."""

    values: list[tuple[tuple[Any, ...], int]]
    last_use: int
    bytes: int = 0
    # What a kernel wrote into last, its elements, and the value that all of the memory is since then.
    written: tuple[int, int, int] | None = None
    freed: int | None = None


def type_of(tensor: torch.Tensor) -> str:
    """The type of its elements, as a word of the format by what it costs; others count as bytes."""
    words = {torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16"}
    return words.get(tensor.dtype, "i64" if tensor.element_size() == 8 else "u8")


def elements_of(tensor: torch.Tensor, count: int) -> int:
    """`count` of its elements, or their bytes where their type is counted in bytes."""
    return count * tensor.element_size() if type_of(tensor) == "u8" else count


def layout(tensor: torch.Tensor) -> tuple[Any, ...]:
    """What tells values in the same memory apart."""
    return (tensor.dtype, tuple(tensor.shape), tensor.stride(), tensor.storage_offset())


class Recorder(TorchDispatchMode):
    """Kernels of one pass, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.kernels: list[Kernel] = []
        self.alive: dict[int, tuple[Memory | None, weakref.ref[Any]]] = {}
        self.born: list[Memory] = []
        self.values = 0
        self.constant_bytes = 0
        self.block: int | None = None
        self.paused = False
        self.loss_begins = 0
        self.targets = 0
        self.producer: dict[int, int] = {}
        self.by_sequence: dict[int, int] = {}
        self.of_edge: dict[tuple[int, int], int] = {}
        self.saves: list[tuple[int, int]] = []

    def register(self, tensor: torch.Tensor, value: int | None = None) -> int:
        """A value that is there before the pass begins; `value`, where its number was reserved."""
        known = self.find(tensor)
        if known is not None:
            return known
        return self._note(tensor, Memory([], -1), born=False, value=value)

    def reserve(self) -> int:
        """The number of a value that is registered later."""
        self.values += 1
        return self.values - 1

    def register_constant(self, tensor: torch.Tensor) -> None:
        """Memory that is there throughout and that no weight or input accounts for."""
        storage = tensor.untyped_storage()
        key, size = storage._cdata, -(-storage.nbytes() // 512) * 512
        if key not in self.alive:
            self.alive[key] = (None, weakref.ref(storage, lambda _: self._dropped(key, size)))
            self.constant_bytes += size

    def _dropped(self, key: int, size: int) -> None:
        """A network has put something else in the place of what was there: that is kept instead."""
        self.alive.pop(key, None)
        self.constant_bytes -= size

    def find(self, tensor: torch.Tensor) -> int | None:
        """The value that a tensor is: the latest of its memory with its layout, or the latest at all."""
        entry = self.alive.get(tensor.untyped_storage()._cdata)
        if entry is None or entry[0] is None:
            return None
        memory = entry[0]
        values, wanted = memory.values, layout(tensor)
        found = next((value for shape, value in reversed(values) if shape == wanted), values[-1][1])
        # What was there before a kernel wrote into it stands for what is there now.
        if memory.written is not None and found < memory.written[0]:
            part, elements, whole = memory.written
            return part if tensor.numel() == elements else whole
        return found

    def _note(self, tensor: torch.Tensor, memory: Memory, born: bool, value: int | None = None) -> int:
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key not in self.alive:
            self.alive[key] = (memory, weakref.ref(storage, lambda _: self._freed(key, memory)))
            if born:
                self.born.append(memory)
        value = self.reserve() if value is None else value
        memory.values.append((layout(tensor), value))
        return value

    def _freed(self, key: int, memory: Memory) -> None:
        entry = self.alive.get(key)
        if entry is not None and entry[0] is memory:
            del self.alive[key]
        memory.freed = len(self.kernels) - 1

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:  # noqa: ANN401
        """Runs a kernel and takes it down."""
        kwargs = kwargs or {}
        sequence = torch._C._autograd._get_sequence_nr() - 1
        out = func(*args, **kwargs)
        if self.paused:
            return out
        results = [leaf for leaf in tree_leaves(out) if isinstance(leaf, torch.Tensor) and leaf.device.type == DEVICE]
        if results:
            self._take_down(func, args, kwargs, out, results, sequence)
        return out

    def _take_down(self, func: Any, args: Any, kwargs: Any, out: Any, results: list[torch.Tensor], sequence: int) -> None:  # noqa: ANN401
        place = len(self.kernels)
        inputs: list[int] = []
        for leaf in tree_leaves((args, kwargs)):
            if isinstance(leaf, torch.Tensor) and leaf.device.type == DEVICE and leaf.untyped_storage().nbytes() > 0:
                self._read(leaf, inputs, place)
        kernel = Kernel(name_of(func, args), self.block, inputs, [], self.values)
        for result in results:
            entry = self.alive.get(result.untyped_storage()._cdata)
            if entry is None:
                memory = Memory([], place, result.untyped_storage().nbytes())
                size = result.untyped_storage().nbytes() // result.element_size()
                kernel.outputs.append(Output(elements_of(result, size), type_of(result), None))
            elif entry[0] is None:
                # A buffer that is written to, as counters and running statistics are.
                continue
            else:
                memory = entry[0]
                memory.last_use = place
                # Several views of one memory are views of what was there before; new memory is shared by what follows the first.
                before = [value for _, value in memory.values if value < kernel.first]
                shares = (before or [value for _, value in memory.values])[-1]
                kernel.outputs.append(Output(elements_of(result, result.numel()), type_of(result), shares))
            value = self._note(result, memory, born=entry is None)
            self.producer[value] = place
            if entry is not None and func._schema.is_mutable:
                memory.written = (value, result.numel(), self._whole(kernel, memory, result, value))
        if not kernel.outputs:
            return
        kernel.flops = flops(func, args, kwargs, out)
        kernel.temporary = workspace(func, args)
        self.kernels.append(kernel)
        if torch.is_grad_enabled():
            self.by_sequence[sequence] = place

    def _whole(self, kernel: Kernel, memory: Memory, part: torch.Tensor, value: int) -> int:
        """All of a memory once a kernel has written into some of it: a second thing that the kernel gives out."""
        size = part.untyped_storage().nbytes() // part.element_size()
        if part.numel() == size:
            return value
        kernel.outputs.append(Output(elements_of(part, size), type_of(part), kernel.outputs[-1].shares))
        whole = self.reserve()
        self.producer[whole] = len(self.kernels)
        return whole

    def _read(self, tensor: torch.Tensor, inputs: list[int], place: int) -> None:
        edge = (tensor.grad_fn._sequence_nr(), tensor.output_nr) if tensor.requires_grad and tensor.grad_fn is not None else None
        # Views with one layout are told apart by the functions behind them.
        known = self.of_edge.get(edge) if edge is not None else None
        value = self.find(tensor) if known is None else known
        if value is None:
            self.register_constant(tensor)
            return
        if value not in inputs:
            inputs.append(value)
        memory = self.alive[tensor.untyped_storage()._cdata][0]
        if memory is not None:
            memory.last_use = place
        if edge is not None:
            self.of_edge[edge] = value

    def saved(self, tensor: torch.Tensor) -> None:
        """Autograd puts a tensor aside for the function that it has made last."""
        value = self.find(tensor)
        if value is not None and tensor.device.type == DEVICE:
            self.saves.append((torch._C._autograd._get_sequence_nr() - 1, value))

    def value_of_edge(self, sequence: int, place: int) -> int | None:
        """The value whose gradient goes over an edge of autograd's graph."""
        known = self.of_edge.get((sequence, place))
        if known is not None:
            return known
        kernel = self.by_sequence.get(sequence)
        if kernel is None or place >= len(self.kernels[kernel].outputs):
            return None
        return self.kernels[kernel].first + place

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Nothing is taken down meanwhile."""
        self.paused = True
        try:
            yield
        finally:
            self.paused = False

    def kept(self) -> list[int]:
        """Values that the network itself holds on to when a step has run, until the next puts others in their place."""
        return [memory.values[0][1] for memory in self.born if memory.freed is None and memory.bytes > 0]

    def finish_forward(self) -> None:
        """Variables that outlive the last reader of their memory hold it until then."""
        last = len(self.kernels) - 1
        for memory in self.born:
            freed = last if memory.freed is None else memory.freed
            if freed > memory.last_use and memory.bytes > 0:
                self.kernels[freed].held.append(memory.values[-1][1])
