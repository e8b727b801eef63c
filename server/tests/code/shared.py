"""Prints scenarios that two cards share, each followed by `ID alone`: one card that accumulates the micro-batches of both.

    python server/tests/code/shared.py short|all|deepspeed

`short` is one of each way to share a run out and of each trap in it, `all` everything that PyTorch shares out itself, and
`deepspeed` what DeepSpeed does.
"""

import copy
import json
import sys

LLAMA, BF16, FULL = "llama-3.2-1b", {"precision": "bf16-amp"}, {"activation_checkpointing": "full"}
CHUNKED, LORA = {"loss_logits": "chunked"}, {"method": "lora", "precision": "bf16-amp"}
# Batch norms over few values have gradients of nothing but rounding: pictures are compared in FP32, or by a U-Net.
EVERYWHERE = [
    ("llama", LLAMA, {}),
    ("llama-chunked", LLAMA, CHUNKED | {"gradient_accumulation_steps": 2}),
    ("llama-bf16", LLAMA, BF16 | FULL),
    ("llama-lora", LLAMA, LORA),
    ("llama-qlora", LLAMA, BF16 | FULL | {"method": "qlora"}),
    ("llama-sgd", LLAMA, {"optimizer": "sgd"}),
    ("resnet", "resnet50", {}),
    ("sdxl-bf16", "sdxl", BF16),
    ("frozen-unet", "smp_unet_resnet34", {"method": "frozen-backbone"}),
]
IN_PYTORCH = [
    ("llama-lora-chunked", LLAMA, LORA | CHUNKED | FULL),
    ("llama-fp16", LLAMA, {"precision": "fp16-amp", "gradient_accumulation_steps": 2}),
    ("llama-fp16-lora", LLAMA, LORA | {"precision": "fp16-amp"}),
    ("bert", "bert-base", {}),
    ("bert-bf16-padded", "bert-base", {"precision": "bf16", "attention_mask": "padded"}),
    ("t5-chunked", "t5-small", CHUNKED),
    ("t5-lora", "t5-small", LORA),
    ("gpt2-shifted", "gpt2", {"loss_logits": "upcast-shifted-copy"}),
    ("gemma-16-bit-logits", "gemma-2-2b", {"loss_logits": "low-precision"}),
    ("mixtral", "mixtral-8x7b", {}),
    ("vit-lora", "timm_vit_base", LORA),
    ("sdxl", "sdxl", {}),
    ("sd3-lora", "sd3-medium", LORA),
    ("flux-lora", "flux-dev", LORA),
    ("unet", "unet", FULL),
    ("unet-fp16", "unet", {"precision": "fp16-amp", "optimizer": "sgd"}),
    ("densenet", "densenet121", FULL),
    ("faster-rcnn", "fasterrcnn_resnet50_fpn", {"optimizer": "sgd"}),
]
REPLICAS = [("llama-8-bit", LLAMA, {"optimizer": "adamw-8bit"}), ("llama-adafactor", LLAMA, {"optimizer": "adafactor"})]
DEEPSPEED = [("llama-8-bit", LLAMA, {"optimizer": "adamw-8bit"}), ("unet", "unet", {})]
SHORT = [
    "llama-chunked-ddp",
    "llama-qlora-ddp",
    "llama-lora-chunked-zero-2",
    "llama-chunked-zero-3",
    "llama-qlora-zero-3",
    "t5-chunked-zero-3",
    "vit-lora-zero-3",
    "resnet-zero-2",
]


def by_pytorch():
    """Everything by replicas and by `fully_shard`."""
    for name, model, training in EVERYWHERE + IN_PYTORCH:
        yield f"{name}-ddp", model, training | {"sharding": "ddp"}
        for sharding in ("zero-2", "zero-3"):
            yield f"{name}-{sharding}", model, training | {"sharding": sharding, "implementation": "fsdp2"}
    for name, model, training in REPLICAS:
        yield f"{name}-ddp", model, training | {"sharding": "ddp"}


def by_deepspeed():
    """Everything by all stages of DeepSpeed, and with all of it in the host's memory."""
    for name, model, training in EVERYWHERE + DEEPSPEED:
        for sharding in ("zero-1", "zero-2", "zero-3"):
            yield f"{name}-deepspeed-{sharding}", model, training | {"sharding": sharding, "implementation": "deepspeed"}
    yield "llama-deepspeed-offload", LLAMA, {"sharding": "zero-3", "implementation": "deepspeed", "offload": "all"}


def alone(scenario):
    """Its twin: one card that accumulates the micro-batches of both."""
    twin = copy.deepcopy(scenario) | {"id": f"{scenario['id']} alone"}
    twin["hardware"]["gpu_count"] = 1
    for setting in ("implementation", "offload"):
        twin["training"].pop(setting, None)
    twin["training"]["sharding"] = "none"
    twin["training"]["gradient_accumulation_steps"] = 2 * scenario["training"].get("gradient_accumulation_steps", 1)
    return twin


def main():
    which = sys.argv[1]
    for name, model, training in by_deepspeed() if which == "deepspeed" else by_pytorch():
        if which == "short" and name not in SHORT:
            continue
        training = {"precision": "fp32", "micro_batch_size": 2} | training
        hardware = {"gpu": "a100-sxm4-80gb", "gpu_count": 2}
        shared = {"id": name, "hardware": hardware, "model": {"id": model}, "training": training}
        print(json.dumps(shared))
        print(json.dumps(alone(shared)))


if __name__ == "__main__":
    main()
