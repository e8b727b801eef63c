def load_model():
    # % if training.attention == "eager" or training.memory_format == "channels-last"
    ## en: Attention kernels and memory formats are chosen by MindSpore itself.
    ## zh: 注意力内核与内存布局由 MindSpore 自行选择。
    # % endif
    # % if published.at == "mindcv"
    import mindcv

    # en: weights take at least {{ weights.amount|words }} a device
    # zh: 权重每设备至少占 {{ weights.amount|words }}
    return mindcv.create_model({{published.name}}, pretrained=False, num_classes=NUM_CLASSES)
    # % else
    # en: MindNLP has the interfaces of transformers
    # zh: MindNLP 与 transformers 接口一致
    # % if task.name == "next-token"
    from mindnlp.transformers import AutoModelForCausalLM

    # % elif task.name == "text-to-text"
    from mindnlp.transformers import AutoModelForSeq2SeqLM

    # % elif task.name == "masked-tokens"
    from mindnlp.transformers import AutoModelForMaskedLM

    # % else
    from mindnlp.transformers import AutoModelForSequenceClassification
    # % endif

    # en: weights take at least {{ weights.amount|words }} a device
    # zh: 权重每设备至少占 {{ weights.amount|words }}
    return {{task.head | bare}}.from_pretrained({{origin.name}}, ms_dtype={{"ms" | dot(weights.dtype)}})


# % endif


def build_model():
    net = load_model()
    # % if method == "frozen-backbone"
    for parameter in net.get_parameters():
        # en: frozen weights have neither gradients nor states
        # zh: 冻结的权重没有梯度和状态
        parameter.requires_grad = parameter.name.startswith(("classifier", "head", "fc"))
    # % elif lora
    from mindnlp.peft import LoraConfig, get_peft_model

    # en: only the adapters get gradients and states
    # zh: 只有适配器有梯度和状态
    net = get_peft_model(net, LoraConfig(r={{lora.rank}}, lora_alpha={{lora.rank * 2}}, lora_dropout={{lora.dropout | short}}, target_modules={{lora.targets}}))
    # % endif
    # % if has_checkpointing
    for cell in net.cells():
        for block in cell.cells():
            # en: keeps a block's input only and computes the rest again (graph mode; PyNative since 2.3)
            # zh: 只保留块的输入，其余反向时重算（图模式；PyNative 自 2.3 起）
            block.recompute()
    # % endif
    # % if training.precision == "fp16-amp"
    # en: activations of products in 16 bits, weights stay FP32
    # zh: 矩阵运算的激活值为 16 位，权重保持 FP32
    return ms.amp.auto_mixed_precision(net, "O1")
    # % elif training.precision == "bf16-amp"
    # en: activations of products in 16 bits, weights stay FP32
    # zh: 矩阵运算的激活值为 16 位，权重保持 FP32
    return ms.amp.auto_mixed_precision(net, "O1", dtype=ms.bfloat16)
    # % elif training.precision == "bf16"
    # en: everything in 16 bits, weights and states as well
    # zh: 全部 16 位，包括权重与状态
    return ms.amp.auto_mixed_precision(net, "O3", dtype=ms.bfloat16)
    # % else
    # en: FP32 throughout
    # zh: 全程 FP32
    return ms.amp.auto_mixed_precision(net, "O0")


# % endif
