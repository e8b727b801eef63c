//! What configurations of language models say and seldom change: activations, dropouts, windows, caps.

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
    /// SiLU, also called swish.
    Silu,
    /// Hyperbolic tangent.
    Tanh,
}

impl Activation {
    /// Each by its words.
    pub const WORDS: [(&'static str, Self); 9] = [
        ("gelu", Self::Gelu),
        ("gelu_pytorch_tanh", Self::GeluTanh),
        ("gelu_new", Self::GeluNew),
        ("gelu_fast", Self::GeluFast),
        ("quick_gelu", Self::QuickGelu),
        ("relu", Self::Relu),
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

/// A set of a model's blocks, by their index from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layers([u64; 4]);

impl Layers {
    /// None.
    pub const NONE: Self = Self([0; 4]);
    /// All.
    pub const ALL: Self = Self([u64::MAX; 4]);
    /// Blocks that a set can tell apart.
    pub const LIMIT: u64 = 256;

    /// The first, the third and so on.
    pub const EVERY_OTHER: Self = Self([0x5555_5555_5555_5555; 4]);

    /// Those whose bits are set, 64 blocks a word.
    #[must_use]
    pub const fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    /// Those of the first `count` that `is_in` says yes to.
    #[must_use]
    pub fn of(count: u64, mut is_in: impl FnMut(u64) -> bool) -> Self {
        let mut set = Self::NONE;
        for layer in (0..count.min(Self::LIMIT)).filter(|&layer| is_in(layer)) {
            set.0[(layer / 64) as usize] |= 1 << (layer % 64);
        }
        set
    }

    /// Whether a block is among them.
    #[must_use]
    pub const fn contains(&self, layer: u64) -> bool {
        layer < Self::LIMIT && self.0[(layer / 64) as usize] >> (layer % 64) & 1 == 1
    }
}

/// Attention that looks back over this many tokens only (`sliding_window`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Tokens.
    pub tokens: u64,
    /// Blocks that attend so.
    pub layers: Layers,
}

/// What a decoder norms by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormKind {
    /// The root of the mean square, over a model whose variant says more.
    Rms,
    /// The root of the mean square, scaled in FP32 before it goes back down (`OLMo` 2, gpt-oss).
    WideRms,
    /// Mean and variance, in one kernel with scale and shift (`nn.LayerNorm`).
    Layer,
    /// Mean and variance, written out in FP32 with a scale alone (Cohere).
    WrittenOut,
}

/// How queries and keys are turned by their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionWidth {
    /// In the model's type (LLaMA).
    Model,
    /// In FP32, by tables that stay so (`OLMo` 2).
    Tables,
    /// In FP32, by tables in the model's type (Cohere).
    Operands,
}

/// What a decoder's MLP is made of, and what the library calls its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MlpLayout {
    /// `gate_proj`, `up_proj` and `down_proj` (LLaMA).
    Gated,
    /// Gate and up in one, `gate_up_proj`, and `down_proj` (GLM-4, Phi-3).
    FusedGate,
    /// `c_fc` and `c_proj`, without a gate (`StarCoder2`).
    Projections,
    /// `fc1` and `fc2`, without a gate; attention's way back is called `dense` there (Phi-2).
    FullyConnected,
}

impl MlpLayout {
    /// Whether a second product of the MLP's width gates the way up.
    #[must_use]
    pub const fn has_gate(self) -> bool {
        matches!(self, Self::Gated | Self::FusedGate)
    }
}

/// Where a decoder's blocks norm: before a half of a block reads the residual stream, after it, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormPlaces {
    /// What each half reads (LLaMA).
    Before,
    /// What each half gives back (`OLMo` 2).
    After,
    /// Both (Gemma 2, GLM-4).
    Around,
    /// What both halves read, which stand beside each other and not one after the other (Cohere, Phi-2).
    Parallel,
}

/// How the blocks of a decoder keep what they have read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttentionLayout {
    /// Keys and values of every key-value head.
    Grouped,
    /// One compressed vector and one turned key for all heads (multi-head latent attention, `DeepSeek`-V2).
    Latent(LatentAttention),
    /// Some blocks keep a state of fixed size (gated delta rule, Qwen3-Next), the others keys and values.
    Hybrid(LinearAttention),
}

/// Widths of multi-head latent attention, under the names of its configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatentAttention {
    /// Width that queries are compressed to, 0 where they are not.
    pub q_lora_rank: u64,
    /// Width that keys and values are compressed to.
    pub kv_lora_rank: u64,
    /// Features of a head that positions do not turn.
    pub qk_nope_head_dim: u64,
    /// Features of a head that positions turn; of keys, one for all heads.
    pub qk_rope_head_dim: u64,
    /// Width of a head's values.
    pub v_head_dim: u64,
}

/// Widths of blocks with a gated delta rule, under the names of their configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinearAttention {
    /// Blocks that are made so.
    pub layers: Layers,
    /// Heads of queries and keys.
    pub linear_num_key_heads: u64,
    /// Heads of values.
    pub linear_num_value_heads: u64,
    /// Width of a key head.
    pub linear_key_head_dim: u64,
    /// Width of a value head.
    pub linear_value_head_dim: u64,
    /// Tokens that the convolution before the rule sees.
    pub linear_conv_kernel_dim: u64,
    /// States are asked for in FP32 (`mamba_ssm_dtype`), where engines follow the configuration.
    pub float32_state: bool,
}

impl LinearAttention {
    /// Width of all keys.
    #[must_use]
    pub const fn keys(&self) -> u64 {
        self.linear_num_key_heads * self.linear_key_head_dim
    }

    /// Width of all values.
    #[must_use]
    pub const fn values(&self) -> u64 {
        self.linear_num_value_heads * self.linear_value_head_dim
    }

    /// Width of what the convolution runs over: queries, keys and values.
    #[must_use]
    pub const fn convolved(&self) -> u64 {
        2 * self.keys() + self.values()
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
}

impl EncoderOptions {
    /// As BERT and RoBERTa were published.
    pub const BERT: Self = Self {
        activation: Activation::Gelu,
        hidden_dropout: 0.1,
        attention_dropout: 0.1,
        classifier_dropout: 0.1,
        tie_word_embeddings: true,
    };
    /// As DistilBERT was published.
    pub const DISTILBERT: Self = Self { classifier_dropout: 0.2, ..Self::BERT };
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
    /// Blocks in which positions turn nothing (`no_rope_layers`).
    pub unturned: Layers,
    /// What positions are turned in.
    pub position_width: PositionWidth,
    /// Positions turn features that lie side by side, rather than those of two halves (GLM-4).
    pub interleaved_positions: bool,
    /// Where blocks norm.
    pub norm_places: NormPlaces,
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
        unturned: Layers::NONE,
        position_width: PositionWidth::Model,
        interleaved_positions: false,
        norm_places: NormPlaces::Before,
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
        tower: None,
    };
    /// As Gemma was published.
    pub const GEMMA: Self = Self { activation: Activation::GeluTanh, ..Self::LLAMA };
    /// As Gemma 2 was published: every other block attends over a window.
    pub const GEMMA2: Self = Self {
        norm_places: NormPlaces::Around,
        softcapped_scores: true,
        softcapped_logits: true,
        window: Some(Window { tokens: 4096, layers: Layers::EVERY_OTHER }),
        ..Self::GEMMA
    };
    /// As Gemma 3 was published, but for its window.
    pub const GEMMA3: Self = Self { norm_places: NormPlaces::Around, ..Self::GEMMA };
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
