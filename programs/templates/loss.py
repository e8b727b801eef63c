# % if training.loss_logits == "chunked" and task.name in ["next-token", "read-pictures", "text-to-text"]
# % include "chunks.py"
# % elif task.name == "denoise"

# % include "pytorch/denoise.py"
# % else


# % if task.name == "prefer-answers"
# en: how strongly the model is held to the reference; no effect on memory
# zh: 模型受参考模型约束的强度；与显存无关
BETA = 0.1


# % endif
def loss_of(model, batch):
    # % if task.name == "classify"
    images, labels = batch
    # % if pictures and pictures.interpolates
    # en: positions are interpolated: the model's own are for another size of pictures
    # zh: 对位置编码做插值：模型自带的位置编码对应另一种图片尺寸
    # % if data.num_classes > 1
    return model(images, labels=labels, interpolate_pos_encoding=True).loss
    # % else
    return F.cross_entropy(model(images, interpolate_pos_encoding=True).logits, labels)
    # % endif
    # % elif pictures and data.num_classes > 1
    return model(images, labels=labels).loss
    # % elif pictures
    return F.cross_entropy(model(images).logits, labels)
    # % else
    return F.cross_entropy(model(images), labels)
    # % endif
    # % elif task.name == "segment" and task.is_torchvision
    images, masks = batch
    out = model(images)
    loss = F.cross_entropy(out["out"], masks, ignore_index=VOID)
    return loss + 0.5 * F.cross_entropy(out["aux"], masks, ignore_index=VOID) if "aux" in out else loss
    # % elif task.name == "segment"
    images, masks = batch
    return F.cross_entropy(model(images), masks, ignore_index=VOID)
    # % elif task.name == "detect"
    images, targets = batch
    return sum(model(images, targets).values())
    # % elif task.name in ["next-token", "read-pictures"] and training.loss_logits == "upcast"
    # en: copies the logits to FP32: 4 bytes x tokens x vocabulary, and their gradient
    # zh: logits 转为 FP32：4 字节 × token 数 × 词表大小，另加其梯度
    return model(**batch, use_cache=False).loss
    # % elif task.name in ["next-token", "read-pictures"]
    labels = batch.pop("labels")
    logits = model(**batch, use_cache=False).logits
    # % if training.loss_logits == "upcast-shifted-copy"
    # en: a copy in FP32
    # zh: 一份 FP32 副本
    logits = logits.float()
    # en: and another one, as older releases made it
    # zh: 再复制一份，旧版本即如此
    shifted = logits[:, :-1].contiguous()
    return F.cross_entropy(shifted.flatten(0, 1), batch_labels(labels), ignore_index=-100)
    # % else
    # en: logits stay in 16 bits: no FP32 copy, a little less exact
    # zh: logits 保持 16 位：没有 FP32 副本，精度略低
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), batch_labels(labels), ignore_index=-100)


# % endif


def batch_labels(labels):
    return labels[:, 1:].flatten()
    # % elif task.name in ["text-to-text", "transcribe"]
    # en: keys and values of generation, which the decoder would keep a copy of, are not made
    # zh: 不生成解码器否则会另存一份的生成用键值缓存
    return model(**batch, use_cache=False).loss
    # % elif task.name == "pair-texts"
    batch = {name: rows.flatten(0, 1) for name, rows in batch.items()}
    words = model(**batch).last_hidden_state
    # en: a text is the mean of its tokens, scaled to length 1
    # zh: 一条文本以其各 token 的均值表示，并缩放为单位长度
    kept = batch["attention_mask"].unsqueeze(-1)
    texts = F.normalize((words * kept).sum(1) / kept.sum(1), dim=-1)
    first, second = texts.unflatten(0, (-1, 2)).unbind(1)
    # en: the second texts of all other pairs are the wrong answers: the larger the micro-batch, the more is learned; accumulation adds none
    # zh: 其余各对的第二条文本即为错误答案：微批次越大，学到的越多；梯度累积不会增加错误答案
    return F.cross_entropy(first @ second.T / 0.05, torch.arange(len(first), device=texts.device))
    # % elif task.name == "prefer-answers"
    batch = {name: rows.flatten(0, 1) for name, rows in batch.items()}
    labels = F.pad(batch.pop("labels"), (0, 1), value=-100)[:, 1:]
    # en: the reference is the model without its adapters: no second copy of the weights, and nothing is kept for the backward pass
    # zh: 参考模型即去掉适配器的同一模型：无需第二份权重，也不为反向保存任何内容
    with torch.no_grad(), without_adapters(model):
        reference = log_probabilities(model, batch, labels)
    better, worse = (log_probabilities(model, batch, labels) - reference).unflatten(0, (-1, 2)).unbind(1)
    return -F.logsigmoid(BETA * (better - worse)).mean()


def log_probabilities(model, batch, labels):
    logits = model(**batch, use_cache=False).logits
    # % if training.loss_logits == "upcast"
    # en: a copy of the logits in FP32: 4 bytes x tokens x vocabulary, and their gradient
    # zh: logits 的 FP32 副本：4 字节 × token 数 × 词表大小，另加其梯度
    losses = F.cross_entropy(logits.float().flatten(0, 1), labels.flatten(), ignore_index=-100, reduction="none")
    # % else
    # en: logits stay in 16 bits: no FP32 copy, a little less exact
    # zh: logits 保持 16 位：没有 FP32 副本，精度略低
    losses = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100, reduction="none")
    # % endif
    # en: sums over hundreds of tokens are too coarse in 16 bits
    # zh: 数百个 token 之和用 16 位表示过于粗糙
    return -losses.float().view_as(labels).sum(-1)


@contextlib.contextmanager
def without_adapters(model):
    layers = [module for module in model.modules() if isinstance(module, BaseTunerLayer)]
    is_training = model.training
    # en: the reference drops nothing out; PEFT's own switch would also freeze the adapters, which FSDP takes for good
    # zh: 参考模型不做随机失活；PEFT 自带的开关还会冻结适配器，而 FSDP 会一直当作冻结
    model.eval()
    for layer in layers:
        layer._disable_adapters = True
    try:
        yield
    finally:
        for layer in layers:
            layer._disable_adapters = False
        model.train(is_training)
    # % else
    return model(**batch).loss


# % endif
# % endif
# % if task.name == "next-token" and origin.library == "configuration"
## en: The weights begin at random unless MODEL_DIR names a folder that holds yours.
## zh: 未用 MODEL_DIR 给出权重目录时，权重随机初始化。
# % endif
