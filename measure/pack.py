"""The kit as one file: `python3 -m measure.pack measure.zip`, which `python3 measure.zip` then runs anywhere."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

from measure.errors import KitError

#: The package's folder.
FOLDER = Path(__file__).resolve().parent
#: What a zip has no use for: tests, and what makes it.
LEFT_OUT = ("tests", "pack.py")
#: What runs need beside the modules, and what explains them.
FILES = ("catalog.json", "requirements.txt", "README.md")
#: The zip's own time, so that the same kit is the same file: the earliest that the format knows.
TIME = (1980, 1, 1, 0, 0, 0)


def members() -> dict[str, Path]:
    """Every name in the zip and its file: the package in a folder, so that workers can import it, and the start above it."""
    modules = [file for file in FOLDER.rglob("*.py") if file.relative_to(FOLDER).parts[0] not in LEFT_OUT]
    files = sorted(modules + [FOLDER / name for name in FILES])
    return {"__main__.py": FOLDER / "__main__.py"} | {f"measure/{file.relative_to(FOLDER).as_posix()}": file for file in files}


def write(target: Path) -> None:
    """Writes the zip."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, file in members().items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # An ordinary file that everybody may read; without it, unpacked files are nobody's.
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, file.read_bytes())


def main(arguments: list[str]) -> int:
    """Writes the zip that the only argument names."""
    if len(arguments) > 1:
        raise KitError("one name is enough: that of the zip, `measure.zip` where none is given")
    target = Path(arguments[0] if arguments else "measure.zip")
    write(target)
    print(f"{target}: start it with `python3 {target}`")
    return 0


if __name__ == "__main__":
    from measure import environment

    sys.exit(environment.explained(main, sys.argv[1:]))
