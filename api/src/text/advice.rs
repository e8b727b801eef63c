//! Levers and recommendations.

use engine::estimate::{Change, Effect, Lever, RejectionReason, Why};
use engine::training::{
    ActivationCheckpointing, Attention, Cache, LossLogits, Method, Optimizer, OptimizerImplementation, Precision,
    QuantizationBits, Sharding,
};

use super::size;
use crate::locale::Locale;

/// What a lever does, as the label of a switch.
#[must_use]
pub fn lever_title(lever: &Lever, locale: Locale) -> String {
    changes_title(&lever.change, locale)
}

/// Changes as the label of a switch.
#[must_use]
pub fn changes_title(changes: &[Change], locale: Locale) -> String {
    let titles: Vec<String> = changes.iter().map(|change| title(change, locale)).collect();
    titles.join(locale.pick(", ", "，"))
}

/// Why a lever works and what it costs.
#[must_use]
pub fn lever_why(lever: &Lever, locale: Locale) -> &'static str {
    changes_why(&lever.change, locale)
}

/// Why changes work: the first is what they are about, the others keep the rest of the run as it was.
#[must_use]
pub fn changes_why(changes: &[Change], locale: Locale) -> &'static str {
    changes.first().map_or("", |change| reason(change, locale))
}

/// What a change does to the results of training.
#[must_use]
pub fn effect(effect: Effect, locale: Locale) -> &'static str {
    match effect {
        Effect::None => locale.pick("same results", "结果不变"),
        Effect::Small => locale.pick("small difference in results", "结果略有差异"),
        Effect::ChangesMethod => locale.pick("another training method", "训练方法改变"),
    }
}

/// Why a plan is recommended.
#[must_use]
pub fn why(why: Why, locale: Locale) -> &'static str {
    match why {
        Why::FitsAsAsked => locale.pick("it is what was asked for, and it fits", "与所要求的一致，并且放得下"),
        Why::FastestThatFits => {
            locale.pick("of the plans that fit, it changes least and runs fastest", "在放得下的方案中，它改动最少、速度最快")
        }
        Why::NothingFits => {
            locale.pick("no plan fits this card; this one comes nearest", "没有方案能放进这块显卡；这是最接近的一个")
        }
    }
}

/// Why something was considered and dropped.
#[must_use]
pub fn rejection_reason(reason: RejectionReason, locale: Locale) -> &'static str {
    match reason {
        RejectionReason::AlreadySet => locale.pick("it is set already", "已经设置"),
        RejectionReason::NoGain => locale.pick("it saves neither memory nor time here", "在这里既不省内存也不省时间"),
        RejectionReason::Unsupported => locale.pick("the hardware or the model cannot do it", "硬件或模型不支持"),
    }
}

fn title(change: &Change, locale: Locale) -> String {
    let fixed = match change {
        Change::Method(Method::Full) => locale.pick("train every weight", "全量训练"),
        Change::Method(Method::FrozenBackbone) => locale.pick("train only the head", "只训练输出头"),
        Change::Method(Method::Lora(lora)) => {
            return locale.pick("LoRA, rank ", "LoRA，秩 ").to_owned() + &lora.rank.to_string();
        }
        Change::Method(Method::Qlora(lora, quantization)) => {
            let bits = match quantization.bits {
                QuantizationBits::Four => 4,
                QuantizationBits::Eight => 8,
            };
            return match locale {
                Locale::En => format!("QLoRA, {bits} bits, rank {}", lora.rank),
                Locale::Zh => format!("QLoRA，{bits} 位，秩 {}", lora.rank),
            };
        }
        Change::Precision(precision) => precision_title(*precision, locale),
        Change::Optimizer(optimizer) => optimizer_title(*optimizer, locale),
        Change::OptimizerImplementation(OptimizerImplementation::Foreach) => {
            locale.pick("foreach optimizer", "foreach 优化器实现")
        }
        Change::OptimizerImplementation(OptimizerImplementation::Fused) => {
            locale.pick("fused optimizer", "融合（fused）优化器实现")
        }
        Change::OptimizerImplementation(OptimizerImplementation::ForLoop) => {
            locale.pick("for-loop optimizer", "逐张量优化器实现")
        }
        Change::ActivationCheckpointing(ActivationCheckpointing::Full) => locale.pick("activation checkpointing", "激活检查点"),
        Change::ActivationCheckpointing(ActivationCheckpointing::None) => {
            locale.pick("no activation checkpointing", "关闭激活检查点")
        }
        Change::Attention(Attention::Sdpa) => locale.pick("SDPA attention", "SDPA 注意力"),
        Change::Attention(Attention::Eager) => locale.pick("eager attention", "eager 注意力"),
        Change::LossLogits(LossLogits::Upcast) => locale.pick("loss in FP32", "FP32 计算损失"),
        Change::LossLogits(LossLogits::UpcastShiftedCopy) => {
            locale.pick("loss in FP32 with a shifted copy", "FP32 移位副本计算损失")
        }
        Change::LossLogits(LossLogits::LowPrecision) => locale.pick("loss in 16 bits", "16 位计算损失"),
        Change::LossLogits(LossLogits::Chunked) => locale.pick("loss in chunks", "分块计算损失"),
        Change::Cache(Cache::None) => locale.pick("no cache", "不缓存"),
        Change::Cache(Cache::Ram) => locale.pick("keep the data set in RAM", "把数据集留在内存"),
        Change::Cache(Cache::Latents) => locale.pick("cache latents", "缓存潜变量"),
        Change::Cache(Cache::Tokens) => locale.pick("tokenize once and cache", "预先分词并缓存"),
        Change::MicroBatchSize(batch) => return locale.pick("batch size ", "批次大小 ").to_owned() + &batch.to_string(),
        Change::GradientAccumulationSteps(steps) => {
            return match locale {
                Locale::En => format!("gradient accumulation over {steps} steps"),
                Locale::Zh => format!("梯度累积 {steps} 步"),
            };
        }
        Change::Sharding(sharding) => sharding_title(*sharding, locale),
        Change::NumWorkers(workers) => {
            return match locale {
                Locale::En => format!("{workers} loader workers"),
                Locale::Zh => format!("{workers} 个加载进程"),
            };
        }
        Change::PrefetchFactor(batches) => {
            return match locale {
                Locale::En => format!("{batches} batches prefetched a worker"),
                Locale::Zh => format!("每个加载进程预取 {batches} 个批次"),
            };
        }
        Change::PinMemory(true) => locale.pick("pinned memory", "锁页内存"),
        Change::PinMemory(false) => locale.pick("no pinned memory", "不用锁页内存"),
        Change::PersistentWorkers(true) => locale.pick("persistent workers", "常驻加载进程"),
        Change::PersistentWorkers(false) => locale.pick("workers anew every epoch", "每轮重启加载进程"),
        Change::BatchedPreprocessing(true) => locale.pick("preprocessing batch by batch", "整批预处理"),
        Change::BatchedPreprocessing(false) => locale.pick("preprocessing sample by sample", "逐样本预处理"),
        Change::Ram(ram) => return locale.pick("RAM ", "内存 ").to_owned() + &size(*ram),
        Change::Storage(drive) => {
            let name = catalog::storage(drive.id).map_or(drive.id, |entry| entry.name);
            return locale.pick("drive: ", "硬盘：").to_owned() + name;
        }
        Change::Cpu(processor) => catalog::cpu(processor.id).map_or(processor.id, |entry| entry.name),
    };
    fixed.to_owned()
}

fn precision_title(precision: Precision, locale: Locale) -> &'static str {
    match precision {
        Precision::Fp32 => locale.pick("FP32", "FP32 精度"),
        Precision::Tf32 => locale.pick("TF32", "TF32 精度"),
        Precision::Fp16Amp => locale.pick("FP16 mixed precision", "FP16 混合精度"),
        Precision::Bf16Amp => locale.pick("BF16 mixed precision", "BF16 混合精度"),
        Precision::Bf16 => locale.pick("pure BF16", "纯 BF16 精度"),
    }
}

fn optimizer_title(optimizer: Optimizer, locale: Locale) -> &'static str {
    match optimizer {
        Optimizer::Adamw => locale.pick("AdamW", "AdamW 优化器"),
        Optimizer::Adamw8bit => locale.pick("8-bit AdamW", "8 位 AdamW 优化器"),
        Optimizer::Adafactor => locale.pick("Adafactor", "Adafactor 优化器"),
        Optimizer::Sgd => locale.pick("SGD", "SGD 优化器"),
        Optimizer::SgdMomentum => locale.pick("SGD with momentum", "带动量的 SGD 优化器"),
    }
}

fn sharding_title(sharding: Sharding, locale: Locale) -> &'static str {
    match sharding {
        Sharding::None => locale.pick("one GPU", "单卡"),
        Sharding::Ddp => locale.pick("data parallel (DDP)", "数据并行（DDP）"),
        Sharding::Zero1 => "ZeRO-1",
        Sharding::Zero2 => "ZeRO-2",
        Sharding::Zero3 => "ZeRO-3 / FSDP",
    }
}

fn sharding_reason(sharding: Sharding, locale: Locale) -> &'static str {
    match sharding {
        Sharding::None | Sharding::Ddp => locale.pick(
            "every GPU holds the whole model and trains on its own samples; gradients are averaged",
            "每块 GPU 各持完整模型、各训各的样本，再平均梯度",
        ),
        Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => locale.pick(
            "the GPUs share states among them instead of each holding all; more travels between them",
            "各 GPU 分摊状态而不是各存一份；卡间通信增多",
        ),
    }
}

fn reason(change: &Change, locale: Locale) -> &'static str {
    match change {
        Change::Method(Method::Lora(_)) => locale.pick(
            "only small adapters train, so that gradients and optimizer state of the frozen weights disappear",
            "只训练很小的适配器，冻结权重不再需要梯度和优化器状态",
        ),
        Change::Method(Method::Qlora(..)) => locale.pick(
            "the frozen weights are stored in 4 or 8 bits and unpacked layer by layer; only small adapters train",
            "冻结权重以 4 或 8 位存储、逐层解包，只训练很小的适配器",
        ),
        Change::Method(Method::FrozenBackbone) => locale.pick(
            "the layers before the head run without gradients and keep no activations",
            "输出头之前的层不求梯度，也不保存激活值",
        ),
        Change::Method(Method::Full) => locale.pick("every weight trains", "训练全部权重"),
        Change::Precision(Precision::Fp16Amp | Precision::Bf16Amp) => locale.pick(
            "activations are kept in 16 bits and products run on tensor cores; weights stay in FP32",
            "激活值以 16 位保存，乘法在张量核心上运行；权重仍为 FP32",
        ),
        Change::Precision(Precision::Bf16) => locale.pick(
            "weights, gradients and optimizer state are all kept in 16 bits: half the memory, with coarser updates",
            "权重、梯度和优化器状态都用 16 位保存：内存减半，但更新更粗糙",
        ),
        Change::Precision(Precision::Tf32) => locale.pick(
            "products run on tensor cores with ten bits of mantissa; memory stays the same",
            "乘法在张量核心上以 10 位尾数运行；内存不变",
        ),
        Change::Precision(Precision::Fp32) => locale.pick("everything is kept in 32 bits", "全部以 32 位保存"),
        Change::Optimizer(Optimizer::Adamw8bit) => locale.pick(
            "the two states of AdamW take one byte a weight each instead of four",
            "AdamW 的两个状态每个权重各占 1 字节，而不是 4 字节",
        ),
        Change::Optimizer(Optimizer::Adafactor) => locale.pick(
            "second moments are kept as one row and one column per matrix, and there is no momentum",
            "二阶矩按矩阵只存一行一列，且没有动量",
        ),
        Change::Optimizer(Optimizer::Sgd | Optimizer::SgdMomentum) => locale.pick(
            "fewer states per weight than AdamW; the learning rate has to be found again",
            "每个权重的状态比 AdamW 少；需要重新调学习率",
        ),
        Change::Optimizer(Optimizer::Adamw) => locale.pick("the usual optimizer for fine-tuning", "微调最常用的优化器"),
        Change::OptimizerImplementation(_) => locale.pick(
            "one kernel updates the weights in place and needs no temporary copies",
            "单个内核原地更新权重，不需要临时副本",
        ),
        Change::ActivationCheckpointing(ActivationCheckpointing::Full) => locale.pick(
            "only the input of each block is kept; the backward pass computes the rest again, about a third more arithmetic",
            "每个模块只保留输入，反向传播时重新计算其余部分，计算量约增加三分之一",
        ),
        Change::ActivationCheckpointing(ActivationCheckpointing::None) => locale
            .pick("there is room for the activations, so that nothing needs to be computed twice", "激活值放得下，不必重复计算"),
        Change::Attention(Attention::Sdpa) => locale.pick(
            "fused attention never writes the scores, whose size grows with the square of the sequence",
            "融合的注意力不写出分数矩阵，而该矩阵随序列长度的平方增长",
        ),
        Change::Attention(Attention::Eager) => locale.pick("scores are written out", "会写出分数矩阵"),
        Change::LossLogits(_) => locale.pick(
            "logits of a large vocabulary are the largest single tensor of the step; fewer copies of them are kept",
            "大词表的 logits 是单步中最大的张量；减少它的副本",
        ),
        Change::MicroBatchSize(_) => locale.pick(
            "activations grow with the batch; accumulation keeps the samples per update the same",
            "激活值随批次增长；配合梯度累积可保持每次更新的样本数不变",
        ),
        Change::GradientAccumulationSteps(_) => locale
            .pick("several small batches make one update, at the memory of one", "多个小批次合成一次更新，只占一个小批次的内存"),
        Change::Sharding(sharding) => sharding_reason(*sharding, locale),
        Change::NumWorkers(_) => locale.pick(
            "more processes prepare batches while the GPU computes, as far as the cores go",
            "在 GPU 计算时由更多进程准备批次，以核心数为限",
        ),
        Change::Cache(_) => locale.pick("work that is the same in every epoch is done once", "每个轮次都相同的工作只做一次"),
        Change::PrefetchFactor(_) => locale.pick(
            "batches wait ready, so that one that takes longer is not felt; each costs RAM",
            "批次提前就绪，个别较慢的批次不会造成停顿；每个批次占用内存",
        ),
        Change::PinMemory(_) => locale.pick(
            "the card reads page-locked memory itself, without a copy by the driver",
            "显卡直接读取锁页内存，驱动无需再复制一次",
        ),
        Change::PersistentWorkers(_) => {
            locale.pick("workers start once instead of at every epoch", "加载进程只启动一次，而不是每轮重启")
        }
        Change::BatchedPreprocessing(_) => locale.pick(
            "Python's cost of a fetch is paid once a batch instead of once a sample",
            "Python 的取数开销按批次而不是按样本计",
        ),
        Change::Storage(_) => {
            locale.pick("the drive serves more reads and more bytes a second", "硬盘每秒能完成更多次读取、更多字节")
        }
        Change::Cpu(_) => locale.pick(
            "more or faster cores decode, tokenize and launch at the same time",
            "更多或更快的核心同时解码、分词并发起内核",
        ),
        Change::Ram(_) => locale.pick(
            "the loader, its prefetched batches and the page cache have room, so that nothing is swapped out",
            "加载进程、预取批次和页缓存都有空间，不会换页",
        ),
    }
}
