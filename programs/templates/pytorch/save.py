def save(model):
    # % if spread.by == "fsdp"
    from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

    # en: every process helps to gather the shards in the RAM of the first
    # zh: 各进程共同把分片收集到首个进程的内存
    state = get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
    # % elif spread.by == "deepspeed"
    # % if zero_stage == 3
    import deepspeed

    # % endif
    model, state = model.module, {}
    kept = model.state_dict().keys()
    for name, value in itertools.chain(model.named_parameters(), model.named_buffers()):
        if name not in kept:
            continue
        # % if zero_stage == 3
        # en: gathered tensor by tensor; the first process keeps them in RAM
        # zh: 逐张量收集；由首个进程保存在内存
        with deepspeed.zero.GatheredParameters([value] if hasattr(value, "ds_id") else []):
            if RANK == 0:
                state[name] = value.detach().cpu().clone()
        # % else
        # en: out of the one buffer that holds all weights
        # zh: 从存放全部权重的同一缓冲区中取出
        if RANK == 0:
            state[name] = value.detach().cpu().clone()
    # % endif
    # % elif spread.by == "replicas"
    model = model.module
    # % endif
    if RANK:
        return
    os.makedirs(OUTPUT_DIR, exist_ok=True)
    # % if pictures
    # en: how pictures are cut and scaled belongs to the model
    # zh: 图片的裁剪与缩放方式随模型一起保存
    size = dict(zip(("height", "width"), IMAGE_SIZE))
    # % if pictures.interpolates
    # en: positions stay those of another size: call the model with interpolate_pos_encoding=True
    # zh: 位置编码仍对应另一种尺寸：调用模型时须加 interpolate_pos_encoding=True
    # % endif
    transformers.ViTImageProcessor(size=size, image_mean={{pictures.mean}}, image_std={{pictures.deviation}}).save_pretrained(OUTPUT_DIR)
    # % elif task.name == "read-pictures"
    if DATA_DIR:
        # en: what makes patches and tokens for the model belongs to it
        # zh: 生成图块与 token 的处理器随模型一起保存
        transformers.AutoProcessor.from_pretrained(PROCESSOR).save_pretrained(OUTPUT_DIR)
    # % elif is_text
    if DATA_DIR and TOKENIZER:
        # en: what the texts were tokenized with belongs to the model
        # zh: 训练所用的分词器随模型一起保存
        transformers.AutoTokenizer.from_pretrained(TOKENIZER).save_pretrained(OUTPUT_DIR)
    # % elif task.name == "transcribe"
    if DATA_DIR:
        # en: what makes spectrograms and texts for the model belongs to it
        # zh: 为模型生成频谱与文本的处理器随模型一起保存
        transformers.AutoProcessor.from_pretrained(TOKENIZER).save_pretrained(OUTPUT_DIR)
    # % if not lora
    # en: what is written with it is the language that it was trained on, and not guessed
    # zh: 生成时直接使用训练时的语言，不再猜测
    model.generation_config.language, model.generation_config.task = LANGUAGE, "transcribe"
    model.generation_config.forced_decoder_ids = None
    # % endif
    # % endif
    # % if lora
    # en: the adapters alone, as safetensors; the base model is loaded as before
    # zh: 只保存适配器（safetensors）；基座模型照旧加载
    # % if spread.by in ["fsdp", "deepspeed"]
    model.save_pretrained(OUTPUT_DIR, state_dict=state, save_embedding_layers=False)
    # % else
    model.save_pretrained(OUTPUT_DIR, save_embedding_layers=False)
    # % endif
    # % elif origin.library in ["transformers", "configuration"]
    # en: configuration and weights, as safetensors: from_pretrained() of this folder loads them
    # zh: 配置与权重（safetensors）：对该目录调用 from_pretrained() 即可加载
    # % if spread.by in ["fsdp", "deepspeed"]
    model.save_pretrained(OUTPUT_DIR, state_dict=state)
    # % else
    model.save_pretrained(OUTPUT_DIR)
    # % endif
    # % elif origin.library == "diffusers" and not saves_tensors
    # en: configuration and weights, as safetensors: from_pretrained() of this folder loads them
    # zh: 配置与权重（safetensors）：对该目录调用 from_pretrained() 即可加载
    model.save_pretrained(OUTPUT_DIR)
    # % elif spread.by in ["fsdp", "deepspeed"]
    # % if origin.library == "diffusers"
    model.save_config(OUTPUT_DIR)
    safetensors.torch.save_file(state, os.path.join(OUTPUT_DIR, "diffusion_pytorch_model.safetensors"))
    # % else
    safetensors.torch.save_file(state, os.path.join(OUTPUT_DIR, "model.safetensors"))
    # % endif
    # % else
    safetensors.torch.save_model(model, os.path.join(OUTPUT_DIR, "model.safetensors"))


# % endif
