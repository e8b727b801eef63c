"""Lets `largest_batch.py` try sizes by real runs of `train.py`, on a machine that refuses what is larger than it says.

    python largest.py FOLDER LARGEST LATER [OPTION...]

is the training that it starts: it raises PyTorch's own refusal for a micro-batch above LARGEST, and once it trains, after two
updates, for one above LATER, as a longer text would.
"""

import json
import os
import pathlib
import sys

# The batch of an update that is divided, and what the machine takes in trials and later.
BATCH, LARGEST, LATER = 8, 4, 2


def check(program, folder):
    """The largest size that fits is found, memory that runs out later ends in the next smaller one, and the run is whole."""
    program.LAUNCH = [sys.executable, os.path.abspath(__file__), folder, str(LARGEST), str(LATER)]
    program.MICRO_BATCH_SIZE = 2
    sys.argv = ["largest_batch.py", f"--batch={BATCH}", "--max-steps=5", "--save-every=1", f"--output={folder}/out"]
    program.main()
    runs = [json.loads(line) for line in pathlib.Path(folder, "runs.ndjson").read_text(encoding="utf-8").splitlines()]
    # Two fit, four do too, eight do not; then the training with four, which goes on with two.
    assert [run["size"] for run in runs] == [2, 4, 8, 4, 2], runs
    assert [run["updates"] for run in runs] == [5, 5, 0, 2, 3], runs
    assert all(run["size"] * run["accumulate"] == BATCH for run in runs), runs
    assert any(pathlib.Path(folder, "out").glob("*.safetensors")), "nothing was saved"


def train(folder, most, later, options):
    """One run of `train.py`, with small models behind its loaders."""
    sys.path.insert(0, folder)
    os.chdir(folder)
    import tiny
    import torch
    import train as program

    tiny.patch(program)
    sys.argv = ["train.py", *options]
    program.options()
    updates, move = [], program.to_device
    is_trial = "--dry-run" in options

    def to_device(batch, device):
        size = program.MICRO_BATCH_SIZE
        if size > most or (not is_trial and len(updates) == 2 and size > later):
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return move(batch, device)

    program.to_device = to_device
    try:
        program.main(on_step=updates.append)
    finally:
        run = {"size": program.MICRO_BATCH_SIZE, "accumulate": program.GRADIENT_ACCUMULATION_STEPS, "updates": len(updates)}
        with open(f"{folder}/runs.ndjson", "a", encoding="utf-8") as file:
            file.write(json.dumps(run) + "\n")


if __name__ == "__main__":
    train(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
