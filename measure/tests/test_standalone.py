"""The kit outside the repository: a copy of its folder, and one file."""

import contextlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path
from unittest import mock

from measure import configurations, environment, pack
from measure.tests import repository


class Copies(unittest.TestCase):
    """What the kit holds of the repository."""

    @unittest.skipUnless(repository.MODELS.exists(), "needs the repository")
    def test_the_kits_copy_of_the_catalog_is_the_catalog(self) -> None:
        copy = repository.COPY.read_text(encoding="utf-8")
        if copy != repository.written(repository.copied()):
            self.fail("measure/catalog.json is not what the catalog says; `python3 -m measure.tests.repository` renews it")


class Elsewhere(unittest.TestCase):
    """A stranger's machine, as far as Python goes."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()

    def start(self, *arguments: str) -> str:
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.folder, env=variables, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def copy(self) -> None:
        shutil.copytree(pack.FOLDER, self.folder / "measure", ignore=shutil.ignore_patterns("__pycache__", "tests"))

    def test_one_file_lists_everything(self) -> None:
        pack.write(self.folder / "kit.zip")
        listed = self.start("kit.zip", "--list").split()
        self.assertEqual(listed, [item.id for item in configurations.for_cards()])

    def test_one_file_holds_the_whole_package_and_the_same_bytes_each_time(self) -> None:
        first, second = self.folder / "first.zip", self.folder / "second.zip"
        pack.write(first)
        pack.write(second)
        self.assertEqual(first.read_bytes(), second.read_bytes())
        with zipfile.ZipFile(first) as archive:
            names = set(archive.namelist())
        self.assertLessEqual({"__main__.py", "measure/worker.py", "measure/models/text.py", "measure/catalog.json"}, names)
        self.assertFalse([name for name in names if "tests" in name or "pack" in name])

    def test_a_copied_folder_needs_nothing_beside_it(self) -> None:
        self.copy()
        (scenario,) = self.start("-m", "measure", "--scenarios", "--only", "resnet18_*").splitlines()
        self.assertEqual(json.loads(scenario)["model"], {"id": "resnet18"})
        show = "from measure import catalog, places; print(places.table('l4'), catalog.gpu_id('NVIDIA L4', 22 << 30))"
        self.assertEqual(self.start("-c", show), "measure-l4.csv l4\n")

    @unittest.skipIf(os.name == "nt", "needs a shell")
    def test_the_script_starts_the_kit_beside_it_from_any_folder(self) -> None:
        (self.folder / "far").mkdir()
        self.copy()
        script, variables = self.folder / "measure/run", {**os.environ, "PYTHON": sys.executable}
        variables.pop("PYTHONPATH", None)
        command = [script, "--list", "--check"]
        listed = subprocess.run(command, cwd=self.folder / "far", env=variables, capture_output=True, text=True, check=True)
        self.assertEqual(listed.stdout.split(), [item.id for item in configurations.for_check()])


class Environments(unittest.TestCase):
    """The kit's own environment, but for pip."""

    def test_it_is_created_once_from_the_packages_own_list(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "venv"
            with (
                mock.patch.dict(os.environ, {"RIGWISE_MEASURE_VENV": str(folder)}),
                mock.patch.object(importlib.util, "find_spec", lambda _: None),
                mock.patch.object(venv, "create", lambda made, **_: made.mkdir()),
                mock.patch.object(subprocess, "run") as pip,
                contextlib.redirect_stdout(io.StringIO()) as told,
            ):
                first, second = environment.interpreter(), environment.interpreter()
            self.assertEqual((first.parent.parent, first), (folder, second))
            self.assertEqual(told.getvalue().count("about 6 GB"), 1)
            ((command,), _) = pip.call_args
            self.assertEqual(command[:4], [first, "-m", "pip", "install"])
            self.assertEqual(command[-1].read_bytes(), (pack.FOLDER / "requirements.txt").read_bytes())
        self.assertEqual(pip.call_count, 1)


if __name__ == "__main__":
    unittest.main()
