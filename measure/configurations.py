"""Which runs are measured: every family, and every setting that moves memory, at least once."""

from __future__ import annotations

from functools import partial
from typing import Any

from measure.configuration import Configuration, Lora, Quantization

_image = partial(Configuration, kind="images")
_text = partial(Configuration, kind="text")
_latent = partial(Configuration, kind="latents")
_cnn = partial(_image, "cnn", optimizer="sgd-momentum", weight_decay=1e-4, image_size=224)
_vit = partial(_image, "vit", image_size=224)
_segmentation = partial(_image, "segmentation", image_size=512)
_detection = partial(_image, "detection", precision="fp32", optimizer="sgd-momentum", weight_decay=1e-4)
_encoder = partial(_text, "encoder", sequence_length=512)
_decoder = partial(_text, "decoder")
_LORA = Lora(rank=16, targets="attention")
_LORA_ALL = Lora(rank=16, targets="all-linear")
_SGD = {"optimizer": "sgd-momentum", "weight_decay": 1e-4}


def for_cards() -> list[Configuration]:
    """What is measured on a card, smaller runs first within a family."""
    return [*_vision(), *_language(), *_adapters(), *_diffusion()]


def _vision() -> list[Configuration]:
    return [
        _cnn("resnet18", 128, precision="fp32"),
        _cnn("resnet50", 64, precision="fp32"),
        _cnn("resnet50", 64, precision="tf32"),
        _cnn("resnet50", 128, precision="fp16-amp"),
        _cnn("resnet50", 128, precision="fp16-amp", memory_format="channels-last"),
        _cnn("resnet50", 64, precision="bf16", optimizer="adamw", weight_decay=0.01),
        _cnn("resnet101", 64, activation_checkpointing="full"),
        _cnn("convnext_tiny", 64, optimizer="adamw", weight_decay=0.05),
        _cnn("efficientnet_b0", 128),
        _cnn("mobilenet_v3_large", 256),
        _cnn("densenet121", 64),
        _cnn("vgg16_bn", 64),
        _vit("vit_b_16", 64),
        _vit("timm_vit_base", 64, precision="fp32"),
        _vit("timm_vit_large", 32, activation_checkpointing="full"),
        _segmentation("unet", 8, precision="fp32"),
        _segmentation("unet", 8, precision="fp16-amp"),
        _segmentation("smp_unet_resnet101", 16),
        _segmentation("smp_unet_resnet34", 16, method="frozen-backbone"),
        _segmentation("deeplabv3_resnet50", 8, **_SGD),
        _segmentation("fcn_resnet50", 8, **_SGD),
        _detection("fasterrcnn_resnet50_fpn", 2, image_size=(800, 1333)),
        _detection("maskrcnn_resnet50_fpn", 2, image_size=(800, 1333)),
    ]


def _language() -> list[Configuration]:
    return [
        _encoder("bert-base", 16, task="classification", precision="fp32"),
        _encoder("bert-base", 32, task="classification", precision="fp16-amp"),
        _encoder("bert-base", 16, task="masked-lm", attention="eager"),
        _encoder("bert-large", 8, task="classification", attention_mask="padded"),
        _encoder("distilbert", 32, task="classification", optimizer="adafactor"),
        _text("seq2seq", "t5-base", 8, sequence_length=512, target_length=128),
        _decoder("gpt2", 8, sequence_length=1024, precision="fp32"),
        _decoder("gpt2", 8, sequence_length=1024, attention="eager"),
        _decoder("gpt2-medium", 4, sequence_length=1000, gradient_accumulation_steps=2),
        _decoder("qwen2.5-0.5b", 2, sequence_length=2048),
        _decoder("tinyllama-1.1b", 2, sequence_length=2048, precision="bf16", optimizer_implementation="fused"),
        _decoder("llama-3.2-1b", 2, sequence_length=1024, precision="bf16", optimizer="adamw-8bit"),
        _decoder("llama-3.2-1b", 2, sequence_length=1024, precision="bf16", optimizer="lion-8bit"),
        _decoder("llama-3.2-1b", 1, sequence_length=1024, precision="bf16", optimizer="muon"),
        _decoder("llama-3.2-1b", 2, sequence_length=2048, precision="bf16", activation_checkpointing="full"),
        # Gemma 2 caps its attention scores, which fused kernels cannot: transformers refuses them.
        _decoder("gemma-2-2b", 1, sequence_length=1024, precision="bf16", optimizer="adafactor", attention="eager"),
        _decoder("llama-3.2-3b", 1, sequence_length=2048, precision="bf16", optimizer_implementation="for-loop"),
    ]


def _adapters() -> list[Configuration]:
    lora: dict[str, Any] = {"method": "lora", "precision": "bf16", "lora": _LORA}
    qlora: dict[str, Any] = {"method": "qlora", "lora": _LORA_ALL, "quantization": Quantization()}
    checkpointing = {"activation_checkpointing": "full"}
    return [
        _vit("timm_vit_base", 64, method="lora", lora=_LORA),
        _encoder("bert-large", 16, task="classification", **lora),
        _decoder("llama-3.2-1b", 4, sequence_length=1024, **lora),
        _decoder("llama-3.2-3b", 2, sequence_length=1024, **(lora | {"lora": _LORA_ALL})),
        _decoder("phi-3-mini", 1, sequence_length=2048, **lora, **checkpointing),
        _decoder("mistral-7b", 2, sequence_length=2048, **lora, **checkpointing),
        _decoder("llama-3.2-1b", 2, sequence_length=1024, **qlora),
        _decoder("llama-2-7b", 4, sequence_length=1024, **qlora, **checkpointing),
        _text("decoder-moe", "qwen1.5-moe-a2.7b", 1, sequence_length=1024, **lora, **checkpointing),
    ]


def _diffusion() -> list[Configuration]:
    lora: dict[str, Any] = {"method": "lora", "precision": "bf16", "lora": _LORA}
    return [
        _latent("diffusion", "sd15", 4, image_size=512, **lora),
        _latent("diffusion", "sd15", 2, image_size=512, precision="fp16-amp", activation_checkpointing="full"),
        _latent("diffusion", "sdxl", 1, image_size=1024, activation_checkpointing="full", **lora),
        _latent("diffusion", "sd3.5-medium", 1, image_size=1024, text_tokens=333, **lora),
        _latent("diffusion", "flux-dev", 1, image_size=512, text_tokens=512, activation_checkpointing="full", **lora),
    ]


def for_check() -> list[Configuration]:
    """What tells within a minute whether a card is as the site says, and fits one of 8 GB beside a desktop."""
    return [
        _cnn("resnet50", 64, precision="fp16-amp"),
        _encoder("bert-base", 8, task="classification", precision="fp16-amp"),
        _decoder("llama-3.2-1b", 1, sequence_length=512, method="lora", precision="bf16", lora=_LORA),
    ]


#: Models small enough for any processor, as `config.json` files; the CPU has fused attention kernels where a card has
#: none (grouped queries in FP32) and the other way round (dropout), so they have neither.
TINY_LLAMA = {
    "model_type": "llama",
    "vocab_size": 2048,
    "hidden_size": 256,
    "intermediate_size": 688,
    "num_hidden_layers": 4,
    "num_attention_heads": 8,
    "num_key_value_heads": 8,
    "head_dim": 32,
    "max_position_embeddings": 512,
    "tie_word_embeddings": False,
}
TINY_BERT = {
    "model_type": "bert",
    "vocab_size": 4096,
    "hidden_size": 256,
    "intermediate_size": 1024,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
}
TINY_GPT2 = {
    "model_type": "gpt2",
    "vocab_size": 4096,
    "n_positions": 256,
    "n_embd": 256,
    "n_layer": 4,
    "n_head": 4,
    "resid_pdrop": 0.0,
    "embd_pdrop": 0.0,
    "attn_pdrop": 0.0,
}


def small() -> list[Configuration]:
    """What the CPU counts in seconds, a run per family that it can hold."""
    llama = partial(_decoder, TINY_LLAMA, sequence_length=128, precision="fp32")
    return [
        _cnn("resnet18", 2, precision="fp32", image_size=64),
        _cnn("resnet50", 4, precision="fp32", image_size=96, optimizer="adamw", weight_decay=0.01),
        _cnn("mobilenet_v2", 4, precision="fp32", image_size=96),
        _vit("timm_deit_tiny", 4, precision="fp32"),
        _segmentation("unet", 1, precision="fp32", image_size=64),
        _segmentation("smp_unet_resnet34", 2, precision="fp32", image_size=128),
        _segmentation("fcn_resnet50", 2, precision="fp32", image_size=128, **_SGD),
        _detection("fasterrcnn_resnet50_fpn", 1, image_size=256),
        _encoder(TINY_BERT, 4, precision="fp32", sequence_length=128, task="classification"),
        _encoder(TINY_BERT, 4, precision="fp32", sequence_length=128, task="masked-lm", attention="eager"),
        _text("seq2seq", "t5-small", 2, precision="fp32", sequence_length=64, target_length=32),
        _decoder(TINY_GPT2, 4, sequence_length=128, precision="fp32", attention="eager"),
        llama(4),
        llama(4, activation_checkpointing="full"),
        llama(4, attention="eager", gradient_accumulation_steps=2),
        llama(4, optimizer="sgd-momentum"),
        llama(4, precision="bf16"),
        llama(4, method="lora", lora=Lora(rank=8, targets="all-linear")),
    ]


def small_for_check() -> list[Configuration]:
    """The check's three kinds of run, as the CPU counts them."""
    return [
        _cnn("resnet18", 2, precision="fp32", image_size=64),
        _encoder(TINY_BERT, 4, precision="fp32", sequence_length=128, task="classification"),
        _decoder(TINY_LLAMA, 4, sequence_length=128, precision="fp32", method="lora", lora=Lora(rank=8, targets="all-linear")),
    ]
