"""The Python that trains: the one at hand if it has PyTorch, or the kit's own environment, created on the first run."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from measure import places
from measure.errors import KitError


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
    """A Python that has PyTorch: this one, or that of the kit's environment, which is created where it is missing.

    Where PyTorch is at hand nothing is installed: what needs a library that is missing beside it becomes an error row.
    """
    if importlib.util.find_spec("torch") is not None:
        return Path(sys.executable)
    folder, requirements = places.environment(), places.text("requirements.txt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    marker = folder / "installed"
    wanted = hashlib.sha256(requirements.encode()).hexdigest()
    if marker.exists() and marker.read_text(encoding="utf-8") == wanted:
        return python
    print(f"measure: installing PyTorch and the model libraries in {folder} (about 6 GB, once)", flush=True)
    listed = folder / "requirements.txt"
    try:
        venv.create(folder, with_pip=True)
        # Within a zip there is no file that pip could read.
        listed.write_text(requirements, encoding="utf-8")
        subprocess.run([python, "-m", "pip", "install", "--requirement", listed], check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise KitError(
            f"the environment could not be created ({error}); install what measure/requirements.txt names into a Python "
            "of your own and start the kit with that"
        ) from error
    marker.write_text(wanted, encoding="utf-8")
    return python
