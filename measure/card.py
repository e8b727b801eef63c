"""The card, as NVIDIA's management library sees it: without PyTorch, and so without a context of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from measure.errors import KitError


@dataclass(frozen=True)
class Card:
    """One card and its driver."""

    index: int
    name: str
    memory_bytes: int
    driver: str


def find(index: int) -> Card:
    """The card of that number, in the order of the bus."""
    nvml = _library()
    try:
        handle = nvml.nvmlDeviceGetHandleByIndex(index)
        return Card(
            index,
            _text(nvml.nvmlDeviceGetName(handle)),
            int(nvml.nvmlDeviceGetMemoryInfo(handle).total),
            _text(nvml.nvmlSystemGetDriverVersion()),
        )
    except nvml.NVMLError as error:
        raise KitError(f"there is no CUDA card {index} ({error}); `--card` chooses another, `--cpu` needs none") from error


def used_bytes(index: int) -> int | None:
    """What all processes together hold of the card; none where the driver does not tell."""
    try:
        nvml = _library()
        return int(nvml.nvmlDeviceGetMemoryInfo(nvml.nvmlDeviceGetHandleByIndex(index)).used)
    except Exception:  # noqa: BLE001 - a figure that the driver refuses is left out, whatever its reason.
        return None


def used_by_this_process(index: int) -> int | None:
    """What `nvidia-smi` shows for this process; none in containers, where the driver knows it by another number."""
    try:
        nvml = _library()
        handle = nvml.nvmlDeviceGetHandleByIndex(index)
        processes = nvml.nvmlDeviceGetComputeRunningProcesses(handle)
    except Exception:  # noqa: BLE001 - as above.
        return None
    own = [process.usedGpuMemory for process in processes if process.pid == os.getpid()]
    return int(own[0]) if own and own[0] else None


def _library() -> Any:  # noqa: ANN401 - the library has no types.
    try:
        import pynvml
    except ImportError as error:
        raise KitError("the package nvidia-ml-py is missing; install measure/requirements.txt") from error
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        raise KitError(f"no NVIDIA driver answers ({error}); `--cpu` counts small configurations without a card") from error
    return pynvml


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value
