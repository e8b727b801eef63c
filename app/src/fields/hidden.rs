//! The leaves of a scenario that an address can say and the form has no control for.

use crate::locale::Locale;

/// Pointer of each, and what it is called in English and in Chinese. The bundle has no room for them: the planner's page carries
/// those of its language.
#[cfg(feature = "ssr")]
#[rustfmt::skip]
pub const LABELS: &[(&str, &str, &str)] = &[
    ("/v", "Version of the link", "链接版本"),
    ("/id", "Id of the plan", "方案编号"),
    ("/hardware/gpu/name", "Name of the own card", "自定义显卡名称"),
    ("/hardware/gpu/tf32_dense_tflops", "Dense TF32, TFLOP/s", "稠密 TF32，TFLOP/s"),
    ("/hardware/gpu/pcie_gen", "PCIe generation of the card", "显卡的 PCIe 代数"),
    ("/hardware/gpu/pcie_lanes", "PCIe lanes of the card", "显卡的 PCIe 通道数"),
    ("/hardware/gpu/nvlink_gb_per_s", "NVLink, GB/s", "NVLink，GB/s"),
    ("/hardware/gpu/tdp_w", "Board power, W", "整卡功耗，W"),
    ("/hardware/gpu/vendor", "Maker of the card", "显卡厂商"),
    ("/hardware/display_attached", "Desktop on this card", "桌面运行在此卡上"),
    ("/hardware/circuit", "Circuit that feeds each machine", "每台机器的供电电路"),
    ("/hardware/owned", "Parts that are there already", "已有的部件"),
    ("/training/lora/dropout", "LoRA dropout", "LoRA dropout"),
    ("/training/lora/adapter_dtype", "Precision of the adapters", "适配器精度"),
    ("/training/quantization/bits", "Quantization, bits", "量化位数"),
    ("/training/quantization/double_quantization", "Double quantization", "双重量化"),
    ("/training/quantization/upcast_unquantized", "Unquantized weights in FP32", "未量化权重转为 FP32"),
    ("/training/optimizer_implementation", "Implementation of the optimizer", "优化器实现"),
    ("/training/weight_decay", "Weight decay", "权重衰减"),
    ("/training/embedding_states_32bit", "Optimizer state of embeddings in 32 bits", "嵌入层优化器状态用 32 位"),
    ("/training/attention_mask", "Attention mask", "注意力掩码"),
    ("/training/loss_logits", "Logits of the loss", "损失的 logits"),
    ("/training/memory_format", "Memory format", "内存排布（memory format）"),
    ("/training/resident_frozen_models", "Frozen models stay on the card", "冻结模型常驻显卡"),
    ("/training/loader/prefetch_factor", "Batches that a worker prefetches", "每个加载进程预取的批次数"),
    ("/training/loader/pin_memory", "Pinned memory", "锁页内存（pinned memory）"),
    ("/training/loader/persistent_workers", "Workers stay between epochs", "加载进程跨轮次保留"),
    ("/training/loader/batched_preprocessing", "Batched preprocessing", "按批预处理"),
    ("/data/target_length", "Target length, tokens", "目标长度，token"),
    ("/data/text_tokens", "Prompt length, tokens", "提示词长度，token"),
    ("/data/task", "Task", "任务"),
    ("/data/num_classes", "Classes", "类别数"),
    ("/data/objects_per_image", "Objects per image", "每张图的物体数"),
    ("/data/bytes_on_disk", "Size of the data set, bytes", "数据集大小，字节"),
    ("/constraints/budget/amount", "Budget", "预算"),
    ("/constraints/budget/currency", "Currency of the budget", "预算币种"),
    ("/constraints/budget/per_usd", "Price of a US dollar in that currency", "1 美元折合该货币"),
    ("/constraints/excluded_vendors", "Brands to leave out", "不要的品牌"),
    ("/measured/of_this_run", "Measured on this plan", "在此方案上测得"),
    ("/measured/factors/storage", "Factor on the drive's time", "硬盘时间系数"),
    ("/measured/factors/preprocess", "Factor on preprocessing", "预处理系数"),
    ("/measured/factors/collate", "Factor on copies of batches", "批次复制系数"),
    ("/measured/factors/pcie", "Factor on PCIe", "PCIe 系数"),
];

/// The label of a leaf without a control.
#[cfg(feature = "ssr")]
#[must_use]
pub fn label(pointer: &str, locale: Locale) -> Option<String> {
    LABELS.iter().find(|(other, ..)| *other == pointer).map(|(_, english, chinese)| locale.pick(*english, *chinese).to_owned())
}

/// The label of a leaf without a control, as the page carries it in its language.
#[cfg(feature = "hydrate")]
#[must_use]
pub fn label(pointer: &str, _locale: Locale) -> Option<String> {
    crate::carried::term(pointer)
}
