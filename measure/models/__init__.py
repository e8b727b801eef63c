"""Models by the catalog's ids, with random weights, their batches and their losses."""

from __future__ import annotations

from measure import catalog
from measure.configuration import Configuration
from measure.errors import KitError
from measure.models.workload import Workload

#: Architectures that transformers builds from a `config.json`.
TEXT = ("decoder", "encoder", "gpt2", "t5")


def build(configuration: Configuration) -> Workload:
    """The model on the current default device, and what trains it."""
    from measure.models import detection, diffusion, segmentation, text, vision

    if not isinstance(configuration.model, str):
        return text.build(configuration.model, configuration)
    architecture, hyper_parameters = catalog.architecture(configuration.model)
    if architecture in TEXT:
        config = text.config(configuration.model, architecture, hyper_parameters)
        return text.build(config, configuration)
    match architecture:
        case "diffusion_unet":
            return diffusion.unet(hyper_parameters, configuration)
        case "diffusion_transformer":
            return diffusion.transformer(hyper_parameters, configuration)
        case "detector":
            return detection.build(configuration, hyper_parameters)
        case "unet" | "segmenter":
            return segmentation.build(configuration)
    if configuration.kind != "images":
        raise KitError(f"`{configuration.model}` takes images, not {configuration.kind}")
    return vision.build(configuration)
