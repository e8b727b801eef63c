//! Notes of an estimate.

mod host;
mod measured;

use engine::estimate::{Note, NoteLevel};

use crate::format::{count, size, whole_percent};
use wire::locale::Locale;

/// A note in a sentence.
#[must_use]
pub fn note_detail(note: &Note, locale: Locale) -> String {
    match locale {
        Locale::En => english(note),
        Locale::Zh => chinese(note),
    }
}

/// How grave a note is: the word of the API in English, a label in Chinese.
#[must_use]
pub fn note_level(level: NoteLevel, locale: Locale) -> &'static str {
    match level {
        NoteLevel::Problem => locale.pick("problem", "问题"),
        NoteLevel::Warning => locale.pick("warning", "警告"),
        NoteLevel::Note => locale.pick("note", "提示"),
    }
}

fn english(note: &Note) -> String {
    match note {
        Note::Host(note) => host::english(note),
        Note::Measured(note) => measured::english(note),
        Note::DoesNotFit { by } => format!("needs {} more VRAM than the card has", size(*by)),
        Note::Tight => "fits, but the high end of the range does not: leave a margin before a long run".to_owned(),
        Note::WeightsAloneDoNotFit => "the weights alone do not fit the card, whatever the batch size".to_owned(),
        Note::CapacityNominal => {
            "the capacity of this card was not read off a driver; the usable amount may be a little less".to_owned()
        }
        Note::Bf16Unsupported => {
            "this card has no BF16 arithmetic in hardware; it runs slowly by emulation or not at all".to_owned()
        }
        Note::WaitsForData { share } => format!("the GPUs wait for data {} of the time", whole_percent(*share)),
        Note::WorkersExceedThreads { num_workers, threads } => {
            format!("{num_workers} loader workers share {threads} hardware threads; more workers than threads gain nothing")
        }
        Note::SequenceBeyondPositions { limit } => format!("the model was made for sequences of up to {limit} tokens"),
        Note::MathAttention => {
            "SDPA has no fused kernel for FP32 with grouped key and value heads and materialises the scores; use 16 bits"
                .to_owned()
        }
        Note::FrameworkNotModeled => {
            "memory and time of this framework are not modelled: what is said is a lower bound, and nothing is advised".to_owned()
        }
        Note::UnreadKeys { keys } => {
            format!("these keys of the model's config.json are not read: {}; the estimate ignores what they say", quoted(keys, ", "))
        }
        Note::MemoryInCommon { pool, device } => format!(
            "system, host and device share one memory of {}, of which the system lets the device take {}; the processor is its own, so that no RAM, processor or second device can be chosen beside it, and nothing can be offloaded",
            size(*pool),
            size(*device)
        ),
        Note::PreparedOneByOne => {
            "batched_preprocessing changes nothing here: pictures and latents are files that are opened and decoded one by one"
                .to_owned()
        }
        Note::PicturesInSequence { tokens, of } => format!(
            "the pictures of a sample take {} of its {} tokens; the rest is for words",
            count(*tokens),
            count(*of)
        ),
        Note::TwoAnswers => {
            "a sample is a question with two answers, each as long as the sequence; the reference is the model without its adapters, \
             so that no second copy of the weights is held, and its pass is part of the forward time; a tool that loads a reference model \
             of its own needs the memory of its weights besides"
                .to_owned()
        }
        Note::NothingToShareOut { gpus: 1 } => {
            "the library that was asked for (`implementation`) does nothing: one GPU keeps everything, unless sharding or offload is set"
                .to_owned()
        }
        Note::NothingToShareOut { .. } => {
            "the library that was asked for (`implementation`) does nothing until sharding or offload is set".to_owned()
        }
        Note::IdleGpus { count: 1 } => {
            "one of the GPUs does nothing until sharding (data parallelism) is configured".to_owned()
        }
        Note::IdleGpus { count } => format!("{count} of the GPUs do nothing until sharding (data parallelism) is configured"),
    }
}

fn chinese(note: &Note) -> String {
    match note {
        Note::Host(note) => host::chinese(note),
        Note::Measured(note) => measured::chinese(note),
        Note::DoesNotFit { by } => format!("所需显存比显卡多 {}", size(*by)),
        Note::Tight => "放得下，但预计范围的上限放不下：长时间训练前请留出余量".to_owned(),
        Note::WeightsAloneDoNotFit => "仅权重就放不进显卡，与批次大小无关".to_owned(),
        Note::CapacityNominal => "此显卡的容量并非由驱动读出，实际可用量可能略少".to_owned(),
        Note::Bf16Unsupported => "此显卡没有 BF16 硬件运算，只能缓慢模拟或无法运行".to_owned(),
        Note::WaitsForData { share } => format!("GPU 有 {} 的时间在等待数据", whole_percent(*share)),
        Note::WorkersExceedThreads { num_workers, threads } => {
            format!("{num_workers} 个加载进程共用 {threads} 个硬件线程；进程多于线程没有收益")
        }
        Note::SequenceBeyondPositions { limit } => format!("该模型支持的序列长度最多 {limit} 个 token"),
        Note::MathAttention => "FP32 配合分组的键值头时，SDPA 没有融合内核，会完整生成注意力分数；请改用 16 位精度".to_owned(),
        Note::FrameworkNotModeled => "此框架的显存与用时未建模：给出的只是下界，不提供建议".to_owned(),
        Note::UnreadKeys { keys } => {
            format!("无法识别模型 config.json 中的 {}；估算未计入这些键的影响", quoted(keys, "、"))
        }
        Note::MemoryInCommon { pool, device } => format!(
            "系统、主机与设备共用 {} 统一内存，其中系统最多允许设备使用 {}；处理器与设备为一体，因此无法另选内存、处理器或第二块设备，也无从卸载",
            size(*pool),
            size(*device)
        ),
        Note::PreparedOneByOne => "batched_preprocessing 在此不起作用：图像与潜变量都是逐个打开并解码的文件".to_owned(),
        Note::PicturesInSequence { tokens, of } => {
            format!("每条样本的图片占 {} 个 token，序列共 {} 个，其余为文字", count(*tokens), count(*of))
        }
        Note::TwoAnswers => {
            "每个样本为一个问题加两个回答，每条都按序列长度计；参考模型即去掉适配器的同一模型，因此不需要第二份权重，其前向计算已计入前向时间；若工具另行加载参考模型，还需多占一份权重的显存"
                .to_owned()
        }
        Note::NothingToShareOut { gpus: 1 } => {
            "所要求的库（`implementation`）不起作用：单块 GPU 保存全部内容，除非设置分片或卸载".to_owned()
        }
        Note::NothingToShareOut { .. } => "设置分片或卸载之前，所要求的库（`implementation`）不起作用".to_owned(),
        Note::IdleGpus { count } => format!("在配置分片（数据并行）之前，有 {count} 块 GPU 处于空闲"),
    }
}

/// Names in a sentence.
fn quoted(names: &[String], separator: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(separator)
}
