//! Models by their published hyper-parameters, under the names that their configurations use.

mod dense;
mod diffusion;
mod prompt;
mod speech;
mod suits;
mod text;
mod tower;
mod traced;
mod video;
mod vision;
mod vit;

pub use dense::*;
pub use diffusion::*;
pub use prompt::*;
pub use speech::*;
pub use text::*;
pub use tower::*;
pub(crate) use tower::{POSITIONS, WINDOW_SIDE};
pub use traced::*;
pub use video::*;
pub use vision::*;
pub use vit::*;

/// A model as the builders take it: one variant a family.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "an entry of the catalog's tables, which constants cannot put on a heap")]
pub enum Architecture {
    /// Residual convolutional classifier.
    Resnet(Resnet),
    /// Plain stack of 3x3 convolutions.
    Vgg(Vgg),
    /// Densely connected convolutional classifier.
    Densenet(Densenet),
    /// Mobile classifiers of inverted residual blocks.
    InvertedResidual(InvertedResidual),
    /// Convolutional classifier in a transformer's proportions.
    Convnext(Convnext),
    /// Vision transformer.
    Vit(Vit),
    /// Vision transformer with shifted windows.
    Swin(Swin),
    /// Bidirectional transformer encoder.
    Encoder(Encoder),
    /// Causal transformer decoder with RMS norm, gated MLP and rotary positions.
    Decoder(Decoder),
    /// Causal transformer decoder with layer norm and learned positions.
    Gpt2(Gpt2),
    /// Encoder and decoder with relative position biases.
    T5(T5),
    /// Encoder-decoder of the BART kind.
    Bart(Bart),
    /// Encoder of sound and decoder of what is said in it.
    Whisper(Whisper),
    /// Denoising U-Net with cross attention, on latents.
    DiffusionUnet(DiffusionUnet),
    /// Segmentation network with skips from an encoder to a decoder.
    Unet(Unet),
    /// Segmentation head on a dilated residual backbone.
    Segmenter(Segmenter),
    /// Denoising transformer over patches of latents and text.
    DiffusionTransformer(DiffusionTransformer),
    /// Denoising transformer over patches of films.
    VideoTransformer(VideoTransformer),
    /// Two-stage detector on a feature pyramid.
    Detector(Detector),
    /// A network of anybody's own, as a tracer saw it run.
    Traced(Traced),
}

impl Architecture {
    /// Whether it reads pictures by convolutions; shifted windows count as such, their memory behaves alike.
    #[must_use]
    pub const fn is_convolutional(&self) -> bool {
        matches!(self.family(), Family::Convolutional | Family::Segmentation | Family::Detection)
    }

    /// What reads pictures among its words, where something does.
    #[must_use]
    pub const fn tower(&self) -> Option<&Tower> {
        match self {
            Self::Decoder(decoder) => decoder.options.tower.as_ref(),
            _ => None,
        }
    }

    /// Whether transformers has no fused attention for it, so that scores lie in memory whatever is asked for.
    #[must_use]
    pub const fn is_eager(&self) -> bool {
        match self {
            Self::Decoder(decoder) => decoder.is_eager(),
            Self::Encoder(encoder) => matches!(encoder.variant, EncoderVariant::DebertaV2 | EncoderVariant::Mpnet),
            _ => false,
        }
    }

    /// Longest sequence that its positions were made for; none where nothing bounds it.
    #[must_use]
    pub const fn longest_sequence(&self) -> Option<u64> {
        match self {
            // Their tables begin after the padding index: two rows are never used.
            Self::Encoder(encoder) if matches!(encoder.variant, EncoderVariant::Roberta | EncoderVariant::Mpnet) => {
                Some(encoder.max_position_embeddings.saturating_sub(2))
            }
            // Distances beyond the table's are told apart by their logarithm, and at last not at all.
            Self::Encoder(encoder) if encoder.options.relative_span.is_some() => None,
            Self::Encoder(encoder) => Some(encoder.max_position_embeddings),
            Self::Decoder(decoder) => Some(decoder.max_position_embeddings),
            Self::Gpt2(model) => Some(model.n_positions),
            Self::Bart(model) => Some(model.max_position_embeddings),
            Self::Whisper(model) => Some(model.longest_text()),
            // Relative positions know no longest sequence, and pictures none at all.
            Self::Resnet(_)
            | Self::Vgg(_)
            | Self::Densenet(_)
            | Self::InvertedResidual(_)
            | Self::Convnext(_)
            | Self::Vit(_)
            | Self::Swin(_)
            | Self::T5(_)
            | Self::DiffusionUnet(_)
            | Self::Unet(_)
            | Self::Segmenter(_)
            | Self::DiffusionTransformer(_)
            | Self::VideoTransformer(_)
            | Self::Detector(_)
            | Self::Traced(_) => None,
        }
    }

    /// The frozen models beside a model of latents, none for others; `text_tokens` is the length of texts where the model leaves
    /// it open.
    #[must_use]
    pub const fn companions(&self, text_tokens: u64) -> Option<Companions> {
        match self {
            Self::DiffusionUnet(model) => Some(model.companions()),
            Self::DiffusionTransformer(model) => Some(model.companions(text_tokens)),
            Self::Resnet(_)
            | Self::Vgg(_)
            | Self::Densenet(_)
            | Self::InvertedResidual(_)
            | Self::Convnext(_)
            | Self::Vit(_)
            | Self::Swin(_)
            | Self::Encoder(_)
            | Self::Decoder(_)
            | Self::Gpt2(_)
            | Self::T5(_)
            | Self::Bart(_)
            | Self::Unet(_)
            | Self::Segmenter(_)
            | Self::VideoTransformer(_)
            | Self::Whisper(_)
            | Self::Detector(_)
            | Self::Traced(_) => None,
        }
    }

    /// Whether adapters have linear layers to sit at: those that the adapter libraries name in this family.
    #[must_use]
    pub const fn takes_adapters(&self) -> bool {
        match self {
            Self::Vit(vit) => !matches!(vit.variant, VitVariant::Torchvision),
            // They are never trained here, and a trace has the adapters that it was taken with.
            Self::VideoTransformer(_) | Self::Traced(_) => false,
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
            | Self::DiffusionUnet(_)
            | Self::Unet(_)
            | Self::Segmenter(_)
            | Self::DiffusionTransformer(_)
            | Self::Detector(_) => !self.is_convolutional(),
        }
    }

    /// Width of the layers that adapters sit at, the smallest of them: an adapter of a higher rank would be a full matrix.
    #[must_use]
    pub fn adapter_width(&self) -> u64 {
        match self {
            Self::Encoder(model) => model.hidden_size,
            Self::Decoder(model) => model.hidden_size,
            Self::Gpt2(model) => model.n_embd,
            Self::T5(model) => model.d_model.min(model.num_heads.saturating_mul(model.d_kv)),
            Self::Bart(model) => model.d_model,
            Self::Whisper(model) => model.d_model,
            Self::Vit(model) => model.hidden_size,
            Self::DiffusionUnet(model) => model.block_out_channels.iter().copied().min().unwrap_or(u64::MAX),
            Self::DiffusionTransformer(model) => model.num_attention_heads.saturating_mul(model.attention_head_dim),
            // Their methods have no adapters.
            Self::VideoTransformer(_)
            | Self::Resnet(_)
            | Self::Vgg(_)
            | Self::Densenet(_)
            | Self::InvertedResidual(_)
            | Self::Convnext(_)
            | Self::Swin(_)
            | Self::Unet(_)
            | Self::Segmenter(_)
            | Self::Detector(_)
            | Self::Traced(_) => u64::MAX,
        }
    }
}

/// Kinds of model that memory, host and rules tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Convolutional classifiers, and those with windows of attention on maps.
    Convolutional,
    /// Vision transformers.
    VisionTransformer,
    /// Dense prediction: a class for every pixel.
    Segmentation,
    /// Boxes and masks of objects.
    Detection,
    /// Bidirectional encoders of text.
    Encoder,
    /// Causal decoders of text.
    Decoder,
    /// Encoder-decoder models of text.
    Seq2seq,
    /// Networks that write down what is said.
    Speech,
    /// Denoising networks on latents.
    Diffusion,
}

impl Architecture {
    /// The kind of model.
    #[must_use]
    pub const fn family(&self) -> Family {
        match self {
            Self::Resnet(_)
            | Self::Vgg(_)
            | Self::Densenet(_)
            | Self::InvertedResidual(_)
            | Self::Convnext(_)
            | Self::Swin(_) => Family::Convolutional,
            Self::Vit(_) => Family::VisionTransformer,
            Self::Unet(_) | Self::Segmenter(_) => Family::Segmentation,
            Self::Detector(_) => Family::Detection,
            Self::Encoder(_) => Family::Encoder,
            Self::Decoder(_) | Self::Gpt2(_) => Family::Decoder,
            Self::T5(_) | Self::Bart(_) => Family::Seq2seq,
            Self::Whisper(_) => Family::Speech,
            Self::DiffusionUnet(_) | Self::DiffusionTransformer(_) | Self::VideoTransformer(_) => Family::Diffusion,
            Self::Traced(model) => model.family,
        }
    }
}
