"""Blocks that a network computes again by itself: the trace is of the network without that, which is a setting of the run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch.utils.checkpoint


class Straight:
    """Stands in the place of what computes a block again, and only runs it."""

    @staticmethod
    def apply(function: Callable[..., Any], preserve: bool, *arguments: Any) -> Any:  # noqa: ANN401
        """The block's result."""
        return function(*arguments)


def _nothing(*_: Any, **__: Any) -> Iterator[None]:  # noqa: ANN401
    yield


@contextlib.contextmanager
def without_checkpoints() -> Iterator[None]:
    """`torch.utils.checkpoint` runs what it is given, once, by whatever name a network has imported it."""
    instead: dict[str, Any] = {
        "_checkpoint_without_reentrant_generator": _nothing,
        "_checkpoint_without_reentrant_generator_impl": _nothing,
        "CheckpointFunction": Straight,
    }
    with contextlib.ExitStack() as stack:
        for name, value in instead.items():
            if hasattr(torch.utils.checkpoint, name):
                stack.enter_context(mock.patch.object(torch.utils.checkpoint, name, value))
        yield
