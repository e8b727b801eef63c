//! The practitioners' rules beside the model.

use engine::estimate::{Guide, RuleReason, RuleSubject, RuleVerdict};

use wire::locale::Locale;

/// What a rule speaks of.
#[must_use]
pub fn rule_subject(subject: RuleSubject, locale: Locale) -> &'static str {
    match subject {
        RuleSubject::RamGib => locale.pick("RAM", "内存"),
        RuleSubject::UsableVramGib => locale.pick("usable VRAM", "可用显存"),
        RuleSubject::MicroBatchSize => locale.pick("batch size per GPU", "每卡批次大小"),
        RuleSubject::CacheGb => locale.pick("prepared data in RAM", "内存中的预处理数据"),
        RuleSubject::StateGb => locale.pick("training state and its copies", "训练状态及其副本"),
        RuleSubject::WeightsGb => locale.pick("weights in VRAM", "显存中的权重"),
        RuleSubject::CheckpointingTimePercent => locale.pick("time added by checkpointing", "激活检查点增加的时间"),
        RuleSubject::CheckpointingMemoryPercent => locale.pick("activations saved by checkpointing", "激活检查点节省的激活值"),
        RuleSubject::Workers => locale.pick("loader workers", "数据加载进程数"),
        RuleSubject::Limit => locale.pick("what limits speed", "速度瓶颈"),
        RuleSubject::FirstAid => locale.pick("what to change first", "优先调整的顺序"),
    }
}

/// Whether a rule and the model agree.
#[must_use]
pub fn rule_verdict(verdict: RuleVerdict, locale: Locale) -> &'static str {
    match verdict {
        RuleVerdict::Agrees => locale.pick("agrees", "一致"),
        RuleVerdict::RuleHigher => locale.pick("the rule is too high", "规则值偏高"),
        RuleVerdict::RuleLower => locale.pick("the rule is too low", "规则值偏低"),
        RuleVerdict::Differs => locale.pick("they differ", "不一致"),
        RuleVerdict::NotComparable => locale.pick("nothing to compare", "无可比较"),
    }
}

/// The guide that states a rule, and when it was published.
#[must_use]
pub fn rule_source(guide: Guide, locale: Locale) -> &'static str {
    match guide {
        Guide::A => locale.pick(
            "field guide A: RAM beside a 24 GB card (in Chinese, 2024 to 2026)",
            "实践指南 A：24 GB 显卡如何搭配内存（2024–2026 年）",
        ),
        Guide::B => locale.pick(
            "field guide B: framework settings for large VRAM (in Chinese, 2024 to 2026)",
            "实践指南 B：大显存的框架参数设置（2024–2026 年）",
        ),
        Guide::C => locale.pick(
            "field guide C: ratio of RAM to VRAM in AI servers (in Chinese, 2024 to 2026)",
            "实践指南 C：AI 服务器的内存与显存配比（2024–2026 年）",
        ),
        Guide::D => locale.pick(
            "field guide D: causes and cures of memory shortage (in Chinese, 2024 to 2026)",
            "实践指南 D：显存不足的原因与对策（2024–2026 年）",
        ),
    }
}

/// The rule as a plain sentence. Every rule that the engine asks has one (checked by a test).
#[must_use]
pub fn rule_sentence(rule: &str, subject: RuleSubject, locale: Locale) -> &'static str {
    match (rule, subject) {
        ("A3", _) => locale.pick("RAM is twice the VRAM, plus 5 to 10 GB for prepared data", "内存为显存的 2 倍，再加 5–10 GB 预处理缓存"),
        ("A4", _) => locale.pick(
            "RAM is what the largest batch and the copies of weights take, plus about 20 GB, rounded up to a kit",
            "内存为最大批次与参数副本的占用，再加约 20 GB，向上取整到可购买的套装",
        ),
        ("A5", _) => locale.pick(
            "prepared data takes 8 GB for 50,000 pictures of 224 x 224, 10 GB at 512 x 512, 5 GB for 100,000 texts",
            "预处理数据：5 万张 224×224 图片约 8 GB，512×512 约 10 GB，10 万条文本约 5 GB",
        ),
        ("A6", _) => locale.pick(
            "beside a 24 GB card: 32 GB for image classification, BERT, 7B models and diffusion; 64 GB for 13B models in 8 bits",
            "24 GB 显卡：图像分类、BERT、7B 模型和扩散模型配 32 GB；8 位量化的 13B 模型配 64 GB",
        ),
        ("A8", _) => locale.pick(
            "gradients and optimizer states triple the FP32 weights, and RAM holds all of it once more",
            "梯度与优化器状态使 FP32 权重变为 3 倍，内存中还要再存一份",
        ),
        ("B2", _) => locale.pick(
            "use 85 to 90% of a 24 GB card (90 to 92% of 48 GB), less a reserve of 5 to 10%",
            "24 GB 显卡使用 85–90%（48 GB 为 90–92%），再扣除 5–10% 的应急余量",
        ),
        ("B4", RuleSubject::UsableVramGib) => locale.pick(
            "each kind of model may use its own share of the card, 85 to 92%",
            "每类模型可使用显卡的一定比例，85–92% 不等",
        ),
        ("B4", _) => locale.pick(
            "each kind of model has a batch to expect once its key settings are made",
            "按关键设置配置后，每类模型都有预期的批次大小",
        ),
        ("B5", _) => locale.pick(
            "memory grows in a line with the batch; take the power of two below what fits",
            "显存随批次大小线性增长；取可容纳数量以下的 2 的幂",
        ),
        ("B6", _) => locale.pick(
            "a batch range for each kind of model: on 24 GB 32 to 128 for CNNs, 32 to 64 for BERT, 2 to 8 for 7B models; on 48 GB 64 to 256 for CNNs, 4 to 16 for 13B models, 16 to 32 for Stable Diffusion",
            "每类模型的批次范围：24 GB 时 CNN 32–128、BERT 32–64、7B 模型 2–8；48 GB 时 CNN 64–256、13B 模型 4–16、Stable Diffusion 16–32",
        ),
        ("B9", RuleSubject::CheckpointingTimePercent) => {
            locale.pick("activation checkpointing makes a step about 20% slower", "激活检查点使每步约慢 20%")
        }
        ("B9", _) => locale.pick("activation checkpointing saves about 50% of the activations", "激活检查点约节省 50% 的激活值"),
        ("B10", _) => locale.pick("run one loader worker per CPU core", "数据加载进程数等于 CPU 核心数"),
        ("B12", _) => locale.pick(
            "the latents of 50,000 pictures of 512 x 512 take about 20 GB of RAM",
            "5 万张 512×512 图片的潜变量约占 20 GB 内存",
        ),
        ("B13", _) => locale.pick(
            "7B weights take 28 GB in FP32, 14 GB in FP16 and 2.8 GB under QLoRA; other sizes in proportion",
            "7B 权重在 FP32 下为 28 GB，FP16 为 14 GB，QLoRA 为 2.8 GB；其他规模按比例计算",
        ),
        ("C1", _) => locale.pick(
            "RAM is 2 to 3 times all VRAM for entry machines, 3 to 4 times for tuning large models, 4 to 5 times from 10B weights or 80 GB cards",
            "内存与总显存之比：入门为 2–3 倍，微调大模型为 3–4 倍，百亿参数或 80 GB 显卡为 4–5 倍",
        ),
        ("D6", _) => locale.pick(
            "capacity decides whether a run is possible; once it fits, memory bandwidth decides its speed",
            "容量决定能否训练；能放下之后，显存带宽决定速度",
        ),
        ("D7", _) => locale.pick(
            "when memory is short, try in order: mixed precision, gradient accumulation, checkpointing, loader settings, then sharding or model parallelism",
            "显存不足时依次尝试：混合精度、梯度累积、激活检查点、数据加载设置，最后是分片或模型并行",
        ),
        _ => "",
    }
}

/// Why a rule and the model differ; empty where they agree.
#[must_use]
pub fn rule_reason(reason: RuleReason, locale: Locale) -> &'static str {
    match reason {
        RuleReason::None => "",
        RuleReason::FactorTwoTooHigh => locale.pick(
            "the rule's factor 2 counts copies that do not exist at the same time; its own guide calls it too high",
            "规则中的系数 2 把并不同时存在的副本都算了进去；该指南自己也认为偏高",
        ),
        RuleReason::ReserveDiffers => locale.pick(
            "the rule keeps about 20 GB for bursts; the model states its own reserve",
            "规则为突发占用预留约 20 GB；估算使用自己写明的余量",
        ),
        RuleReason::RunIsLighter => locale.pick(
            "the rule has one figure per card; this run needs less than the typical one",
            "规则按显卡只给一个数；这次训练的需求低于典型情况",
        ),
        RuleReason::RunIsHeavier => locale.pick(
            "the rule has one figure per card; this run needs more than the typical one",
            "规则按显卡只给一个数；这次训练的需求高于典型情况",
        ),
        RuleReason::CapacityMeasured => locale.pick(
            "the rule takes a share of the nominal capacity; the model knows what the driver reports",
            "规则按标称容量取比例；估算采用驱动报告的容量",
        ),
        RuleReason::FragmentationModelled => locale.pick(
            "the rule keeps a share for fragmentation; the model computes the allocator's slack",
            "规则为碎片预留一定比例；估算直接计算分配器的余量",
        ),
        RuleReason::NothingFits => locale.pick("not even one sample fits, by either", "两者都认为连一个样本也放不下"),
        RuleReason::BatchIsTypical => locale.pick(
            "the rule has one range for a kind of model; the model counts this run's memory sample by sample",
            "规则对一类模型只给一个范围；估算逐样本计算本次训练的显存",
        ),
        RuleReason::SettingsDiffer => locale.pick(
            "the rule's row is for other settings (precision, adapters, checkpointing or length) than this run's",
            "规则对应的设置（精度、适配器、检查点或长度）与本次训练不同",
        ),
        RuleReason::StoredSamples => locale.pick(
            "the model counts samples as the loader keeps them: encoded files, or 4 bytes a token",
            "估算按加载器实际保存的形式计算：编码后的文件，或每个 token 4 字节",
        ),
        RuleReason::LatentsAreSmaller => locale.pick(
            "a latent of 4 x 64 x 64 FP32 values is 64 KiB, so that 50,000 of them take 3.3 GB",
            "一个 4×64×64 的 FP32 潜变量为 64 KiB，5 万个共 3.3 GB",
        ),
        RuleReason::CopiesDiffer => locale.pick(
            "the model counts the states that this optimizer keeps, and in RAM only what is loaded or offloaded there",
            "估算按该优化器实际保存的状态计算，内存中只计加载或卸载到其中的部分",
        ),
        RuleReason::MixedPrecisionKeepsFp32 => locale.pick(
            "mixed precision computes in 16 bits but keeps FP32 weights; only pure 16-bit training halves them",
            "混合精度以 16 位计算，但仍保存 FP32 权重；只有纯 16 位训练才会减半",
        ),
        RuleReason::QuantizedWithScales => locale.pick(
            "4-bit weights take about 0.52 bytes with their scales, and embeddings are not quantized",
            "4 位权重连同缩放系数约占 0.52 字节，且嵌入层不量化",
        ),
        RuleReason::EffectPlayed => locale.pick(
            "the rule gives a usual effect; the model plays this step with and without",
            "规则给出的是一般效果；估算对本次训练分别推演开启与关闭",
        ),
        RuleReason::WorkersUntilFed => locale.pick(
            "the model adds workers only until no GPU waits; more would cost RAM and gain nothing",
            "估算只增加到 GPU 不再等待为止；再多只会占用内存而没有收益",
        ),
        RuleReason::OtherLimit => locale.pick("something else limits this run", "本次训练受其他环节限制"),
        RuleReason::RankedByTime => locale.pick(
            "the model ranks what alone makes the run fit by its effect on results, then by time",
            "估算对单独即可放下的调整先按对结果的影响、再按耗时排序",
        ),
        RuleReason::NoSingleChangeFits => {
            locale.pick("no single change makes this run fit", "没有任何单项调整能让本次训练放得下")
        }
        RuleReason::NoOrderToCompare => locale.pick(
            "fewer than two of the rule's measures alone make this run fit, so that there is no order to compare",
            "规则所列措施中，单独即可放下的不足两项，无顺序可比",
        ),
    }
}
