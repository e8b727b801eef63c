//! Names of settings that an address can say and the planner's form has no control for.

messages! {
    version { en: "Version of the link", zh: "链接版本" }
    id { en: "Id of the plan", zh: "方案编号" }
    gpu_name { en: "Name of the own card", zh: "自定义显卡名称" }
    gpu_tf32 { en: "Dense TF32, TFLOP/s", zh: "稠密 TF32，TFLOP/s" }
    gpu_pcie { en: "PCIe generation of the card", zh: "显卡的 PCIe 代数" }
    gpu_lanes { en: "PCIe lanes of the card", zh: "显卡的 PCIe 通道数" }
    gpu_nvlink { en: "NVLink, GB/s", zh: "NVLink，GB/s" }
    gpu_tdp { en: "Board power, W", zh: "整卡功耗，W" }
    gpu_vendor { en: "Maker of the card", zh: "显卡厂商" }
    display { en: "Desktop on this card", zh: "桌面运行在此卡上" }
    dropout { en: "LoRA dropout", zh: "LoRA dropout" }
    adapter { en: "Precision of the adapters", zh: "适配器精度" }
    bits { en: "Quantization, bits", zh: "量化位数" }
    double_quantization { en: "Double quantization", zh: "双重量化" }
    upcast { en: "Unquantized weights in FP32", zh: "未量化权重转为 FP32" }
    implementation { en: "Implementation of the optimizer", zh: "优化器实现" }
    weight_decay { en: "Weight decay", zh: "权重衰减" }
    embedding_states { en: "Optimizer state of embeddings in 32 bits", zh: "嵌入层优化器状态用 32 位" }
    mask { en: "Attention mask", zh: "注意力掩码" }
    loss { en: "Logits of the loss", zh: "损失的 logits" }
    format { en: "Memory format", zh: "内存排布（memory format）" }
    resident { en: "Frozen models stay on the card", zh: "冻结模型常驻显卡" }
    prefetch { en: "Batches that a worker prefetches", zh: "每个加载进程预取的批次数" }
    pin { en: "Pinned memory", zh: "锁页内存（pinned memory）" }
    persistent { en: "Workers stay between epochs", zh: "加载进程跨轮次保留" }
    batched { en: "Batched preprocessing", zh: "按批预处理" }
    target { en: "Target length, tokens", zh: "目标长度，token" }
    prompt { en: "Prompt length, tokens", zh: "提示词长度，token" }
    task { en: "Task", zh: "任务" }
    classes { en: "Classes", zh: "类别数" }
    objects { en: "Objects per image", zh: "每张图的物体数" }
    bytes { en: "Size of the data set, bytes", zh: "数据集大小，字节" }
    budget { en: "Budget", zh: "预算" }
    currency { en: "Currency of the budget", zh: "预算币种" }
    of_this_run { en: "Measured on this plan", zh: "在此方案上测得" }
    factor_storage { en: "Factor on the drive's time", zh: "硬盘时间系数" }
    factor_preprocess { en: "Factor on preprocessing", zh: "预处理系数" }
    factor_collate { en: "Factor on copies of batches", zh: "批次复制系数" }
    factor_pcie { en: "Factor on PCIe", zh: "PCIe 系数" }
}
