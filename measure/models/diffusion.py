"""Denoisers of diffusers: U-Nets of Stable Diffusion, transformers of Stable Diffusion 3 and FLUX."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from measure.configuration import Configuration
from measure.models.workload import Batch, Workload

#: Pixels per side of a latent (the autoencoder's factor).
LATENT_FACTOR = 8
#: Text tokens where the scenario does not say: SD3 joins 77 of CLIP and 256 of T5, FLUX takes 512.
SD3_TOKENS, FLUX_TOKENS = 333, 512
UNET_TARGETS = {"query-value": "to_q|to_v", "attention": r"to_q|to_k|to_v|to_out\.0"}
TRANSFORMER_TARGETS = UNET_TARGETS | {
    "all-linear": r"to_q|to_k|to_v|to_out\.0|add_q_proj|add_k_proj|add_v_proj|to_add_out|ff\.net\.0\.proj|ff\.net\.2"
    r"|ff_context\.net\.0\.proj|ff_context\.net\.2|proj_mlp|proj_out"
}


def unet(values: dict[str, Any], configuration: Configuration) -> Workload:
    """A U-Net with cross-attention to the text."""
    from diffusers import UNet2DConditionModel

    depths = values["transformer_layers_per_block"]
    channels, context = values["in_channels"], values["cross_attention_dim"]
    settings = {name: values[name] for name in ("in_channels", "out_channels", "layers_per_block", "cross_attention_dim")}
    settings["block_out_channels"] = tuple(values["block_out_channels"])
    settings["down_block_types"] = tuple("CrossAttnDownBlock2D" if depth else "DownBlock2D" for depth in depths)
    settings["up_block_types"] = tuple("CrossAttnUpBlock2D" if depth else "UpBlock2D" for depth in reversed(depths))
    # diffusers calls the number of heads so, for reasons of its history.
    settings["attention_head_dim"] = list(values["num_attention_heads"])
    settings["transformer_layers_per_block"] = [max(depth, 1) for depth in depths]
    settings["use_linear_projection"] = values["use_linear_projection"]
    extra = values["addition_embed_input"]
    if extra:
        settings |= {
            "addition_embed_type": "text_time",
            "addition_time_embed_dim": 256,
            "projection_class_embeddings_input_dim": extra,
        }
    size, tokens = configuration.micro_batch_size, configuration.text_tokens or values["text_tokens"]

    def batch(dtype: torch.dtype) -> Batch:
        latent = _latent(configuration, channels)
        inputs: Batch = {
            "sample": torch.randn(latent, dtype=dtype),
            "timestep": torch.randint(0, 1000, (size,)),
            "encoder_hidden_states": torch.randn(size, tokens, context, dtype=dtype),
            "target": torch.randn(latent, dtype=dtype),
        }
        if extra:
            # Six numbers of 256 each describe size and crop; the rest is the pooled text.
            inputs["text_embeds"] = torch.randn(size, extra - 6 * 256, dtype=dtype)
            inputs["time_ids"] = torch.randn(size, 6, dtype=dtype)
        return inputs

    return Workload(UNet2DConditionModel(**settings), batch, _loss, UNET_TARGETS)


def transformer(values: dict[str, Any], configuration: Configuration) -> Workload:
    """A diffusion transformer."""
    import diffusers

    shared = ("in_channels", "patch_size", "num_layers", "attention_head_dim", "num_attention_heads")
    settings = {name: values[name] for name in (*shared, "joint_attention_dim", "pooled_projection_dim")}
    size, context, pooled = configuration.micro_batch_size, values["joint_attention_dim"], values["pooled_projection_dim"]
    flux = values["variant"] == "flux"
    tokens = configuration.text_tokens or (FLUX_TOKENS if flux else SD3_TOKENS)
    if flux:
        model = diffusers.FluxTransformer2DModel(
            **settings, num_single_layers=values["num_single_layers"], guidance_embeds=values["guidance_embeds"]
        )
    else:
        model = diffusers.SD3Transformer2DModel(
            **settings,
            sample_size=128,
            out_channels=values["in_channels"],
            caption_projection_dim=values["num_attention_heads"] * values["attention_head_dim"],
            pos_embed_max_size=values["pos_embed_max_size"],
            dual_attention_layers=tuple(range(values["dual_attention_layers"])),
            qk_norm="rms_norm" if values["qk_norm"] else None,
        )

    def batch(dtype: torch.dtype) -> Batch:
        latent = _latent(configuration, values["in_channels"])
        inputs: Batch = {
            "timestep": torch.rand(size, dtype=dtype),
            "encoder_hidden_states": torch.randn(size, tokens, context, dtype=dtype),
            "pooled_projections": torch.randn(size, pooled, dtype=dtype),
        }
        if flux:
            # Latents come packed: two by two positions of 16 channels are one token.
            patches = latent[2] // 2 * (latent[3] // 2)
            latent = (size, patches, values["in_channels"])
            inputs |= {"img_ids": torch.zeros(patches, 3, dtype=dtype), "txt_ids": torch.zeros(tokens, 3, dtype=dtype)}
            inputs["guidance"] = torch.ones(size, dtype=dtype)
        inputs["hidden_states"] = torch.randn(latent, dtype=dtype)
        inputs["target"] = torch.randn(latent, dtype=dtype)
        return inputs

    return Workload(model, batch, _loss, TRANSFORMER_TARGETS)


def _latent(configuration: Configuration, channels: int) -> tuple[int, int, int, int]:
    height, width = configuration.height_and_width()
    return configuration.micro_batch_size, channels, height // LATENT_FACTOR, width // LATENT_FACTOR


def _loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    inputs = {name: value for name, value in batch.items() if name not in ("target", "text_embeds", "time_ids")}
    if "text_embeds" in batch:
        inputs["added_cond_kwargs"] = {"text_embeds": batch["text_embeds"], "time_ids": batch["time_ids"]}
    prediction = model(**inputs, return_dict=False)[0]
    return functional.mse_loss(prediction.float(), batch["target"].float())
