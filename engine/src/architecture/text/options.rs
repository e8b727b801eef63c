//! What configurations of language models say and seldom change: activations, dropouts, windows, caps.

use super::layouts::{
    AttentionLayout, Gemma4, Layers, MlpLayout, NormKind, NormPlaces, PositionPairs, PositionWidth, ProjectionLayout, Window,
};
use crate::architecture::Tower;

/// Activation functions by their words in Hugging Face's `ACT2FN`; they differ in the kernels that they are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    /// GELU in one kernel.
    Gelu,
    /// GELU by its approximation with `tanh` in one kernel (`gelu_pytorch_tanh`).
    GeluTanh,
    /// GELU by its approximation with `tanh` written out, a power among its eight kernels (`gelu_new`).
    GeluNew,
    /// GELU by its approximation with `tanh` written out without a power (`gelu_fast`).
    GeluFast,
    /// `x * sigmoid(1.702 x)` in three kernels (`quick_gelu`).
    QuickGelu,
    /// ReLU.
    Relu,
    /// ReLU, then its square (`relu2`).
    SquaredRelu,
    /// SiLU, also called swish.
    Silu,
    /// Hyperbolic tangent.
    Tanh,
}

impl Activation {
    /// Each by its words.
    pub const WORDS: [(&'static str, Self); 10] = [
        ("gelu", Self::Gelu),
        ("gelu_pytorch_tanh", Self::GeluTanh),
        ("gelu_new", Self::GeluNew),
        ("gelu_fast", Self::GeluFast),
        ("quick_gelu", Self::QuickGelu),
        ("relu", Self::Relu),
        ("relu2", Self::SquaredRelu),
        ("silu", Self::Silu),
        ("swish", Self::Silu),
        ("tanh", Self::Tanh),
    ];

    /// The function of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, activation)| activation)
    }
}

/// What configurations of encoders seldom change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EncoderOptions {
    /// Of the MLP, and of the head for masked tokens of BERT.
    pub activation: Activation,
    /// Dropout of hidden states (`hidden_dropout_prob`).
    pub hidden_dropout: f64,
    /// Dropout of attention's probabilities (`attention_probs_dropout_prob`).
    pub attention_dropout: f64,
    /// Dropout before the classifier (`classifier_dropout`, `seq_classif_dropout`).
    pub classifier_dropout: f64,
    /// The head for masked tokens shares the embedding's weight.
    pub tie_word_embeddings: bool,
    /// Width of the embeddings, where it is not that of the model (`embedding_size` of ELECTRA).
    pub embedding_size: Option<u64>,
    /// Dropout of the embeddings; BERT has that of hidden states there.
    pub embedding_dropout: f64,
    /// Attention over so many tokens to each side.
    pub window: Option<Window>,
    /// What is classified is the mean of a text's vectors, and not its first (`classifier_pooling`).
    pub mean_pooling: bool,
    /// Distances told apart to each side (`position_buckets` of `DeBERTa`), or rows of the table of a bias by distance
    /// (`relative_attention_num_buckets` of `MPNet`).
    pub relative_span: Option<u64>,
}

impl EncoderOptions {
    /// As BERT and RoBERTa were published.
    pub const BERT: Self = Self {
        activation: Activation::Gelu,
        hidden_dropout: 0.1,
        attention_dropout: 0.1,
        classifier_dropout: 0.1,
        tie_word_embeddings: true,
        embedding_size: None,
        embedding_dropout: 0.1,
        window: None,
        mean_pooling: false,
        relative_span: None,
    };
    /// As DistilBERT was published.
    pub const DISTILBERT: Self = Self { classifier_dropout: 0.2, ..Self::BERT };
    /// As `ModernBERT` was published, but for its window.
    pub const MODERNBERT: Self = Self {
        hidden_dropout: 0.0,
        attention_dropout: 0.0,
        classifier_dropout: 0.0,
        embedding_dropout: 0.0,
        mean_pooling: true,
        ..Self::BERT
    };
}

/// What configurations of decoders seldom change.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of published configurations, which combine freely")]
pub struct DecoderOptions {
    /// Of the gate.
    pub activation: Activation,
    /// Layers of the MLP have a bias.
    pub mlp_bias: bool,
    /// Dropout of attention's probabilities.
    pub attention_dropout: f64,
    /// Dropout of each half's output (`resid_pdrop` of Phi-3).
    pub residual_dropout: f64,
    /// Features of a head that positions turn, where they are not all (`partial_rotary_factor`).
    pub rotary_dim: Option<u64>,
    /// Scores are squeezed by a hyperbolic tangent (`attn_logit_softcapping`).
    pub softcapped_scores: bool,
    /// Logits are (`final_logit_softcapping`).
    pub softcapped_logits: bool,
    /// Attention over a window.
    pub window: Option<Window>,
    /// Some blocks were made with a window and others without, so that engines which keep a cache for each kind of block forget what
    /// lies before it (iSWA in llama.cpp).
    pub interleaved_window: bool,
    /// Blocks in which positions turn nothing (`no_rope_layers`).
    pub unturned: Layers,
    /// What positions are turned in.
    pub position_width: PositionWidth,
    /// Which features of a head positions turn with one another.
    pub position_pairs: PositionPairs,
    /// Where scores lie in memory, queries and keys are brought to FP32 before their product (GPT-J).
    pub widened_scores: bool,
    /// Queries are multiplied by a number before their products with keys (OPT), or by one of each position (Ministral 3).
    pub scaled_queries: bool,
    /// Queries and keys are normed after their positions turned them, rather than before (Hunyuan).
    pub norms_turned: bool,
    /// Rows of a learned table of positions, which turns nothing; 0 where there is none (OPT).
    pub learned_positions: u64,
    /// Where blocks norm.
    pub norm_places: NormPlaces,
    /// What makes queries, keys and values; those of Phi-3 go by its variant.
    pub projections: ProjectionLayout,
    /// What MLPs are made of; those of Phi-3 go by its variant.
    pub mlp: MlpLayout,
    /// What norms compute.
    pub norm_kind: NormKind,
    /// Dropout of the embeddings.
    pub embedding_dropout: f64,
    /// The head has a bias (Phi-2).
    pub head_bias: bool,
    /// Embeddings and what each half gives back are multiplied by numbers of the configuration (Granite).
    pub scaled: bool,
    /// Logits are multiplied by one (Granite, Cohere).
    pub scaled_logits: bool,
    /// Blocks with an MLP of `intermediate_size` where others have experts (`mlp_only_layers`, `decoder_sparse_step`).
    pub dense_layers: Layers,
    /// How blocks keep what they have read.
    pub attention: AttentionLayout,
    /// The norm of queries and keys runs over all heads at once and not over each.
    pub norms_all_heads: bool,
    /// What attention finds is gated by a second half of the queries' projection (`attn_output_gate`).
    pub gated_attention: bool,
    /// Every head has a learned score that takes a share of the softmax and reads nothing (`sinks` of gpt-oss).
    pub sinks: bool,
    /// What tells blocks of Gemma 4 apart.
    pub gemma4: Option<Gemma4>,
    /// What reads pictures before the decoder.
    pub tower: Option<Tower>,
}

impl DecoderOptions {
    /// As LLaMA and most others were published.
    pub const LLAMA: Self = Self {
        activation: Activation::Silu,
        mlp_bias: false,
        attention_dropout: 0.0,
        residual_dropout: 0.0,
        rotary_dim: None,
        softcapped_scores: false,
        softcapped_logits: false,
        window: None,
        interleaved_window: false,
        unturned: Layers::NONE,
        position_width: PositionWidth::Model,
        position_pairs: PositionPairs::Halves,
        widened_scores: false,
        scaled_queries: false,
        norms_turned: false,
        learned_positions: 0,
        norm_places: NormPlaces::Before,
        projections: ProjectionLayout::Separate,
        mlp: MlpLayout::Gated,
        norm_kind: NormKind::Rms,
        embedding_dropout: 0.0,
        head_bias: false,
        scaled: false,
        scaled_logits: false,
        dense_layers: Layers::NONE,
        attention: AttentionLayout::Grouped,
        norms_all_heads: false,
        gated_attention: false,
        sinks: false,
        gemma4: None,
        tower: None,
    };
}

/// What configurations of the GPT-2 kind seldom change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gpt2Options {
    /// Of the MLP.
    pub activation: Activation,
    /// Dropout of the embeddings.
    pub embd_pdrop: f64,
    /// Dropout of attention's probabilities.
    pub attn_pdrop: f64,
    /// Dropout of each half's output.
    pub resid_pdrop: f64,
    /// The head shares the embedding's weight.
    pub tie_word_embeddings: bool,
}

impl Gpt2Options {
    /// As GPT-2 was published.
    pub const PUBLISHED: Self =
        Self { activation: Activation::GeluNew, embd_pdrop: 0.1, attn_pdrop: 0.1, resid_pdrop: 0.1, tie_word_embeddings: true };
}
