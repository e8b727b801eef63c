"""Tiny models are trained on the CPU; their peaks obey what every training step obeys."""

import contextlib
import importlib.util
import io
import json
import tempfile
import unittest
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest import mock

from measure import catalog, command, configurations, environment, places, rows, runner
from measure.configuration import Configuration, Lora

HAS_TORCH = importlib.util.find_spec("torch") is not None
SMALL = configurations.small()
RESNET = next(item for item in SMALL if item.model_name == "resnet18")
LLAMA = next(item for item in SMALL if item.model_name == "llama-256")
BERT = next(item for item in SMALL if item.model_name == "bert-256")
#: After one step all states exist.
STEPS = {"warm_up_steps": 1, "measured_steps": 1}
FP32_BYTES = 4


def peak(configuration: Configuration) -> tuple[int, int]:
    """Peak of live bytes and number of weights."""
    return _peak(json.dumps(configuration.to_json()))


@cache
def _peak(configuration: str) -> tuple[int, int]:
    from measure import worker

    task = runner.job(Configuration.from_json(json.loads(configuration)), "cpu", 0, None, 1)
    result = worker.measure(vars(task) | STEPS)
    assert result["outcome"] == rows.OK, result
    assert result["step_seconds"] > 0
    return result["allocated_bytes"], result["parameters"]


@unittest.skipUnless(HAS_TORCH, "needs PyTorch")
class Peaks(unittest.TestCase):
    """Laws of a training step's peak."""

    def test_weights_gradients_and_states_are_alive_at_the_peak(self) -> None:
        for item, copies in ((RESNET, 2), (LLAMA, 3), (BERT, 3)):
            # Weights and both of Adam's states (one with momentum) live always; gradients come on top of them.
            live, parameters = peak(item)
            self.assertGreater(live, (1 + copies) * parameters * FP32_BYTES * 0.95, item.id)
            self.assertLess(live, (1 + copies) * parameters * FP32_BYTES * 10, item.id)

    def test_more_samples_need_more(self) -> None:
        for item in (RESNET, LLAMA, BERT):
            more = replace(item, micro_batch_size=6 * item.micro_batch_size)
            self.assertGreater(peak(more)[0], peak(item)[0], item.id)

    def test_checkpointing_needs_less(self) -> None:
        more = replace(LLAMA, micro_batch_size=16)
        self.assertLess(peak(replace(more, activation_checkpointing="full"))[0], peak(more)[0])

    def test_adapters_need_less_and_do_not_count_as_the_models_weights(self) -> None:
        adapted = replace(LLAMA, method="lora", lora=Lora(rank=8))
        self.assertLess(peak(adapted)[0], peak(LLAMA)[0])
        self.assertEqual(peak(adapted)[1], peak(LLAMA)[1])

    def test_sixteen_bits_need_less(self) -> None:
        self.assertLess(peak(replace(LLAMA, precision="bf16"))[0], peak(LLAMA)[0])


@unittest.skipUnless(HAS_TORCH, "needs PyTorch")
class Models(unittest.TestCase):
    """Builders, on a device that holds no data."""

    def test_models_have_their_published_weights_and_adapters_find_their_layers(self) -> None:
        import torch

        from measure import adapters, models

        # A masked-language head is not the one that was counted. The last of a model's configurations may have adapters.
        listed = [item for item in configurations.for_cards() if item.task != "masked-lm"]
        for item in {item.model: item for item in sorted(listed, key=lambda item: item.lora is not None)}.values():
            with self.subTest(item.id), torch.device("meta"):
                workload = models.build(item)
                counted = sum(weight.numel() for weight in workload.model.parameters())
                self.assertEqual(counted, catalog.model_fields(str(item.model))["published_parameters"])
                if item.lora:
                    adapters.insert(workload.model, item.lora, workload.lora_targets)
                    trained = [name for name, weight in workload.model.named_parameters() if weight.requires_grad]
                    self.assertTrue(trained and all("lora_" in name for name in trained))


@unittest.skipUnless(HAS_TORCH, "needs PyTorch")
class Processes(unittest.TestCase):
    """The command with a real worker."""

    def test_a_row_comes_back_from_a_process_of_its_own(self) -> None:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            table = Path(folder) / "rows.csv"
            arguments = ["--cpu", "--only", LLAMA.id, "--steps", "1", "--output", str(table)]
            self.assertEqual(command.main(arguments), 0)
            (row,) = rows.read(table).values()
        self.assertEqual((row["outcome"], row["set"], row["gpu_memory_bytes"]), ("ok", "counted on the CPU", ""))
        self.assertEqual(int(row["allocated_bytes"]), peak(LLAMA)[0])
        self.assertIn("transformers", row["libraries"])

    def test_a_mistake_and_a_crash_are_rows(self) -> None:
        from measure import worker

        task = runner.job(replace(LLAMA, optimizer="none"), "cpu", 0, None, 1)
        self.assertIn("no optimizer is called", worker.measure(vars(task))["detail"])
        with mock.patch.object(places, "ROOT", Path("/")):
            crashed = runner.run(environment.interpreter(), task, 120.0)
        self.assertEqual(crashed["outcome"], rows.ERROR)
        self.assertIn("the worker ended with status", crashed["detail"])


if __name__ == "__main__":
    unittest.main()
