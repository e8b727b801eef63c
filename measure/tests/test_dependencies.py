"""A Python that has PyTorch and lacks a library beside it."""

import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest import mock

from measure import configurations, pack, rows, runner
from measure.configuration import Lora, Quantization

HAS_TORCH = importlib.util.find_spec("torch") is not None
#: What Python reads before anything else, where its search path names the folder of this file.
HIDDEN = "import sys\nsys.modules['transformers'] = None\n"


@contextlib.contextmanager
def hidden(module: str) -> Iterator[None]:
    """A module that cannot be imported; others that are imported meanwhile stay, as many cannot be imported twice."""
    before = sys.modules.get(module)
    sys.modules[module] = None
    try:
        yield
    finally:
        del sys.modules[module]
        if before is not None:
            sys.modules[module] = before


@unittest.skipUnless(HAS_TORCH, "needs PyTorch")
class Libraries(unittest.TestCase):
    """What needs the library becomes an error row that names it; everything else is measured, and nothing installed."""

    def test_a_check_by_one_file_goes_on_without_a_library(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            pack.write(folder / "kit.zip")
            (folder / "sitecustomize.py").write_text(HIDDEN, encoding="utf-8")
            variables = {**os.environ, "PYTHONPATH": name, "RIGWISE_MEASURE_VENV": str(folder / "venv")}
            command = [sys.executable, "kit.zip", "--check", "--cpu", "--steps", "1", "--site", "http://127.0.0.1:9"]
            done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
            written = list(rows.read(folder / "measure-cpu-check.csv").values())
            self.assertFalse((folder / "venv").exists())
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([row["outcome"] for row in written], [rows.OK, rows.ERROR, rows.ERROR])
        for row in written[1:]:
            self.assertIn("the package transformers is missing", row["detail"])
            self.assertTrue(row["torch"])

    def test_packed_weights_name_their_library(self) -> None:
        from measure import worker

        llama = configurations.small_for_check()[2]
        packed = replace(llama, method="qlora", lora=Lora(rank=8), quantization=Quantization())
        with hidden("bitsandbytes"):
            result = worker.measure(vars(runner.job(packed, "cpu", 0, None, 1)))
        self.assertEqual(result["outcome"], rows.ERROR)
        self.assertIn("the package bitsandbytes is missing", result["detail"])

    def test_packages_have_the_names_that_pip_knows(self) -> None:
        from measure import worker

        unet = next(item for item in configurations.small() if item.model_name == "smp_unet_resnet34")
        with hidden("segmentation_models_pytorch"):
            detail = worker.measure(vars(runner.job(unet, "cpu", 0, None, 1)))["detail"]
        self.assertIn("the package segmentation-models-pytorch is missing", detail)

    def test_a_library_that_lacks_its_own_library_names_that(self) -> None:
        from measure import worker

        error = ModuleNotFoundError("Could not import module 'LlamaConfig'")
        error.__cause__ = ModuleNotFoundError("No module named 'regex'", name="regex")
        with mock.patch.object(worker, "_on_cpu", mock.Mock(side_effect=error)):
            self.assertIn("the package regex is missing", worker.measure({"device": "cpu"})["detail"])

    def test_another_version_of_a_library_is_not_a_missing_one(self) -> None:
        from measure import worker

        error = ModuleNotFoundError("No module named 'transformers.new'", name="transformers.new")
        with mock.patch.object(worker, "_on_cpu", mock.Mock(side_effect=error)):
            detail = worker.measure({"device": "cpu"})["detail"]
        self.assertEqual(detail, "ModuleNotFoundError: No module named 'transformers.new'")


if __name__ == "__main__":
    unittest.main()
