//! Why changes work.

use engine::estimate::Change;
use engine::training::Sharding;
#[cfg(feature = "json")]
use engine::training::{ActivationCheckpointing, Attention, LinearAttentionKernels, Method, Optimizer, Precision};

use wire::locale::Locale;

/// Why a change works and what it costs.
pub(super) fn reason(change: &Change, locale: Locale) -> &'static str {
    // What the browser tells of are remedies of the data path: the words of all others stay out of its bundle.
    #[cfg(feature = "json")]
    if let Some(reason) = of_training(change, locale) {
        return reason;
    }
    of_machine(change, locale)
}

/// Why a change of what the card holds and computes works.
#[cfg(feature = "json")]
fn of_training(change: &Change, locale: Locale) -> Option<&'static str> {
    Some(match change {
        Change::Method(method) => of_method(method, locale),
        Change::Precision(precision) => of_precision(*precision, locale),
        Change::Optimizer(optimizer) => of_optimizer(*optimizer, locale),
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
        Change::LinearAttention(LinearAttentionKernels::Fla) => locale.pick(
            "blocks with a state run in a few kernels that keep neither pairs of tokens nor the state of each chunk; transformers takes them where the package is installed",
            "带状态的层只用少数几个算子完成，不保留 token 两两之间的矩阵，也不保留每个分块的状态；安装该软件包后 transformers 会自动使用",
        ),
        Change::LinearAttention(LinearAttentionKernels::Torch) => {
            locale.pick("blocks with a state run on PyTorch's own operators", "带状态的层用 PyTorch 自带的算子运行")
        }
        Change::LossLogits(_) => locale.pick(
            "logits of a large vocabulary are the largest single tensor of the step; fewer copies of them are kept",
            "大词表的 logits 是单步中最大的张量；减少它的副本",
        ),
        Change::GradientAccumulationSteps(_) => locale
            .pick("several small batches make one update, at the memory of one", "多个小批次合成一次更新，只占一个小批次的显存"),
        _ => return None,
    })
}

#[cfg(feature = "json")]
fn of_method(method: &Method, locale: Locale) -> &'static str {
    match method {
        Method::Lora(_) => locale.pick(
            "only small adapters train, so that gradients and optimizer state of the frozen weights disappear",
            "只训练很小的适配器，冻结权重不再需要梯度和优化器状态",
        ),
        Method::Qlora(..) => locale.pick(
            "the frozen weights are stored in 4 or 8 bits and unpacked layer by layer; only small adapters train",
            "冻结权重以 4 或 8 位存储、逐层解包，只训练很小的适配器",
        ),
        Method::FrozenBackbone => locale.pick(
            "the layers before the head run without gradients and keep no activations",
            "输出头之前的层不求梯度，也不保存激活值",
        ),
        Method::Full => locale.pick("every weight trains", "训练全部权重"),
    }
}

#[cfg(feature = "json")]
fn of_precision(precision: Precision, locale: Locale) -> &'static str {
    match precision {
        Precision::Fp16Amp | Precision::Bf16Amp => locale.pick(
            "activations are kept in 16 bits and products run on tensor cores; weights stay in FP32",
            "激活值以 16 位保存，乘法在张量核心上运行；权重仍为 FP32",
        ),
        Precision::Bf16 => locale.pick(
            "weights, gradients and optimizer state are all kept in 16 bits: half the memory, with coarser updates",
            "权重、梯度和优化器状态都用 16 位保存：显存减半，但更新更粗糙",
        ),
        Precision::Tf32 => locale.pick(
            "products run on tensor cores with ten bits of mantissa; memory stays the same",
            "乘法在张量核心上以 10 位尾数运行；显存不变",
        ),
        Precision::Fp32 => locale.pick("everything is kept in 32 bits", "全部以 32 位保存"),
    }
}

#[cfg(feature = "json")]
fn of_optimizer(optimizer: Optimizer, locale: Locale) -> &'static str {
    match optimizer {
        Optimizer::Adamw8bit => locale.pick(
            "the two states of AdamW take one byte a weight each instead of four",
            "AdamW 的两个状态每个权重各占 1 字节，而不是 4 字节",
        ),
        Optimizer::Adafactor => locale.pick(
            "second moments are kept as one row and one column per matrix, and there is no momentum",
            "二阶矩按矩阵只存一行一列，且没有动量",
        ),
        Optimizer::Muon => locale.pick(
            "one state a weight of the blocks' matrices, which are orthogonalized before each update",
            "各层矩阵每个权重只有一份状态，每次更新前先做正交化",
        ),
        Optimizer::Lion | Optimizer::Lion8bit | Optimizer::Sgd | Optimizer::SgdMomentum => locale.pick(
            "fewer states per weight than AdamW; the learning rate has to be found again",
            "每个权重的状态比 AdamW 少；需要重新调学习率",
        ),
        Optimizer::Adamw => locale.pick("the usual optimizer for fine-tuning", "微调最常用的优化器"),
    }
}

/// What feeds the cards, how they share, and what is bought.
fn of_machine(change: &Change, locale: Locale) -> &'static str {
    match change {
        Change::MicroBatchSize(_) => locale.pick(
            "activations grow with the batch; accumulation keeps the samples per update the same",
            "激活值随批次增长；配合梯度累积可保持每次更新的样本数不变",
        ),
        Change::NumWorkers(_) => locale.pick(
            "more processes prepare batches while the GPU computes, as far as the cores go",
            "在 GPU 计算时由更多进程准备批次，以核心数为限",
        ),
        Change::Cache(_) => locale.pick("work that is the same in every epoch is done once", "每轮都相同的工作只做一次"),
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
        Change::MemoryFormat(_) => locale
            .pick("convolutions run on tensor cores without turning the layout around", "卷积在张量核心上运行时无需转换布局"),
        Change::Sharding(Sharding::None) => locale.pick("one GPU needs no communication", "单 GPU 无需通信"),
        Change::Sharding(Sharding::Ddp) => locale.pick(
            "every GPU takes its own share of the batch; gradients are averaged while the backward pass runs",
            "每块 GPU 处理各自的一部分批次，反向传播时同步平均梯度",
        ),
        Change::Sharding(_) => locale.pick(
            "each GPU keeps only its share of the states and fetches the rest when needed",
            "每块 GPU 只保存一部分状态，需要时再取其余部分",
        ),
        Change::Offload(_) => locale.pick(
            "what the card need not hold waits in RAM; every step pays for the way over PCIe",
            "显卡不必常驻的部分放在内存中，每一步都要付出 PCIe 传输的时间",
        ),
        Change::SequenceLength(_) => {
            locale.pick("activations grow with the tokens; what is longer is cut", "激活值随 token 数增长；更长的文本会被截断")
        }
        Change::ImageSize(..) => {
            locale.pick("activations grow with the pixels; small details are lost", "激活值随像素数增长；会损失细节")
        }
        Change::Gpu(_) => locale.pick("a card with more memory or speed", "显存更大或更快的显卡"),
        Change::GpuCount(_) => locale.pick("more cards share the work", "更多显卡分担工作"),
        Change::Ram(_) => locale.pick(
            "the loader, its prefetched batches and the page cache have room, so that nothing is swapped out",
            "加载进程、预取批次和页缓存都有空间，不会换页",
        ),
        // What only keeps the rest as it was is no reason.
        _ => "",
    }
}
