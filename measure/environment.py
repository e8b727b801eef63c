"""The kit's own environment: created on the first run, entered on every other."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from measure.catalog import ROOT
from measure.errors import KitError

#: Where the environment lies; `RIGWISE_MEASURE_VENV` puts it elsewhere.
FOLDER = Path(os.environ.get("RIGWISE_MEASURE_VENV", ROOT / "target/measure-venv"))
REQUIREMENTS = ROOT / "measure/requirements.txt"


def explained(main: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Runs `main`; what the user can put right ends in one line instead of a traceback."""
    try:
        return main(arguments)
    except KitError as error:
        print(f"measure: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("measure: stopped; the same command goes on from here", file=sys.stderr)
        return 130


def interpreter() -> Path:
    """A Python that has PyTorch: this one, or that of the kit's environment, which is created where it is missing."""
    if importlib.util.find_spec("torch") is not None:
        return Path(sys.executable)
    python = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    marker = FOLDER / "installed"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if marker.exists() and marker.read_text(encoding="utf-8") == wanted:
        return python
    print(f"measure: installing PyTorch and the model libraries in {FOLDER} (about 6 GB, once)", flush=True)
    try:
        venv.create(FOLDER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS], check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise KitError(
            f"the environment could not be created ({error}); install {REQUIREMENTS.name} into a Python of your own "
            "and start the kit with that"
        ) from error
    marker.write_text(wanted, encoding="utf-8")
    return python


def enter(python: Path, arguments: list[str]) -> None:
    """Starts the kit again, in the environment; returns only where it runs there already."""
    if Path(sys.executable) != python:
        os.chdir(ROOT)
        os.execv(python, [str(python), "-m", "measure", *arguments])
