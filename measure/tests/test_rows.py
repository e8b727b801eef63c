"""The table, the limits and the command around them, with a worker that measures nothing."""

import contextlib
import csv
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from measure import card, command, environment, limits, rows, runner
from measure.errors import KitError

GIB = 1 << 30


class Limits(unittest.TestCase):
    """Which limits are tried."""

    def test_they_lie_around_what_was_reserved(self) -> None:
        self.assertEqual(limits.informative(9 * GIB, int(9.1 * GIB), 24 * GIB), [8 * GIB, 10 * GIB])

    def test_slack_is_squeezed(self) -> None:
        (below, squeezed, above) = limits.informative(9 * GIB, int(9.9 * GIB), 24 * GIB)
        self.assertEqual((below, above), (8 * GIB, 10 * GIB))
        self.assertTrue(9 * GIB < squeezed < int(9.9 * GIB))
        self.assertEqual(squeezed % (2 << 20), 0)

    def test_none_reaches_the_card_itself(self) -> None:
        self.assertEqual(limits.informative(20 * GIB, int(20.5 * GIB), 24 * GIB), [20 * GIB])

    def test_they_have_names(self) -> None:
        self.assertEqual([limits.name(None), limits.name(8 * GIB), limits.name(3 << 29)], ["unlimited", "8gib", "1536mib"])


class Commands(unittest.TestCase):
    """A whole run on a pretended card."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.table = Path(folder.name) / "rows.csv"
        self.tasks: list[runner.Job] = []
        self.outcome = rows.OK
        patches = (
            mock.patch.object(card, "find", lambda index: card.Card(index, "NVIDIA GeForce RTX 4090", 24 * GIB, "580.1")),
            mock.patch.object(runner, "run", self.pretend),
            mock.patch.object(environment, "interpreter", lambda: Path("python3")),
            mock.patch.object(runner, "require_cuda", lambda *_: None),
        )
        for patch in patches:
            patch.start()
            self.addCleanup(patch.stop)

    def pretend(self, _python: Path, task: runner.Job, _timeout: float) -> dict[str, object]:
        self.tasks.append(task)
        if task.memory_limit_bytes == 8 * GIB:
            return {"outcome": rows.OUT_OF_MEMORY, "torch": "2.15.0"}
        if self.outcome == rows.ERROR:
            return {"outcome": rows.ERROR, "detail": "broken, with a comma"}
        peaks = {"allocated_bytes": 9 * GIB, "reserved_bytes": 9 * GIB + GIB // 10, "device_bytes": 10 * GIB}
        return {"outcome": rows.OK, "step_seconds": 0.25, "parameters": 11689512, "torch": "2.15.0", **peaks}

    def run_command(self, *more: str) -> int:
        with contextlib.redirect_stdout(io.StringIO()):
            return command.main(["--only", "resnet18_*", "--output", str(self.table), *more])

    def test_rows_have_the_reports_format(self) -> None:
        self.assertEqual(self.run_command(), 0)
        with self.table.open(newline="", encoding="utf-8") as file:
            header = next(csv.reader(file))
        self.assertEqual(tuple(header), rows.COLUMNS)
        written = rows.read(self.table)
        self.assertEqual([name.split("/")[-1] for name in written], ["unlimited", "8gib", "10gib"])
        first, full, _ = written.values()
        self.assertEqual((first["set"], first["family"], first["model"]), ("measured by us", "cnn", "resnet18"))
        self.assertEqual((first["outcome"], first["memory_limit_bytes"], first["step_seconds"]), ("ok", "", "0.25"))
        self.assertEqual((first["gpu"], first["driver"], first["torch"]), ("NVIDIA GeForce RTX 4090", "580.1", "2.15.0"))
        self.assertEqual(
            (full["outcome"], full["memory_limit_bytes"], full["allocated_bytes"]), ("out of memory", str(8 * GIB), "")
        )
        scenario = json.loads(first["scenario"])
        self.assertEqual((scenario["id"], scenario["hardware"]["gpu"]), (first["id"], "rtx-4090"))

    def test_what_is_measured_is_not_measured_again(self) -> None:
        self.run_command()
        self.run_command()
        self.assertEqual(len(self.tasks), 3)

    def test_errors_are_rows_and_are_tried_again(self) -> None:
        self.outcome = rows.ERROR
        self.assertEqual(self.run_command(), 1)
        self.assertEqual([row["detail"] for row in rows.read(self.table).values()], ["broken, with a comma"])
        self.outcome = rows.OK
        self.assertEqual(self.run_command(), 0)
        self.assertEqual({row["outcome"] for row in rows.read(self.table).values()}, {rows.OK, rows.OUT_OF_MEMORY})

    def test_limits_can_be_named(self) -> None:
        self.run_command("--limits", "4,12,48")
        self.assertEqual([task.memory_limit_bytes for task in self.tasks], [None, 4 * GIB, 12 * GIB])

    def test_a_pattern_that_matches_nothing_is_an_error(self) -> None:
        with self.assertRaisesRegex(KitError, "no configuration matches"):
            self.run_command("--only", "nothing")


if __name__ == "__main__":
    unittest.main()
