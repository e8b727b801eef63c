"""A training run that is ready to take steps."""

from __future__ import annotations

import contextlib
from contextlib import AbstractContextManager

import torch

from measure import adapters, checkpointing, models, optimizers, precision, quantization
from measure.configuration import Configuration

#: Small enough that no gradient overflows at random weights, which would skip the optimizer's step.
LOSS_SCALE = 128.0


class Training:
    """Model, batch and optimizer of a configuration on a device."""

    def __init__(self, configuration: Configuration, device: torch.device) -> None:
        self._configuration = configuration
        self._device = device
        precision.choose_matrix_kernels(configuration.precision)
        # Weights that are to be packed are built beside the card, which might not hold them unpacked.
        cradle = torch.device("cpu") if configuration.quantization else device
        with precision.default_dtype(precision.storage(configuration)), cradle:
            self._workload = models.build(configuration)
        model = self._workload.model
        #: Weights of the base model.
        self.parameters = sum(weight.numel() for weight in model.parameters())
        if configuration.quantization:
            quantization.pack(model, configuration.quantization)
        if configuration.lora:
            adapters.insert(model, configuration.lora, self._workload.lora_targets)
        if configuration.method == "frozen-backbone":
            adapters.freeze_backbone(model)
        if configuration.activation_checkpointing == "full":
            checkpointing.switch_on(model, inputs_need_gradients=configuration.lora is not None)
        layout = torch.channels_last if configuration.memory_format == "channels-last" else torch.preserve_format
        self._model = model.to(device, memory_format=layout).train()
        with device:
            self._batch = self._workload.batch(precision.inputs(configuration))
        if configuration.memory_format == "channels-last":
            self._batch = {
                name: value.contiguous(memory_format=layout) if value.dim() == 4 else value for name, value in self._batch.items()
            }
        self._optimizer = optimizers.make(model, configuration)
        self._scaler = torch.amp.GradScaler(device.type, init_scale=LOSS_SCALE, enabled=configuration.precision == "fp16-amp")

    def step(self) -> None:
        """One optimizer step with all its micro-steps."""
        for _ in range(self._configuration.gradient_accumulation_steps):
            # The loss dies with this call: no more of the forward pass outlives it than in a usual loop.
            self._scaler.scale(self._loss()).backward()
        self._scaler.step(self._optimizer)
        self._scaler.update()
        self._optimizer.zero_grad(set_to_none=True)

    def tensors(self) -> list[object]:
        """Everything that is alive between steps."""
        return [list(self._model.parameters()), list(self._model.buffers()), list(self._optimizer.state.values()), self._batch]

    def _loss(self) -> torch.Tensor:
        with self._autocast():
            return self._workload.loss(self._model, self._batch)

    def _autocast(self) -> AbstractContextManager[object]:
        dtype = precision.AUTOCAST.get(self._configuration.precision)
        return torch.autocast(self._device.type, dtype=dtype) if dtype else contextlib.nullcontext()
