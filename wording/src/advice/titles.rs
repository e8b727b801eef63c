//! Changes as labels of switches.

use engine::estimate::Change;
use engine::training::{
    ActivationCheckpointing, AdapterDtype, Attention, Cache, LinearAttentionKernels, Lora, LoraTargets, LossLogits, MemoryFormat,
    Method, Offload, Optimizer, OptimizerImplementation, Precision, QuantizationBits, Sharding,
};

use crate::format::{number, size};
use wire::locale::Locale;

/// A change as a label.
pub(super) fn title(change: &Change, locale: Locale) -> String {
    setting(change, locale).map_or_else(|| amount(change, locale), str::to_owned)
}

/// The label of a change to one of a few values; none where it holds a number or a name.
fn setting(change: &Change, locale: Locale) -> Option<&'static str> {
    Some(match change {
        Change::Method(Method::Full) => locale.pick("train every weight", "全量训练"),
        Change::Method(Method::FrozenBackbone) => locale.pick("train only the head", "冻结主干"),
        Change::Precision(precision) => of_precision(*precision, locale),
        Change::Optimizer(optimizer) => of_optimizer(*optimizer, locale),
        Change::OptimizerImplementation(implementation) => of_implementation(*implementation, locale),
        Change::ActivationCheckpointing(ActivationCheckpointing::Full) => locale.pick("activation checkpointing", "激活检查点"),
        Change::ActivationCheckpointing(ActivationCheckpointing::None) => {
            locale.pick("no activation checkpointing", "关闭激活检查点")
        }
        Change::Attention(Attention::Sdpa) => locale.pick("SDPA attention", "SDPA 注意力"),
        Change::Attention(Attention::Eager) => locale.pick("eager attention", "eager 注意力"),
        Change::LinearAttention(LinearAttentionKernels::Fla) => locale.pick("flash-linear-attention", "flash-linear-attention"),
        Change::LinearAttention(LinearAttentionKernels::Torch) => {
            locale.pick("no flash-linear-attention", "不用 flash-linear-attention")
        }
        Change::LossLogits(logits) => of_loss(*logits, locale),
        Change::Cache(cache) => of_cache(*cache, locale),
        Change::PinMemory(true) => locale.pick("pinned memory", "锁页内存"),
        Change::PinMemory(false) => locale.pick("no pinned memory", "不用锁页内存"),
        Change::PersistentWorkers(true) => locale.pick("persistent workers", "常驻加载进程"),
        Change::PersistentWorkers(false) => locale.pick("workers restarted every epoch", "每轮重启加载进程"),
        Change::BatchedPreprocessing(true) => locale.pick("preprocessing batch by batch", "按批预处理"),
        Change::BatchedPreprocessing(false) => locale.pick("preprocessing sample by sample", "逐样本预处理"),
        Change::MemoryFormat(MemoryFormat::ChannelsLast) => locale.pick("channels-last layout", "channels-last 布局"),
        Change::MemoryFormat(MemoryFormat::Contiguous) => locale.pick("contiguous layout", "连续（NCHW）布局"),
        Change::Sharding(sharding) => of_sharding(*sharding, locale),
        Change::Offload(Offload::None) => locale.pick("no offload", "不卸载"),
        Change::Offload(Offload::Optimizer) => locale.pick("optimizer state offloaded to RAM", "优化器状态卸载到内存"),
        Change::Offload(Offload::All) => locale.pick("weights and states offloaded to RAM", "权重与状态卸载到内存"),
        Change::ResidentFrozenModels(true) => locale.pick("frozen models stay on the card", "冻结模型常驻显存"),
        Change::ResidentFrozenModels(false) => locale.pick("frozen models off the card", "冻结模型不占显存"),
        Change::AdapterDtype(AdapterDtype::Fp32) => locale.pick("adapters in FP32", "FP32 适配器"),
        Change::AdapterDtype(AdapterDtype::Bf16) => locale.pick("adapters in BF16", "BF16 适配器"),
        _ => return None,
    })
}

/// The label of a change to a number or a name.
fn amount(change: &Change, locale: Locale) -> String {
    let counted = |count: u64, english: &str, chinese: &str| locale.pick(english, chinese).replace("{}", &count.to_string());
    let named = |english: &str, chinese: &str, what: &str| locale.pick(english, chinese).to_owned() + what;
    match change {
        Change::Method(Method::Lora(lora)) => counted(lora.rank, "LoRA, rank {}", "LoRA，秩 {}") + &of_targets(lora, locale),
        Change::Method(Method::Qlora(lora, quantization)) => {
            let (english, chinese) = match quantization.bits {
                QuantizationBits::Four => ("QLoRA, 4 bits, rank {}", "QLoRA，4 位，秩 {}"),
                QuantizationBits::Eight => ("QLoRA, 8 bits, rank {}", "QLoRA，8 位，秩 {}"),
            };
            counted(lora.rank, english, chinese) + &of_targets(lora, locale)
        }
        Change::MicroBatchSize(size) => counted(*size, "batch size {}", "批次大小 {}"),
        Change::GradientAccumulationSteps(steps) => counted(*steps, "gradient accumulation over {} steps", "梯度累积 {} 步"),
        Change::NumWorkers(1) => locale.pick("1 loader worker", "1 个加载进程").to_owned(),
        Change::NumWorkers(workers) => counted(*workers, "{} loader workers", "{} 个加载进程"),
        Change::PrefetchFactor(batches) => counted(*batches, "{} batches prefetched a worker", "每个加载进程预取 {} 个批次"),
        Change::SequenceLength(tokens) => counted(*tokens, "sequences of {} tokens", "序列长度 {} token"),
        Change::TargetLength(tokens) => counted(*tokens, "targets of {} tokens", "目标长度 {} token"),
        Change::GpuCount(count) => counted(*count, "{} GPUs", "{} 块 GPU"),
        Change::ImageSize(height, width) => counted(*height, "images of {}", "图像 {}") + &counted(*width, " × {}", " × {}"),
        Change::Ram(ram) => named("RAM ", "内存 ", &size(*ram)),
        Change::BytesOnDisk(bytes) => named("data set of ", "数据集 ", &size(*bytes)),
        Change::WeightDecay(decay) => named("weight decay ", "权重衰减 ", &number(*decay)),
        Change::Storage(drive) => named("drive: ", "硬盘：", catalog::storage(drive.id).map_or(drive.id, |entry| entry.name)),
        Change::Cpu(processor) => catalog::cpu(processor.id).map_or(processor.id, |entry| entry.name).to_owned(),
        Change::Gpu(card) => catalog::gpu(card.id).map_or(card.id, |entry| entry.name).to_owned(),
        // Whatever has a few values has been named already.
        _ => String::new(),
    }
}

/// Which layers adapters are at, where that is not what the method's authors and the proposals take.
fn of_targets(lora: &Lora, locale: Locale) -> String {
    let targets = match lora.targets {
        LoraTargets::QueryValue => locale.pick(", at query and value", "，仅用于 query 与 value"),
        LoraTargets::AllLinear => locale.pick(", at all linear layers", "，用于全部线性层"),
        LoraTargets::Attention | LoraTargets::Named(_) => "",
    };
    if lora.use_dora { format!("{targets}{}", locale.pick(", DoRA", "，DoRA")) } else { targets.to_owned() }
}

fn of_precision(precision: Precision, locale: Locale) -> &'static str {
    match precision {
        Precision::Fp32 => locale.pick("FP32", "FP32 精度"),
        Precision::Tf32 => locale.pick("TF32", "TF32 精度"),
        Precision::Fp16Amp => locale.pick("FP16 mixed precision", "FP16 混合精度"),
        Precision::Bf16Amp => locale.pick("BF16 mixed precision", "BF16 混合精度"),
        Precision::Bf16 => locale.pick("pure BF16", "纯 BF16 精度"),
    }
}

fn of_optimizer(optimizer: Optimizer, locale: Locale) -> &'static str {
    match optimizer {
        Optimizer::Adamw => locale.pick("AdamW", "AdamW 优化器"),
        Optimizer::Adamw8bit => locale.pick("8-bit AdamW", "8 位 AdamW 优化器"),
        Optimizer::Lion => locale.pick("Lion", "Lion 优化器"),
        Optimizer::Lion8bit => locale.pick("8-bit Lion", "8 位 Lion 优化器"),
        Optimizer::Muon => locale.pick("Muon with AdamW", "Muon 搭配 AdamW 优化器"),
        Optimizer::Adafactor => locale.pick("Adafactor", "Adafactor 优化器"),
        Optimizer::Sgd => locale.pick("SGD", "SGD 优化器"),
        Optimizer::SgdMomentum => locale.pick("SGD with momentum", "带动量的 SGD 优化器"),
    }
}

fn of_implementation(implementation: OptimizerImplementation, locale: Locale) -> &'static str {
    match implementation {
        OptimizerImplementation::Foreach => locale.pick("foreach optimizer", "foreach 优化器实现"),
        OptimizerImplementation::Fused => locale.pick("fused optimizer", "融合（fused）优化器实现"),
        OptimizerImplementation::ForLoop => locale.pick("for-loop optimizer", "逐张量优化器实现"),
    }
}

fn of_loss(logits: LossLogits, locale: Locale) -> &'static str {
    match logits {
        LossLogits::Upcast => locale.pick("loss in FP32", "FP32 计算损失"),
        LossLogits::UpcastShiftedCopy => locale.pick("loss in FP32 with a shifted copy", "FP32 移位副本计算损失"),
        LossLogits::LowPrecision => locale.pick("loss in 16 bits", "16 位计算损失"),
        LossLogits::Chunked => locale.pick("loss in chunks", "分块计算损失"),
    }
}

fn of_cache(cache: Cache, locale: Locale) -> &'static str {
    match cache {
        Cache::None => locale.pick("no cache", "不缓存"),
        Cache::Ram => locale.pick("keep the data set in RAM", "把数据集留在内存"),
        Cache::Latents => locale.pick("cache latents", "缓存潜变量"),
        Cache::Tokens => locale.pick("tokenize once and cache", "预先分词并缓存"),
    }
}

fn of_sharding(sharding: Sharding, locale: Locale) -> &'static str {
    match sharding {
        Sharding::None => locale.pick("one GPU", "单 GPU"),
        Sharding::Ddp => locale.pick("data parallel (DDP)", "数据并行（DDP）"),
        Sharding::Zero1 => "ZeRO-1",
        Sharding::Zero2 => "ZeRO-2",
        Sharding::Zero3 => locale.pick("ZeRO-3 (FSDP)", "ZeRO-3（FSDP）"),
    }
}
