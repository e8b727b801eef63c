"""One process, one configuration, one limit: reads a job from standard input, writes its result to the file named."""

from __future__ import annotations

import gc
import importlib.metadata
import json
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import torch
from torch.utils._pytree import tree_leaves

from measure import card, rows
from measure.configuration import Configuration
from measure.live_bytes import LiveBytes
from measure.training import Training

LIBRARIES = ("torchvision", "transformers", "peft", "diffusers", "timm", "segmentation-models-pytorch", "bitsandbytes")
#: What CUDA's libraries say when the card is full, beside PyTorch's own error.
FULL = ("out of memory", "CUBLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED")


def measure(job: dict[str, Any]) -> dict[str, Any]:
    """The job's result: peaks and step time, or how it ended."""
    try:
        return _on_card(job) if job["device"] == "cuda" else _on_cpu(job)
    except ModuleNotFoundError as error:
        return {"outcome": rows.ERROR, "detail": _missing(error)}
    except Exception as error:  # noqa: BLE001 - every way to fail is a result.
        if isinstance(error, torch.OutOfMemoryError) or any(word in str(error) for word in FULL):
            return {"outcome": rows.OUT_OF_MEMORY}
        return {"outcome": rows.ERROR, "detail": _told(error)}


def _missing(error: ModuleNotFoundError) -> str:
    """Which library is to be installed; a part that a library lacks says that it is there in another version."""
    cause: BaseException | None = error
    while cause is not None:
        # Libraries that import their parts late raise an error of their own from the one that names the module.
        module = getattr(cause, "name", None)
        if module and "." not in module:
            return f"the package {module.replace('_', '-')} is missing; requirements.txt of the kit names what runs need"
        cause = cause.__cause__
    return _told(error)


def _told(error: Exception) -> str:
    """An error in a line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


def _on_card(job: dict[str, Any]) -> dict[str, Any]:
    index = job["card_index"]
    used_before = card.used_bytes(index)
    total = torch.cuda.get_device_properties(0).total_memory
    training = Training(Configuration.from_json(job["configuration"]), torch.device("cuda", 0))
    gc.collect()
    # Building takes more than training does: the limit is for the steps alone.
    torch.cuda.empty_cache()
    limit = job["memory_limit_bytes"]
    if limit is not None:
        torch.cuda.set_per_process_memory_fraction(limit / total)
    torch.cuda.reset_peak_memory_stats()
    for _ in range(job["warm_up_steps"]):
        training.step()
    times = [_timed(training) for _ in range(job["measured_steps"])]
    reserved = torch.cuda.max_memory_reserved()
    context = _bytes_beside_the_allocator(index, used_before)
    return {
        "outcome": rows.OK,
        "parameters": training.parameters,
        "allocated_bytes": torch.cuda.max_memory_allocated(),
        "reserved_bytes": reserved,
        "device_bytes": None if context is None else context + reserved,
        "step_seconds": statistics.median(times),
    }


def _bytes_beside_the_allocator(index: int, used_before: int | None) -> int | None:
    """The context, loaded kernels and what libraries take by themselves, which stays until the process ends."""
    used = card.used_by_this_process(index)
    if used is None:
        now = card.used_bytes(index)
        if now is None or used_before is None:
            return None
        used = now - used_before
    return used - torch.cuda.memory_reserved()


def _timed(training: Training) -> float:
    torch.cuda.synchronize()
    start = time.perf_counter()
    training.step()
    torch.cuda.synchronize()
    return time.perf_counter() - start


def _on_cpu(job: dict[str, Any]) -> dict[str, Any]:
    training = Training(Configuration.from_json(job["configuration"]), torch.device("cpu"))
    times = []
    for _ in range(job["warm_up_steps"] + job["measured_steps"]):
        start = time.perf_counter()
        training.step()
        times.append(time.perf_counter() - start)
    gc.collect()
    with LiveBytes() as live:
        live.add(tree_leaves(training.tensors()))
        live.restart()
        training.step()
    return {
        "outcome": rows.OK,
        "parameters": training.parameters,
        "allocated_bytes": live.peak_bytes,
        "step_seconds": statistics.median(times[job["warm_up_steps"] :]),
    }


def versions() -> dict[str, str]:
    """What is installed."""
    found = []
    for library in LIBRARIES:
        try:
            found.append(f"{library} {importlib.metadata.version(library)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return {"torch": torch.__version__, "cuda": torch.version.cuda or "", "libraries": "; ".join(found)}


def main() -> None:
    """Does the job."""
    warnings.filterwarnings("ignore")
    torch.manual_seed(0)
    result = measure(json.load(sys.stdin)) | versions()
    Path(sys.argv[1]).write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
