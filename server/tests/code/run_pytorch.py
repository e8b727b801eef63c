"""Runs the PyTorch programs of `rigwise code` for two steps on the processor, each with a tiny model of its own library.

    rigwise code < api/tests/code/scenarios.ndjson | python server/tests/code/run_pytorch.py

Everything but the weights is the program's own: method, adapters, checkpointing, data, loss, optimizer, loop.
Needs torch; a scenario whose library (torchvision, timm, transformers, diffusers, peft, ...) is missing is skipped and named.
"""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Libraries that only some machines have; without them the programs that need them are parsed alone.
OPTIONAL = ("deepspeed", "diffusers", "peft", "segmentation_models_pytorch", "timm", "torchvision", "transformers")
DISTRIBUTED = {"LOCAL_RANK": "0", "RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1"}


def tiny(original):
    """What `load_model` returns instead: the same library and class, a thousandth of the size."""
    import torch

    def text(kind, config, dtype):
        return getattr(__import__("transformers"), kind).from_config(config).to(dtype)

    def load(program, source):
        dtype = next((getattr(torch, name) for name in ("bfloat16", "float16") if f"torch_dtype=torch.{name}" in source), torch.float32)
        if "transformers.AutoModel" in source:
            import transformers

            kind = source.split("transformers.")[-1].split(".")[0]
            classes = {"num_labels": getattr(program, "NUM_CLASSES", 2)} if "num_labels" in source else {}
            small = dict(vocab_size=99, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4)
            name = source.lower()
            if "gpt2" in name:
                config = transformers.GPT2Config(vocab_size=99, n_embd=32, n_layer=2, n_head=4, n_positions=64)
            elif "t5" in name:
                config = transformers.T5Config(vocab_size=99, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, decoder_start_token_id=0)
            elif "roberta" in name:
                config = transformers.RobertaConfig(**small, max_position_embeddings=80, **classes)
            elif "bert" in name:
                config = transformers.BertConfig(**small, max_position_embeddings=80, **classes)
            elif "gemma" in name:
                config = transformers.Gemma2Config(**small, num_key_value_heads=2, head_dim=8, final_logit_softcapping=30.0)
            elif "phi" in name:
                config = transformers.Phi3Config(**small, pad_token_id=0)
            else:
                config = transformers.LlamaConfig(**small, num_key_value_heads=2)
            return text(kind, config, dtype)
        if "diffusers." in source:
            import diffusers

            if "UNet2D" in source:
                is_xl = "xl" in source
                extra = dict(addition_embed_type="text_time", addition_time_embed_dim=8, projection_class_embeddings_input_dim=8 * 6 + program.POOLED) if is_xl else {}
                model = diffusers.UNet2DConditionModel(
                    sample_size=8, block_out_channels=(32, 64), layers_per_block=1, attention_head_dim=8, cross_attention_dim=program.WIDTH, norm_num_groups=8,
                    down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"), **extra,
                )
                if "AttnProcessor()" in source:
                    model.set_attn_processor(diffusers.models.attention_processor.AttnProcessor())
            elif "SD3" in source:
                model = diffusers.SD3Transformer2DModel(
                    sample_size=8, num_layers=2, attention_head_dim=8, num_attention_heads=4, joint_attention_dim=program.WIDTH,
                    caption_projection_dim=32, pooled_projection_dim=program.POOLED, in_channels=16, out_channels=16, pos_embed_max_size=16,
                )
            else:
                model = diffusers.FluxTransformer2DModel(
                    in_channels=64, num_layers=1, num_single_layers=1, attention_head_dim=16, num_attention_heads=2,
                    joint_attention_dim=program.WIDTH, pooled_projection_dim=program.POOLED, guidance_embeds=True, axes_dims_rope=(4, 6, 6),
                )
            return model.to(dtype)
        if "timm.create_model" in source:
            import timm

            return timm.create_model("deit_tiny_patch16_224", pretrained=False, img_size=program.IMAGE_SIZE, num_classes=program.NUM_CLASSES)
        if "smp.Unet" in source:
            import segmentation_models_pytorch as smp

            return smp.Unet("resnet18", encoder_weights=None, classes=program.NUM_CLASSES)
        if "torchvision" in source:
            import torchvision

            if "rcnn" in source:
                name = source.split('"')[1]
                return torchvision.models.get_model(name, weights=None, weights_backbone=None, num_classes=5, min_size=64, max_size=96)
            if "weights_backbone" in source:
                return torchvision.models.get_model("deeplabv3_resnet50" if "deeplab" in source else "fcn_resnet50", weights=None, weights_backbone=None, num_classes=program.NUM_CLASSES, aux_loss="aux_loss=True" in source)
            if "image_size" in source:
                return torchvision.models.VisionTransformer(image_size=64, patch_size=16, num_layers=2, num_heads=4, hidden_dim=32, mlp_dim=64, num_classes=program.NUM_CLASSES)
            return torchvision.models.get_model("resnet18" if "resnet" in source else source.split('"')[1], weights=None, num_classes=program.NUM_CLASSES)
        return original()

    return load


def shrink(text):
    """Smaller samples; sizes only, no behaviour."""
    import re

    for pattern, value in (
        (r"^MICRO_BATCH_SIZE = \d+", "MICRO_BATCH_SIZE = 2"),
        (r"^SEQUENCE_LENGTH = \d+", "SEQUENCE_LENGTH = 32"),
        (r"^TARGET_LENGTH = \d+", "TARGET_LENGTH = 8"),
        (r"^IMAGE_SIZE = \(.*?\)", "IMAGE_SIZE = (64, 64)"),
        (r"^CHUNK = \d+", "CHUNK = 8"),
        (r"^(    +)num_workers=(\d\d+|[2-9])", r"\1num_workers=1"),
        (r"torch\.randint\(\d{3,}, \(SEQ", "torch.randint(99, (SEQ"),
        (r"(dataloader_num_workers)=\d+", r"\1=0"),
        # Mixed precision without a GPU must be asked for; 8-bit states and fused losses need one.
        (r"^ +use_liger_kernel=True,.*\n", ""),
        (r'output_dir="out",', 'output_dir="out",\n        use_cpu=True,'),
        (r'optim="adamw_bnb_8bit"', 'optim="adamw_torch"'),
        (r"^ +dataloader_(prefetch_factor|persistent_workers)=.*\n", ""),
    ):
        text = re.sub(pattern, value, text, flags=re.M)
    return text


def with_stand_in(build, torch):
    """An optimizer of bitsandbytes becomes one of 32 bits where the library is missing: the program around it still runs."""
    import types

    def built(model):
        library = types.ModuleType("bitsandbytes")
        manager = types.SimpleNamespace(register_module_override=lambda *_: None)
        library.optim = types.SimpleNamespace(
            AdamW8bit=torch.optim.AdamW, GlobalOptimManager=types.SimpleNamespace(get_instance=lambda: manager)
        )
        sys.modules["bitsandbytes"] = library
        try:
            return build(model)
        finally:
            del sys.modules["bitsandbytes"]

    return built


def run_one(folder, name, steps):
    """Runs one program in this process; the folder holds what it imports."""
    import inspect

    import torch

    torch.manual_seed(0)
    # The first scale of FP16 overflows by design and skips its step; two steps must be enough here.
    scaler = torch.amp.GradScaler
    torch.amp.GradScaler = lambda device: scaler(device, init_scale=1.0)
    torch.set_num_threads(2)
    sys.path.insert(0, str(folder))
    path = folder / name
    path.write_text(shrink(path.read_text(encoding="utf-8")), encoding="utf-8")
    if (folder / "train.py").exists() and name != "train.py":
        (folder / "train.py").write_text(shrink((folder / "train.py").read_text(encoding="utf-8")), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    program = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = program
    spec.loader.exec_module(program)
    subject = program.train if name == "measure.py" else program
    source = inspect.getsource(subject.load_model)
    sample = subject.Samples()[0] if hasattr(subject, "Samples") else None
    if isinstance(sample, dict) and "text" in sample:
        subject.WIDTH, subject.POOLED = sample["text"].shape[-1], sample.get("pooled", torch.zeros(1)).shape[-1]
    original, load = subject.load_model, tiny(subject.load_model)
    subject.load_model = lambda: load(subject, source)
    if "load_in_" in source:
        # Quantization needs a GPU; what is around it does not.
        subject.prepare_model_for_kbit_training = lambda model, **_: model.requires_grad_(False)
    if hasattr(subject, "build_optimizer") and importlib.util.find_spec("bitsandbytes") is None:
        subject.build_optimizer = with_stand_in(subject.build_optimizer, torch)
    if "FullyShardedDataParallel" in path.read_text(encoding="utf-8"):
        # FSDP itself needs a GPU; replicas have the same interface.
        subject.distribute = lambda model, device: torch.nn.parallel.DistributedDataParallel(model.to(device))
    subject.MAX_STEPS = steps
    seen = []
    if name == "measure.py":
        program.WARM_UP, program.STEPS = 1, 1
        subject.MAX_STEPS = 2
        meter = program.Meter()
        program.train.main(on_step=meter)
        meter.report()
    elif name == "train.py":
        before = {}
        build = subject.build_model

        def watched(device):
            model = build(device)
            before["model"] = model
            before["values"] = {key: value.detach().clone() for key, value in model.named_parameters() if value.requires_grad}
            return model

        subject.build_model = watched
        program.main(on_step=seen.append)
        assert len(seen) == steps, f"{len(seen)} steps instead of {steps}"
        trained = [key for key, value in before["model"].named_parameters() if key in before["values"] and value.shape == before["values"][key].shape and not torch.equal(value.detach(), before["values"][key])]
        assert trained, "no weight has changed"
    else:
        program.main()
    assert original is not None


def answers():
    """Scenario, file names and their text, from the lines of `rigwise code`."""
    for line in sys.stdin:
        answer = json.loads(line)
        yield answer["id"], {snippet["filename"]: snippet["code"] for snippet in answer["snippets"]}


def missing(text):
    """An optional library that the text imports and this machine lacks; quantization itself is replaced."""
    for library in OPTIONAL:
        if f"import {library}" in text or f"from {library}" in text:
            if importlib.util.find_spec(library) is None:
                return library
    return None


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--one":
        run_one(pathlib.Path(sys.argv[2]), sys.argv[3], 2)
        return
    failures = skipped = passed = 0
    for number, (scenario, files) in enumerate(answers()):
        for name in ("train.py", "train_trainer.py", "measure.py"):
            if name not in files or (name == "measure.py" and number > 0):
                continue
            library = missing(files[name])
            # The Trainer needs a launcher for several cards; its arguments are the same.
            if library or (name == "train_trainer.py" and "DEEPSPEED" in files[name]):
                print(f"skip  {scenario} {name}: {library or 'deepspeed'} is not here")
                skipped += 1
                continue
            with tempfile.TemporaryDirectory() as folder:
                for filename, code in files.items():
                    pathlib.Path(folder, filename).write_text(code, encoding="utf-8")
                environment = dict(os.environ, CUDA_VISIBLE_DEVICES="", HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", MAX_STEPS="2", MASTER_PORT=str(29600 + number))
                if name != "train_trainer.py" and "init_process_group" in files.get("train.py", ""):
                    environment |= DISTRIBUTED
                command = [sys.executable, os.path.abspath(__file__), "--one", folder, name]
                result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
            if result.returncode == 0:
                print(f"ok    {scenario} {name}: {result.stdout.strip().splitlines()[-1] if result.stdout.strip() else ''}")
                passed += 1
            else:
                print(f"FAIL  {scenario} {name}\n{result.stdout[-600:]}\n{result.stderr[-1600:]}")
                failures += 1
            sys.stdout.flush()
    print(f"{passed} ran, {skipped} skipped, {failures} failed")
    sys.exit(1 if failures or not passed else 0)


if __name__ == "__main__":
    main()
