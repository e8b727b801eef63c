//! Names of levers where only their id is known: those that were considered and dropped, and those that another needs.

use wire::locale::Locale;

/// Ids with their names in both languages.
const NAMES: &[(&str, &str, &str)] = &[
    ("mixed-precision", "mixed precision", "混合精度"),
    ("tf32", "TF32", "TF32"),
    ("bf16-weights", "pure BF16", "纯 BF16"),
    ("activation-checkpointing", "activation checkpointing", "激活检查点"),
    ("no-checkpointing", "no activation checkpointing", "关闭激活检查点"),
    ("fused-attention", "fused attention", "融合注意力"),
    ("linear-attention-kernels", "flash-linear-attention", "flash-linear-attention"),
    ("channels-last", "channels-last layout", "channels-last 布局"),
    ("chunked-loss", "loss in chunks", "分块计算损失"),
    ("fused-optimizer", "fused optimizer", "融合优化器"),
    ("adamw-8bit", "8-bit AdamW", "8 位 AdamW"),
    ("adafactor", "Adafactor", "Adafactor"),
    ("sgd", "SGD with momentum", "带动量的 SGD"),
    ("lora", "LoRA", "LoRA"),
    ("qlora", "QLoRA", "QLoRA"),
    ("eight-bit-base", "QLoRA in 8 bits", "8 位 QLoRA"),
    ("smaller-rank", "adapters of a smaller rank", "更小的适配器秩"),
    ("frozen-backbone", "frozen backbone", "冻结主干"),
    ("batch-with-accumulation", "smaller batch with accumulation", "减小批次并累积梯度"),
    ("larger-batch", "larger batch", "增大批次"),
    ("accumulation", "gradient accumulation", "梯度累积"),
    ("ddp", "data parallel (DDP)", "数据并行（DDP）"),
    ("zero-1", "ZeRO-1", "ZeRO-1"),
    ("zero-2", "ZeRO-2", "ZeRO-2"),
    ("zero-3", "ZeRO-3 (FSDP)", "ZeRO-3（FSDP）"),
    ("offload-optimizer", "optimizer state in RAM", "优化器状态卸载到内存"),
    ("offload-all", "weights and states in RAM", "权重与状态卸载到内存"),
    ("no-offload", "no offload", "不卸载"),
    ("shorter-sequence", "shorter texts", "更短的序列"),
    ("smaller-images", "smaller images", "更小的图像"),
    ("latents-cache", "cached latents", "缓存潜变量"),
    ("tokens-cache", "cached tokens", "缓存 token"),
    ("ram-cache", "data set in RAM", "数据集留在内存"),
    ("loader-workers", "other number of loader workers", "调整加载进程数"),
    ("batched-preprocessing", "preprocessing batch by batch", "按批预处理"),
    ("pinned-memory", "pinned memory", "锁页内存"),
    ("prefetch", "prefetched batches", "预取批次"),
    ("persistent-workers", "persistent workers", "常驻加载进程"),
    ("more-ram", "more RAM", "增加内存"),
    ("faster-drive", "faster drive", "更快的硬盘"),
    ("more-cores", "more cores", "更多 CPU 核心"),
    ("next-card", "larger or faster card", "更大或更快的显卡"),
    ("second-card", "second card", "第二块显卡"),
    ("combination", "two changes together", "两项同时改"),
    ("sharding", "sharding or model parallelism", "分片或模型并行"),
];

/// The name of a lever; an id that is newer than this list is shown with its words apart.
#[must_use]
pub fn lever_name(id: &str, locale: Locale) -> String {
    let known = NAMES.iter().find(|(known, ..)| *known == id);
    known.map_or_else(|| id.replace('-', " "), |(_, english, chinese)| locale.pick(*english, *chinese).to_owned())
}
