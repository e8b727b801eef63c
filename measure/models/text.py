"""Encoders, decoders and sequence-to-sequence models, as transformers builds them from a `config.json`."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from measure.configuration import Configuration
from measure.models.workload import Batch, Workload

_LLAMA = {
    "query-value": "q_proj|v_proj",
    "attention": "q_proj|k_proj|v_proj|o_proj",
    "all-linear": "q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj",
}
_BERT = {
    "query-value": "query|value",
    "attention": r"query|key|value|attention\.output\.dense",
    "all-linear": "query|key|value|dense",
}
#: Names of linear layers by `model_type`; decoders not named here call them as LLaMA does.
LORA_TARGETS = {
    "gpt2": {"query-value": "c_attn", "attention": r"c_attn|attn\.c_proj", "all-linear": "c_attn|c_proj|c_fc"},
    "phi3": {"query-value": "qkv_proj", "attention": "qkv_proj|o_proj", "all-linear": "qkv_proj|o_proj|gate_up_proj|down_proj"},
    # The experts' weights are three-dimensional parameters, not linear layers.
    "mixtral": _LLAMA | {"all-linear": _LLAMA["attention"]},
    "qwen2_moe": _LLAMA | {"all-linear": _LLAMA["attention"]},
    "t5": {"query-value": "q|v", "attention": "q|k|v|o", "all-linear": "q|k|v|o|wi|wo"},
    "bert": _BERT,
    "roberta": _BERT,
    "distilbert": {
        "query-value": "q_lin|v_lin",
        "attention": "q_lin|k_lin|v_lin|out_lin",
        "all-linear": "q_lin|k_lin|v_lin|out_lin|lin1|lin2",
    },
}
#: What the published files say beyond the catalog's hyper-parameters (source: each model's `config.json`).
PUBLISHED = {
    "gemma2": {
        "sliding_window": 4096,
        "query_pre_attn_scalar": 256,
        "attn_logit_softcapping": 50.0,
        "final_logit_softcapping": 30.0,
    },
    "phi3": {"pad_token_id": None, "resid_pdrop": 0.0},
    "mistral": {"sliding_window": None},
    "mixtral": {"sliding_window": None},
    "qwen2_moe": {"norm_topk_prob": False},
    "t5": {"decoder_start_token_id": 0},
}


def config(model: str, architecture: str, hyper_parameters: dict[str, Any]) -> dict[str, Any]:
    """The catalog's hyper-parameters as the fields of a `config.json`."""
    values = dict(hyper_parameters)
    model_type = values.pop("variant", architecture)
    if model_type == "llama":
        if model.startswith("mistral"):
            model_type = "mistral"
        elif values["attention_bias"]:
            # Qwen2 has biases on query, key and value alone.
            model_type = "qwen2"
        values.pop("attention_bias")
    elif model_type in ("phi3", "mixtral", "qwen2_moe"):
        values.pop("attention_bias")
        if model_type == "phi3":
            values.pop("head_dim")
    if model_type == "mixtral":
        values["num_local_experts"] = values.pop("num_experts")
    if model_type == "distilbert":
        values = _distilbert(values)
    return {"model_type": model_type} | values | PUBLISHED.get(model_type, {})


def _distilbert(values: dict[str, Any]) -> dict[str, Any]:
    names = {
        "hidden_size": "dim",
        "num_hidden_layers": "n_layers",
        "num_attention_heads": "n_heads",
        "intermediate_size": "hidden_dim",
    }
    return {names.get(name, name): value for name, value in values.items() if name != "type_vocab_size"}


def build(config: dict[str, Any], configuration: Configuration) -> Workload:
    """The model with the head that the task asks for."""
    import transformers

    values = dict(config)
    model_type = values.pop("model_type")
    settings = transformers.AutoConfig.for_model(model_type, **values)
    settings.use_cache = False
    head, labels = _head(transformers, model_type, configuration)
    model = head.from_config(settings, attn_implementation=configuration.attention)
    size, length = configuration.micro_batch_size, configuration.sequence_length or 512
    vocabulary = settings.vocab_size

    def batch(_: torch.dtype) -> Batch:
        inputs = {"input_ids": torch.randint(1, vocabulary, (size, length))}
        shape = {"class": (size,), "token": (size, length), "target": (size, configuration.target_length or 128)}[labels]
        inputs["labels"] = torch.randint(0, 2 if labels == "class" else vocabulary, shape)
        if configuration.attention_mask == "padded":
            # The last eighth of every sequence is padding.
            inputs["attention_mask"] = (torch.arange(length) < length - length // 8).long().expand(size, -1).contiguous()
        return inputs

    return Workload(model, batch, _loss, LORA_TARGETS.get(model_type, _LLAMA))


def _head(transformers: Any, model_type: str, configuration: Configuration) -> tuple[Any, str]:  # noqa: ANN401
    if model_type == "t5":
        return transformers.AutoModelForSeq2SeqLM, "target"
    if model_type in ("bert", "roberta", "distilbert"):
        if configuration.task == "masked-lm":
            return transformers.AutoModelForMaskedLM, "token"
        return transformers.AutoModelForSequenceClassification, "class"
    return transformers.AutoModelForCausalLM, "token"


def _loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    return model(**batch).loss
