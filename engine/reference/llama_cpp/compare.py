"""Compares what `rigwise estimate` says of llama.cpp with what a real llama.cpp prints as it loads the same models.

    LLAMA_LIBRARIES=.../bins/linux-x64-vulkan python compare.py RIGWISE
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import llama
import make_models
from shapes import SHAPES

MIB = 1 << 20
# Logs tell two decimals of a MiB of each buffer.
ROUNDING = 0.0051


@dataclass(frozen=True)
class Context:
    """What a server is started with; `length` is that of each request."""

    length: int
    batch: int
    cache: str = "f16"
    flash: bool = True
    requests: int = 1


CONTEXTS = [
    *(Context(length, batch, cache) for length in (256, 1024, 4096, 8192) for batch in (128, 512) for cache in llama.CACHE_TYPES),
    *(Context(length, batch, flash=False) for length in (256, 1024, 2048) for batch in (128, 512)),
    *(Context(length, 512, requests=4) for length in (512, 2048)),
    # Contexts are padded: that of each request of its own.
    *(Context(300, 128, requests=requests) for requests in (1, 4)),
]


def scenario(shape, format, context):
    """The question to the engine."""
    serving = {
        "engine": "llama.cpp",
        "weights_format": format,
        "kv_cache_dtype": {"f16": "fp16"}.get(context.cache, context.cache),
        "context_length": context.length,
        "prompt_tokens": 64,
        "output_tokens": 16,
        "concurrency": context.requests,
        "max_batched_tokens": context.batch,
    }
    return {"task": "inference", "hardware": {"gpu": "rtx-4090"}, "model": {"config": shape.config()}, "serving": serving}


def padded(length):
    """The length of a cache, which is a multiple of 256."""
    return -(-length // 256) * 256


def measure(shape, folder):
    """What the real one prints: weights by format, and buffers by context."""
    weights, contexts = {}, {}
    for format, path in make_models.make(shape, folder).items():
        model = llama.Model(path)
        weights[format] = model.weights
        if format == "q4_k_m":
            contexts = {context: model.context(context) for context in CONTEXTS}
        model.free()
    for path in folder.iterdir():
        path.unlink()
    return weights, contexts


def main(rigwise):
    """Prints each figure that is off, and the count of all; fails where there is any."""
    measured = {}
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            measured[shape] = measure(shape, Path(folder))
    asked = [(shape, "weights", format) for shape, (weights, _) in measured.items() for format in weights]
    asked += [(shape, "context", context) for shape, (_, contexts) in measured.items() for context in contexts]
    scenarios = [
        scenario(shape, *((what, CONTEXTS[0]) if kind == "weights" else ("q4_k_m", what))) for shape, kind, what in asked
    ]
    lines = "".join(json.dumps(each) + "\n" for each in scenarios)
    answers = subprocess.run([rigwise, "estimate"], input=lines, stdout=subprocess.PIPE, text=True, check=False).stdout
    counts = Counter()
    for (shape, kind, what), line in zip(asked, answers.splitlines(), strict=True):
        answer = json.loads(line)
        if "vram" not in answer:
            raise SystemExit(f"{shape.name} {what}: {line}")
        parts = answer["vram"]["parts"]
        if kind == "weights":
            real = measured[shape][0][what]
            figures = {
                "weights on the card": (parts["parameters"], real["card"]),
                "weights in the host": (answer["ram"]["weights_bytes"], real["host"]),
            }
        else:
            real = measured[shape][1][what]
            figures = {"keys and values": (parts["kv_cache"], real["kv"])}
            card = real["compute"]["card"]
            # Attention that is not fused cannot be asked for: the server fuses it wherever the card can.
            if what.flash:
                figures["compute buffer"] = (parts["activations"], card)
        for name, (ours, theirs) in figures.items():
            off = ours / MIB - theirs
            counts[name, abs(off) <= ROUNDING] += 1
            if abs(off) > ROUNDING:
                print(f"{name}: {shape.name}, {what}: {ours / MIB:.2f}, really {theirs:.2f} MiB ({off / theirs:+.1%})")
    for name in dict.fromkeys(name for name, _ in counts):
        print(f"{name}: {counts[name, True]} exact, {counts[name, False]} off")
    sys.exit(any(count for (name, exact), count in counts.items() if not exact))


if __name__ == "__main__":
    main(sys.argv[1])
