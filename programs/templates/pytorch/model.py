def build_model(device):
    model = load_model(device)
    # % if task.has_unread_pooler
    # en: comparing texts never reads the pooler, whose gradient several processes would wait for
    # zh: 比较文本不会用到池化层，而多进程训练会一直等待它的梯度
    model.pooler = None
    # % endif
    # % if weights.dtype != "float32" and origin.library not in ["transformers", "configuration", "diffusers"]
    # en: 2 bytes a weight instead of 4; gradients and states follow
    # zh: 每个权重 2 字节而非 4；梯度与状态随之
    model = model.to({{"torch" | dot(weights.dtype)}})
    # % endif
    # % if pictures and pictures.unread and method == "full"
    for name, parameter in model.named_parameters():
        if any(part in name for part in {{pictures.unread}}):
            # en: classification never reads these weights: they get no gradient, which several processes would wait for
            # zh: 分类不会用到这些权重：它们没有梯度，而多进程训练会一直等待
            parameter.requires_grad = False
    # % endif
    # % if tower and method == "full" and tower.frozen
    for name, parameter in model.named_parameters():
        # % if tower.trains == "projector"
        if any(part in name for part in {{tower.frozen}}):
            # en: what the tower sees stays as it is; only what brings it to the decoder trains
            # zh: 视觉塔保持不变；只训练把其特征送入解码器的部分
            parameter.requires_grad = False
        # % else
        if any(part in name for part in {{tower.frozen}}):
            # en: what the tower sees stays as it is: no gradients, no states, and nothing is kept for it
            # zh: 视觉塔保持不变：没有梯度和优化器状态，也不为其保存激活值
            parameter.requires_grad = False
        # % endif
    # % endif
    # % if method == "frozen-backbone"
    heads = ("fc", "head", "heads", "classifier", "segmentation_head", "decoder", "dec", "up", "outc", "aux", "rpn", "roi_heads")
    for name, parameter in model.named_parameters():
        # en: frozen weights have neither gradients nor states, and nothing is kept for them
        # zh: 冻结的权重没有梯度和优化器状态，也不为其保存激活值
        parameter.requires_grad = name.startswith(heads)
    # % elif lora
    # % if quantization and quantization.upcasts_the_rest
    # en: freezes the base and keeps embeddings, norms and head in FP32
    # zh: 冻结基座，并把嵌入、归一化与输出头保持为 FP32
    model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)
    # % else
    # en: the base has neither gradients nor states
    # zh: 基座没有梯度和优化器状态
    model.requires_grad_(False)
    # % endif
    # en: rank and targets: trained weights, gradients and states grow with both
    # zh: 秩与目标模块：可训练权重、梯度与状态随二者增长
    # % if lora.heads
    # en: modules_to_save: the head of your classes trains as well, as a copy that is kept with the adapters
    # zh: modules_to_save：您的类别所对应的输出头一并训练；训练的是其副本，随适配器保存
    # % endif
    # % if tower and lora.excluded
    # en: excluded: what the tower sees stays as it is, though its layers have names of the decoder's
    # zh: 排除：视觉塔保持不变，尽管其中有与解码器同名的层
    # % endif
    # % if pictures and lora.excluded
    # en: excluded: adapters where classification never reads would get no gradient
    # zh: 排除：分类不会用到的部分若加适配器，也得不到梯度
    # % endif
    adapters = LoraConfig(  # one line
        r={{lora.rank}},
        lora_alpha={{lora.rank * 2}},
        lora_dropout={{lora.dropout | short}},
        # % if lora.is_decomposed
        use_dora=True,
        # % endif
        # % if lora.is_transposed
        fan_in_fan_out=True,
        # % endif
        target_modules={{lora.targets}},
        # % if lora.excluded
        exclude_modules={{lora.excluded}},
        # % endif
        # % if lora.heads
        modules_to_save={{lora.heads}},
        # % endif
    )
    # % if lora.is_fp32
    # en: True: adapters are kept in FP32, 4 bytes a weight
    # zh: True：适配器以 FP32 保存，每个权重 4 字节
    # % else
    # en: False: adapters stay in the base's 16 bits
    # zh: False：适配器沿用基座的 16 位
    # % endif
    model = get_peft_model(model, adapters, autocast_adapter_dtype={{lora.is_fp32}})
    # % if lora.heads and training.precision in ["fp16-amp", "bf16-amp"]
    for parameter in model.parameters():
        if parameter.requires_grad:
            # en: what trains is FP32, the head as well
            # zh: 可训练部分均为 FP32，输出头亦然
            parameter.data = parameter.data.float()
    # % endif
    # % endif
    # % if has_checkpointing
    # % if origin.library in ["transformers", "configuration"] and not wraps_blocks
    # en: keeps only each block's input and computes the rest again in the backward pass: less memory, more time
    # zh: 只保留每个块的输入，反向时重新计算：显存更少，时间更多
    model.activation_checkpointing_enable(activation_checkpointing_kwargs={"use_reentrant": False})
    # % if tower
    # en: the switch would send gradients through a frozen tower as well, at the cost of training it
    # zh: 上面的开关还会让梯度穿过冻结的视觉塔，代价与训练它相同
    model.disable_input_require_grads()
    # % endif
    # % if lora and tower
    # en: lets gradients through the words' frozen embeddings to the first block
    # zh: 让梯度穿过冻结的词嵌入到达首个块
    model.get_input_embeddings().register_forward_hook(lambda module, given, embeddings: embeddings.requires_grad_(True))
    # % elif lora
    # en: lets gradients through frozen embeddings to the first block
    # zh: 让梯度穿过冻结的嵌入到达首个块
    model.enable_input_require_grads()
    # % endif
    # en: keys and values of generation are not kept
    # zh: 不保留生成用的键值缓存
    model.config.use_cache = False
    # % elif origin.library == "timm"
    # en: keeps only each block's input and computes the rest again in the backward pass: less memory, more time
    # zh: 只保留每个块的输入，反向时重新计算：显存更少，时间更多
    # % if lora
    model.get_base_model().set_grad_checkpointing(True)
    # % else
    model.set_grad_checkpointing(True)
    # % endif
    # % elif origin.library == "diffusers"
    # en: keeps only each block's input and computes the rest again in the backward pass: less memory, more time
    # zh: 只保留每个块的输入，反向时重新计算：显存更少，时间更多
    # % if lora
    model.get_base_model().enable_gradient_checkpointing()
    # % else
    model.enable_gradient_checkpointing()

    # % endif
    # % elif blocks == "dense"
    def recomputed(forward, features):
        return checkpoint(lambda *kept: forward(list(kept)), *features, use_reentrant=False)

    for module in model.modules():
        if type(module).__name__ == "_DenseLayer":
            # en: keeps only each block's input and computes the rest again in the backward pass: less memory, more time
            # zh: 只保留每个块的输入，反向时重新计算：显存更少，时间更多
            module.forward = functools.partial(recomputed, module.forward)
    # % else
    blocks = "BasicBlock Bottleneck EncoderBlock CNBlock MBConv FusedMBConv InvertedResidual _DenseLayer SwinTransformerBlock DoubleConv MPNetLayer".split()
    for module in model.modules():
        if type(module).__name__ in blocks:
            # en: keeps only each block's input and computes the rest again in the backward pass: less memory, more time
            # zh: 只保留每个块的输入，反向时重新计算：显存更少，时间更多
            module.forward = functools.partial(checkpoint, module.forward, use_reentrant=False)
    # % if wraps_blocks and lora
    # en: lets gradients through frozen embeddings to the first block
    # zh: 让梯度穿过冻结的嵌入到达首个块
    model.enable_input_require_grads()
    # % endif
    # % if blocks == "none"
    ## en: VGG has no repeated blocks: nothing is checkpointed.
    ## zh: VGG 没有重复块：不会有任何检查点。
    # % endif
    # % endif
    # % endif
    # % if training.memory_format == "channels-last" and not is_text
    # en: NHWC: convolutions on tensor cores need no transposed copies
    # zh: NHWC：张量核心上的卷积无需转置副本
    model = model.to(memory_format=torch.channels_last)
    # % endif
    # % if training.loss_logits == "chunked" and task.name in ["next-token", "read-pictures", "text-to-text"]
    put_loss_into_forward(model)
    # % endif
    # % if spread.by == "fsdp"
    ## en: FSDP moves the model to the GPU block by block.
    ## zh: FSDP 会逐块把模型移到 GPU。
    # % elif spread.by == "deepspeed"
    ## en: DeepSpeed moves what belongs on the GPU.
    ## zh: 由 DeepSpeed 决定哪些放到 GPU。
    # % elif quantization and quantization.bits == 8
    ## en: Loading has put the whole-number weights on the GPU; transformers before 5 refuses to move them.
    ## zh: 整数权重在加载时已放到 GPU；transformers 5 之前的版本不允许再移动。
    # % elif loading == "streamed"
    # en: adapters follow the weights, which loading has put there
    # zh: 适配器随权重移到设备；权重在加载时已到位
    model = model.to(device)
    # % else
    # en: the GPU's first memory: context and weights
    # zh: 开始占用显存：上下文与权重
    model = model.to(device)
    # % endif
    return model.train()
