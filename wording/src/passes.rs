//! Sentences about models that answer in passes.

use engine::passes::{Change, ComponentKind, Note};
use engine::serving::Effect;
use wire::locale::Locale;

use crate::format::{measured_time, number, size};
use crate::serving::weights_format;

/// A change as an advice.
#[must_use]
pub fn passes_change(change: &Change, locale: Locale) -> String {
    let en = locale == Locale::En;
    let Change { format, is_offloaded, is_tiled, batch, frames } = *change;
    let format = format.map(|format| {
        let format = weights_format(format);
        if en { format!("take the weights as {format}") } else { format!("权重用 {format}") }
    });
    let place = is_offloaded.map(|is_offloaded| match is_offloaded {
        true if en => "keep each model on the card only while it runs (enable_model_cpu_offload)",
        true => "每个模型只在运行时放到显卡上（enable_model_cpu_offload）",
        false if en => "keep every model on the card throughout",
        false => "所有模型始终放在显卡上",
    });
    let decoding = is_tiled.map(|is_tiled| match is_tiled {
        true if en => "decode the video in tiles (vae.enable_tiling)",
        true => "分块解码视频（vae.enable_tiling）",
        false if en => "decode the video whole",
        false => "整段解码视频",
    });
    let batch = batch.map(|batch| {
        let batch = number(batch as f64);
        if en { format!("take {batch} at a time") } else { format!("每批 {batch} 个") }
    });
    let frames = frames.map(|frames| {
        let frames = number(frames as f64);
        if en { format!("make videos of {frames} frames") } else { format!("视频缩短到 {frames} 帧") }
    });
    let parts = [format, place.map(str::to_owned), decoding.map(str::to_owned), batch, frames];
    parts.into_iter().flatten().collect::<Vec<_>>().join(locale.pick("; ", "；"))
}

/// What a model of a pipeline is for.
#[must_use]
pub fn passes_stage(kind: ComponentKind, locale: Locale) -> &'static str {
    match kind {
        ComponentKind::Loading => locale.pick("loads and packs the weights", "加载并压缩权重"),
        ComponentKind::Model => locale.pick("the model", "模型"),
        ComponentKind::PromptEncoder => locale.pick("encodes the prompt", "编码提示词"),
        ComponentKind::Denoiser => locale.pick("removes noise", "去噪"),
        ComponentKind::Decoder => locale.pick("decodes the latent (VAE)", "解码潜变量（VAE）"),
        ComponentKind::AudioEncoder => locale.pick("encodes the sound", "编码音频"),
        ComponentKind::CrossAttention => locale.pick("makes keys and values of the sound", "计算音频的键值（交叉注意力）"),
        ComponentKind::TextDecoder => locale.pick("writes, a token a pass", "逐 token 写出文本"),
    }
}

/// What a change does to pictures.
#[must_use]
pub fn passes_effect(effect: Effect, locale: Locale) -> &'static str {
    match effect {
        Effect::None => locale.pick("the same", "不变"),
        Effect::Better => locale.pick("better", "更好"),
        Effect::Small => locale.pick("hardly differ", "几乎不变"),
        Effect::Noticeable | Effect::Strong => locale.pick("details differ", "细节有差异"),
        Effect::Shorter => locale.pick("shorter", "更短"),
    }
}

/// A note in a sentence.
#[must_use]
pub fn passes_note(note: &Note, locale: Locale) -> String {
    match locale {
        Locale::En => english(note),
        Locale::Zh => chinese(note),
    }
}

fn english(note: &Note) -> String {
    match *note {
        Note::DoesNotFit { by } => format!("needs {} more memory than the card has", size(by)),
        Note::HostTooSmall { by } => {
            format!("needs {} more RAM while it starts", size(by))
        }
        Note::Tight => "fits, but with little to spare: a desktop or a second program on the card may make it fail".to_owned(),
        Note::DecoderPeak { bytes } => format!(
            "the peak is where the latent is decoded ({} beside the weights): decoding in tiles (enable_tiling) lowers it",
            size(bytes)
        ),
        Note::Moved { time } => {
            format!("moving the models to the card and back takes {} of every batch; larger batches spread it", measured_time(time, Locale::En))
        }
        Note::Guided => {
            "every step makes two passes, with and without the prompt (classifier-free guidance); without guidance it takes half as long"
                .to_owned()
        }
        Note::OneSource => {
            "how long unpacking these weights takes is known of one model and card (FLUX.1 on an H100)"
                .to_owned()
        }
        Note::LaunchBound => {
            "the card waits for the program that launches its kernels: larger batches or compiled graphs (torch.compile) use it better"
                .to_owned()
        }
        Note::HostTooSlow { cores, has } => format!(
            "the cards can do this, the host cannot: reading recordings and making their spectrograms at this pace takes some {cores} cores, and it has {has}"
        ),
        Note::WritesTogether { tokens, cores } => format!(
            "told for full windows of 30 seconds whose longest text has {tokens} tokens: a batch writes until that one ends. English speech has some 110 a window, Chinese more; windows that overlap read part of the sound twice, and a language that is not named takes one more pass of the encoder. Reading recordings and making their spectrograms, some {cores} {} of the host, is done beside",
            if cores == 1 { "core" } else { "cores" }
        ),
    }
}

fn chinese(note: &Note) -> String {
    match *note {
        Note::DoesNotFit { by } => format!("还缺 {} 显存", size(by)),
        Note::HostTooSmall { by } => format!("启动时还缺 {} 内存", size(by)),
        Note::Tight => "放得下，但余量很小：显卡上若有桌面或其他程序，可能会失败".to_owned(),
        Note::DecoderPeak { bytes } => {
            format!("峰值出现在解码潜变量时（权重之外 {}）；分块解码（enable_tiling）可以降低", size(bytes))
        }
        Note::Moved { time } => {
            format!("每批搬移模型需 {}；批量越大，分摊越少", measured_time(time, Locale::Zh))
        }
        Note::Guided => "每一步要算两遍：带提示词和不带提示词（classifier-free guidance）；不用引导则只需一半时间".to_owned(),
        Note::OneSource => "解包这种权重的用时只有一处实测（H100 上的 FLUX.1）".to_owned(),
        Note::HostTooSlow { cores, has } => {
            format!("显卡能达到此速度，主机却跟不上：以此速度读取录音并计算频谱约需 {cores} 个核心，而主机只有 {has} 个")
        }
        Note::WritesTogether { tokens, cores } => format!(
            "按填满的 30 秒片段、批内最长文本 {tokens} 个 token 计算：整批要写到最长的文本结束。英语口语每个片段约 110 个 token，中文更多；片段重叠会重复读取部分音频，不指定语言则编码器要多算一遍。读取录音和计算频谱由主机同时进行，约占 {cores} 个核心"
        ),
        Note::LaunchBound => "显卡在等待程序逐个启动内核：加大批量或编译计算图（torch.compile）能更好地利用显卡".to_owned(),
    }
}
