"""Runs the PyTorch programs of `rigwise code` for two steps on the processor, each with a tiny model of its own library.

    rigwise code < api/tests/code/scenarios.ndjson | python server/tests/code/run_pytorch.py [SCENARIO...]

Everything but the size of the weights is the program's own: loading, quantization, method, adapters, checkpointing, data,
loss, optimizer, sharding, loop; `Trainer`, `LoraConfig` and `BitsAndBytesConfig` read the arguments as they are written.
A program runs in a fork of this process, which has imported the libraries once. Needs the packages of
measure/requirements-test.txt and of requirements.txt beside this file.

`UNCHANGED` names a list of programs, by the hash of all their files, that ran under these very scripts and packages and need not run
again; `RAN` names the file for the list of those that are known to run now.
"""

import contextlib
import hashlib
import importlib
import io
import json
import math
import os
import pathlib
import signal
import socket
import sys
import tempfile
import time
import traceback
import types
import warnings

LIBRARIES = "torchvision timm transformers peft diffusers segmentation_models_pytorch accelerate bitsandbytes".split()
STEPS = 2
# Warnings of calls that one library makes of another.
OF_LIBRARIES = ("is_gradient_checkpointing", "__array__ implementation")
# A program that hangs ends with a stack trace instead of the whole run's patience.
SECONDS = 600


def preload():
    """Imports once what every fork needs; computing anything would start threads, which forks lose."""
    import torch

    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    for library in LIBRARIES:
        importlib.import_module(library)
    import transformers

    for name in ("Trainer", "TrainingArguments", "LlamaForCausalLM", "BitsAndBytesConfig"):
        getattr(transformers, name)
    import diffusers

    getattr(diffusers, "FluxTransformer2DModel")  # noqa: B009
    import torch.distributed.fsdp  # noqa: F401


def load(folder, name):
    """A program as a module, with small models behind its loaders."""
    import tiny

    text = tiny.shrink(pathlib.Path(folder, name).read_text(encoding="utf-8"))
    if name == "train_trainer.py":
        # Mixed precision without a GPU must be asked for; DeepSpeed's part is checked by itself.
        text = text.replace("output_dir=OUTPUT_DIR,", f'output_dir="{folder}/out",\n        use_cpu=True,')
        text = text.replace("        deepspeed=DEEPSPEED,", "")
        if "fp16=True" in text and "modules_to_save" in text:
            # The Trainer does not mix FP32 with FP16 on a processor, and a head trains in FP32.
            text = text.replace("torch.float16", "torch.float32")
    pathlib.Path(folder, name).write_text(text, encoding="utf-8")
    return importlib.import_module(pathlib.Path(name).stem)


def run_one(folder, name):
    """Runs one program in this process; the folder holds what it imports."""
    import largest
    import prepared
    import real_data
    import stand_ins
    import tiny
    import torch

    torch.manual_seed(0)
    # What libraries say of a program's own calls; they warn of what will go in several ways.
    for kind in (DeprecationWarning, FutureWarning):
        warnings.filterwarnings("always", category=kind)
    # The first scale of FP16 overflows by design and skips its step; two steps must be enough here.
    scaler = torch.amp.GradScaler
    torch.amp.GradScaler = lambda device: scaler(device, init_scale=1.0)
    # On a processor bitsandbytes packs weights anew to answer, and does not train on with those; on a card it does not.
    sys.modules["bitsandbytes"].nn.modules.has_avx512bf16 = lambda: False
    sys.path.insert(0, folder)
    os.chdir(folder)
    if name in ("measure.py", "largest_batch.py", "prepare.py"):
        load(folder, "train.py")
    program = load(folder, name)
    if name == "largest_batch.py":
        return largest.check(program, folder)
    if name == "prepare.py":
        return prepared.check(program, folder)
    subject = program.train if name == "measure.py" else program
    tiny.patch(subject)
    if hasattr(subject, "DEEPSPEED"):
        stand_ins.check_deepspeed(subject.DEEPSPEED)
        if hasattr(subject, "distribute"):
            stand_ins.deepspeed(torch, subject)
    subject.MAX_STEPS = STEPS
    if name == "measure.py":
        program.WARM_UP, program.STEPS = 1, 1
        meter = program.Meter()
        subject.main(on_step=meter)
        meter.report()
    elif name == "train.py":
        run_loop(program)
        check_own_weights(program)
        real_data.check(program)
        if hasattr(program, "SEQUENCE_LENGTH") and hasattr(program, "TOKENIZER"):
            check_padding(program)
    else:
        run_trainer(program)
        check_own_weights(program)


def check_own_weights(program):
    """A model by its config.json starts from the weights in MODEL_DIR, where that is set, and takes no other kind of model."""
    import torch

    text = pathlib.Path(program.__file__).read_text(encoding="utf-8")
    is_optional = '"MODEL_DIR" not in os.environ' in text or '"MODEL_DIR" in os.environ' in text
    # What shares weights out while they are read needs its library's processes.
    if not is_optional or "HfDeepSpeedConfig" in text or "DEEPSPEED" in text or "dist.get_rank()" in text.split("def load_model")[1]:
        return
    arguments = [torch.device("cpu")] if "def load_model(device)" in text else []
    made = program.load_model(*arguments)
    with tempfile.TemporaryDirectory() as folder:
        made.save_pretrained(folder)
        os.environ["MODEL_DIR"] = folder
        try:
            loaded = program.load_model(*arguments)
            kind = made.config.model_type
            path = pathlib.Path(folder, "config.json")
            path.write_text(path.read_text(encoding="utf-8").replace(f'"{kind}"', '"bert"' if kind != "bert" else '"gpt2"'), encoding="utf-8")
            try:
                program.load_model(*arguments)
            except SystemExit as refused:
                assert "MODEL_DIR holds" in str(refused), refused
            else:
                raise AssertionError("a model of another kind was taken")
        finally:
            del os.environ["MODEL_DIR"]
    expected = dict(made.named_parameters())
    assert {name for name, _ in loaded.named_parameters()} == set(expected)
    for name, value in loaded.named_parameters():
        assert torch.equal(value, expected[name]), f"{name} is not that of MODEL_DIR"


def check_padding(program):
    """Texts of full length and shorter ones make one batch in either order, and what reads both ways sees no padding."""
    import torch

    length, shorter = program.SEQUENCE_LENGTH, program.SEQUENCE_LENGTH // 2
    ids = torch.ones(2, length, dtype=torch.int32)
    ids[1, shorter:] = -1
    source = pathlib.Path(program.__file__).read_text(encoding="utf-8")
    # Samples of two texts have the same one twice here.
    ids = torch.stack([ids, ids], 1) if "AutoModel.from" in source or "without_adapters" in source else ids
    rows = {"ids": ids, "labels": torch.zeros(2, dtype=torch.long), "answers": torch.ones(2, 8, dtype=torch.int32)}
    rows["asked"] = torch.ones(2, dtype=torch.long)
    samples = program.Samples.__new__(program.Samples)
    samples.starts, samples.packed, samples.cached = [0, 1], None, rows
    samples.prepared = lambda indices: {name: values[list(indices)] for name, values in rows.items()}
    samples.tokenizer = types.SimpleNamespace(pad_token_id=0, mask_token_id=1)
    collate = torch.utils.data.default_collate
    several = getattr(samples, "__getitems__", lambda indices: collate([samples[index] for index in indices]))
    for order in ([0, 1], [1, 0]):
        batch = several(order)
        if "attention_mask" in batch:
            seen = batch["attention_mask"].reshape(len(order), -1, batch["attention_mask"].shape[-1])[:, -1].sum(dim=1).tolist()
            assert seen == [length if index == 0 else shorter for index in order], seen
        else:
            assert "AutoModelForCausalLM" in source or "AutoModelForImageTextToText" in source, "a model that reads both ways reads padding"


def few_samples(program):
    """Puts random samples in the place of folders, few of them where they are not trained on; answers with what was there."""
    samples = program.Samples

    class Few(samples):
        """Random samples whatever folder is named, few of them where they are not trained on."""

        def __init__(self, folder=None, is_training=True):
            super().__init__(None, is_training)
            self.is_training = is_training

        def __len__(self):
            return super().__len__() if self.is_training else 3 * program.MICRO_BATCH_SIZE

    program.Samples, program.EVALUATION_DIR = Few, "held-out"
    return samples


def run_trainer(program):
    """Two steps of the Trainer, and an evaluation after them."""
    few_samples(program)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        program.main()
    print(said.getvalue(), end="")
    assert "'eval_loss'" in said.getvalue(), "nothing was evaluated"


def seen_for_nothing(_module, _given, out):
    """A tower that stays as it is takes no part in the backward pass."""
    assert not out.last_hidden_state.requires_grad, "gradients go through a frozen tower"


def run_loop(program):
    """Two steps of a plain loop; something must have been trained by them, and nothing that is frozen."""
    import torch

    kept, seen = {}, []
    build, samples = program.build_model, few_samples(program)

    def watched(device):
        kept["model"] = model = build(device)
        kept["values"] = {name: value.detach().clone() for name, value in model.named_parameters()}
        kept["trained"] = {name for name, value in model.named_parameters() if value.requires_grad}
        for name, module in model.named_modules():
            is_tower = name.split(".")[-1] in ("visual", "vision_tower")
            if is_tower and not any(value.requires_grad for value in module.parameters()):
                module.register_forward_hook(seen_for_nothing)
        return model

    program.build_model = watched
    loss_of, losses = program.loss_of, []

    def heard(model, batch):
        loss = loss_of(model, batch)
        losses.append(loss.detach().float().item())
        return loss

    program.loss_of = heard
    with contextlib.redirect_stdout(io.StringIO()) as said:
        program.main(on_step=seen.append)
    program.Samples = samples
    print(said.getvalue(), end="")
    assert len(seen) == STEPS, f"{len(seen)} steps instead of {STEPS}"
    lines = [json.loads(line) for line in said.getvalue().splitlines() if line.startswith("{")]
    assert any("evaluation_loss" in line for line in lines), "nothing was evaluated"
    assert any("samples_per_second" in line for line in lines), "no step was told of"
    if hasattr(program, "without_adapters"):
        # New adapters change nothing yet: neither answer is preferred, or by what dropout alone makes of it.
        drops = any(isinstance(module, torch.nn.Dropout) and module.p > 0 for module in kept["model"].modules())
        assert abs(losses[0] - math.log(2)) < (0.3 if drops else 1e-4), losses
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
    changed = set()
    for name, value in kept["model"].named_parameters():
        # One process holds the whole of what FSDP divides.
        whole = value.to_local() if hasattr(value, "to_local") else value
        before = kept["values"][name]
        # What FSDP has gathered last is there in the type that it computes in.
        if whole.shape == before.shape and not torch.equal(whole.detach(), before.to(whole.dtype)):
            changed.add(name)
    if hasattr(program, "MuonWithAdamW") and not hasattr(kept["model"], "module"):
        check_kept_optimizer(program, kept["model"])
    assert changed, "no weight has changed"
    assert changed <= kept["trained"], f"frozen weights have changed: {sorted(changed - kept['trained'])[:3]}"


def check_kept_optimizer(program, model):
    """Two optimizers in one: each has its weights, and what is kept of them goes on where it was."""
    import copy

    import torch

    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer, other = program.build_optimizer(model), copy.deepcopy(model)
    muon = optimizer.parts[0]
    assert all(p.ndim == 2 for group in muon.param_groups for p in group["params"])
    assert sum(len(group["params"]) for group in optimizer.param_groups) == len(trained)
    in_tables = {id(module.weight) for module in model.modules() if isinstance(module, torch.nn.Embedding)}
    assert not in_tables & {id(p) for group in muon.param_groups for p in group["params"]}, "a table is Muon's"
    torch.manual_seed(0)
    # Others each time: what does not go on from its states would tell.
    gradients = [torch.randn_like(parameter) for parameter in trained]
    later = [torch.randn_like(parameter) for parameter in trained]

    def step(optimizer, model, gradients):
        for parameter, gradient in zip((p for p in model.parameters() if p.requires_grad), gradients):
            parameter.grad = gradient.clone()
        optimizer.step()

    step(optimizer, model, gradients)
    kept = io.BytesIO()
    torch.save(optimizer.state_dict(), kept)
    other.load_state_dict(model.state_dict())
    again = program.build_optimizer(other)
    kept.seek(0)
    again.load_state_dict(torch.load(kept, weights_only=True))
    step(optimizer, model, later)
    step(again, other, later)
    assert all(torch.equal(one, same) for one, same in zip(model.parameters(), other.parameters())), "it does not go on as it was"
    for group in again.param_groups:
        group["lr"] = 0.5
    assert all(group["lr"] == 0.5 for part in again.parts for group in part.param_groups), "a schedule does not reach it"


def forked(path, work):
    """A fork of this process that does some work; what it prints goes into a file. Answers with the process."""
    process = os.fork()
    if process:
        return process
    output = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    signal.alarm(SECONDS)
    code = 1
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def free_port():
    """A port that nothing listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def fork(folder, name):
    """Starts a program in a fork; answers with the process."""

    def work():
        # The Trainer is one process without a launcher.
        if name != "train_trainer.py":
            os.environ |= {"LOCAL_RANK": "0", "RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1"}
        os.environ["MASTER_PORT"] = free_port()
        run_one(folder, name)

    return forked(f"{folder}/output", work)


def jobs():
    """Scenario, program and all files of it, from the lines of `rigwise code`."""
    for number, line in enumerate(sys.stdin):
        answer = json.loads(line)
        if answer["id"].startswith("names-"):
            continue
        if sys.argv[1:] and answer["id"] not in sys.argv[1:]:
            continue
        files = {snippet["filename"]: snippet["code"] for snippet in answer["snippets"]}
        for name in ("train.py", "train_trainer.py", "prepare.py", "measure.py", "largest_batch.py"):
            # Measuring is the same for all; a few of them are enough. Trying sizes is too, and takes processes of its own.
            chosen = {"measure.py": number % 8 == 0, "largest_batch.py": answer["id"] == "resnet50-amp"}
            if name in files and chosen.get(name, True):
                yield answer["id"], name, files


def digest(job):
    """What a program and everything beside it is, whatever its scenario is called."""
    _, name, files = job
    return hashlib.sha256(json.dumps([name, files], sort_keys=True).encode()).hexdigest()[:24]


def main():
    started = time.perf_counter()
    everything = list(jobs())
    unchanged = pathlib.Path(os.environ.get("UNCHANGED") or os.devnull).read_text(encoding="utf-8").split()
    waiting = [job for job in everything if digest(job) not in unchanged]
    if len(waiting) < len(everything):
        print(f"{len(everything) - len(waiting)} programs are as they were when they ran", flush=True)
    if waiting:
        preload()
        print(f"libraries imported in {time.perf_counter() - started:.1f} s", flush=True)
    running, failed, passed = {}, 0, 0
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            scenario, name, files = waiting.pop(0)
            folder = tempfile.TemporaryDirectory()
            for filename, code in files.items():
                pathlib.Path(folder.name, filename).write_text(code, encoding="utf-8")
            running[fork(folder.name, name)] = (scenario, name, folder, time.perf_counter())
        process, status = os.wait()
        scenario, name, folder, begun = running.pop(process)
        lines = pathlib.Path(folder.name, "output").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        seconds = time.perf_counter() - begun
        old = [line for line in lines if "deprecat" in line.lower() and not any(name in line for name in OF_LIBRARIES)]
        if status == 0 and old:
            failed += 1
            print(f"FAIL  {scenario} {name} calls what will go\n" + "\n".join(old[:3]), flush=True)
        elif status == 0:
            passed += 1
            print(f"ok    {scenario} {name}, {seconds:.1f} s: {lines[-1][:100] if lines else ''}", flush=True)
        else:
            failed += 1
            print(f"FAIL  {scenario} {name}, status {status}\n" + "\n".join(lines[-25:]), flush=True)
        folder.cleanup()
    print(f"{passed} programs ran, {failed} failed, {time.perf_counter() - started:.0f} s")
    if "RAN" in os.environ and not failed:
        lines = "".join(f"{line}\n" for line in sorted({digest(job) for job in everything}))
        pathlib.Path(os.environ["RAN"]).write_text(lines, encoding="utf-8")
    sys.exit(1 if failed or not everything else 0)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    os.environ |= {"CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1"}
    main()
