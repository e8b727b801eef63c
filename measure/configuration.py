"""One training run, pinned: the settings of the API's scenario, and the scenario itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

#: A model of the catalog by its id, or the fields of a Hugging Face `config.json`.
Model = str | dict[str, Any]


@dataclass(frozen=True)
class Lora:
    """Low-rank adapters; the fields are those of `training.lora`."""

    rank: int = 8
    targets: str = "attention"
    dropout: float = 0.0
    adapter_dtype: str = "fp32"


@dataclass(frozen=True)
class Quantization:
    """How frozen weights are packed; the fields are those of `training.quantization`."""

    bits: int = 4
    double_quantization: bool = True
    upcast_unquantized: bool = True


@dataclass(frozen=True)
class Configuration:
    """A scenario but for its hardware; what is not set has the default of the API."""

    family: str
    model: Model
    micro_batch_size: int
    kind: str
    method: str = "full"
    lora: Lora | None = None
    quantization: Quantization | None = None
    precision: str = "bf16-amp"
    optimizer: str = "adamw"
    optimizer_implementation: str = "foreach"
    weight_decay: float = 0.01
    activation_checkpointing: str = "none"
    attention: str = "sdpa"
    attention_mask: str = "none"
    memory_format: str = "contiguous"
    gradient_accumulation_steps: int = 1
    image_size: int | tuple[int, int] | None = None
    sequence_length: int | None = None
    target_length: int | None = None
    text_tokens: int | None = None
    task: str | None = None

    @property
    def model_name(self) -> str:
        """The catalog's id, or what the `config.json` describes."""
        if isinstance(self.model, str):
            return self.model
        width = self.model.get("hidden_size") or self.model.get("n_embd") or self.model.get("d_model") or self.model.get("dim")
        return f"{self.model['model_type']}-{width}"

    @property
    def id(self) -> str:
        """A name that tells this configuration from every other: the model, then what was chosen."""
        size = "x".join(str(side) for side in _sides(self.image_size)) if self.image_size else ""
        words = [
            self.model_name,
            self.method + (f"-r{self.lora.rank}-{self.lora.targets}-{self.lora.adapter_dtype}" if self.lora else ""),
            self.precision,
            self.optimizer + ("" if self.optimizer_implementation == "foreach" else f"-{self.optimizer_implementation}"),
            f"b{self.micro_batch_size}",
            f"i{size}" if size else "",
            f"s{self.sequence_length}" if self.sequence_length else "",
            f"t{self.target_length}" if self.target_length else "",
            self.task or "",
            "checkpointing" if self.activation_checkpointing == "full" else "",
            "eager" if self.attention == "eager" else "",
            "padded" if self.attention_mask == "padded" else "",
            "channels-last" if self.memory_format == "channels-last" else "",
            f"x{self.gradient_accumulation_steps}" if self.gradient_accumulation_steps > 1 else "",
        ]
        return "_".join(word for word in words if word)

    def scenario(self, gpu: str, row_id: str) -> dict[str, Any]:
        """The scenario that asks the API for this very run on a card of the catalog."""
        training: dict[str, Any] = {
            "method": self.method,
            "precision": self.precision,
            "optimizer": self.optimizer,
            "weight_decay": self.weight_decay,
            "activation_checkpointing": self.activation_checkpointing,
            "attention": self.attention,
            "attention_mask": self.attention_mask,
            "loss_logits": "upcast",
            "memory_format": self.memory_format,
            "micro_batch_size": self.micro_batch_size,
            "gradient_accumulation_steps": self.gradient_accumulation_steps,
            "framework": "pytorch",
        }
        if self.optimizer in ("adamw", "sgd", "sgd-momentum"):
            training["optimizer_implementation"] = self.optimizer_implementation
        if self.lora:
            training["lora"] = asdict(self.lora)
        if self.quantization:
            training["quantization"] = asdict(self.quantization)
        size = _sides(self.image_size) if self.image_size else ()
        data = {
            "kind": self.kind,
            "image_size": (size[0] if len(size) == 1 else list(size)) if size else None,
            "sequence_length": self.sequence_length,
            "target_length": self.target_length,
            "text_tokens": self.text_tokens,
            "task": self.task,
        }
        return {
            "id": row_id,
            "hardware": {"gpu": gpu, "gpu_count": 1},
            "model": {"id": self.model} if isinstance(self.model, str) else {"config": self.model},
            "training": training,
            "data": {field: value for field, value in data.items() if value is not None},
        }

    def height_and_width(self) -> tuple[int, int]:
        """The picture's sides in pixels."""
        sides = _sides(self.image_size) if self.image_size else (224,)
        return sides[0], sides[-1]

    def to_json(self) -> dict[str, Any]:
        """All fields, for the worker."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Configuration:
        """The inverse of `to_json`."""
        known = {field.name: value[field.name] for field in fields(cls) if field.name in value}
        known["lora"] = Lora(**value["lora"]) if value.get("lora") else None
        known["quantization"] = Quantization(**value["quantization"]) if value.get("quantization") else None
        if isinstance(known.get("image_size"), list):
            known["image_size"] = tuple(known["image_size"])
        return cls(**known)


def _sides(size: int | tuple[int, int]) -> tuple[int, ...]:
    if isinstance(size, int):
        return (size,)
    return (size[0],) if size[0] == size[1] else tuple(size)
