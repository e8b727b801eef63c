"""Without a card nothing is installed; the card is found by whatever the driver left on the machine."""

import contextlib
import ctypes
import io
import os
import subprocess
import tempfile
import unittest
import venv
from pathlib import Path
from unittest import mock

from measure import card, command, environment, runner
from measure.errors import KitError

GIB = 1 << 30
#: Answers as the driver's tool does, two cards and a process of the shell's own parent.
TOOL = """#!/bin/sh
case "$*" in
*--query-gpu=index*) printf '0, 24564, 580.95, NVIDIA GeForce RTX 4090\\n1, 15360, 580.95, Tesla T4\\n' ;;
*--id=1*memory.used*) echo 300 ;;
*--query-compute-apps*) printf '1, 17\\n%s, 512\\n' "$PPID" ;;
*) exit 6 ;;
esac
"""


class Library:
    """CUDA's library on a machine with one card, as far as it is asked."""

    def __init__(self, status: int) -> None:
        self.status = status

    def cuInit(self, _flags: int) -> int:  # noqa: N802 - CUDA's name.
        """Whether there is a driver."""
        return self.status

    def cuDeviceGetCount(self, count: object) -> int:  # noqa: N802
        """One card."""
        count._obj.value = 1
        return 0

    def cuDeviceGetName(self, name: ctypes.Array, _length: int, _index: int) -> int:  # noqa: N802
        """Its name."""
        name.value = b"NVIDIA L4"
        return 0

    def cuDeviceTotalMem_v2(self, memory: object, _index: int) -> int:  # noqa: N802
        """Its memory."""
        memory._obj.value = 22 * GIB
        return 0


def without_tool() -> contextlib.ExitStack:
    """A machine without `nvidia-smi`."""
    stack = contextlib.ExitStack()
    stack.enter_context(mock.patch.dict(os.environ, {"PATH": ""}))
    stack.enter_context(mock.patch.object(card, "TOOLS", ()))
    return stack


class Refusals(unittest.TestCase):
    """Machines without a card, or without a use for it."""

    def run_command(self, *arguments: str) -> tuple[int, str]:
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            status = environment.explained(command.main, list(arguments))
        return status, told.getvalue()

    def test_without_a_card_nothing_is_installed(self) -> None:
        with (
            without_tool(),
            mock.patch.object(ctypes, "CDLL", mock.Mock(side_effect=OSError)),
            mock.patch.object(venv, "create") as created,
            mock.patch.object(subprocess, "run") as started,
        ):
            for arguments in ((), ("--check",), ("--only", "resnet18_*")):
                status, told = self.run_command(*arguments)
                self.assertEqual(status, 1)
                self.assertRegex(told, "no CUDA card was found, and nothing was installed; `--cpu` ")
        created.assert_not_called()
        started.assert_not_called()

    def test_a_card_that_the_catalog_does_not_know_is_told_before_anything_is_installed(self) -> None:
        wondercard = card.Card(0, "Wondercard 9", 8 * GIB, "1")
        with mock.patch.object(card, "find", lambda _: wondercard), mock.patch.object(venv, "create") as created:
            status, told = self.run_command()
        self.assertEqual(status, 1)
        self.assertIn("the catalog has no card `Wondercard 9`; `--gpu ID`", told)
        created.assert_not_called()

    @unittest.skipIf(os.name == "nt", "needs a shell")
    def test_pytorch_without_cuda_is_told_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            python = Path(folder) / "python"
            python.write_text("#!/bin/sh\nprintf 'Traceback:\\nAssertionError: no CUDA here\\nadvice\\n' >&2\nexit 1\n")
            python.chmod(0o755)
            with self.assertRaisesRegex(KitError, r"cannot use the card \(AssertionError: no CUDA here\)"):
                runner.require_cuda(python, 0)


class Cards(unittest.TestCase):
    """Machines with a card."""

    @unittest.skipIf(os.name == "nt", "needs a shell")
    def test_the_drivers_tool_names_them(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tool = Path(folder) / "nvidia-smi"
            tool.write_text(TOOL)
            tool.chmod(0o755)
            with mock.patch.dict(os.environ, {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}):
                self.assertEqual(card.find(0), card.Card(0, "NVIDIA GeForce RTX 4090", 24564 << 20, "580.95"))
                self.assertEqual(card.find(1).name, "Tesla T4")
                self.assertEqual(card.used_bytes(1), 300 << 20)
                self.assertIsNone(card.used_bytes(0))
                self.assertEqual(card.used_by_this_process(0), 512 << 20)
                with self.assertRaisesRegex(KitError, r"no CUDA card 2, .* one of 0 \(NVIDIA GeForce RTX 4090\), 1 \(Tesla T4\)"):
                    card.find(2)

    def test_cudas_library_names_them_where_the_tool_is_missing(self) -> None:
        with without_tool(), mock.patch.dict(os.environ), mock.patch.object(ctypes, "CDLL", lambda _: Library(0)):
            self.assertEqual(card.find(0), card.Card(0, "NVIDIA L4", 22 * GIB, None))

    def test_a_library_without_a_driver_names_none(self) -> None:
        with (
            without_tool(),
            mock.patch.dict(os.environ),
            mock.patch.object(ctypes, "CDLL", lambda _: Library(100)),
            self.assertRaisesRegex(KitError, "no CUDA card was found"),
        ):
            card.find(0)


if __name__ == "__main__":
    unittest.main()
