"""Faster and Mask R-CNN on ResNet-50 with a feature pyramid, as they are fine-tuned from published weights."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from measure import catalog
from measure.configuration import Configuration
from measure.models.workload import Batch, Workload

#: Weights this small keep frozen batch norms (which do not normalize at random weights) from overflowing.
WEIGHT_SCALE = 0.01


def build(configuration: Configuration, hyper_parameters: dict[str, Any]) -> Workload:
    """The detector with frozen batch norms and its first stages frozen."""
    from torchvision.models import resnet50
    from torchvision.models.detection import FasterRCNN, MaskRCNN
    from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor
    from torchvision.ops.misc import FrozenBatchNorm2d

    classes = catalog.model_fields(str(configuration.model))["num_classes"]
    height, width = configuration.height_and_width()
    with_masks = bool(hyper_parameters["mask_head"])
    backbone = _resnet_fpn_extractor(
        resnet50(weights=None, norm_layer=FrozenBatchNorm2d), hyper_parameters["trainable_backbone_layers"]
    )
    kind = MaskRCNN if with_masks else FasterRCNN
    model = kind(backbone, num_classes=classes, min_size=min(height, width), max_size=max(height, width))
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(0.0, WEIGHT_SCALE)
    objects = int(hyper_parameters["objects_per_image"])

    def batch(dtype: torch.dtype) -> Batch:
        images = [torch.rand(3, height, width, dtype=dtype) for _ in range(configuration.micro_batch_size)]
        targets = [_target(objects, height, width, classes, with_masks) for _ in images]
        return {"images": images, "targets": targets}

    return Workload(model, batch, _loss)


def _target(objects: int, height: int, width: int, classes: int, with_masks: bool) -> dict[str, torch.Tensor]:
    sides = torch.tensor([width, height])
    corners = torch.rand(objects, 2) * sides * 0.6
    boxes = torch.cat([corners, corners + torch.rand(objects, 2) * sides * 0.35 + 10], dim=1)
    target = {"boxes": boxes, "labels": torch.randint(1, classes, (objects,))}
    if with_masks:
        target["masks"] = torch.ones(objects, height, width, dtype=torch.uint8)
    return target


def _loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    return torch.stack(list(model(batch["images"], batch["targets"]).values())).sum()
