# en: tokens whose logits are alive at once
# zh: 同时存在 logits 的 token 数
CHUNK = 1024


def chunk_loss(head, cap, hidden, labels):
    logits = head(hidden).float()
    logits = logits if cap is None else torch.tanh(logits / cap) * cap
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100, reduction='sum')


def loss_of(model, batch):
    labels = batch.pop("labels")
    # en: without the wrappers of parallel training and adapters
    # zh: 去掉并行与适配器的包装
    core = getattr(model, "module", model)
    core = core.get_base_model() if hasattr(core, "get_base_model") else core
#% if task.name == "next-token"
    hidden = getattr(core, core.base_model_prefix)(**batch, use_cache=False)[0][:, :-1]
    labels = labels[:, 1:]
    head, cap = core.get_output_embeddings(), getattr(core.config, "final_logit_softcapping", None)
#% else
    encoded = core.encoder(**batch)[0]
    hidden = core.decoder(
        input_ids=core._shift_right(labels), encoder_hidden_states=encoded,
        encoder_attention_mask=batch.get("attention_mask"), use_cache=False,
    )[0]
    if getattr(core.config, "scale_decoder_outputs", core.config.tie_word_embeddings):
        hidden = hidden * core.model_dim**-0.5
    head, cap = core.get_output_embeddings(), None
#% endif
    # en: logits are never whole: a chunk at a time, computed again in the backward pass
    # zh: logits 从不完整存在：逐块计算，反向时重算
    losses = [checkpoint(chunk_loss, head, cap, h, y, use_reentrant=False) for h, y in zip(hidden.split(CHUNK, 1), labels.split(CHUNK, 1))]
    return sum(losses) / (labels != -100).sum().clamp(min=1)
#% if is_distributed
    ## en: Parallel wrappers hook into model(); calling the core leaves their synchronization out. Move this function into the model's forward for more than one GPU.
    ## zh: 并行包装依赖 model() 的调用；直接调用内部模型会跳过同步。多卡时请把此函数放进模型的 forward。
#% endif
