"""Segmentation: the plain U-Net, U-Nets on ResNets, FCN and DeepLabV3."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from measure import catalog
from measure.configuration import Configuration
from measure.models.workload import Batch, Workload

#: Channels of the plain U-Net, finest first (Ronneberger et al. 2015, with padded convolutions and batch norm).
WIDTHS = (64, 128, 256, 512, 1024)
#: Weight of the auxiliary head's loss in torchvision's reference training.
AUXILIARY_WEIGHT = 0.5


def build(configuration: Configuration) -> Workload:
    """The model with as many classes as it was published with."""
    name = str(configuration.model)
    classes = catalog.model_fields(name)["num_classes"]
    size = configuration.micro_batch_size
    height, width = configuration.height_and_width()

    def batch(dtype: torch.dtype) -> Batch:
        return {"x": torch.randn(size, 3, height, width, dtype=dtype), "y": torch.randint(classes, (size, height, width))}

    return Workload(_model(name, classes), batch, _loss)


def _model(name: str, classes: int) -> nn.Module:
    if name == "unet":
        return PlainUNet(classes)
    if name.startswith("smp_unet_"):
        import segmentation_models_pytorch as smp

        return smp.Unet(name.removeprefix("smp_unet_"), encoder_weights=None, classes=classes)
    import torchvision

    return torchvision.models.get_model(name, weights=None, weights_backbone=None, num_classes=classes, aux_loss=True)


def _loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    outputs = model(batch["x"])
    if isinstance(outputs, dict):
        main, auxiliary = (functional.cross_entropy(outputs[head], batch["y"]) for head in ("out", "aux"))
        return main + AUXILIARY_WEIGHT * auxiliary
    return functional.cross_entropy(outputs, batch["y"])


class DoubleConvolution(nn.Sequential):
    """Two 3x3 convolutions, each with batch norm and an activation in place."""

    def __init__(self, inputs: int, outputs: int) -> None:
        layers: list[nn.Module] = []
        for channels in (inputs, outputs):
            layers += [nn.Conv2d(channels, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]
        super().__init__(*layers)


class PlainUNet(nn.Module):
    """Down by pooling, up by transposed convolutions, with skips between."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        steps = list(zip(WIDTHS, WIDTHS[1:], strict=False))
        self.stem = DoubleConvolution(3, WIDTHS[0])
        self.pool = nn.MaxPool2d(2)
        self.down = nn.ModuleList(DoubleConvolution(fine, coarse) for fine, coarse in steps)
        self.up = nn.ModuleList(nn.ConvTranspose2d(coarse, fine, 2, 2) for fine, coarse in reversed(steps))
        self.decoder = nn.ModuleList(DoubleConvolution(coarse, fine) for fine, coarse in reversed(steps))
        self.outc = nn.Conv2d(WIDTHS[0], classes, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of every class at every pixel."""
        skips = [self.stem(x)]
        for block in self.down:
            skips.append(block(self.pool(skips[-1])))
        x = skips.pop()
        for up, block in zip(self.up, self.decoder, strict=True):
            x = block(torch.cat([skips.pop(), up(x)], dim=1))
        return self.outc(x)
