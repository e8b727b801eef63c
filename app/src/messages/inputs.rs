//! Texts of the planner's form.

messages! {
    set { en: "Set in this plan", zh: "本方案已设定" }
    set_many(count) { en: "Settings of this plan ({count})", zh: "此方案的全部设置（{count} 项）" }
    begun(method, epochs) { en: "Chosen for this card: {method}, {epochs} epochs", zh: "按此卡选定：{method}，{epochs} 轮" }
    unset(field) { en: "{field}, back to automatic", zh: "{field}，恢复自动" }
    unset_all { en: "All back to automatic", zh: "全部恢复自动" }
    inputs { en: "Edit the inputs", zh: "修改输入" }
    workload { en: "Workload", zh: "训练任务" }
    hardware { en: "Hardware", zh: "硬件" }
    data { en: "Data", zh: "数据" }
    advanced { en: "Advanced settings", zh: "高级设置" }
    calculate { en: "Calculate", zh: "计算" }
    automatic { en: "Automatic", zh: "自动" }
    automatic_is(value) { en: "Auto: {value}", zh: "自动：{value}" }
    automatic_hint { en: "Empty fields are chosen for you.", zh: "留空的项目由系统推荐。" }
    error_summary { en: "Please check these fields", zh: "请检查以下字段" }
    unknown_names(names) {
        en: "The address has parameters that Rigwise does not read; the figures do not take them into account, and links keep them: {names}",
        zh: "地址中含有 Rigwise 不读取的参数；数值未考虑这些参数，链接中予以保留：{names}",
    }
    meant(given, nearest) { en: "{given} (did you mean {nearest}?)", zh: "{given}（是否想写 {nearest}？）" }
    showing_last { en: "Showing the last valid plan", zh: "当前显示上一个有效方案" }
    showing_last_field(field, value) { en: "Showing {field} {value}", zh: "当前显示：{field} {value}" }

    gpu { en: "GPU", zh: "GPU（显卡）" }
    gpus { en: "GPUs per machine", zh: "每台机器的 GPU 数" }
    nodes { en: "Machines", zh: "机器数" }
    cpu { en: "CPU", zh: "CPU（处理器）" }
    ram { en: "Memory (RAM), GiB", zh: "内存（RAM），GiB" }
    storage { en: "Data drive", zh: "数据盘" }
    drives { en: "Number of data drives", zh: "数据盘数量" }
    os { en: "Operating system", zh: "操作系统" }
    model { en: "Model", zh: "模型" }
    method { en: "Method", zh: "训练方法" }
    rank { en: "LoRA rank", zh: "LoRA 秩" }
    targets { en: "LoRA targets", zh: "LoRA 目标层" }
    dora { en: "DoRA", zh: "DoRA" }
    precision { en: "Precision", zh: "精度" }
    optimizer { en: "Optimizer", zh: "优化器" }
    checkpointing { en: "Activation checkpointing", zh: "激活检查点（activation checkpointing）" }
    attention { en: "Attention kernel", zh: "注意力实现" }
    batch { en: "Batch size per GPU", zh: "每卡批次大小（batch size）" }
    accumulation { en: "Gradient accumulation", zh: "梯度累积（gradient accumulation）" }
    sharding { en: "Sharding", zh: "分片" }
    implementation { en: "Sharded by", zh: "分片实现" }
    offload { en: "Offload to RAM", zh: "卸载到内存（offload）" }
    framework { en: "Framework", zh: "框架" }
    epochs { en: "Epochs", zh: "训练轮数" }
    data_kind { en: "Kind of data", zh: "数据类型" }
    samples { en: "Samples", zh: "样本数" }
    image { en: "Image size, pixels", zh: "图像尺寸，像素" }
    seq { en: "Sequence length, tokens", zh: "序列长度，token" }
    task { en: "Task", zh: "任务" }
    pictures { en: "Images per sample", zh: "每条样本的图像数" }
    vision { en: "Vision tower", zh: "视觉塔" }
    alignment { en: "Alignment", zh: "偏好对齐" }
    target { en: "Target length, tokens", zh: "目标长度，token" }
    workers { en: "Loader workers", zh: "加载进程数（num_workers）" }
    cache { en: "Data cache", zh: "数据缓存" }

    measured { en: "What you measured", zh: "实测数据" }
    measured_about {
        en: "Figures of a run of this plan scale the estimate by part. To go on with another plan, keep them as factors.",
        zh: "填入此方案的实测值，各项估算会据此修正。若要换方案，请先把它们保留为系数。",
    }
    measured_code { en: "Program that measures", zh: "测量程序" }
    measured_keep { en: "Keep as factors", zh: "保留为系数" }
    peak { en: "Peak GPU memory, GiB", zh: "显存峰值，GiB" }
    peak_of { en: "Peak read from", zh: "峰值来源" }
    rate { en: "Samples per second, all GPUs", zh: "每秒样本数（所有 GPU）" }
    util { en: "GPU busy, 0 to 1", zh: "GPU 利用率，0 到 1" }
    at_batch { en: "Batch size of that run", zh: "该次运行的批次大小" }
    factor_memory { en: "Factor on activations", zh: "激活值系数" }
    factor_compute { en: "Factor on GPU time", zh: "GPU 时间系数" }

    own_model { en: "Own model (config.json)", zh: "自定义模型（config.json）" }
    own_model_of(kind) { en: "Own model ({kind})", zh: "自定义模型（{kind}）" }
    own_model_with(kind, parameters) { en: "Own model ({kind}, {parameters} parameters)", zh: "自定义模型（{kind}，{parameters} 参数）" }
    own_config { en: "Own model: config.json", zh: "自定义模型：config.json" }
    own_config_about {
        en: "Paste the config.json of a Hugging Face model. Keys that do not bear on memory or time are left out.",
        zh: "粘贴 Hugging Face 模型的 config.json。与显存和时间无关的键会被略去。",
    }
    own_config_use { en: "Use this configuration", zh: "使用此配置" }

    own_card { en: "Own card", zh: "自定义显卡" }
    own_memory { en: "Memory, GiB", zh: "显存，GiB" }
    own_bandwidth { en: "Bandwidth, GB/s", zh: "带宽，GB/s" }
    own_fp32 { en: "FP32, TFLOP/s", zh: "FP32，TFLOP/s" }
    own_fp16 { en: "Dense FP16, TFLOP/s", zh: "稠密 FP16，TFLOP/s" }
    own_bf16 { en: "Dense BF16, TFLOP/s", zh: "稠密 BF16，TFLOP/s" }
}
