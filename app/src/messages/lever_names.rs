//! Names of the advisor's changes where only their id is known: those that were considered and dropped.

use crate::locale::Locale;

/// The name of a change; an id that is newer than this list is shown with its words apart.
#[must_use]
pub fn name(id: &str, locale: Locale) -> String {
    let known = match id {
        "mixed-precision" => locale.pick("mixed precision", "混合精度"),
        "bf16-weights" => locale.pick("pure BF16", "纯 BF16"),
        "activation-checkpointing" => locale.pick("activation checkpointing", "激活检查点"),
        "fused-attention" => locale.pick("fused attention", "融合注意力"),
        "chunked-loss" => locale.pick("loss in chunks", "分块计算损失"),
        "fused-optimizer" => locale.pick("fused optimizer", "融合优化器"),
        "adamw-8bit" => locale.pick("8-bit AdamW", "8 位 AdamW"),
        "adafactor" => locale.pick("Adafactor", "Adafactor"),
        "lora" => locale.pick("LoRA", "LoRA"),
        "qlora" => locale.pick("QLoRA", "QLoRA"),
        "batch-with-accumulation" => locale.pick("smaller batch with accumulation", "减小批次并累积梯度"),
        "larger-batch" => locale.pick("larger batch", "增大批次"),
        "loader-workers" => locale.pick("more loader workers", "增加加载进程"),
        "more-ram" => locale.pick("more RAM", "增加内存"),
        "sharding" => locale.pick("sharding or model parallelism", "分片或模型并行"),
        _ => return id.replace('-', " "),
    };
    known.to_owned()
}
