//! Pictures in prompts: the patches that an engine cuts them into, and the tokens that become of them.

use super::question::{Pictures, Question, ServingEngine};
use crate::architecture::{Decoder, Halves, Patches, Resizing, Tower, TowerVariant};
use crate::host::cores;
use crate::host::decoding::{
    DECODE_SECONDS_PER_BYTE_AT_1_GHZ, JPEG_BYTES_PER_PIXEL, NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ,
    RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ,
};
use crate::units::Seconds;

/// Tokens that llama.cpp makes of a picture: the fewest, the most of Qwen's towers, and of Pixtral's (`set_limit_image_tokens` in
/// `clip.cpp`, 0024aa74).
const LLAMA_CPP_TOKENS: (u64, u64, u64) = (8, 4096, 1024);

impl Question {
    /// The tower that is loaded, ready for pictures; none where the model has none or is started for text alone.
    #[must_use]
    pub fn tower(&self) -> Option<Tower> {
        let tower = self.model.options.tower?;
        let is_left_out = match self.settings.engine {
            ServingEngine::Vllm | ServingEngine::LlamaCpp | ServingEngine::Exllama => self.settings.pictures.is_none(),
            ServingEngine::Sglang | ServingEngine::TensorrtLlm | ServingEngine::Transformers => false,
        };
        (!is_left_out).then(|| as_resized(tower, self.settings.engine))
    }

    /// The tower and the pictures of a usual prompt; none where it has none.
    #[must_use]
    pub fn seen(&self) -> Option<(Tower, Pictures)> {
        let pictures = self.settings.pictures.filter(|pictures| pictures.count > 0)?;
        Some((self.tower()?, pictures))
    }
}

/// A tower with its engine's way to resize: llama.cpp has limits of its own, and resizes for Pixtral's tower as for Qwen's.
fn as_resized(tower: Tower, engine: ServingEngine) -> Tower {
    let (fewest, most, most_of_pixtral) = LLAMA_CPP_TOKENS;
    let most = if tower.variant == TowerVariant::Pixtral { most_of_pixtral } else { most };
    let pixels = tower.token_side() * tower.token_side();
    let resizing = match (engine, tower.resizing) {
        (ServingEngine::LlamaCpp, Resizing::Within { .. } | Resizing::Longest(_)) => {
            Resizing::Within { min_pixels: fewest * pixels, max_pixels: most * pixels, halves: Halves::Up }
        }
        (_, resizing) => resizing,
    };
    Tower { resizing, ..tower }
}

/// The patches of one picture of a usual prompt, none where it has none.
#[must_use]
pub fn patches(question: &Question) -> Option<Patches> {
    let (tower, pictures) = question.seen()?;
    Some(tower.patches(pictures.height, pictures.width))
}

/// Tokens that one picture adds to a prompt; 0 where a prompt has none.
#[must_use]
pub fn tokens(question: &Question) -> u64 {
    question
        .seen()
        .map_or(0, |(_, pictures)| of_prompt(&question.model, question.settings.engine, Pictures { count: 1, ..pictures }))
}

/// Tokens that all pictures add to a prompt.
#[must_use]
pub fn of_all(question: &Question) -> u64 {
    question.seen().map_or(0, |(_, pictures)| of_prompt(&question.model, question.settings.engine, pictures))
}

/// Tokens that pictures add to a prompt of a model in an engine; 0 of a model that reads none.
#[must_use]
pub fn of_prompt(model: &Decoder, engine: ServingEngine, pictures: Pictures) -> u64 {
    let Some(tower) = model.options.tower else { return 0 };
    let tokens = as_resized(tower, engine).tokens(pictures.height, pictures.width);
    // llama.cpp writes no blank lines around a picture.
    let is_tight = engine == ServingEngine::LlamaCpp && tower.variant == TowerVariant::Siglip;
    pictures.count.saturating_mul(if is_tight { tokens - BLANK_LINES } else { tokens })
}

/// Tokens of the blank lines before and behind a picture of Gemma 3.
const BLANK_LINES: u64 = 2;

/// What a core of the host needs to make the pictures of a prompt ready, one after another: decoded, resized and normalised, at the
/// rates of libraries that loaders of training use. vLLM's processor of Qwen2-VL was seen to resize 1,024 x 1,024 pixels in 6.3 ms and to
/// normalise them in 5.9 (its pull request 50411, 2026-07), by these rates it takes 4.8 and 5.8 at 4 GHz; it leaves the latter to the card
/// since, but for Gemma 3.
#[must_use]
pub fn preparing(question: &Question) -> Seconds {
    let Some((tower, pictures)) = question.seen() else { return Seconds::ZERO };
    let patches = tower.patches(pictures.height, pictures.width);
    let source = (pictures.height * pictures.width) as f64;
    let is_left = question.settings.engine == ServingEngine::Vllm && tower.variant != TowerVariant::Siglip;
    let result = if is_left { 0.0 } else { (patches.count() * tower.patch_pixels()) as f64 };
    let at_1_ghz = source * JPEG_BYTES_PER_PIXEL * DECODE_SECONDS_PER_BYTE_AT_1_GHZ
        + source * RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ
        + result * NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ;
    Seconds::new(pictures.count as f64 * at_1_ghz / cores::busy_clock_ghz(&question.hardware.cpu, 1))
}
