//! Language models by their published hyper-parameters.

mod bart;
mod blocks;
mod layouts;
mod names;
mod options;
mod published;

pub use bart::{Bart, BartVariant};
pub use layouts::*;
pub use names::LayerNames;
pub use options::*;

/// Encoders of the BERT kind.
#[derive(Debug, Clone, PartialEq)]
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
    /// What configurations seldom change.
    pub options: EncoderOptions,
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
    /// BERT's blocks over embeddings of a width of their own, dense heads with GELU (ELECTRA).
    Electra,
    /// Rotary positions, norms before halves, a gated MLP, attention over a window in most blocks (`ModernBERT`).
    ModernBert,
    /// BERT's blocks whose scores know how far apart tokens stand, of published `DeBERTa` V3: a table of distances that all blocks
    /// project by the layers of their queries and keys, no table of positions.
    DebertaV2,
    /// BERT's blocks whose scores have a bias by how far apart tokens stand, which all blocks share (`MPNet`).
    Mpnet,
}

/// Decoders of the `LLaMA` kind.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of published configurations, which combine freely")]
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
    /// The projection back to the residual stream has one as well.
    pub attention_output_bias: bool,
    /// An RMS norm over each head of queries and keys, before their positions (Qwen3).
    pub query_key_norm: bool,
    /// What configurations seldom change.
    pub options: DecoderOptions,
}

impl Decoder {
    /// Whether its answers are modelled, and not only a training step.
    #[must_use]
    pub const fn is_served(&self) -> bool {
        self.options.gemma4.is_none()
            && !matches!(self.options.attention, AttentionLayout::ShortConvolution(_))
            && !matches!(self.options.mlp, MlpLayout::InOut)
    }

    /// Whether its blocks are LLaMA's, up to names, activations and windows, and norms around their halves.
    #[must_use]
    pub fn is_laid_out_as_llama(&self) -> bool {
        let DecoderOptions { norm_places, norm_kind, mlp, scaled, sinks, attention, unturned, projections, .. } = self.options;
        let DecoderOptions { position_width, scaled_queries, norms_turned, position_pairs, .. } = self.options;
        matches!(norm_places, NormPlaces::Before | NormPlaces::Around)
            && norm_kind == NormKind::Rms
            && mlp == MlpLayout::Gated
            && projections == ProjectionLayout::Separate
            && position_width == PositionWidth::Model
            && !(scaled || sinks || scaled_queries || norms_turned || position_pairs != PositionPairs::Halves)
            && attention == AttentionLayout::Grouped
            && unturned == Layers::NONE
    }

    /// Whether it is published with experts that are packed already, in MXFP4 (gpt-oss).
    #[must_use]
    pub const fn has_packed_experts(&self) -> bool {
        matches!(&self.variant, DecoderVariant::MixtureOfExperts(moe) if matches!(moe.router, Router::GptOss))
    }

    /// What makes queries, keys and values.
    #[must_use]
    pub const fn projections(&self) -> ProjectionLayout {
        match self.variant {
            DecoderVariant::Phi3 => ProjectionLayout::Sliced,
            _ => self.options.projections,
        }
    }

    /// What the MLPs of its blocks are made of.
    #[must_use]
    pub const fn mlp(&self) -> MlpLayout {
        match self.variant {
            DecoderVariant::Phi3 => MlpLayout::FusedGate,
            _ => self.options.mlp,
        }
    }

    /// Whether transformers has no fused attention for it, so that scores lie in memory whatever is asked for: Gemma 2 caps them,
    /// gpt-oss adds sinks.
    #[must_use]
    pub const fn is_eager(&self) -> bool {
        matches!(self.variant, DecoderVariant::Gemma2) || self.options.sinks
    }

    /// The widths of its blocks with a state, where it has some.
    #[must_use]
    pub const fn linear_attention(&self) -> Option<&LinearAttention> {
        match &self.options.attention {
            AttentionLayout::Hybrid(linear) => Some(linear),
            AttentionLayout::Grouped | AttentionLayout::Latent(_) | AttentionLayout::ShortConvolution(_) => None,
        }
    }

    /// Whether norms have weights around zero.
    #[must_use]
    pub const fn has_centered_norms(&self) -> bool {
        matches!(self.variant, DecoderVariant::Gemma | DecoderVariant::Gemma2 | DecoderVariant::Gemma3)
            || self.linear_attention().is_some()
    }

    /// Blocks that keep keys and values of every token, or those in their window, and no state.
    #[must_use]
    pub const fn keeps_tokens(&self, block: u64) -> bool {
        match &self.options.attention {
            AttentionLayout::Hybrid(linear) => !linear.layers.contains(block),
            AttentionLayout::ShortConvolution(convolution) => !convolution.layers.contains(block),
            AttentionLayout::Grouped | AttentionLayout::Latent(_) => true,
        }
    }

    /// Width of what attention hands to the projection back to the residual stream.
    #[must_use]
    pub const fn attention_width(&self) -> u64 {
        match &self.options.attention {
            AttentionLayout::Latent(latent) => self.num_attention_heads * latent.v_head_dim,
            AttentionLayout::Grouped | AttentionLayout::Hybrid(_) | AttentionLayout::ShortConvolution(_) => {
                self.num_attention_heads * self.head_dim
            }
        }
    }
}

/// Layouts of blocks among decoders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecoderVariant {
    /// A norm before each half, separate projections (LLaMA, Mistral, Qwen2).
    Llama,
    /// Query, key and value in one projection, gate and up in another (Phi-3).
    Phi3,
    /// Norms with weights around zero, scaled embeddings, an MLP gated by GELU (Gemma).
    Gemma,
    /// Norms before and after each half, scaled embeddings, an MLP gated by GELU (Gemma 2).
    Gemma2,
    /// As Gemma 2, queries and keys normed and no scores squeezed; five of six blocks attend over a window (Gemma 3).
    Gemma3,
    /// As Gemma 3, with heads of their own in blocks that attend to all tokens (Gemma 4).
    Gemma4,
    /// A router and experts in place of the MLP, or beside it (Gemma 4).
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
    /// Weights sum to one, in the logits' type (Qwen3-MoE; Qwen2-MoE where its configuration asks for it).
    Qwen3Moe,
    /// Softmax over those chosen, whose logits are in FP32; experts for all tokens have no gate and come after (Granite).
    Granite,
    /// Softmax over all, of which those chosen are taken as they are, in FP32; experts for all tokens have no gate (`DeepSeek`-V2).
    DeepseekV2,
    /// Each expert by a sigmoid of its own with a learned correction; experts for all tokens have no gate (`DeepSeek`-V3, GLM-4.5).
    Sigmoid,
    /// Each expert by a sigmoid of its own with a learned correction, of logits in the model's type (MiniMax-M2).
    MiniMaxM2,
    /// Each expert by a sigmoid of its own with a learned correction, all in the model's type (LFM2).
    Lfm2,
    /// Softmax over those chosen; router and experts have biases (gpt-oss).
    GptOss,
    /// Softmax over all in FP32, whatever autocast says, with a correction for the choice alone; weights sum to one, in the model's type;
    /// experts for all tokens have no gate and come first (Ernie 4.5).
    Ernie45,
    /// Softmax over all in FP32, of which those chosen sum to one and are scaled each by a number of its own; router and experts read the
    /// residual stream beside an MLP of the block, each through norms of its own (Gemma 4).
    Gemma4,
}

impl Router {
    /// Whether experts that all tokens visit are added as they are.
    #[must_use]
    pub const fn has_ungated_shared(self) -> bool {
        matches!(self, Self::Sigmoid | Self::DeepseekV2 | Self::Ernie45 | Self::Granite)
    }

    /// Whether logits are made in FP32, by weights that the library keeps so whatever the rest is stored as
    /// (`_keep_in_fp32_modules_strict`).
    #[must_use]
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Sigmoid | Self::DeepseekV2 | Self::Ernie45)
    }
}

/// Decoders of the GPT-2 kind (Radford et al. 2019).
#[derive(Debug, Clone, PartialEq)]
pub struct Gpt2 {
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Rows of the position table.
    pub n_positions: u64,
    /// Width of the residual stream.
    pub n_embd: u64,
    /// Width of the MLP; the published ones are four times as wide as the model.
    pub n_inner: u64,
    /// Blocks.
    pub n_layer: u64,
    /// Attention heads.
    pub n_head: u64,
    /// What configurations seldom change.
    pub options: Gpt2Options,
}

/// Encoder-decoders of the T5 kind (Raffel et al. 2019).
#[derive(Debug, Clone, PartialEq)]
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
    /// Which layout of MLP.
    pub feed_forward: T5FeedForward,
    /// The head shares the embedding's weight.
    pub tie_word_embeddings: bool,
    /// The decoder's output is scaled before the head (`scale_decoder_outputs`, in checkpoints with a shared head).
    pub scale_decoder_outputs: bool,
    /// Dropout of embeddings, attention, MLPs and residuals (`dropout_rate`).
    pub dropout_rate: f64,
}

/// Layout of the MLP of encoder-decoders of the T5 kind (`feed_forward_proj`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct T5FeedForward {
    /// Gate and up apart, rather than up alone.
    pub gated: bool,
    /// What follows the gate, or up where there is none.
    pub activation: Activation,
}

impl T5FeedForward {
    /// Up, ReLU, down (T5 1.0).
    pub const RELU: Self = Self { gated: false, activation: Activation::Relu };
    /// Gate and up apart, the gate through GELU by its formula with `tanh` (T5 1.1, Flan-T5).
    pub const GATED_GELU: Self = Self { gated: true, activation: Activation::GeluNew };
}
