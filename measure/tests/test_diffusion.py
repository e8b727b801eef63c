"""Denoisers small enough for the CPU take the batches that are made for them."""

import importlib.util
import unittest
from typing import Any

from measure.configuration import Configuration

HAS_TORCH = importlib.util.find_spec("torch") is not None
UNET: dict[str, Any] = {
    "in_channels": 4,
    "out_channels": 4,
    "block_out_channels": [32, 64],
    "layers_per_block": 1,
    "num_attention_heads": [2, 2],
    "transformer_layers_per_block": [1, 0],
    "cross_attention_dim": 32,
    "text_tokens": 7,
    "use_linear_projection": False,
    "addition_embed_input": 0,
}
#: Six sizes of 256 each and a pooled text of 32.
CONDITIONED = UNET | {"addition_embed_input": 6 * 256 + 32, "use_linear_projection": True, "transformer_layers_per_block": [0, 2]}
SD3: dict[str, Any] = {
    "variant": "sd3",
    "pos_embed_max_size": 96,
    "dual_attention_layers": 1,
    "qk_norm": True,
    "in_channels": 4,
    "patch_size": 2,
    "num_layers": 2,
    "attention_head_dim": 16,
    "num_attention_heads": 2,
    "joint_attention_dim": 32,
    "pooled_projection_dim": 32,
}
FLUX = SD3 | {
    "variant": "flux",
    "in_channels": 16,
    "patch_size": 1,
    "num_single_layers": 1,
    "guidance_embeds": True,
    # FLUX turns positions by angles that share out 128 dimensions among three axes.
    "attention_head_dim": 128,
}


@unittest.skipUnless(HAS_TORCH, "needs PyTorch")
class Denoisers(unittest.TestCase):
    """A forward and a backward pass each."""

    def test_every_kind_trains(self) -> None:
        import torch

        from measure.models import diffusion

        configuration = Configuration("diffusion", "tiny", 2, "latents", image_size=128, text_tokens=7)
        for build, values in (
            (diffusion.unet, UNET),
            (diffusion.unet, CONDITIONED),
            (diffusion.transformer, SD3),
            (diffusion.transformer, FLUX),
        ):
            workload = build(values, configuration)
            workload.loss(workload.model, workload.batch(torch.float32)).backward()
            trained = [weight for weight in workload.model.parameters() if weight.grad is not None]
            self.assertTrue(trained, values)


if __name__ == "__main__":
    unittest.main()
