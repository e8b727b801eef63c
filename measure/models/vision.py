"""Classifiers of torchvision and timm."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from measure import catalog
from measure.configuration import Configuration
from measure.models.workload import Batch, Workload

#: The catalog's models that timm builds, by timm's own names.
TIMM = {
    "timm_vit_small": "vit_small_patch16_224",
    "timm_vit_base": "vit_base_patch16_224",
    "timm_vit_large": "vit_large_patch16_224",
    "timm_deit_tiny": "deit_tiny_patch16_224",
}
TIMM_TARGETS = {"query-value": "qkv", "attention": r"qkv|attn\.proj", "all-linear": r"qkv|attn\.proj|fc1|fc2"}


def build(configuration: Configuration) -> Workload:
    """The classifier with as many classes as it was published with."""
    name = str(configuration.model)
    classes = catalog.model_fields(name)["num_classes"]
    size = configuration.micro_batch_size
    height, width = configuration.height_and_width()

    def batch(dtype: torch.dtype) -> Batch:
        return {"x": torch.randn(size, 3, height, width, dtype=dtype), "y": torch.randint(classes, (size,))}

    return Workload(_model(name, classes, height), batch, _loss, TIMM_TARGETS)


def _model(name: str, classes: int, image_size: int) -> nn.Module:
    if name in TIMM:
        import timm

        return timm.create_model(TIMM[name], pretrained=False, img_size=image_size, num_classes=classes)
    import torchvision

    # Position embeddings are made for one size.
    size = {"image_size": image_size} if name.startswith("vit_") else {}
    return torchvision.models.get_model(name, weights=None, num_classes=classes, **size)


def _loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    return functional.cross_entropy(model(batch["x"]), batch["y"])
