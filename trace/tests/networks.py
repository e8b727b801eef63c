"""Networks that nobody wrote for the tracer, and small ones with something uncommon in each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import nn

from rigwise_trace import trace
from tests import uncommon

#: Where traces lie that the engine is held to, beside what a simulated step of each takes.
REFERENCES = Path(__file__).parents[2] / "engine/reference/traced"
Network = tuple[Callable[[], nn.Module], list[tuple[tuple[int, ...], torch.dtype]]]


def pictures(side: int) -> list[tuple[tuple[int, ...], torch.dtype]]:
    """One tensor of RGB pictures."""
    return [((3, side, side), torch.float32)]


def torchvision_networks() -> dict[str, Network]:
    """Classifiers, a segmenter and a network of films, as torchvision builds them."""
    from torchvision import models

    swin, stage = models.SwinTransformer, models.convnext.CNBlockConfig
    return {
        "tv-resnet18": (models.resnet18, pictures(96)),
        "tv-mobilenet-v3-small": (models.mobilenet_v3_small, pictures(128)),
        "tv-alexnet": (models.alexnet, pictures(96)),
        "tv-squeezenet": (models.squeezenet1_1, pictures(96)),
        "tv-densenet": (lambda: models.DenseNet(block_config=(2, 2, 2, 2)), pictures(96)),
        "tv-convnext": (lambda: models.ConvNeXt([stage(48, 96, 1), stage(96, None, 1)]), pictures(64)),
        "tv-vit": (lambda: models.VisionTransformer(64, 16, 2, 4, 128, 512), pictures(64)),
        "tv-swin": (lambda: swin([4, 4], 48, [2], [3], [7, 7]), pictures(112)),
        "tv-film": (models.video.mc3_18, [((3, 8, 56, 56), torch.float32)]),
        "tv-segmenter": (lambda: models.segmentation.lraspp_mobilenet_v3_large(weights_backbone=None), pictures(96)),
    }


def timm_networks() -> dict[str, Network]:
    """Classifiers as timm builds them, some of them with fewer blocks."""
    from timm import create_model
    from timm.layers import GatedMlp
    from timm.models.mlp_mixer import MlpMixer, ResBlock, SpatialGatingBlock

    def gated(block: type[nn.Module]) -> nn.Module:
        return MlpMixer(patch_size=32, num_blocks=2, embed_dim=128, mlp_ratio=6, block_layer=block, mlp_layer=GatedMlp)

    def made(name: str, **changes: Any) -> Callable[[], nn.Module]:  # noqa: ANN401
        return lambda: create_model(name, **changes)

    return {
        "timm-mixer": (lambda: MlpMixer(patch_size=32, num_blocks=2, embed_dim=256), pictures(224)),
        "timm-gmlp": (lambda: gated(SpatialGatingBlock), pictures(224)),
        "timm-resmlp": (
            lambda: MlpMixer(patch_size=32, num_blocks=2, embed_dim=256, mlp_ratio=4, block_layer=ResBlock),
            pictures(224),
        ),
        "timm-beit": (made("beit_base_patch16_224", depth=2), pictures(224)),
        "timm-eva": (made("eva02_tiny_patch14_224", depth=2), pictures(224)),
        "timm-cait": (made("cait_xxs24_224", depth=2), pictures(224)),
        "timm-convnext-v2": (made("convnextv2_atto", depths=(1, 1, 1, 1)), pictures(96)),
        "timm-pvt": (made("pvt_v2_b0", depths=(1, 1, 1, 1)), pictures(96)),
        "timm-repvgg": (made("repvgg_a0"), pictures(64)),
        "timm-nfnet": (made("nf_resnet26"), pictures(96)),
    }


def small_networks() -> dict[str, Network]:
    """Small networks of our own."""
    words = [((48,), torch.int64)]
    return {
        "own-unet": (uncommon.Unet, pictures(64)),
        "own-decoder": (uncommon.Decoder, words),
        "own-two-towers": (uncommon.TwoTowers, [((64,), torch.float32), ((32,), torch.float32)]),
        "own-tables": (uncommon.Tables, [((12,), torch.int64), ((20,), torch.float32)]),
        "own-waves": (uncommon.Waves, [((1, 4000), torch.float32)]),
        "own-generator": (uncommon.Generator, [((64,), torch.float32)]),
        "own-graph": (uncommon.Graph, [((40, 24), torch.float32), ((40, 40), torch.float32)]),
        "own-frozen": (uncommon.Frozen, pictures(64)),
        "own-einsum": (uncommon.Einsum, [((30, 64), torch.float32)]),
        "own-joined": (uncommon.Joined, [((256,), torch.float32)]),
        "own-old-norm": (uncommon.OldNorm, [((512,), torch.float32)]),
        "own-encoder": (uncommon.encoder, [((50, 128), torch.float32)]),
    }


def networks() -> dict[str, Network]:
    """All of them by name."""
    return torchvision_networks() | timm_networks() | small_networks()


def traced(name: str, network: Network) -> dict[str, Any]:
    """The document of one of them."""
    factory, shapes = network
    inputs = tuple(torch.empty((2, *shape), dtype=dtype, device="meta") for shape, dtype in shapes)
    return trace(factory, inputs, name=name)


def written(document: dict[str, Any]) -> str:
    """A document as it is stored."""
    return json.dumps(document, separators=(",", ":")) + "\n"


def main(names: list[str]) -> None:
    """Writes the traces of those that are named, or of all."""
    for name, network in networks().items():
        if not names or name in names:
            text = written(traced(name, network))
            (REFERENCES / f"{name}.json").write_text(text, encoding="utf-8")
            sys.stdout.write(f"{name}: {len(text)} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
