//! Models by their published hyper-parameters, under the names that their configurations use.

use std::borrow::Cow;

/// A model as the builders take it: one variant a family.
#[derive(Debug, Clone, PartialEq)]
pub enum Architecture {
    /// Residual convolutional classifier.
    Resnet(Resnet),
    /// Bidirectional transformer encoder.
    Encoder(Encoder),
    /// Causal transformer decoder with RMS norm, gated MLP and rotary positions.
    Decoder(Decoder),
    /// Denoising U-Net with cross attention, on latents.
    DiffusionUnet(DiffusionUnet),
    /// Segmentation network with skips from an encoder to a decoder.
    Unet(Unet),
    /// Segmentation head on a dilated residual backbone.
    Segmenter(Segmenter),
    /// Denoising transformer over patches of latents and text.
    DiffusionTransformer(DiffusionTransformer),
    /// Two-stage detector on a feature pyramid.
    Detector(Detector),
}

impl Architecture {
    /// Whether it is made of convolutions, without attention.
    #[must_use]
    pub const fn is_convolutional(&self) -> bool {
        matches!(self, Self::Resnet(_) | Self::Unet(_) | Self::Segmenter(_) | Self::Detector(_))
    }
}

/// Residual networks as torchvision builds them (He et al. 2015).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resnet {
    /// Basic (two 3x3) or bottleneck (1x1, 3x3, 1x1) blocks.
    pub block: ResnetBlock,
    /// Blocks per stage.
    pub layers: [u64; 4],
    /// Groups of the 3x3 convolution.
    pub groups: u64,
    /// Width of a group at 64 planes.
    pub width_per_group: u64,
}

/// Kind of residual block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResnetBlock {
    /// Two 3x3 convolutions.
    Basic,
    /// 1x1, 3x3, 1x1 with fourfold expansion.
    Bottleneck,
}

/// Encoders of the BERT kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoder {
    /// Which layout of embeddings and heads.
    pub variant: EncoderVariant,
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Blocks.
    pub num_hidden_layers: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width of the MLP.
    pub intermediate_size: u64,
    /// Rows of the position table.
    pub max_position_embeddings: u64,
    /// Rows of the segment table.
    pub type_vocab_size: u64,
}

/// Layouts of embeddings and heads among encoders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncoderVariant {
    /// Segment table, pooler for classification.
    Bert,
    /// One segment, positions after the padding index, dense head.
    Roberta,
    /// No segments, no pooler, dense head.
    DistilBert,
}

/// Decoders of the `LLaMA` kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoder {
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Width of the gated MLP.
    pub intermediate_size: u64,
    /// Blocks.
    pub num_hidden_layers: u64,
    /// Query heads.
    pub num_attention_heads: u64,
    /// Key and value heads.
    pub num_key_value_heads: u64,
    /// Width of a head.
    pub head_dim: u64,
    /// Longest sequence that the positions were made for.
    pub max_position_embeddings: u64,
    /// The head shares the embedding's weight.
    pub tie_word_embeddings: bool,
    /// Query, key and value projections have a bias.
    pub attention_bias: bool,
}

/// Conditional U-Nets of latent diffusion (Rombach et al. 2022), as diffusers builds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffusionUnet {
    /// Channels of the latent going in.
    pub in_channels: u64,
    /// Channels of the latent coming out.
    pub out_channels: u64,
    /// Channels per level.
    pub block_out_channels: Cow<'static, [u64]>,
    /// Residual blocks per level on the way down; one more on the way up.
    pub layers_per_block: u64,
    /// Attention heads per level.
    pub num_attention_heads: Cow<'static, [u64]>,
    /// Transformer blocks per attention, per level; 0 for a level without attention.
    pub transformer_layers_per_block: Cow<'static, [u64]>,
    /// Transformer blocks in the middle.
    pub mid_transformer_layers: u64,
    /// Width of the text encoding.
    pub cross_attention_dim: u64,
    /// Tokens of the text encoding.
    pub text_tokens: u64,
    /// Attention projects in and out by a linear layer rather than a 1x1 convolution.
    pub use_linear_projection: bool,
    /// Width of the additional embedding's input, 0 where there is none.
    pub addition_embed_input: u64,
    /// Parameters of the frozen companions (VAE and text encoders).
    pub companion_parameters: u64,
}

/// Segmentation U-Nets (Ronneberger et al. 2015).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unet {
    /// The way down.
    pub encoder: UnetEncoder,
    /// Channels per level on the way up, coarsest first.
    pub decoder_channels: Cow<'static, [u64]>,
}

/// Ways down of segmentation U-Nets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnetEncoder {
    /// Pairs of 3x3 convolutions of these widths with max pooling between; the way up enlarges by transposed convolutions.
    Convolutional(Cow<'static, [u64]>),
    /// A residual network (`segmentation_models_pytorch`); the way up enlarges by nearest neighbors.
    Residual(Resnet),
}

/// Segmentation networks of the torchvision kind: a residual backbone whose last two stages are dilated, a head on the
/// last, an auxiliary head on the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segmenter {
    /// The backbone.
    pub backbone: Resnet,
    /// The head on the last stage.
    pub head: SegmentationHead,
    /// Whether a second head trains on the third stage.
    pub aux_loss: bool,
}

/// Heads of segmentation networks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SegmentationHead {
    /// One 3x3 convolution (Long et al. 2015).
    Fcn,
    /// Spatial pyramid of dilated convolutions at these rates (Chen et al. 2017).
    DeepLabV3(Cow<'static, [u64]>),
}

/// Diffusion transformers (Esser et al. 2024), as diffusers builds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffusionTransformer {
    /// Which layout of embeddings and blocks.
    pub variant: DiffusionTransformerVariant,
    /// Channels of a latent pixel, or of a packed patch where `patch_size` is 1.
    pub in_channels: u64,
    /// Side of a patch.
    pub patch_size: u64,
    /// Blocks with separate weights for picture and text.
    pub num_layers: u64,
    /// Width of a head.
    pub attention_head_dim: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width of the text encoding.
    pub joint_attention_dim: u64,
    /// Width of the pooled text encoding.
    pub pooled_projection_dim: u64,
    /// Parameters of the frozen companions (VAE and text encoders).
    pub companion_parameters: u64,
}

/// Layouts of diffusion transformers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffusionTransformerVariant {
    /// Joint blocks throughout, a fixed table of positions (`SD3Transformer2DModel`).
    Joint {
        /// Side of the table of positions.
        pos_embed_max_size: u64,
        /// Blocks, from the first on, with a second attention over the picture alone.
        dual_attention_layers: u64,
        /// Whether queries and keys pass an RMS norm.
        qk_norm: bool,
    },
    /// Joint blocks, then blocks over the joined sequence; rotary positions (`FluxTransformer2DModel`).
    JointThenSingle {
        /// Blocks over the joined sequence.
        num_single_layers: u64,
        /// Whether the guidance scale is embedded.
        guidance_embeds: bool,
    },
}

/// Two-stage detectors (Ren et al. 2015, He et al. 2017) on a feature pyramid, with a frozen batch norm, as torchvision
/// fine-tunes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detector {
    /// The backbone.
    pub backbone: Resnet,
    /// Stages of the backbone that train, from the last on.
    pub trainable_backbone_layers: u64,
    /// Whether a third head predicts masks.
    pub mask_head: bool,
    /// Labelled objects that a picture is taken to show; see [`Detector::OBJECTS_PER_IMAGE`].
    pub objects_per_image: u64,
}

impl Detector {
    /// Objects to plan for where the data set is not known.
    ///
    /// Memory peaks on crowded pictures, so that this lies between the mean of COCO 2017 (7.3 boxes a picture) and its most
    /// crowded picture (93).
    /// Ten objects more are worth about 6 % of a step's peak on pictures of 800 x 1333.
    pub const OBJECTS_PER_IMAGE: u64 = 44;
}
