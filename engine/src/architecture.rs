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
    /// Causal transformer decoder with layer norm and learned positions.
    Gpt2(Gpt2),
    /// Encoder and decoder with relative position biases.
    T5(T5),
    /// Denoising U-Net with cross attention, on latents.
    DiffusionUnet(DiffusionUnet),
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
