//! Models by their published hyper-parameters, under the names that their configurations use.

use std::borrow::Cow;

/// A model as the builders take it: one variant a family.
#[derive(Debug, Clone, PartialEq)]
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
    /// Whether it reads pictures by convolutions; shifted windows count as such, their memory behaves alike.
    #[must_use]
    pub const fn is_convolutional(&self) -> bool {
        matches!(self.family(), Family::Convolutional | Family::Segmentation | Family::Detection)
    }

    /// Whether adapters have linear layers to sit at: those that the adapter libraries name in this family.
    #[must_use]
    pub const fn takes_adapters(&self) -> bool {
        match self {
            Self::Vit(vit) => matches!(vit.variant, VitVariant::Timm),
            _ => !self.is_convolutional(),
        }
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

/// VGG networks as torchvision builds them (Simonyan and Zisserman 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vgg {
    /// 3x3 convolutions per stage, of 64, 128, 256, 512 and 512 channels.
    pub layers: [u64; 5],
    /// Whether a batch norm follows each convolution.
    pub batch_norm: bool,
}

/// DenseNets as torchvision builds them (Huang et al. 2016).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Densenet {
    /// Channels that each layer adds.
    pub growth_rate: u64,
    /// Layers per block.
    pub block_config: [u64; 4],
    /// Channels of the stem.
    pub num_init_features: u64,
    /// Channels of the bottleneck, in growth rates.
    pub bn_size: u64,
}

/// MobileNet and EfficientNet: an optional 1x1 expansion, a depthwise convolution, an optional gate, a 1x1 projection.
#[derive(Debug, Clone, PartialEq)]
pub struct InvertedResidual {
    /// Whose activations, gates and classifier.
    pub variant: InvertedResidualVariant,
    /// Channels of the stem.
    pub stem_channels: u64,
    /// The stages.
    pub stages: Cow<'static, [InvertedResidualStage]>,
    /// Channels of the 1x1 convolution after the last block.
    pub last_channels: u64,
    /// Width of the classifier's hidden layer, 0 where there is none.
    pub classifier_channels: u64,
    /// Dropout before the classifier.
    pub dropout: f64,
    /// Chance that the last block is dropped; earlier ones proportionally less.
    pub drop_path_rate: f64,
}

/// Activations, gates and classifiers among networks of inverted residuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvertedResidualVariant {
    /// ReLU6, no gates (Sandler et al. 2018).
    MobileNetV2,
    /// ReLU and hard swish, some gates, a hidden layer in the classifier (Howard et al. 2019).
    MobileNetV3,
    /// SiLU and a gate in every block, stochastic depth (Tan and Le 2019).
    EfficientNet,
}

/// A run of inverted residual blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvertedResidualStage {
    /// Side of the depthwise kernel.
    pub kernel_size: u64,
    /// Stride of the first block.
    pub stride: u64,
    /// Width between the 1x1 convolutions.
    pub expansion: Expansion,
    /// Channels coming out.
    pub out_channels: u64,
    /// Blocks.
    pub num_layers: u64,
    /// Whether a squeeze-and-excitation gate follows the depthwise convolution.
    pub squeeze_excitation: bool,
    /// Hard swish rather than ReLU, where the variant has both.
    pub hard_swish: bool,
}

/// Width inside an inverted residual block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expansion {
    /// A multiple of the channels coming in.
    Ratio(u64),
    /// As many channels.
    Channels(u64),
}

/// ConvNeXt as torchvision builds it (Liu et al. 2022).
#[derive(Debug, Clone, PartialEq)]
pub struct Convnext {
    /// Blocks per stage.
    pub depths: [u64; 4],
    /// Channels per stage.
    pub hidden_sizes: [u64; 4],
    /// Chance that the last block is dropped; earlier ones proportionally less.
    pub drop_path_rate: f64,
}

/// Vision transformers (Dosovitskiy et al. 2020).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vit {
    /// Whose layout of attention.
    pub variant: VitVariant,
    /// Side of a patch.
    pub patch_size: u64,
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Blocks.
    pub num_hidden_layers: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width of the MLP.
    pub intermediate_size: u64,
    /// Whether each branch is scaled by a trained vector.
    pub layer_scale: bool,
}

/// Layouts of attention among vision transformers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VitVariant {
    /// `nn.MultiheadAttention`, sequence first, with copies in between.
    Torchvision,
    /// One projection whose parts go to attention as views.
    Timm,
}

/// Swin transformers as torchvision builds them (Liu et al. 2021).
#[derive(Debug, Clone, PartialEq)]
pub struct Swin {
    /// Side of a patch.
    pub patch_size: u64,
    /// Width of the first stage; doubles from stage to stage.
    pub embed_dim: u64,
    /// Blocks per stage.
    pub depths: [u64; 4],
    /// Attention heads per stage.
    pub num_heads: [u64; 4],
    /// Side of a window in patches.
    pub window_size: u64,
    /// Width of the MLP over that of the residual stream.
    pub mlp_ratio: u64,
    /// Chance that the last block is dropped; earlier ones proportionally less.
    pub drop_path_rate: f64,
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
    /// Which layout of blocks.
    pub variant: DecoderVariant,
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

/// Layouts of blocks among decoders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecoderVariant {
    /// A norm before each half, separate projections (LLaMA, Mistral, Qwen2).
    Llama,
    /// Query, key and value in one projection, gate and up in another (Phi-3).
    Phi3,
    /// Norms before and after each half, softcapped scores and logits, scaled embeddings (Gemma 2).
    Gemma2,
    /// A router and experts in place of the MLP.
    MixtureOfExperts(MixtureOfExperts),
}

/// Experts that take the place of the MLP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MixtureOfExperts {
    /// How the router weighs the experts.
    pub router: Router,
    /// Experts of a block.
    pub num_experts: u64,
    /// Experts that each token visits.
    pub num_experts_per_tok: u64,
    /// Width of an expert.
    pub moe_intermediate_size: u64,
    /// Width of the expert that every token visits, 0 where there is none.
    pub shared_expert_intermediate_size: u64,
}

/// How a router weighs the experts that it chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Router {
    /// Weights sum to one and stay FP32 (Mixtral).
    Mixtral,
    /// Weights are taken as they are, in the logits' type (Qwen2-MoE).
    Qwen2Moe,
}

/// Decoders of the GPT-2 kind (Radford et al. 2019).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gpt2 {
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Rows of the position table.
    pub n_positions: u64,
    /// Width of the residual stream; the MLP is four times as wide.
    pub n_embd: u64,
    /// Blocks.
    pub n_layer: u64,
    /// Attention heads.
    pub n_head: u64,
}

/// Encoder-decoders of the T5 kind (Raffel et al. 2019).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct T5 {
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Width of the residual stream.
    pub d_model: u64,
    /// Width of a head.
    pub d_kv: u64,
    /// Width of the MLP.
    pub d_ff: u64,
    /// Blocks of the encoder.
    pub num_layers: u64,
    /// Blocks of the decoder.
    pub num_decoder_layers: u64,
    /// Attention heads.
    pub num_heads: u64,
    /// Rows of the table of relative positions.
    pub relative_attention_num_buckets: u64,
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
            Self::T5(_) => Family::Seq2seq,
            Self::DiffusionUnet(_) | Self::DiffusionTransformer(_) => Family::Diffusion,
        }
    }
}
