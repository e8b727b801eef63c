"""The check against a site that answers as the real one does, with a worker that measures nothing."""

import contextlib
import io
import json
import re
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

from measure import card, command, configurations, environment, link, rows, runner
from measure.configuration import Configuration
from measure.errors import KitError
from measure.tests import repository

GIB, MIB = 1 << 30, 1 << 20
#: As much of an answer as the check reads.
ANSWER = {
    "vram": {
        "allocated_peak_bytes": 160 * MIB,
        "torch_allocated_peak_bytes": 224 * MIB,
        "reserved_peak_bytes": 250 * MIB,
        "device_peak_bytes": 730 * MIB,
        "range_bytes": [500 * MIB, 790 * MIB],
    },
    "speed": {"compute_samples_per_second": 640.0},
}
MEASURED = {"allocated_bytes": 224 * MIB, "reserved_bytes": 240 * MIB, "device_bytes": 800 * MIB, "step_seconds": 0.11}


class Site(BaseHTTPRequestHandler):
    """Estimates alike, but for a model that it does not know."""

    asked: list[dict[str, Any]] = []

    def do_POST(self) -> None:  # noqa: N802 - the library's name.
        """Answers `/api/v1/estimate`."""
        if self.path != "/api/v1/estimate":
            return self._answer(404, b"<html>nothing here</html>")
        scenario = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Site.asked.append(scenario)
        if scenario["model"].get("id") == "bert-base":
            return self._answer(422, json.dumps({"detail": "model.id: not in the catalog"}).encode())
        return self._answer(200, json.dumps(ANSWER).encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Checks(unittest.TestCase):
    """`--check`, but for the training."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.table = Path(folder.name) / "rows.csv"
        Site.asked = []
        server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.site = f"http://127.0.0.1:{server.server_port}"
        for patch in (
            mock.patch.object(card, "find", lambda index: card.Card(index, "NVIDIA GeForce RTX 4090", 24 * GIB, "580.1")),
            mock.patch.object(runner, "run", self.pretend),
            mock.patch.object(runner, "require_cuda", lambda *_: None),
            mock.patch.object(environment, "interpreter", lambda: Path("python3")),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def pretend(self, _python: Path, task: runner.Job, _timeout: float) -> dict[str, object]:
        if task.configuration["method"] == "lora" and task.device == "cuda":
            return {"outcome": rows.ERROR, "detail": "the package peft is missing"}
        if task.device == "cpu":
            return {"outcome": rows.OK, "allocated_bytes": 164 * MIB, "step_seconds": 1.0}
        return {"outcome": rows.OK, **MEASURED}

    def check(self, *arguments: str, status: int = 0) -> str:
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            self.assertEqual(command.main(["--check", "--output", str(self.table), *arguments]), status)
        return told.getvalue()

    def test_a_card_is_compared_figure_by_figure(self) -> None:
        told = self.check("--site", f"{self.site}/", status=1)
        name = "resnet50_full_fp16-amp_sgd-momentum_b64_i224"
        lines = [" ".join(line.split()) for line in told.splitlines()]
        for line in (
            f"{name} allocated 224.0 MiB 224.0 MiB +0.0 %",
            "reserved 240.0 MiB 250.0 MiB -4.0 %",
            "on the card 800.0 MiB 730.0 MiB +9.6 % outside the expected 500 to 790 MiB",
            "step 0.1100 s 0.1000 s +10.0 %",
            "llama-3.2-1b_lora-r16-attention-fp32_bf16_adamw_b1_s512 error",
        ):
            self.assertIn(line, lines)
        self.assertIn("the site has no estimate of bert-base_full_fp16-amp_adamw_b8_s512_classification: model.id", told)
        (address,) = re.findall(r"http://\S+/plan\S+", told)
        self.assertTrue(address.startswith(f"{self.site}/plan?v=1&gpu=rtx-4090&gpus=1&model=resnet50&"))
        self.assertTrue(address.endswith("&peak=0.78125&peak_of=device&rate=581.82&util=1"))
        self.assertEqual([scenario["hardware"]["gpu"] for scenario in Site.asked], ["rtx-4090"] * 3)
        self.assertEqual(len(rows.read(self.table)), 3)

    def test_counts_are_compared_with_live_tensors(self) -> None:
        told = self.check("--cpu", "--site", self.site)
        self.assertEqual(len(re.findall(r"live tensors +164\.0 MiB +160\.0 MiB +\+2\.5 %", told)), 3)
        addresses = re.findall(r"http://\S+/plan\S+", told)
        # The workspace that the site counts, 64 MiB, is in what a card would show.
        self.assertEqual([address.endswith("&peak=0.22266&peak_of=allocated") for address in addresses], [True] * 3)

    def test_a_check_measures_again(self) -> None:
        self.check("--cpu", "--site", self.site)
        with mock.patch.object(self, "pretend", wraps=self.pretend) as again, mock.patch.object(runner, "run", again):
            self.check("--cpu", "--site", self.site)
        self.assertEqual(again.call_count, 3)

    def test_without_a_site_what_was_measured_is_told(self) -> None:
        for site in ("http://127.0.0.1:9", f"{self.site}/elsewhere"):
            told = self.check("--cpu", "--site", site)
            self.assertIn(f"{site} cannot be reached (", told)
            self.assertEqual(len(re.findall(r"live tensors +164\.0 MiB$", told, re.MULTILINE)), 3)
            self.assertNotIn("difference", told)
            self.assertNotIn("/plan?", told)

    def test_what_is_no_address_is_refused(self) -> None:
        for site in ("localhost:3000", "ftp://host", "file:///etc"):
            with self.assertRaisesRegex(KitError, "takes an address"):
                self.check("--cpu", "--site", site)


class Links(unittest.TestCase):
    """Addresses that open a plan."""

    def test_every_configuration_can_be_linked(self) -> None:
        listed = configurations.for_cards() + configurations.small() + configurations.for_check()
        for item in listed:
            parameters = dict(parse_qsl(urlsplit(link.plan("http://site", item.scenario("l4", "row"), {})).query))
            self.assertEqual((parameters["v"], parameters["gpu"], parameters["batch"]), ("1", "l4", str(item.micro_batch_size)))
            self.assertEqual("config" in parameters, "model" not in parameters)
            self.assertNotIn("id", parameters)

    def test_values_are_written_as_the_site_writes_them(self) -> None:
        wide = Configuration("detection", "maskrcnn_resnet50_fpn", 2, "images", image_size=(800, 1333))
        address = link.plan("http://site", wide.scenario("l4", ""), {"peak_memory_gib": 1.5, "peak_memory_of": "reserved"})
        self.assertIn("&image=800x1333&peak=1.5&peak_of=reserved", address)
        packed = next(item for item in configurations.for_cards() if item.quantization)
        self.assertIn("&bits=4&dq=1&upcast=1&", link.plan("http://site", packed.scenario("l4", ""), {}))

    @unittest.skipUnless(repository.PARAMETERS.exists(), "needs the repository")
    def test_parameters_have_the_sites_names_and_order(self) -> None:
        source = repository.PARAMETERS.read_text(encoding="utf-8")
        named = re.findall(r'^    (?:leaf|part)!\(.*?"(/[^"]+)", "([^"]+)"', source, re.MULTILINE)
        self.assertEqual([pair for pair in named if pair[0] in link.PARAMETERS], list(link.PARAMETERS.items()))


if __name__ == "__main__":
    unittest.main()
