//! The loss, by what the model is trained for.

use engine::training::LossLogits;

use crate::code::run::{Denoiser, Origin, Run, Task};
use crate::code::script::Script;

pub(in crate::code) fn write(script: &mut Script, run: Run<'_>) {
    match run.task() {
        Task::NextToken => next_token(script, run),
        Task::Denoise(denoiser) => denoise(script, denoiser),
        Task::TextToText if run.training().loss_logits == LossLogits::Chunked => chunked_answer(script, run),
        task => {
            script.gap().raw("def loss_of(model, batch):");
            script.raw(match task {
                Task::Classify => "    images, labels = batch\n    return F.cross_entropy(model(images), labels)",
                Task::Segment { is_torchvision: false } => "    images, masks = batch\n    return F.cross_entropy(model(images), masks)",
                Task::Segment { is_torchvision: true } => {
                    "    images, masks = batch\n    out = model(images)\n    loss = F.cross_entropy(out[\"out\"], masks)\n    return loss + 0.5 * F.cross_entropy(out[\"aux\"], masks) if \"aux\" in out else loss"
                }
                Task::Detect { .. } => "    images, targets = batch\n    return sum(model(images, targets).values())",
                _ => "    return model(**batch).loss",
            });
            script.gap();
        }
    }
}

/// Losses over a vocabulary differ in what they keep of the logits.
fn next_token(script: &mut Script, run: Run<'_>) {
    let logits = "    labels = batch.pop(\"labels\")\n    logits = model(**batch, use_cache=False).logits";
    match run.training().loss_logits {
        LossLogits::Chunked => {
            chunks_begin(script);
            script.raw(
                r#"
    hidden = getattr(core, core.base_model_prefix)(**batch, use_cache=False)[0][:, :-1]
    labels = labels[:, 1:]
    head, cap = core.get_output_embeddings(), getattr(core.config, "final_logit_softcapping", None)"#,
            );
            chunks_end(script, run);
        }
        LossLogits::Upcast => {
            script.gap().raw("def loss_of(model, batch):");
            script.line(
                "    return model(**batch, use_cache=False).loss",
                (
                    "copies the logits to FP32: 4 bytes x tokens x vocabulary, and their gradient",
                    "logits 转为 FP32：4 字节 × 词元 × 词表，另加其梯度",
                ),
            );
        }
        LossLogits::UpcastShiftedCopy => {
            script.gap().raw("def loss_of(model, batch):");
            script.raw(logits);
            script.line("    logits = logits.float()", ("a copy in FP32", "一份 FP32 副本"));
            script.line(
                "    shifted = logits[:, :-1].contiguous()",
                ("and another one, as older releases made it", "再复制一份，旧版本即如此"),
            );
            script.raw("    return F.cross_entropy(shifted.flatten(0, 1), batch_labels(labels), ignore_index=-100)");
        }
        LossLogits::LowPrecision => {
            script.gap().raw("def loss_of(model, batch):");
            script.raw(logits);
            script.line(
                "    return F.cross_entropy(logits[:, :-1].flatten(0, 1), batch_labels(labels), ignore_index=-100)",
                ("logits stay in 16 bits: no FP32 copy, a little less exact", "logits 保持 16 位：没有 FP32 副本，精度略低"),
            );
        }
    }
    if matches!(run.training().loss_logits, LossLogits::LowPrecision | LossLogits::UpcastShiftedCopy) {
        script.gap().gap().raw("def batch_labels(labels):\n    return labels[:, 1:].flatten()");
    }
    if run.origin() == Origin::Configuration {
        script.note("", ("The weights begin at random: from_config() loads none.", "权重随机初始化：from_config() 不加载权重。"));
    }
    script.gap();
}

/// The same of an answer, whose decoder reads it shifted by one.
fn chunked_answer(script: &mut Script, run: Run<'_>) {
    chunks_begin(script);
    script.raw(
        r#"
    encoded = core.encoder(**batch)[0]
    hidden = core.decoder(
        input_ids=core._shift_right(labels), encoder_hidden_states=encoded,
        encoder_attention_mask=batch.get("attention_mask"), use_cache=False,
    )[0]
    if getattr(core.config, "scale_decoder_outputs", core.config.tie_word_embeddings):
        hidden = hidden * core.model_dim**-0.5
    head, cap = core.get_output_embeddings(), None"#,
    );
    chunks_end(script, run);
    script.gap();
}

/// A loss by chunks of tokens, up to the model without its wrappers.
fn chunks_begin(script: &mut Script) {
    script.line("CHUNK = 1024", ("tokens whose logits are alive at once", "同时存在 logits 的词元数"));
    script.gap().gap().raw(
        r"
def chunk_loss(head, cap, hidden, labels):
    logits = head(hidden).float()
    logits = logits if cap is None else torch.tanh(logits / cap) * cap
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100, reduction='sum')
",
    );
    script.gap().gap().raw("def loss_of(model, batch):\n    labels = batch.pop(\"labels\")");
    script.line(
        "    core = getattr(model, \"module\", model)",
        ("without the wrappers of parallel training and adapters", "去掉并行与适配器的包装"),
    );
    script.raw("    core = core.get_base_model() if hasattr(core, \"get_base_model\") else core");
}

fn chunks_end(script: &mut Script, run: Run<'_>) {
    script.line(
        "    losses = [checkpoint(chunk_loss, head, cap, h, y, use_reentrant=False) for h, y in zip(hidden.split(CHUNK, 1), labels.split(CHUNK, 1))]",
        ("logits are never whole: a chunk at a time, computed again in the backward pass", "logits 从不完整存在：逐块计算，反向时重算"),
    );
    script.raw("    return sum(losses) / (labels != -100).sum().clamp(min=1)");
    if run.is_distributed() {
        script.note(
            "    ",
            (
                "Parallel wrappers hook into model(); calling the core leaves their synchronization out. Move this function into the model's forward for more than one GPU.",
                "并行包装依赖 model() 的调用；直接调用内部模型会跳过同步。多卡时请把此函数放进模型的 forward。",
            ),
        );
    }
}

fn denoise(script: &mut Script, denoiser: Denoiser) {
    script.gap().raw("def loss_of(model, batch):\n    latents, noise = batch[\"latents\"], torch.randn_like(batch[\"latents\"])");
    match denoiser {
        Denoiser::Unet | Denoiser::UnetXl => {
            script.raw(
                r"
    # The usual schedule of these models: noise is mixed in by the square roots of a cumulative product.
    betas = torch.linspace(0.00085**0.5, 0.012**0.5, 1000, device=latents.device) ** 2
    kept = torch.cumprod(1 - betas, dim=0)
    steps = torch.randint(1000, (len(latents),), device=latents.device)
    share = kept[steps].view(-1, 1, 1, 1)
    noisy = (share.sqrt() * latents + (1 - share).sqrt() * noise).to(latents.dtype)",
            );
            if denoiser == Denoiser::UnetXl {
                script.raw(
                    r#"
    height, width = IMAGE_SIZE
    sizes = torch.tensor([height, width, 0, 0, height, width], device=latents.device, dtype=latents.dtype).expand(len(latents), 6)
    conditions = {"text_embeds": batch["pooled"], "time_ids": sizes}
    out = model(noisy, steps, encoder_hidden_states=batch["text"], added_cond_kwargs=conditions, return_dict=False)[0]"#,
                );
            } else {
                script.raw("    out = model(noisy, steps, encoder_hidden_states=batch[\"text\"], return_dict=False)[0]");
            }
            script.raw("    return F.mse_loss(out.float(), noise.float())");
        }
        Denoiser::Sd3 | Denoiser::Flux => {
            script.raw("    # Flow matching: the model learns the direction from the picture to noise.");
            script.raw(if denoiser == Denoiser::Sd3 {
                r#"
    share = torch.rand(len(latents), device=latents.device)
    mixed = share.view(-1, 1, 1, 1)
    noisy = ((1 - mixed) * latents + mixed * noise).to(latents.dtype)
    out = model(
        hidden_states=noisy, timestep=share * 1000, encoder_hidden_states=batch["text"], pooled_projections=batch["pooled"], return_dict=False
    )[0]"#
            } else {
                r#"
    share = torch.rand(len(latents), device=latents.device)
    mixed = share.view(-1, 1, 1)
    noisy = ((1 - mixed) * latents + mixed * noise).to(latents.dtype)
    rows, columns = IMAGE_SIZE[0] // 16, IMAGE_SIZE[1] // 16
    places = torch.zeros(rows, columns, 3, device=latents.device)
    places[..., 1] += torch.arange(rows, device=latents.device)[:, None]
    places[..., 2] += torch.arange(columns, device=latents.device)[None]
    core = model.get_base_model() if hasattr(model, "get_base_model") else getattr(model, "module", model)
    guidance = torch.ones(len(latents), device=latents.device) if getattr(core.config, "guidance_embeds", False) else None
    out = model(
        hidden_states=noisy, timestep=share, encoder_hidden_states=batch["text"], pooled_projections=batch["pooled"],
        img_ids=places.flatten(0, 1), txt_ids=places.new_zeros(batch["text"].shape[1], 3), guidance=guidance, return_dict=False,
    )[0]"#
            });
            script.raw("    return F.mse_loss(out.float(), (noise - latents).float())");
        }
    }
    script.gap();
}
