//! What is asked of a machine whose model answers in passes.

use crate::architecture::{Architecture, DiffusionTransformerVariant, Family, Whisper};
use crate::hardware::Hardware;
use crate::serving::WeightsFormat;
use crate::units::Bytes;

/// A machine, a model and how it answers, with every field decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The machine; one card answers, and each further one as many again, by a process of its own.
    pub hardware: Hardware,
    /// The model.
    pub model: Architecture,
    /// How it answers.
    pub settings: Settings,
    /// The host's memory that plans must do with: what is installed where that was named, else the most that its processor takes.
    pub host_room: Bytes,
}

impl Question {
    /// Whether activations are FP16: the weights are, or the card has no BF16.
    #[must_use]
    pub fn computes_in_fp16(&self) -> bool {
        self.settings.weights_format == WeightsFormat::Fp16 || self.hardware.gpu.bf16.is_none()
    }
}

/// How a model answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// What the weights are stored as; activations are of 16 bits.
    pub weights_format: WeightsFormat,
    /// Answers at a time.
    pub batch: u64,
    /// Height of pictures in pixels.
    pub image_height: u64,
    /// Width of pictures in pixels.
    pub image_width: u64,
    /// Frames of a film; one where pictures are made.
    pub frames: u64,
    /// Tokens of a text or prompt; of what writes sound down those of a window's text.
    pub tokens: u64,
    /// Outputs of a classifier.
    pub classes: u64,
    /// Steps in which noise is taken away.
    pub denoising_steps: u64,
    /// Whether films are decoded in tiles (`enable_tiling`), which takes less memory and more time.
    pub is_tiled: bool,
    /// Whether each model lies on the card only while it runs (`enable_model_cpu_offload`).
    pub is_offloaded: bool,
}

/// Passes of the denoising network for a step and a picture: with classifier-free guidance one with and one without the prompt (Ho and
/// Salimans 2022); networks that were taught what guidance does take its scale as an input.
#[must_use]
pub const fn passes_of_a_step(model: &Architecture) -> u64 {
    match model {
        Architecture::DiffusionTransformer(model) => match model.variant {
            DiffusionTransformerVariant::JointThenSingle { .. } => 1,
            DiffusionTransformerVariant::Joint { .. } => 2,
        },
        _ => 2,
    }
}

/// Steps that diffusers' pipelines take by themselves: 50 of U-Nets, 28 of transformers (`num_inference_steps`, 0.35), 50 of videos (0.42).
#[must_use]
pub const fn usual_steps(model: &Architecture) -> u64 {
    match model {
        // Those of films as well, both kinds.
        Architecture::DiffusionUnet(_) | Architecture::VideoTransformer(_) => 50,
        _ => 28,
    }
}

/// Side of the pictures that a model is usually given or makes.
#[must_use]
pub fn usual_size(model: &Architecture) -> u64 {
    match (model, model.family()) {
        // Stable Diffusion 1; later ones are told their pictures' size.
        (Architecture::DiffusionUnet(model), _) if model.addition_embed_input == 0 => 512,
        (_, Family::Diffusion) => 1024,
        (_, Family::Segmentation) => 512,
        _ => 224,
    }
}

/// Frames of the films that a model usually makes; one where it makes pictures.
#[must_use]
pub const fn usual_frames(model: &Architecture) -> u64 {
    match model {
        Architecture::VideoTransformer(model) => model.usual_frames,
        _ => 1,
    }
}

/// Tokens of a window's text where none are named: some 110 of English speech, 2.8 words a second (1.7 to 3.2 in eight collections;
/// Gandhi et al. 2023, table 13) of 1.3 tokens each, with its end and what a fast speaker says more; no more than the model can write.
#[must_use]
pub fn usual_text(model: &Whisper) -> u64 {
    model.longest_text().min(128)
}

/// Whether pictures go into the model or come out of it, films among them.
#[must_use]
pub const fn has_pictures(model: &Architecture) -> bool {
    !matches!(model.family(), Family::Encoder | Family::Speech)
}

/// Whether a model is one that answers in passes: encoders of texts, networks that read pictures, and those that make them.
#[must_use]
pub fn answers(model: &Architecture) -> bool {
    match model.family() {
        Family::Convolutional | Family::VisionTransformer | Family::Segmentation | Family::Encoder | Family::Speech => true,
        Family::Diffusion => model.prompt_encoders().is_some(),
        Family::Decoder | Family::Seq2seq | Family::Detection => false,
    }
}
