//! The leaves of a scenario that an address can say and the form has no control for.

use scenario::fields::{Field as Leaf, Kind};

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
    ("/hardware/case", "Kind of case", "机箱类型"),
    ("/hardware/owned", "Parts that are there already", "已有的部件"),
    ("/hardware/parts", "Parts that you chose", "指定的部件"),
    ("/training/lora/dropout", "LoRA dropout", "LoRA dropout"),
    ("/training/lora/adapter_dtype", "Precision of the adapters", "适配器精度"),
    ("/training/quantization/bits", "Quantization, bits", "量化位数"),
    ("/training/quantization/double_quantization", "Double quantization", "双重量化"),
    ("/training/quantization/upcast_unquantized", "Unquantized weights in FP32", "未量化权重转为 FP32"),
    ("/training/optimizer_implementation", "Implementation of the optimizer", "优化器实现"),
    ("/training/weight_decay", "Weight decay", "权重衰减"),
    ("/training/embedding_states_32bit", "Optimizer state of embeddings in 32 bits", "嵌入层优化器状态用 32 位"),
    ("/training/linear_attention", "Kernels of blocks with a state", "带状态层（线性注意力）的算子"),
    ("/training/attention_mask", "Attention mask", "注意力掩码"),
    ("/training/loss_logits", "Logits of the loss", "损失的 logits"),
    ("/training/memory_format", "Memory format", "内存排布（memory format）"),
    ("/training/resident_frozen_models", "Frozen models stay on the card", "冻结模型常驻显卡"),
    ("/training/loader/prefetch_factor", "Batches that a worker prefetches", "每个加载进程预取的批次数"),
    ("/training/loader/pin_memory", "Pinned memory", "锁页内存（pinned memory）"),
    ("/training/loader/persistent_workers", "Workers stay between epochs", "加载进程跨轮次保留"),
    ("/training/loader/batched_preprocessing", "Batched preprocessing", "按批预处理"),
    ("/data/text_tokens", "Prompt length, tokens", "提示词长度，token"),
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

/// Words of leaves without a control, and what they are called: `=` stands before each, so that no label is taken for one.
#[cfg(feature = "ssr")]
#[rustfmt::skip]
pub const WORDS: &[(&str, &str, &str)] = &[
    ("=0", "no", "否"),
    ("=1", "yes", "是"),
    ("=none", "none", "无"),
    ("=fp32", "FP32", "FP32"),
    ("=bf16", "BF16", "BF16"),
    ("=foreach", "lists of tensors (foreach)", "张量列表（foreach）"),
    ("=fused", "fused", "融合（fused）"),
    ("=for-loop", "tensor by tensor", "逐个张量"),
    ("=padded", "for padding", "填充掩码"),
    ("=torch", "PyTorch's own", "PyTorch 自带"),
    ("=fla", "flash-linear-attention", "flash-linear-attention"),
    ("=upcast", "in FP32", "转为 FP32"),
    ("=upcast-shifted-copy", "in FP32, with a shifted copy", "转为 FP32，另存移位副本"),
    ("=low-precision", "in 16 bits", "保持 16 位"),
    ("=chunked", "in chunks", "分块计算"),
    ("=contiguous", "contiguous (NCHW)", "连续（NCHW）"),
    ("=channels-last", "channels-last (NHWC)", "channels-last（NHWC）"),
    ("=nvidia", "NVIDIA", "NVIDIA"),
    ("=amd", "AMD", "AMD"),
    ("=intel", "Intel", "Intel"),
    ("=huawei", "Huawei", "华为"),
    ("=apple", "Apple", "Apple"),
    ("=small", "small, up to 30 liters", "小型，30 升以内"),
    ("=silenced", "quiet, panels damp sound", "静音，带隔音板"),
    ("=120v-15a", "120 V, 15 A", "120 V，15 A"),
    ("=120v-20a", "120 V, 20 A", "120 V，20 A"),
    ("=100v-15a", "100 V, 15 A", "100 V，15 A"),
    ("=230v-10a", "230 V, 10 A", "230 V，10 A"),
    ("=230v-13a", "230 V, 13 A", "230 V，13 A"),
    ("=230v-16a", "230 V, 16 A", "230 V，16 A"),
];

/// The name of what an address says of a leaf without a control; none where that is a number or a text.
#[must_use]
pub fn value(leaf: &Leaf, typed: &str, locale: Locale) -> Option<String> {
    let is_word = matches!(leaf.kind, Kind::Flag | Kind::Choice(_));
    is_word.then(|| word(&["=", typed].concat(), locale)).flatten()
}

#[cfg(feature = "ssr")]
fn word(key: &str, locale: Locale) -> Option<String> {
    WORDS.iter().find(|(other, ..)| *other == key).map(|(_, english, chinese)| locale.pick(*english, *chinese).to_owned())
}

#[cfg(feature = "hydrate")]
fn word(key: &str, _locale: Locale) -> Option<String> {
    crate::carried::term(key)
}

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

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_leaf_without_a_control_has_a_name() {
        for (pointer, ..) in LABELS {
            let Some(leaf) = Leaf::at(pointer) else { continue };
            let words = match leaf.kind {
                Kind::Flag => &["0", "1"][..],
                Kind::Choice(words) => words,
                _ => continue,
            };
            for word in words {
                assert!(value(leaf, word, Locale::Zh).is_some(), "{pointer}: {word}");
            }
        }
    }
}
