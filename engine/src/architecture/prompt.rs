//! Encoders of prompts beside denoising networks, told by the widths of what they hand over.

use super::{
    Activation, Architecture, DiffusionTransformer, DiffusionUnet, T5, T5FeedForward, VideoTransformer, VideoTransformerVariant,
};

/// An encoder of prompts.
#[derive(Debug, Clone, PartialEq)]
pub enum PromptEncoder {
    /// The half of CLIP that reads texts.
    Clip(ClipText),
    /// T5's encoder.
    T5(T5),
    /// The encoder of a T5 for many languages, whose blocks each have a position bias of their own (Chung et al. 2023).
    Umt5(T5),
}

/// The half of CLIP that reads texts (Radford et al. 2021), as transformers builds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipText {
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Tokens of a text.
    pub max_position_embeddings: u64,
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Width of the MLP.
    pub intermediate_size: u64,
    /// Blocks.
    pub num_hidden_layers: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width that the pooled text is projected to, 0 where it is not.
    pub projection_dim: u64,
    /// What the MLP's layers have between them.
    pub activation: Activation,
}

impl ClipText {
    /// Of 768 channels (ViT-L/14).
    #[must_use]
    pub const fn of_768(projection_dim: u64) -> Self {
        let (hidden_size, num_hidden_layers, num_attention_heads) = (768, 12, 12);
        Self {
            projection_dim,
            activation: Activation::QuickGelu,
            ..Self::of(hidden_size, num_hidden_layers, num_attention_heads)
        }
    }

    /// Of 1,280 channels (`OpenCLIP`'s ViT-bigG/14).
    #[must_use]
    pub const fn of_1280() -> Self {
        Self { projection_dim: 1280, ..Self::of(1280, 32, 20) }
    }

    const fn of(hidden_size: u64, num_hidden_layers: u64, num_attention_heads: u64) -> Self {
        Self {
            vocab_size: 49_408,
            max_position_embeddings: 77,
            hidden_size,
            intermediate_size: 4 * hidden_size,
            num_hidden_layers,
            num_attention_heads,
            projection_dim: 0,
            activation: Activation::Gelu,
        }
    }
}

/// T5 1.1 of 4,096 channels (XXL); its decoder is not part of any pipeline.
const T5_XXL: T5 = T5 {
    vocab_size: 32_128,
    d_model: 4096,
    d_kv: 64,
    d_ff: 10_240,
    num_layers: 24,
    num_decoder_layers: 24,
    num_heads: 64,
    relative_attention_num_buckets: 32,
    feed_forward: T5FeedForward::GATED_GELU,
    tie_word_embeddings: false,
    scale_decoder_outputs: false,
    dropout_rate: 0.1,
};

/// That of many languages.
const UMT5_XXL: T5 = T5 { vocab_size: 256_384, ..T5_XXL };

/// Width of the encodings that the larger CLIP and T5 hand over.
const CLIP_WIDTHS: u64 = 768 + 1280;

impl Architecture {
    /// The encoders of prompts that go with a denoising network: every published one of these widths has the same. None where the
    /// widths are those of no published pair.
    #[must_use]
    pub fn prompt_encoders(&self) -> Option<Vec<PromptEncoder>> {
        match self {
            Self::DiffusionUnet(model) => of_unet(model),
            Self::DiffusionTransformer(model) => of_transformer(model),
            Self::VideoTransformer(model) => of_video(model),
            _ => None,
        }
    }

    /// Channels of a latent's pixel; none where the model has no latents.
    #[must_use]
    pub fn latent_channels(&self) -> Option<u64> {
        match self {
            Self::DiffusionUnet(model) => Some(model.out_channels),
            // Where the model takes patches that were packed before it, each is of two by two pixels.
            Self::DiffusionTransformer(model) if model.patch_size == 1 => Some(model.in_channels / 4),
            Self::DiffusionTransformer(model) => Some(model.in_channels),
            Self::VideoTransformer(model) => Some(model.in_channels),
            _ => None,
        }
    }
}

fn of_unet(model: &DiffusionUnet) -> Option<Vec<PromptEncoder>> {
    match model.cross_attention_dim {
        768 => Some(vec![PromptEncoder::Clip(ClipText::of_768(0))]),
        CLIP_WIDTHS => Some(vec![PromptEncoder::Clip(ClipText::of_768(0)), PromptEncoder::Clip(ClipText::of_1280())]),
        _ => None,
    }
}

fn of_transformer(model: &DiffusionTransformer) -> Option<Vec<PromptEncoder>> {
    match (model.joint_attention_dim, model.pooled_projection_dim) {
        (4096, 768) => Some(vec![PromptEncoder::Clip(ClipText::of_768(0)), PromptEncoder::T5(T5_XXL)]),
        (4096, CLIP_WIDTHS) => Some(vec![
            PromptEncoder::Clip(ClipText::of_768(768)),
            PromptEncoder::Clip(ClipText::of_1280()),
            PromptEncoder::T5(T5_XXL),
        ]),
        _ => None,
    }
}

fn of_video(model: &VideoTransformer) -> Option<Vec<PromptEncoder>> {
    (model.text_dim == T5_XXL.d_model).then(|| match model.variant {
        VideoTransformerVariant::Joint { .. } => vec![PromptEncoder::T5(T5_XXL)],
        VideoTransformerVariant::Cross { .. } => vec![PromptEncoder::Umt5(UMT5_XXL)],
    })
}
