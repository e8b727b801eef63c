//! Programs of models that answer in passes: pictures and videos through diffusers, speech through transformers.

use engine::architecture::{Architecture, DiffusionTransformerVariant, VideoTransformer, VideoTransformerVariant};
use engine::passes::Question;
use engine::serving::WeightsFormat;
use serde::Serialize;
use wire::locale::Locale;

use super::template;

/// What is told of the program's pictures.
#[derive(Debug, Clone, Copy)]
pub struct Expected {
    /// Time of a batch.
    pub seconds: f64,
    /// What the allocator reserves, at the most.
    pub reserved_gib: f64,
}

#[derive(Debug, Serialize)]
struct Facts<'a> {
    name: &'a str,
    dtype: &'static str,
    quantizer: Option<&'static str>,
    /// The file of the transformer, of formats that come in one.
    file: Option<&'a str>,
    transformer: &'static str,
    /// Whether the repository has a network that checks finished pictures.
    has_checker: bool,
    /// The encoder of prompts that is packed as well.
    prompts: &'static str,
    is_offloaded: bool,
    height: u64,
    width: u64,
    steps: u64,
    batch: u64,
    tokens: Option<u64>,
    expected_seconds: f64,
    expected_gib: f64,
}

#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the program, which combine freely")]
struct VideoFacts<'a> {
    name: &'a str,
    dtype: &'static str,
    quantizer: Option<&'static str>,
    /// The file of the transformer, of formats that come in one.
    file: Option<&'a str>,
    /// Whether the decoder computes in FP32.
    is_decoded_wide: bool,
    /// Whether a second transformer takes over where little noise is left.
    has_second: bool,
    is_offloaded: bool,
    is_tiled: bool,
    height: u64,
    width: u64,
    frames: u64,
    /// Frames in a second of what is written.
    rate: u64,
    steps: u64,
    batch: u64,
    expected_seconds: f64,
    expected_gib: f64,
}

#[derive(Debug, Serialize)]
struct SpeechFacts<'a> {
    name: &'a str,
    dtype: &'static str,
    language: &'static str,
    batch: u64,
    /// Seconds of sound in a window.
    window: u64,
    tokens: u64,
    expected_seconds: f64,
    expected_gib: f64,
}

/// The name of the library that packs weights, as the templates know it.
const fn quantizer(weights: WeightsFormat) -> Option<&'static str> {
    match weights {
        WeightsFormat::BnbNf4 => Some("bnb-nf4"),
        WeightsFormat::BnbInt8 => Some("bnb-int8"),
        WeightsFormat::Fp8 => Some("torchao"),
        _ => None,
    }
}

/// A tenth is more than is known.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// `videos.py` for a repository of diffusers; `file` is that of the transformer, of formats that come in one. None for other models.
#[must_use]
pub fn videos(question: &Question, name: &str, file: &str, expected: Expected, locale: Locale) -> Option<String> {
    let Architecture::VideoTransformer(model) = &question.model else { return None };
    let settings = &question.settings;
    let facts = VideoFacts {
        name,
        dtype: dtype(question),
        quantizer: quantizer(settings.weights_format),
        file: settings.weights_format.is_gguf().then_some(file),
        is_decoded_wide: engine::models::video::is_decoded_wide(model),
        has_second: model.networks() > 1,
        is_offloaded: settings.is_offloaded,
        is_tiled: settings.is_tiled,
        height: settings.image_height,
        width: settings.image_width,
        frames: settings.frames,
        rate: frames_per_second(model),
        steps: settings.denoising_steps,
        batch: settings.batch,
        expected_seconds: tenths(expected.seconds),
        expected_gib: tenths(expected.reserved_gib),
    };
    Some(template::program("passes/videos.py", &facts, locale))
}

/// Frames of a second, as the models were taught and their repositories write them.
const fn frames_per_second(model: &VideoTransformer) -> u64 {
    match model.variant {
        VideoTransformerVariant::Joint { .. } => 8,
        VideoTransformerVariant::Cross { .. } => 16,
    }
}

/// `speech.py` for a repository of transformers; none for other models.
#[must_use]
pub fn speech(question: &Question, name: &str, expected: Expected, locale: Locale) -> Option<String> {
    let Architecture::Whisper(model) = &question.model else { return None };
    let facts = SpeechFacts {
        name,
        dtype: dtype(question),
        // Distil-Whisper was taught English alone.
        language: if locale == Locale::Zh && !name.starts_with("distil-whisper/") { "zh" } else { "en" },
        batch: question.settings.batch,
        window: model.window_seconds(),
        tokens: question.settings.tokens,
        expected_seconds: tenths(expected.seconds),
        expected_gib: tenths(expected.reserved_gib),
    };
    Some(template::program("passes/speech.py", &facts, locale))
}

/// The type that a question computes in, as PyTorch calls it.
fn dtype(question: &Question) -> &'static str {
    if question.computes_in_fp16() { "float16" } else { "bfloat16" }
}

/// `pictures.py` for a repository of diffusers; `file` is that of the transformer, of formats that come in one. None for other models.
#[must_use]
pub fn pictures(question: &Question, name: &str, file: &str, expected: Expected, locale: Locale) -> Option<String> {
    let settings = &question.settings;
    let (transformer, prompts) = match &question.model {
        Architecture::DiffusionUnet(_) => ("", ""),
        Architecture::DiffusionTransformer(model) => match model.variant {
            DiffusionTransformerVariant::Joint { .. } => ("SD3Transformer2DModel", "text_encoder_3"),
            DiffusionTransformerVariant::JointThenSingle { .. } => ("FluxTransformer2DModel", "text_encoder_2"),
        },
        _ => return None,
    };
    let weights = settings.weights_format;
    let facts = Facts {
        name,
        dtype: dtype(question),
        quantizer: quantizer(weights),
        file: weights.is_gguf().then_some(file),
        transformer,
        has_checker: matches!(&question.model, Architecture::DiffusionUnet(model) if model.addition_embed_input == 0),
        prompts,
        is_offloaded: settings.is_offloaded,
        height: settings.image_height,
        width: settings.image_width,
        steps: settings.denoising_steps,
        batch: settings.batch,
        tokens: (!transformer.is_empty()).then_some(settings.tokens),
        expected_seconds: tenths(expected.seconds),
        expected_gib: tenths(expected.reserved_gib),
    };
    Some(template::program("passes/pictures.py", &facts, locale))
}
