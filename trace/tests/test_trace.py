"""What a trace says, against what a real run on the processor does."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

import torch
from torch import nn

from rigwise_trace import TraceError, __main__, trace
from tests import networks, uncommon


def at(size: Any, batch: int) -> int:  # noqa: ANN401
    """A size at a batch."""
    return size if isinstance(size, int) else sum(part * batch**power for power, part in enumerate(size))


def saved(document: dict[str, Any], batch: int) -> set[int]:
    """Sizes of the memory that a step in FP32 saves, in elements."""
    graph = document["graphs"]["fp32"]
    memory: dict[int, int] = {}
    for place, weight in enumerate(document["weights"]):
        memory[place] = torch.Size(weight["shape"]).numel()
    first = len(memory)
    for place, (size, _) in enumerate(graph["inputs"]):
        memory[first + place] = at(size, batch)
    owner = {value: value for value in memory}
    for kernel in graph["kernels"]:
        for output in kernel["out"]:
            value = len(owner)
            owner[value] = owner[output[2]] if len(output) == 3 else value
            memory.setdefault(value, at(output[0], batch))
    kept = {owner[value] for kernel in graph["kernels"] for value in kernel.get("save", [])}
    return {memory[value] for value in kept}


def really_saved(network: nn.Module, inputs: tuple[torch.Tensor, ...], targets: torch.Tensor) -> set[int]:
    """The same of a real run."""
    sizes: set[int] = set()

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        sizes.add(tensor.untyped_storage().nbytes() // tensor.element_size())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        output = network(*inputs)
        loss = nn.functional.cross_entropy(output, targets) if output.dim() == 2 else nn.functional.mse_loss(output, targets)
        loss.backward()
    return sizes


class Traces(unittest.TestCase):
    """Documents of small networks."""

    def test_what_is_saved_is_what_autograd_saves_in_a_real_run(self) -> None:
        batch = 7
        mlp = nn.Sequential(nn.Linear(20, 64), nn.GELU(), nn.LayerNorm(64), nn.Linear(64, 11))
        convolutions = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Conv2d(8, 6, 3), nn.Tanh(), nn.Flatten(), nn.Linear(96, 5))
        frozen = nn.Sequential(nn.Linear(20, 64), nn.SiLU(), nn.Linear(64, 9))
        frozen[0].requires_grad_(False)
        for network, shape, classes in ((mlp, (20,), 11), (convolutions, (3, 8, 8), 5), (frozen, (20,), 9)):
            document = trace(network, (torch.empty(2, *shape, device="meta"),))
            real = really_saved(network, (torch.randn(batch, *shape),), torch.randint(classes, (batch,)))
            # The mean of the losses remembers how many there were.
            self.assertEqual(saved(document, batch) - {1}, real - {1}, network)

    def test_a_network_and_its_factory_are_traced_alike(self) -> None:
        inputs = (torch.empty(4, 3, 64, 64, device="meta"),)
        network = uncommon.Unet()
        self.assertEqual(trace(uncommon.Unet, inputs), trace(network, inputs))
        self.assertTrue(all(not isinstance(weight, torch._subclasses.FakeTensor) for weight in network.parameters()))

    def test_gradients_are_as_large_as_their_weights(self) -> None:
        document = trace(uncommon.Unet, (torch.empty(2, 3, 64, 64, device="meta"),))
        for precision, size in (("fp32", 4), ("bf16", 2), ("amp", 4)):
            made: dict[int, int] = {}
            for kernel in document["graphs"][precision]["kernels"]:
                for edge in kernel.get("grad", []):
                    if edge[0] < len(document["weights"]):
                        made[edge[0]] = edge[1]
            expected = {place: size * torch.Size(weight["shape"]).numel() for place, weight in enumerate(document["weights"])}
            self.assertEqual(made, expected, precision)

    def test_blocks_that_a_network_computes_again_by_itself_are_traced_once(self) -> None:
        inputs = (torch.empty(2, 32, device="meta"),)
        plain = trace(lambda: uncommon.Again(None), inputs, name="again")
        for reentrant in (False, True):
            self.assertEqual(trace(lambda reentrant=reentrant: uncommon.Again(reentrant), inputs, name="again"), plain, reentrant)

    def test_gradients_go_back_through_what_was_written_into_parts(self) -> None:
        document = trace(uncommon.Written, (torch.empty(2, 32, device="meta"),))
        for graph in document["graphs"].values():
            count = len(graph["weights"]) + len(graph["inputs"])
            reached = set()
            for kernel in graph["kernels"]:
                targets = {edge[0] for edge in kernel.get("grad", [])}
                # A gradient goes to what was there before.
                self.assertTrue(all(value < count for value in targets | set(kernel["in"])), kernel)
                reached |= targets
                count += len(kernel["out"])
            self.assertLessEqual(set(range(len(graph["weights"]))), reached)

    def test_weights_that_the_loss_does_not_reach_stay_as_they_are(self) -> None:
        class Aside(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.used, self.aside = nn.Linear(4, 4), nn.Linear(4, 4)

            def forward(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
                return {"aside": self.aside(x), "loss": self.used(x).sum()}

        document = trace(Aside, (torch.empty(2, 4, device="meta"),))
        self.assertEqual((document["name"], document["loss"]), ("Aside", "its own"))
        frozen = {weight["name"] for weight in document["weights"] if weight.get("frozen")}
        self.assertEqual(frozen, {"aside.weight", "aside.bias"})

    def test_what_a_network_keeps_is_there_throughout(self) -> None:
        class Queue(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.first = nn.Linear(16, 8)
                self.register_buffer("queue", torch.zeros(8, 64))

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                y = self.first(x)
                scores = y @ self.queue
                with torch.no_grad():
                    self.queue = torch.cat([self.queue[:, y.shape[0] :], y.t()], 1)
                self.seen = (y[:, :, None] * y[:, None, :]).detach()
                return scores

        graph = trace(Queue, (torch.empty(2, 16, device="meta"),))["graphs"]["fp32"]
        # The queue is as long as before, and takes the place of the buffer.
        self.assertEqual((graph["kept"], graph["buffers"]), ([[512, "f32"], [[0, 64], "f32"]], 0))

    def test_committed_traces_are_what_is_traced_today(self) -> None:
        for name, network in networks.networks().items():
            with self.subTest(name):
                committed = (networks.REFERENCES / f"{name}.json").read_text(encoding="utf-8")
                # A difference of half a megabyte would be printed as a whole.
                self.assertTrue(networks.written(networks.traced(name, network)) == committed, f"{name} has changed")


class Refusals(unittest.TestCase):
    """Networks that cannot be traced, and what is said of them."""

    def refused(self, network: Any, inputs: Any, **more: Any) -> str:  # noqa: ANN401
        with self.assertRaises(TraceError) as raised:
            trace(network, inputs, **more)
        return str(raised.exception)

    def test_recurrent_layers_are_refused_by_name(self) -> None:
        said = self.refused(lambda: nn.Sequential(nn.GRU(8, 8)), (torch.empty(2, 5, 8, device="meta"),))
        self.assertIn("`GRU`", said)

    def test_a_step_that_trains_nothing_is_refused(self) -> None:
        frozen = nn.Linear(4, 4).requires_grad_(False)
        self.assertIn("nothing trains", self.refused(frozen, (torch.empty(2, 4, device="meta"),)))

    def test_what_depends_on_the_batch_is_refused(self) -> None:
        class Odd(nn.Linear):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                x = super().forward(x)
                return x.relu() if x.shape[0] % 2 else x

        self.assertIn("at a batch of 3", self.refused(Odd(4, 4), (torch.empty(2, 4, device="meta"),)))

    def test_what_depends_on_values_is_refused(self) -> None:
        class Odd(nn.Linear):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return super().forward(x[x.sum(-1).nonzero()[:, 0]])

        self.assertIn("aten.nonzero", self.refused(Odd(4, 4), (torch.empty(2, 4, device="meta"),)))

    def test_what_cannot_be_traced_is_told_in_a_sentence(self) -> None:
        meta = torch.empty(2, 4, device="meta")
        lazy, wrong = nn.LazyLinear(4), torch.empty(2, 5, device="meta")
        for network, inputs, more, said in (
            (nn.Linear(4, 4), meta, {}, "write `(x,)`"),
            (nn.Linear(4, 4), (), {}, "first dimension is the batch"),
            (nn.Linear(4, 4), (meta,), {"blocks": ["nowhere"]}, "`nowhere`"),
            (nn.Linear(4, 4), (meta,), {"loss": lambda output: output.sum(-1)}, "one number"),
            (nn.Linear(4, 4), (wrong,), {}, "same reduction dim"),
            (lambda: lazy, (meta,), {}, "run it once"),
            (lambda: 5, (meta,), {}, "has made a `int`"),
            (
                nn.Sequential(nn.Embedding(9, 4, sparse=True)),
                (torch.empty(2, 3, dtype=torch.int64, device="meta"),),
                {},
                "Sparse",
            ),
        ):
            self.assertIn(said, self.refused(network, inputs, **more))

    def test_the_place_in_the_networks_own_code_is_named(self) -> None:
        class Odd(nn.Linear):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return super().forward(x) * x.sum().item()

        self.assertIn("test_trace.py, line", self.refused(Odd(4, 4), (torch.empty(2, 4, device="meta"),)))

    def test_an_output_without_floats_wants_a_loss(self) -> None:
        class Names(nn.Linear):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return super().forward(x).argmax(-1)

        self.assertIn("loss=", self.refused(Names(4, 4), (torch.empty(2, 4, device="meta"),)))


class CommandLine(unittest.TestCase):
    """The program."""

    def test_it_writes_the_document(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "net.json"
            code = __main__.main(["tests.uncommon:TwoTowers", "--input", "64", "--input", "float32:32", "--output", str(file)])
            self.assertEqual(code, 0)
            self.assertEqual(json.loads(file.read_text(encoding="utf-8"))["name"], "TwoTowers")

    def test_faults_are_said_and_not_raised(self) -> None:
        for arguments in (
            ["nowhere:Net", "--input", "3"],
            ["tests.uncommon:Unet", "--input", "3y4"],
            ["x", "--input", "complex:3"],
        ):
            said = io.StringIO()
            with contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
                __main__.main(arguments)
            self.assertIn("error:", said.getvalue())


if __name__ == "__main__":
    unittest.main()
