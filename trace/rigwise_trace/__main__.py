"""`rigwise-trace package.module:factory --input 3x224x224`: the graph of a network on the standard output."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("rigwise-trace: needs PyTorch 2.6 or later in the Python that runs it (pip install torch)")

from rigwise_trace import TraceError, trace

#: Types that an input can have, by the word before its sizes; without a word it is FP32.
TYPES = {"float32": torch.float32, "int64": torch.int64, "bool": torch.bool, "uint8": torch.uint8}


def tensor(said: str) -> torch.Tensor:
    """Two samples of an input that is described as `3x224x224` or `int64:128`."""
    word, _, sizes = said.rpartition(":")
    dtype = TYPES.get(word or "float32")
    if dtype is None:
        raise argparse.ArgumentTypeError(f"`{word}` is none of {', '.join(TYPES)}")
    try:
        shape = [int(size) for size in sizes.split("x")] if sizes else []
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{said}` is not written as 3x224x224 or int64:128") from None
    return torch.empty((2, *shape), dtype=dtype, device="meta")


def factory(said: str) -> Callable[[], nn.Module]:
    """The function or class that makes the network, as `package.module:name`."""
    module, _, name = said.partition(":")
    if not name:
        raise argparse.ArgumentTypeError(f"`{said}` is not written as package.module:name")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise argparse.ArgumentTypeError(f"`{said}` cannot be imported: {error}") from None
    if isinstance(found, nn.Module):
        return lambda: found
    return found


def main(arguments: list[str] | None = None) -> int:
    """Traces what the command line names."""
    parser = argparse.ArgumentParser(prog="rigwise-trace", description=__doc__)
    parser.add_argument("network", type=factory, help="what makes the network, as package.module:name")
    parser.add_argument(
        "--input", type=tensor, action="append", required=True, help="an input without its batch: 3x224x224, int64:128"
    )
    parser.add_argument("--output", type=Path, help="the file to write; without it, the standard output")
    given = parser.parse_args(arguments)
    try:
        document = trace(given.network, tuple(given.input))
    except TraceError as error:
        sys.stderr.write(f"rigwise-trace: {error}\n")
        return 1
    text = json.dumps(document, separators=(",", ":")) + "\n"
    if given.output:
        given.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
