"""Where the kit lies and where it writes: in a folder or a zip, within the repository or anywhere else."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

#: The folder that holds the package, or the zip: what a worker's search path must name.
ROOT = Path(__file__).resolve().parent.parent
#: Within the repository all that is written goes where builds go; elsewhere to the folder that the kit is started in.
IN_REPOSITORY = (ROOT / "catalog/data/models.toml").is_file()


def text(name: str) -> str:
    """A file of the package."""
    return resources.files("measure").joinpath(name).read_text(encoding="utf-8")


def table(place: str) -> Path:
    """The table of a card, or of the CPU."""
    return ROOT / f"target/measure/{place}.csv" if IN_REPOSITORY else Path(f"measure-{place}.csv")


def environment() -> Path:
    """The folder of the kit's own environment; `RIGWISE_MEASURE_VENV` puts it elsewhere."""
    # A relative folder would be another one in a worker, which has a working directory of its own.
    default = ROOT / "target/measure-venv" if IN_REPOSITORY else "measure-venv"
    return Path(os.environ.get("RIGWISE_MEASURE_VENV", default)).absolute()
