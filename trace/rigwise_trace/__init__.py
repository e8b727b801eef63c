"""Traces a PyTorch network into the graph that Rigwise sizes: no card, no weights and no network access are needed."""

from __future__ import annotations

from typing import Any

from rigwise_trace.document import document
from rigwise_trace.errors import TraceError
from rigwise_trace.network import Module, check
from rigwise_trace.run import PRECISIONS, Loss, run
from rigwise_trace.sizes import BATCHES

__all__ = ["TraceError", "trace"]
__version__ = "1.0.0"


def trace(
    module: Module,
    example_inputs: Any,  # noqa: ANN401
    *,
    loss: Loss | None = None,
    name: str | None = None,
    blocks: list[str] | None = None,
) -> dict[str, Any]:
    """The graph of one training step of `module`, as a document for `json.dump`.

    `module` is a network, or a function that makes one (then it is made without memory). `example_inputs` are its
    arguments: a tuple, or a dictionary of keyword arguments; the first dimension of the first tensor is the batch, and so
    is that of every other tensor whose first dimension is as long.
    `loss` takes the output and gives a number; without it, the output's own `loss` is taken, else cross entropy of an output
    of two dimensions, else the mean squared error. `blocks` are names of modules that activation checkpointing computes
    again; without it, those that repeat.

    Weights that do not require a gradient stay frozen. Raises `TraceError`.
    """
    check(example_inputs)
    passes = {
        precision: [run(module, example_inputs, loss, batch, precision, blocks) for batch in BATCHES] for precision in PRECISIONS
    }
    return document(name or passes["fp32"][0].name, passes)
