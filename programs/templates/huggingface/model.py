def load_model():
    # % if training.linear_attention == "fla"
    # en: transformers runs blocks with a state on this package's kernels wherever it is installed; without it the plan does not hold
    # zh: 只要装有该软件包，transformers 就用它的算子运行带状态的层；没有它，方案不成立
    if torch.cuda.is_available():
        __import__("fla")
    # % elif training.linear_attention == "torch"
    # en: blocks with a state run on PyTorch's operators, as planned, even where flash-linear-attention is installed
    # zh: 即使装有 flash-linear-attention，带状态的层也按方案用 PyTorch 自带的算子运行
    sys.modules["fla"] = None
    # % endif
    # % if origin.library == "configuration" and not reads_files
    # en: weights of your own, from the folder MODEL_DIR, take the place of random ones
    # zh: 若用 MODEL_DIR 给出权重目录，则以其代替随机权重
    if "MODEL_DIR" in os.environ:
        # % filter indented(8)
        # % include "own_kind.py"
        # % endfilter
        return {{"transformers" | dot(task.head)}}.from_pretrained(  # one line
            os.environ["MODEL_DIR"],
            # % if task.name == "classify-text"
            num_labels={{data.num_classes}},
            ignore_mismatched_sizes=True,
            # % endif
            dtype={{"torch" | dot(weights.dtype)}},
            attn_implementation={{"eager" if has_eager_attention else "sdpa"}},
        )
    config = transformers.AutoConfig.for_model(  # one line
        {{configuration | arguments}},
        # % if task.name == "classify-text"
        num_labels={{data.num_classes}},
        # % endif
    )
    # % endif
    # % if reads_files and origin.library == "configuration"
    # % filter indented(4)
    # % include "own_kind.py"
    # % endfilter
    # % endif
    # % if quantization
    # % filter indented(4)
    # % include "quantization.py"
    # % endfilter
    # % endif
    # % if unpacks and reads_files and origin.library == "transformers"
    # en: experts are stored in 4 bits, and only unpacked ones can train
    # zh: 专家权重以 4 位存储，须解包后才能训练
    quantization = transformers.Mxfp4Config(dequantize=True)
    # % endif
    return {{"transformers" | dot(task.head) | dot("from_pretrained" if reads_files else "from_config")}}(
        # % if not reads_files
        config,
        # % elif origin.library == "configuration"
        # en: MODEL_DIR is the folder of your weights
        # zh: MODEL_DIR 为您的权重目录
        os.environ["MODEL_DIR"],
        # % else
        {{origin.name}},
        # % endif
        # % if reads_files and task.name == "classify-text"
        # same line
        num_labels={{data.num_classes}},
        # % endif
        # % if quantization or unpacks and reads_files and origin.library == "transformers"
        quantization_config=quantization,
        # % endif
        # en: storage of the weights: {{ weights.amount|words }} a GPU
        # zh: 权重的存储类型：每卡 {{ weights.amount|words }}
        dtype={{"torch" | dot(weights.dtype)}},
        # % if has_eager_attention
        # en: scores are materialised: memory grows with the square of the sequence
        # zh: 完整生成分数：显存随长度平方增长
        # % else
        # en: fused attention: scores never reach memory
        # zh: 融合注意力：注意力分数不落显存
        # % endif
        attn_implementation={{"eager" if has_eager_attention else "sdpa"}},
        # % if reads_files
        # % if loading == "streamed"
        # en: each tensor goes from the mapped file to the device: RAM holds a few at a time
        # zh: 张量逐个由映射文件送到设备：内存中同时只有少数几个
        device_map={"": DEVICE},
        # % elif zero_stage == 3
        ## en: Weights are divided while they are read: arguments() has told DeepSpeed before.
        ## zh: 权重边读边分片：此前 arguments() 已通知 DeepSpeed。
        # % else
        ## en: Every process brings the whole model through RAM here, before DeepSpeed moves it.
        ## zh: 此处每个进程都会让整个模型经过内存，再由 DeepSpeed 移走。
        # % endif
        # % endif
    )


def build_model():
    model = load_model()
    # % if lora
    # % if quantization and quantization.upcasts_the_rest
    # en: embeddings, norms and head become FP32: 4 bytes a weight
    # zh: 嵌入、归一化与输出头转为 FP32：每权重 4 字节
    model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)
    # % endif
    adapters = LoraConfig(
        # en: weights, gradients and states of the adapters grow with it
        # zh: 适配器的权重、梯度与状态随之增长
        r={{lora.rank}},
        # en: scale of the adapters; no memory
        # zh: 适配器的缩放；不占显存
        lora_alpha={{lora.rank * 2}},
        # en: above 0 each adapted layer keeps a mask and a copy of its input
        # zh: 大于 0 时每个被适配层多存一份掩码与输入副本
        lora_dropout={{lora.dropout | short}},
        # % if lora.is_decomposed
        # en: rows' lengths are learned apart (DoRA): each adapted layer keeps its product as well, and makes its weight anew
        # zh: 单独学习各行的长度（DoRA）：每个被适配层还要保存其乘积，并重新计算整个权重
        use_dora=True,
        # % endif
        # en: more layers: more adapters, and more inputs kept for them
        # zh: 层越多：适配器越多，为其保存的输入也越多
        target_modules={{lora.targets}},
        # % if lora.heads
        # en: the head of your classes trains as well, as a copy that is kept with the adapters
        # zh: 您的类别所对应的输出头一并训练；训练的是其副本，随适配器保存
        modules_to_save={{lora.heads}},
        # % endif
        # % if lora.is_transposed
        fan_in_fan_out=True,
        # % endif
    )
    # % if lora.heads
    # en: only the adapters and the head get gradients and states
    # zh: 只有适配器和输出头有梯度和优化器状态
    # % else
    # en: only the adapters get gradients and states
    # zh: 只有适配器有梯度和优化器状态
    # % endif
    model = get_peft_model(model, adapters, autocast_adapter_dtype={{lora.is_fp32}})
    # % if lora.heads and training.precision in ["fp16-amp", "bf16-amp"]
    for parameter in model.parameters():
        if parameter.requires_grad:
            # en: what trains is FP32, the head as well
            # zh: 可训练部分均为 FP32，输出头亦然
            parameter.data = parameter.data.float()
    # % endif
    # % if has_checkpointing
    # en: lets gradients through frozen embeddings
    # zh: 让梯度穿过冻结的嵌入
    model.enable_input_require_grads()
    # % endif
    # % endif
    # % if loss_by == "program" and training.loss_logits == "chunked"
    put_loss_into_forward(model)
    # % endif
    return model
