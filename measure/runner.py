"""Runs one configuration in a process of its own, so that a crash or a full card spoils no other."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from measure import places, rows
from measure.configuration import Configuration
from measure.errors import KitError

#: Ends well where PyTorch has a kernel for the card.
_CUDA_TRIAL = "import torch; torch.ones(1, device='cuda')"


@dataclass(frozen=True)
class Job:
    """What a worker is told."""

    configuration: dict[str, Any]
    device: str
    card_index: int
    memory_limit_bytes: int | None
    warm_up_steps: int
    measured_steps: int


def job(configuration: Configuration, device: str, card_index: int, limit: int | None, steps: int) -> Job:
    """The job of measuring a configuration under a limit; two steps go before, so that optimizer states exist."""
    return Job(configuration.to_json(), device, card_index, limit, 2, steps)


def require_cuda(python: Path, card_index: int) -> None:
    """Says once what every row would say: that this PyTorch was built without CUDA, or for another driver."""
    done = subprocess.run(
        [python, "-c", _CUDA_TRIAL], env=_variables("cuda", card_index), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise KitError(
            f"the PyTorch of {python} cannot use the card ({_cause(done.stderr)}); start the kit with a Python whose "
            "PyTorch was installed for CUDA and this driver, as pytorch.org tells"
        )


def run(python: Path, task: Job, timeout_seconds: float) -> dict[str, Any]:
    """The worker's result; whatever went wrong with the process is a result too."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "result.json"
        try:
            done = subprocess.run(
                [python, "-m", "measure.worker", answer],
                input=json.dumps(asdict(task)),
                env=_variables(task.device, task.card_index),
                # Python looks for modules here first, and nothing of the user's should stand for one.
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=timeout_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"outcome": rows.ERROR, "detail": f"took longer than {timeout_seconds:.0f} s"}
        if answer.exists():
            return json.loads(answer.read_text(encoding="utf-8"))
    return {"outcome": rows.ERROR, "detail": f"the worker ended with status {done.returncode}: {_cause(done.stderr)}"}


def _variables(device: str, card_index: int) -> dict[str, str]:
    """The environment variables of a worker."""
    variables = dict(os.environ)
    # The user's own search path stays, as PyTorch may have been found by it.
    own = [folder for folder in variables.get("PYTHONPATH", "").split(os.pathsep) if folder]
    path = [str(places.ROOT), *(str(Path(folder).absolute()) for folder in own)]
    # Numbers of cards then mean the same to the driver's tools and to CUDA.
    variables |= {"CUDA_DEVICE_ORDER": "PCI_BUS_ID", "CUDA_VISIBLE_DEVICES": str(card_index) if device == "cuda" else ""}
    # Weights are random: nothing is to be looked up, and nothing is.
    return variables | {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "PYTHONPATH": os.pathsep.join(path)}


def _cause(text: str) -> str:
    """The line of a traceback that names the error (advice may follow it), or else the last line."""
    lines = text.strip().splitlines() or ["no output"]
    return next((line for line in reversed(lines) if re.match(r"[\w.]+(Error|Exception): ", line)), lines[-1])[:300]
