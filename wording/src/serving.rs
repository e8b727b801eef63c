//! Sentences about models that are served.

mod cards;

use engine::serving::notes::Share;
use engine::serving::{CacheDtype, Change, Note, Offload};
use engine::serving::{Effect, WeightsFormat as Format};
use wire::locale::Locale;
use wire::v1::choices::{KvCacheDtype, WeightsFormat};

use crate::format::{concise, measured_time, number, rate, size, whole_percent};

/// What a format is called: the word that files and checkpoints carry.
#[must_use]
pub fn weights_format(format: Format) -> &'static str {
    let found = WeightsFormat::ALL.iter().find(|&&word| Format::from(word) == format);
    found.map_or("", |word| word.as_str())
}

/// What keys and values are stored as.
#[must_use]
pub fn cache_dtype(dtype: CacheDtype) -> &'static str {
    KvCacheDtype::from(dtype).as_str()
}

/// A change as an advice.
#[must_use]
pub fn serving_change(change: &Change, locale: Locale) -> String {
    let en = locale == Locale::En;
    match *change {
        Change::MaxSequences(requests) if en => format!("prepare for {requests} requests at a time, not more (max_num_seqs)"),
        Change::MaxSequences(requests) => format!("把同时请求的上限设为 {requests}（max_num_seqs）"),
        Change::Utilization(share) if en => {
            format!("let the engine take {} of the card (memory_utilization)", whole_percent(share))
        }
        Change::Utilization(share) => format!("让引擎占用显卡的 {}（memory_utilization）", whole_percent(share)),
        Change::CacheDtype(dtype) if en => format!("keep keys and values as {}", cache_dtype(dtype)),
        Change::CacheDtype(dtype) => format!("键值缓存用 {}", cache_dtype(dtype)),
        Change::Format(format) if en => format!("take the weights as {}", weights_format(format)),
        Change::Format(format) => format!("权重用 {}", weights_format(format)),
        Change::PictureSize(height, width) if en => format!("pictures of {height} x {width} pixels (image_size)"),
        Change::PictureSize(height, width) => format!("图片缩小到 {height} x {width} 像素（image_size）"),
        Change::Split { from, to } => cards::split(from, to, locale),
        Change::Context(tokens) if en => format!("limit requests to {} tokens (context_length)", number(tokens as f64)),
        Change::Context(tokens) => format!("将请求限制为 {} 个 token（context_length）", number(tokens as f64)),
        Change::Offload(Offload::Experts) if en => "keep the routed experts in RAM".to_owned(),
        Change::Offload(Offload::Experts) => "把路由专家放在内存中".to_owned(),
        Change::Offload(Offload::Blocks(1)) if en => "keep one layer in RAM".to_owned(),
        Change::Offload(Offload::Blocks(blocks)) if en => format!("keep {blocks} layers in RAM"),
        Change::Offload(Offload::Blocks(blocks)) => format!("把 {blocks} 层放在内存中"),
        Change::Offload(Offload::None) if en => "keep the whole model on the card".to_owned(),
        Change::Offload(Offload::None) => "整个模型都放在显卡上".to_owned(),
    }
}

/// Nothing drafts ahead any more, as an advice.
#[must_use]
pub fn undrafted(locale: Locale) -> &'static str {
    locale.pick("let nothing draft ahead (speculative: none)", "不用预测解码（speculative: none）")
}

/// What drafts ahead, as an advice: a model of this name, or the model's own head; worth it where so many drafts are right.
#[must_use]
pub fn drafting_ahead(name: Option<&str>, acceptance: f64, locale: Locale) -> String {
    let share = whole_percent(acceptance);
    match (name, locale) {
        (Some(name), Locale::En) => format!("let {name} draft ahead (draft_model), if {share} of its drafts are right"),
        (Some(name), Locale::Zh) => format!("用 {name} 作草稿模型（draft_model），按 {share} 的预测被接受计"),
        (None, Locale::En) => format!("let the model's own head draft ahead (mtp), if {share} of its drafts are right"),
        (None, Locale::Zh) => format!("用模型自带的 MTP 头预测（mtp），按 {share} 的预测被接受计"),
    }
}

/// What a change does to answers.
#[must_use]
pub fn serving_effect(effect: Effect, locale: Locale) -> &'static str {
    match effect {
        Effect::None => locale.pick("answers stay the same", "回答不变"),
        Effect::Small => locale.pick("answers hardly differ", "回答几乎不变"),
        Effect::Better => locale.pick("answers get better", "回答更好"),
        Effect::Noticeable => locale.pick("answers get a little worse, small models' the most", "回答略差，小模型更明显"),
        Effect::Strong => locale.pick("answers get clearly worse", "回答明显变差"),
        Effect::Shorter => locale.pick("longer requests are refused", "更长的请求会被拒绝"),
    }
}

/// A note in a sentence.
#[must_use]
pub fn serving_note(note: &Note, locale: Locale) -> String {
    match locale {
        Locale::En => english(note),
        Locale::Zh => chinese(note),
    }
}

fn english(note: &Note) -> String {
    match *note {
        Note::GroupsCut { .. }
        | Note::CopiedHeads
        | Note::OneAfterAnother { .. }
        | Note::Copies { .. }
        | Note::SumsOverPcie { .. }
        | Note::StagesUnchecked => cards::note(note, Locale::En).unwrap_or_default(),
        Note::DoesNotFit { by } => format!("needs {} more memory than the card has", size(by)),
        Note::PoolTooSmall { pool, longest, holds } => format!(
            "the engine will not start: a request of the longest context needs {} for keys and values, and {} are left, enough for {} tokens",
            size(longest),
            size(pool),
            number(holds as f64)
        ),
        Note::Queues { fits, asked } => format!(
            "{} requests of this length fit at a time, {} were asked for: the others wait",
            number(fits as f64),
            number(asked as f64)
        ),
        Note::SamplerPeak { bytes, requests } => format!(
            "{} are set aside to sample {} requests at a time, whatever the load; a smaller max_num_seqs leaves more for keys and values",
            size(bytes),
            number(requests as f64)
        ),
        Note::WeightOnly => {
            "this card cannot multiply in this format: weights are unpacked to 16 bits, which saves memory and speeds up single streams, not prompts".to_owned()
        }
        Note::OnHost { bytes, read, rate: bandwidth } => format!(
            "{} of the model lie in RAM, of which every token reads {}: the memory's rate sets the pace ({} with this processor's kind of memory)",
            size(bytes),
            size(read),
            rate(bandwidth)
        ),
        Note::ShareTooLarge { by } => {
            format!("the share of the card leaves {} too little for the driver, graphs and a desktop: take less (memory_utilization)", size(by))
        }
        Note::RamShort { by, is_shared: true } => {
            format!("the memory that device and host share is {} too small for the model and what the host needs beside it", size(by))
        }
        Note::RamShort { by, is_shared: false } => format!("the machine needs {} more RAM", size(by)),
        Note::MemoryInCommon { pool, device } => format!(
            "system, host and device share one memory of {}, of which the system lets the device take {}; no RAM and no second device can be chosen beside it",
            size(pool),
            size(device)
        ),
        Note::Overloaded { rate, most } => format!(
            "{} requests come in a second and {} are finished at the most: the queue grows without limit",
            concise(rate),
            concise(most)
        ),
        Note::Slower { tokens_per_second, least, of } => {
            let (pace, least) = (concise(tokens_per_second), concise(least));
            match of {
                Share::Usual => format!("each request gets {pace} tokens a second, less than the {least} that were asked for"),
                Share::Slowest => {
                    format!("5 of 100 requests get {pace} tokens a second or less, below the {least} that were asked for")
                }
            }
        }
        Note::Later { seconds, most, of } => {
            let (seconds, most) = (measured_time(seconds, Locale::En), measured_time(most, Locale::En));
            match of {
                Share::Usual => format!("the first token comes after {seconds}, later than the {most} that were asked for"),
                Share::Slowest => {
                    format!("5 of 100 requests wait {seconds} or longer for their first token, beyond the {most} that were asked for")
                }
            }
        }
        Note::Drafted { written, acceptance } => format!(
            "a pass is taken to write {} tokens, each draft right with a chance of {}: prose was seen to get about 75%, code 90%; the more alike the two models are, the more often a smaller one is right; what checking drafts adds to the sampler is not counted",
            concise(written),
            whole_percent(acceptance)
        ),
        Note::Pictures { tokens, reading, preparing, size: (height, width) } => format!(
            "a picture of {height} x {width} pixels is {} tokens of the prompt; the pictures of a prompt take a core of the host {} and the card {} before its text is read",
            number(tokens as f64),
            measured_time(preparing, Locale::En),
            measured_time(reading, Locale::En)
        ),
        Note::PicturesUnchecked => {
            "tokens of pictures are counted as the model's own processor counts them; memory and speed follow from the layers that read them and were checked against one server alone, which under load gave a quarter of the tokens a second that are reckoned here, and the first of them much later".to_owned()
        }
        Note::TextAlone { bytes } => format!(
            "this model can read pictures; it is started for text alone, which saves {} and more: name images_per_prompt where prompts have pictures",
            size(bytes)
        ),
        Note::MemoryUnchecked => {
            "memory of this engine was checked against the log of a single start: its pool may be off by a GiB or two".to_owned()
        }
        Note::Unchecked => {
            "no published run of this engine on such a card was at hand: its speed is reckoned from the data sheet and may be far off".to_owned()
        }
    }
}

fn chinese(note: &Note) -> String {
    match *note {
        Note::GroupsCut { .. }
        | Note::CopiedHeads
        | Note::OneAfterAnother { .. }
        | Note::Copies { .. }
        | Note::SumsOverPcie { .. }
        | Note::StagesUnchecked => cards::note(note, Locale::Zh).unwrap_or_default(),
        Note::DoesNotFit { by } => format!("显存还差 {}", size(by)),
        Note::PoolTooSmall { pool, longest, holds } => format!(
            "引擎无法启动：一个最长请求的键值缓存需 {}，只剩 {}，可容纳 {} 个 token",
            size(longest),
            size(pool),
            number(holds as f64)
        ),
        Note::Queues { fits, asked } => {
            format!("同时只能容纳 {} 个此长度的请求，要求 {} 个：其余排队", number(fits as f64), number(asked as f64))
        }
        Note::SamplerPeak { bytes, requests } => format!(
            "无论负载如何，都为同时采样 {1} 个请求预留了 {0}；减少个数（max_num_seqs）可留给键值缓存",
            size(bytes),
            number(requests as f64)
        ),
        Note::WeightOnly => {
            "此卡不支持以该格式做矩阵乘法：权重先解包为 16 位，省显存、加快单路生成，但不加快提示词处理".to_owned()
        }
        Note::OnHost { bytes, read, rate: bandwidth } => format!(
            "模型的 {} 放在内存中，每个 token 读取其中 {}：速度取决于内存带宽（此处理器的内存为 {}）",
            size(bytes),
            size(read),
            rate(bandwidth)
        ),
        Note::ShareTooLarge { by } => {
            format!("占用比例过高，驱动、CUDA 图和桌面还差 {}：请调低 memory_utilization", size(by))
        }
        Note::RamShort { by, is_shared: true } => format!("设备与主机共用的内存还差 {}，容不下模型和主机所需", size(by)),
        Note::RamShort { by, is_shared: false } => format!("机器还缺 {} 内存", size(by)),
        Note::MemoryInCommon { pool, device } => {
            format!("系统、主机和设备共用 {} 内存，系统最多让设备占用 {}；不能另选内存或第二个设备", size(pool), size(device))
        }
        Note::Overloaded { rate, most } => {
            format!("每秒到来 {} 个请求，最多只能完成 {} 个：排队会越来越长", concise(rate), concise(most))
        }
        Note::Slower { tokens_per_second, least, of } => {
            let (pace, least) = (concise(tokens_per_second), concise(least));
            match of {
                Share::Usual => format!("每个请求约 {pace} token/s，低于要求的 {least} token/s"),
                Share::Slowest => format!("每 100 个请求中有 5 个不高于 {pace} token/s，低于要求的 {least} token/s"),
            }
        }
        Note::Later { seconds, most, of } => {
            let (seconds, most) = (measured_time(seconds, Locale::Zh), measured_time(most, Locale::Zh));
            match of {
                Share::Usual => format!("首个 token 需等{seconds}，超过要求的{most}"),
                Share::Slowest => format!("每 100 个请求中有 5 个至少要等{seconds}才出首个 token，超过要求的{most}"),
            }
        }
        Note::Drafted { written, acceptance } => format!(
            "假定每次前向写出 {} 个 token，每个预测有 {} 的概率被接受：散文约 75%，代码约 90%；由更小的模型预测时，两个模型越相近接受率越高；校验预测时采样器多占的显存未计入",
            concise(written),
            whole_percent(acceptance)
        ),
        Note::Pictures { tokens, reading, preparing, size: (height, width) } => format!(
            "一张 {height} x {width} 像素的图片占提示词 {} 个 token；处理一个提示词的全部图片，主机单核需 {}，显卡需 {}，之后才读取文本",
            number(tokens as f64),
            measured_time(preparing, Locale::Zh),
            measured_time(reading, Locale::Zh)
        ),
        Note::PicturesUnchecked => {
            "图片的 token 数按模型自带的预处理器计算；显存和速度按视觉编码器的各层推算，仅与一台服务器核对过：它在高负载下每秒输出的 token 只有推算值的四分之一，首个 token 也晚得多".to_owned()
        }
        Note::TextAlone { bytes } => {
            format!("此模型能读图片；这里按纯文本启动，至少节省 {}：提示词含图片时请填写 images_per_prompt", size(bytes))
        }
        Note::MemoryUnchecked => "此引擎的显存仅与一次启动日志核对过：缓存池可能相差一两 GiB".to_owned(),
        Note::Unchecked => "没有此引擎在此类显卡上的公开结果可供核对：速度仅按规格推算，可能相差很多".to_owned(),
    }
}
