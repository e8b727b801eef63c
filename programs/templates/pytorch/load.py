def load_model(device):
    # % if origin.library in ["transformers", "configuration"]
    # % if has_eager_attention
    # en: attention scores are materialised: memory grows with the square of the sequence
    # zh: 完整生成注意力分数：显存随序列长度平方增长
    attention = "eager"
    # % else
    # en: fused attention: scores never reach memory
    # zh: 融合注意力：注意力分数不落显存
    attention = "sdpa"
    # % endif
    # % endif
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
    # % if loads_by_first_process and spread.by == "deepspeed"
    if DEVICE_TYPE != "cpu":
        # en: as long as this lives, weights are divided while they are read: the first process alone holds them whole
        # zh: 该对象存在期间，权重边读边分片：只有首个进程持有完整权重
        load_model.zero = transformers.integrations.HfDeepSpeedConfig(DEEPSPEED)
    # % elif loads_by_first_process
    # en: only the first process reads the files; the others get their shards from it and hold nothing in RAM
    # zh: 只有首个进程读取文件；其余进程从它取得分片，不占内存
    if dist.get_rank():
        # % if origin.library == "diffusers"
        config = {{"diffusers" | dot(task.head)}}.load_config({{origin.name}}, subfolder={{task.folder}})
        with torch.device("meta"):
            return {{"diffusers" | dot(task.head)}}.from_config(config).to({{"torch" | dot(weights.dtype)}})
        # % else
        # % if origin.library == "transformers"
        config = transformers.AutoConfig.from_pretrained(  # one line
            {{origin.name}},
            # % if task.name in ["classify", "classify-text"]
            num_labels=NUM_CLASSES,
            # % endif
        )
        # % else
        config = describe_model()
        # % endif
        # % if task.auto != task.head and origin.library == "transformers"
        # en: its files name a class for distillation, which does not train
        # zh: 其配置文件指定的是用于蒸馏的类，不能训练
        config.architectures = [{{task.head}}]
        # % endif
        with torch.device("meta"):
            return {{"transformers" | dot(task.auto)}}.from_config(config, dtype={{"torch" | dot(weights.dtype)}}, attn_implementation=attention)
    # % endif
    # % endif
    # % if quantization
    # % filter indented(4)
    # % include "quantization.py"
    # % endfilter
    # % endif
    # % if origin.library == "torchvision"
    ## en: weights and buffers, {{ weights.amount|words }} a GPU ({{ weights.dtype|words }})
    ## zh: 权重与缓冲区，每卡 {{ weights.amount|words }}（{{ weights.dtype|words }}）
    # % if constructor.of == "detector"
    return torchvision.models.get_model(
        {{origin.name}},
        weights=None,
        weights_backbone="DEFAULT",
        num_classes=NUM_CLASSES,
        trainable_backbone_layers={{constructor.trainable_layers}},
        min_size=min(IMAGE_SIZE),
        max_size=max(IMAGE_SIZE),
    )
    # % elif constructor.of == "segmenter"
    return torchvision.models.get_model(
        {{origin.name}}, weights=None, weights_backbone="DEFAULT", num_classes=NUM_CLASSES, aux_loss={{constructor.has_auxiliary_head}}
    )
    # % elif constructor.of == "vit"
    return torchvision.models.get_model({{origin.name}}, weights=None, image_size=IMAGE_SIZE[0], num_classes=NUM_CLASSES)
    # % else
    return torchvision.models.get_model({{origin.name}}, weights=None, num_classes=NUM_CLASSES)
    # % endif
    # % elif origin.library == "timm"
    # % if training.attention == "eager"
    # en: attention scores are materialised: memory grows with the square of the tokens
    # zh: 完整生成注意力分数：显存随 token 数的平方增长
    timm.layers.set_fused_attn(False)
    # % endif
    # % include "pytorch/weights.py"
    return timm.create_model({{origin.name}}, pretrained=True, img_size=IMAGE_SIZE, num_classes=NUM_CLASSES)
    # % elif origin.library == "smp"
    # % include "pytorch/weights.py"
    return smp.Unet({{origin.name}}, encoder_weights="imagenet", classes=NUM_CLASSES)
    # % elif origin.library == "plain-unet"
    # % include "pytorch/weights.py"
    return UNet(NUM_CLASSES)
    # % elif origin.library == "diffusers"
    # % include "pytorch/weights.py"
    model = {{"diffusers" | dot(task.head)}}.from_pretrained(  # one line
        {{origin.name}},
        subfolder={{task.folder}},
        torch_dtype={{"torch" | dot(weights.dtype)}},
        # % if quantization
        quantization_config=quantization,
        # % endif
        # % if loading == "streamed"
        device_map={"": device},
        # % endif
    )
    # % if training.attention == "eager" and task.folder == "unet"
    # en: attention scores are materialised: memory grows with the square of the latent's area
    # zh: 完整生成注意力分数：显存随潜变量面积的平方增长
    model.set_attn_processor(diffusers.models.attention_processor.AttnProcessor())
    # % endif
    return model
    # % else
    # % if origin.library == "configuration" and quantization
    ## en: Only weights that are loaded can be quantized: MODEL_DIR is the folder that holds yours.
    ## zh: 只有加载的权重才能量化：MODEL_DIR 为存放您的权重的目录。
    # % elif origin.library == "configuration"
    # en: without the folder of your weights they begin at random
    # zh: 未给出权重目录时，权重随机初始化
    if "MODEL_DIR" not in os.environ:
        config = describe_model()
        # % if loading == "first-process"
        return {{"transformers" | dot(task.auto)}}.from_config(config, dtype={{"torch" | dot(weights.dtype)}}, attn_implementation=attention)
        # % else
        # en: weights are made on the device: none in RAM
        # zh: 直接在设备上创建权重：不占内存
        with device:
            return {{"transformers" | dot(task.auto)}}.from_config(config, dtype={{"torch" | dot(weights.dtype)}}, attn_implementation=attention)
        # % endif
    # % endif
    # % if origin.library == "configuration"
    # % filter indented(4)
    # % include "own_kind.py"
    # % endfilter
    # % endif
    ## en: weights and buffers, {{ weights.amount|words }} a GPU ({{ weights.dtype|words }})
    ## zh: 权重与缓冲区，每卡 {{ weights.amount|words }}（{{ weights.dtype|words }}）
    # % if loading == "streamed"
    # en: each tensor goes from the mapped file to the device: RAM holds a few at a time
    # zh: 张量逐个由映射文件送到设备：内存中同时只有少数几个
    # % else
    # en: the whole model passes through RAM
    # zh: 整个模型会先进入内存
    # % endif
    # % if unpacks and origin.library == "transformers"
    # en: experts are stored in 4 bits, and only unpacked ones can train
    # zh: 专家权重以 4 位存储，须解包后才能训练
    quantization = transformers.Mxfp4Config(dequantize=True)
    # % endif
    # % if task.name == "classify" or task.name == "classify-text" and origin.library == "configuration"
    # en: the head begins anew where it has other classes
    # zh: 类别数不同时输出头重新初始化
    # % endif
    return {{"transformers" | dot(task.head)}}.from_pretrained(  # one line
        # % if origin.library == "configuration"
        os.environ["MODEL_DIR"],
        # % else
        {{origin.name}},
        # % endif
        # % if quantization or unpacks and origin.library == "transformers"
        quantization_config=quantization,
        # % endif
        dtype={{"torch" | dot(weights.dtype)}},
        attn_implementation=attention,
        # % if task.name in ["classify", "classify-text"]
        num_labels=NUM_CLASSES,
        # % endif
        # % if task.name == "classify" and data.num_classes > 1
        problem_type="single_label_classification",
        # % endif
        # % if task.name == "classify" or task.name == "classify-text" and origin.library == "configuration"
        ignore_mismatched_sizes=True,
        # % endif
        # % if loading == "streamed"
        device_map={"": device},
        # % endif
    )


# % endif
# % if has_companions


def load_companions(device):
    # en: VAE and text encoders stay on the card, as the plan says
    # zh: 按方案让 VAE 与文本编码器常驻显存
    # % if task.folder == "unet"
    return diffusers.DiffusionPipeline.from_pretrained({{origin.name}}, unet=None, torch_dtype={{"torch" | dot(weights.dtype)}}).to(device)
    # % else
    return diffusers.DiffusionPipeline.from_pretrained({{origin.name}}, transformer=None, torch_dtype={{"torch" | dot(weights.dtype)}}).to(device)


# % endif
# % endif
