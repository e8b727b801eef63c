"""The card, as its driver's tools see it: without PyTorch, and so before anything is installed and without a context."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from measure.errors import KitError

#: Where `nvidia-smi` lies when no search path names it: in Windows' Linux, and on Windows with older drivers.
TOOLS = ("/usr/lib/wsl/lib/nvidia-smi", r"C:\Program Files\NVIDIA Corporation\NVSMI\nvidia-smi.exe")
#: A driver that answers at all does so within a few seconds, even where it first has to wake the card.
TIMEOUT_SECONDS = 60
#: Characters of a card's name, at most.
NAME_LENGTH = 256


@dataclass(frozen=True)
class Card:
    """One card and its driver."""

    index: int
    name: str
    memory_bytes: int
    #: None where the driver's tools are missing, which alone name it.
    driver: str | None


def find(index: int) -> Card:
    """The card of that number, in the order of the bus."""
    cards = _from_tool() or _from_library()
    if not cards:
        raise KitError("no CUDA card was found, and nothing was installed; `--cpu` counts small configurations without one")
    for card in cards:
        if card.index == index:
            return card
    there = ", ".join(f"{card.index} ({card.name})" for card in cards)
    raise KitError(f"there is no CUDA card {index}, and nothing was installed; `--card` chooses one of {there}")


def used_bytes(index: int) -> int | None:
    """What all processes together hold of the card; none where the driver does not tell."""
    answers = _ask(f"--id={index}", "--query-gpu=memory.used") or []
    return _mib(answers[0][0]) if answers else None


def used_by_this_process(index: int) -> int | None:
    """What `nvidia-smi` shows for this process; none in containers, where the driver knows it by another number."""
    for answer in _ask(f"--id={index}", "--query-compute-apps=pid,used_memory") or []:
        if answer[0] == str(os.getpid()):
            return _mib(answer[-1])
    return None


def _from_tool() -> list[Card]:
    """The cards that `nvidia-smi` lists."""
    cards = []
    for answer in _ask("--query-gpu=index,memory.total,driver_version,name") or []:
        memory = _mib(answer[1]) if len(answer) >= 4 and answer[0].isdecimal() else None
        if memory:
            cards.append(Card(int(answer[0]), ", ".join(answer[3:]), memory, answer[2]))
    return cards


def _ask(*question: str) -> list[list[str]] | None:
    """The tool's answer, line by line and field by field; none where it is missing or fails."""
    tool = shutil.which("nvidia-smi") or next((tool for tool in TOOLS if Path(tool).exists()), None)
    if tool is None:
        return None
    try:
        command = [tool, *question, "--format=csv,noheader,nounits"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return [[field.strip() for field in line.split(",")] for line in done.stdout.splitlines() if line.strip()]


def _mib(text: str) -> int | None:
    """Bytes of a number of MiB; none for `[N/A]` and the like."""
    return int(text) << 20 if text.isdecimal() else None


def _from_library() -> list[Card]:
    """The cards that CUDA lists itself: some containers have its library and no tool."""
    try:
        cuda = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    except OSError:
        return []
    # CUDA would put the fastest card first.
    os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
    count = ctypes.c_int()
    if cuda.cuInit(0) != 0 or cuda.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return []
    cards = []
    for index in range(count.value):
        name, memory = ctypes.create_string_buffer(NAME_LENGTH), ctypes.c_size_t()
        if cuda.cuDeviceGetName(name, NAME_LENGTH, index) == 0 and cuda.cuDeviceTotalMem_v2(ctypes.byref(memory), index) == 0:
            cards.append(Card(index, name.value.decode(errors="replace"), memory.value, None))
    return cards
