# en: tokens whose logits are alive at once
# zh: 同时存在 logits 的 token 数
CHUNK = 1024


def chunk_loss(head, cap, hidden, labels):
    logits = head(hidden).float()
    logits = logits if cap is None else torch.tanh(logits / cap) * cap
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100, reduction="sum")


def loss_in_chunks(core, labels, **batch):
    # % if task.name in ["next-token", "read-pictures"]
    hidden = getattr(core, core.base_model_prefix)(**batch, use_cache=False)[0][:, :-1]
    labels = labels[:, 1:]
    head, cap = core.get_output_embeddings(), getattr(core.config, "final_logit_softcapping", None)
    # % else
    encoded = core.encoder(**batch)[0]
    hidden = core.decoder(
        input_ids=core._shift_right(labels),
        encoder_hidden_states=encoded,
        encoder_attention_mask=batch.get("attention_mask"),
        use_cache=False,
    )[0]
    if getattr(core.config, "scale_decoder_outputs", core.config.tie_word_embeddings):
        hidden = hidden * core.model_dim**-0.5
    head, cap = core.get_output_embeddings(), None
    # % endif
    # en: logits are never whole: a chunk at a time, computed again in the backward pass
    # zh: logits 从不完整存在：逐块计算，反向时重算
    losses = [checkpoint(chunk_loss, head, cap, h, y, use_reentrant=False) for h, y in zip(hidden.split(CHUNK, 1), labels.split(CHUNK, 1))]
    return sum(losses) / (labels != -100).sum().clamp(min=1)


def put_loss_into_forward(model):
    core = model.get_base_model() if hasattr(model, "get_base_model") else model
    # en: a call of the model is the loss: what shares it out over GPUs sees all weights at work
    # zh: 调用模型即得损失：多卡包装因此能看到所有参与计算的权重
    core.forward = functools.partial(loss_in_chunks, core)


def loss_of(model, batch):
    return model(**batch)
