//! Names of the choices in the planner's lists.

messages! {
    full { en: "Full training", zh: "全量训练" }
    lora { en: "LoRA", zh: "LoRA" }
    qlora { en: "QLoRA, 4 bits", zh: "QLoRA，4 位" }
    frozen_backbone { en: "Frozen backbone", zh: "冻结主干" }

    fp32 { en: "FP32", zh: "FP32" }
    tf32 { en: "TF32", zh: "TF32" }
    fp16_amp { en: "FP16 mixed precision", zh: "FP16 混合精度" }
    bf16_amp { en: "BF16 mixed precision", zh: "BF16 混合精度" }
    bf16 { en: "Pure BF16", zh: "纯 BF16" }

    adamw { en: "AdamW", zh: "AdamW" }
    adamw_8bit { en: "AdamW, 8 bits", zh: "AdamW，8 位" }
    adafactor { en: "Adafactor", zh: "Adafactor" }
    lion { en: "Lion", zh: "Lion" }
    lion_8bit { en: "Lion, 8 bits", zh: "Lion，8 位" }
    muon { en: "Muon, with AdamW", zh: "Muon 搭配 AdamW" }
    sgd { en: "SGD", zh: "SGD" }
    sgd_momentum { en: "SGD with momentum", zh: "带动量的 SGD" }

    off { en: "Off", zh: "关闭" }
    on { en: "On", zh: "开启" }
    every_block { en: "Every block", zh: "每个重复块" }
    eager { en: "Eager", zh: "Eager（普通实现）" }
    sdpa { en: "SDPA (flash where possible)", zh: "SDPA（尽可能用 flash）" }

    no_sharding { en: "None", zh: "无" }
    ddp { en: "Data parallel (DDP)", zh: "数据并行（DDP）" }
    zero_1 { en: "ZeRO-1", zh: "ZeRO-1" }
    zero_2 { en: "ZeRO-2", zh: "ZeRO-2" }
    zero_3 { en: "ZeRO-3 / FSDP", zh: "ZeRO-3 / FSDP" }
    library_ddp { en: "DistributedDataParallel", zh: "DistributedDataParallel" }
    library_fsdp2 { en: "FSDP2 (fully_shard)", zh: "FSDP2（fully_shard）" }
    library_deepspeed { en: "DeepSpeed", zh: "DeepSpeed" }
    nothing { en: "Nothing", zh: "无" }
    optimizer_only { en: "Optimizer state", zh: "优化器状态" }
    everything { en: "Optimizer state and weights", zh: "优化器状态和权重" }

    classification { en: "Classes of texts", zh: "文本分类" }
    masked_tokens { en: "Masked tokens", zh: "掩码语言模型" }
    text_pairs { en: "Embeddings: pairs of texts", zh: "文本嵌入：成对文本" }

    tower_frozen { en: "Frozen", zh: "冻结" }
    tower_projector { en: "Projector trains", zh: "只训练投影层" }
    tower_trained { en: "Trains as well", zh: "一并训练" }

    no_alignment { en: "None", zh: "无" }
    preferences { en: "DPO: prefer the better of two answers", zh: "DPO（在两个回答中偏好较好的）" }

    query_value { en: "Query and value", zh: "Query 与 value" }
    attention_layers { en: "All attention layers", zh: "全部注意力层" }
    all_linear { en: "All linear layers", zh: "全部线性层" }

    images { en: "Images", zh: "图像" }
    text { en: "Text", zh: "文本" }
    audio { en: "Audio", zh: "音频" }
    tensors { en: "Arrays", zh: "数组" }
    latents { en: "Images for latent diffusion", zh: "潜空间扩散用图像" }
    cache_ram { en: "Samples in RAM", zh: "样本放入内存" }
    cache_latents { en: "Latents", zh: "潜变量（latents）" }
    cache_tokens { en: "Token ids", zh: "Token 编号" }

    peak_device { en: "nvidia-smi", zh: "nvidia-smi" }
    peak_reserved { en: "max_memory_reserved", zh: "max_memory_reserved" }
    peak_allocated { en: "max_memory_allocated", zh: "max_memory_allocated" }

    linux { en: "Linux", zh: "Linux" }
    windows { en: "Windows", zh: "Windows" }
    pytorch { en: "PyTorch", zh: "PyTorch" }
    tensorflow { en: "TensorFlow (lower bound only)", zh: "TensorFlow（仅下界）" }
    mindspore { en: "MindSpore (lower bound only)", zh: "MindSpore（仅下界）" }
}
