//! Kinds of runs, as far as programs differ.

use serde::Serialize;

/// What a model is trained to do, as far as programs differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// A class for a picture.
    Classify,
    /// A class for every pixel; whether the model answers with a dictionary and an auxiliary head.
    Segment { is_torchvision: bool },
    /// Boxes, and masks in them.
    Detect { has_masks: bool },
    /// A class for a text.
    ClassifyText,
    /// Hidden tokens of a text.
    MaskedTokens,
    /// Which texts belong together.
    PairTexts,
    /// The next token.
    NextToken,
    /// The next token of an answer about pictures.
    ReadPictures,
    /// The better one of two answers.
    PreferAnswers,
    /// A text for a text.
    TextToText,
    /// What is said, written down.
    Transcribe,
    /// Noise or its direction, on latents.
    Denoise(Denoiser),
}

/// Denoising networks by what they take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Denoiser {
    /// `UNet2DConditionModel` of the first generations.
    Unet,
    /// `UNet2DConditionModel` of Stable Diffusion XL, which also takes pooled text and size conditions.
    UnetXl,
    /// `SD3Transformer2DModel`.
    Sd3,
    /// `FluxTransformer2DModel`.
    Flux,
}

/// Where a model comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "library", content = "name", rename_all = "kebab-case")]
pub(crate) enum Origin<'a> {
    Torchvision(&'a str),
    Timm(&'a str),
    /// `segmentation_models_pytorch`, by encoder.
    Smp(&'a str),
    /// The plain U-Net, short enough to be written out.
    PlainUnet,
    /// A repository of transformers.
    Transformers(&'a str),
    /// A repository of diffusers.
    Diffusers(&'a str),
    /// A configuration that the reader gave.
    Configuration,
}

/// How a PyTorch program spreads its states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub(crate) enum Spread {
    /// One process.
    Single,
    /// Replicas.
    Replicas,
    /// `fully_shard`; whether parameters are divided as well as gradients and states.
    Fsdp { divides_parameters: bool },
    /// `DeepSpeed`.
    #[serde(rename = "deepspeed")]
    DeepSpeed,
}
