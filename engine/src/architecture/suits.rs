//! What suits a model: sizes of pictures, methods of training.

use super::{Architecture, DiffusionTransformer, DiffusionTransformerVariant, Family, LATENT_FACTOR, UnetEncoder};
use crate::training::MethodKind;

impl Architecture {
    /// What both sides of a picture must be multiples of, for the patches to cover it or for the skips to meet.
    ///
    /// Convolutional networks that pool or pad take any size that leaves them a pixel.
    #[must_use]
    pub fn side_multiple(&self) -> u64 {
        match self {
            Self::Vit(model) => model.side_multiple(),
            Self::Unet(model) => match &model.encoder {
                // The plain way up pads what is a pixel short.
                UnetEncoder::Convolutional(_) => 1,
                // The library refuses others: five halvings.
                UnetEncoder::Residual(_) => 32,
            },
            // A latent is halved once a level but the last.
            Self::DiffusionUnet(model) => LATENT_FACTOR << model.block_out_channels.len().saturating_sub(1).min(16),
            Self::DiffusionTransformer(model) => model.patch_pixels(),
            Self::VideoTransformer(model) => LATENT_FACTOR.saturating_mul(model.patch_size).max(1),
            Self::Resnet(_)
            | Self::Vgg(_)
            | Self::Densenet(_)
            | Self::InvertedResidual(_)
            | Self::Convnext(_)
            | Self::Swin(_)
            | Self::Encoder(_)
            | Self::Decoder(_)
            | Self::Gpt2(_)
            | Self::T5(_)
            | Self::Bart(_)
            | Self::Whisper(_)
            | Self::Segmenter(_)
            | Self::Detector(_)
            | Self::Traced(_) => 1,
        }
    }

    /// What both sides of a picture that is advised are multiples of: whole patches, also where a model takes others and cuts them.
    #[must_use]
    pub fn side_step(&self) -> u64 {
        match self {
            Self::Vit(model) => model.patch_size.max(1),
            _ => self.side_multiple(),
        }
    }

    /// Whether it is published with experts that are packed already.
    #[must_use]
    pub const fn has_packed_experts(&self) -> bool {
        matches!(self, Self::Decoder(model) if model.has_packed_experts())
    }

    /// The methods that it can be trained by, gentlest first.
    #[must_use]
    pub const fn methods(&self) -> &'static [MethodKind] {
        use MethodKind::{FrozenBackbone, Full, Lora, Qlora};
        match self.family() {
            // What trains of it was settled when it was traced.
            _ if matches!(self, Self::Traced(_)) => &[Full],
            // Timm's layout of attention has linear layers that adapters can sit at.
            Family::VisionTransformer if self.takes_adapters() => &[Full, Lora, FrozenBackbone],
            Family::Convolutional | Family::VisionTransformer | Family::Segmentation | Family::Detection => {
                &[Full, FrozenBackbone]
            }
            // Its experts are stored in 4 bits of another kind, and bitsandbytes packs layers alone, none of them.
            Family::Decoder if self.has_packed_experts() => &[Full, Lora],
            Family::Decoder => &[Full, Lora, Qlora],
            // The denoising transformers are large enough to be quantized; the U-Nets are mostly convolutions.
            Family::Diffusion if matches!(self, Self::DiffusionTransformer(_)) => &[Full, Lora, Qlora],
            Family::Encoder | Family::Seq2seq | Family::Diffusion | Family::Speech => &[Full, Lora],
        }
    }
}

impl DiffusionTransformer {
    /// Pixels of the side of a patch; where patches are packed before the model, they are 2 x 2.
    #[must_use]
    pub const fn patch_pixels(&self) -> u64 {
        let packed = match self.variant {
            DiffusionTransformerVariant::Joint { .. } => 1,
            DiffusionTransformerVariant::JointThenSingle { .. } => 2,
        };
        let pixels = LATENT_FACTOR.saturating_mul(packed).saturating_mul(self.patch_size);
        if pixels == 0 { 1 } else { pixels }
    }
}
