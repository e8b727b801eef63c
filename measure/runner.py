"""Runs one configuration in a process of its own, so that a crash or a full card spoils no other."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from measure import rows
from measure.catalog import ROOT
from measure.configuration import Configuration


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


def run(python: Path, task: Job, timeout_seconds: float) -> dict[str, Any]:
    """The worker's result; whatever went wrong with the process is a result too."""
    environment = dict(os.environ)
    # Numbers of cards then mean the same to the driver's library and to CUDA.
    environment["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
    environment["CUDA_VISIBLE_DEVICES"] = str(task.card_index) if task.device == "cuda" else ""
    # Weights are random: nothing is to be looked up, and nothing is.
    environment |= {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "result.json"
        try:
            done = subprocess.run(
                [python, "-m", "measure.worker", answer],
                input=json.dumps(asdict(task)),
                env=environment,
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=timeout_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"outcome": rows.ERROR, "detail": f"took longer than {timeout_seconds:.0f} s"}
        if answer.exists():
            return json.loads(answer.read_text(encoding="utf-8"))
    last = done.stderr.strip().splitlines()[-1:] or ["no output"]
    return {"outcome": rows.ERROR, "detail": f"the worker ended with status {done.returncode}: {last[0][:300]}"}
