//! How blocks of decoders are laid out: where and how they norm, what they keep of what they have read, what MLPs are made of.

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
    /// The root of the mean square, scaled in FP32 by a weight that is brought up to it (Helium).
    CastRms,
    /// The root as a power of the mean square, scaled in FP32 by a weight that is brought up to it (Gemma 4).
    PowerRms,
    /// Mean and variance, in one kernel with scale and shift (`nn.LayerNorm`).
    Layer,
    /// So too, scaled by one more than the weight, in the width of autocast (Nemotron).
    CenteredLayer,
    /// Mean and variance, in FP32 without scale and shift (`OLMo`).
    Bare,
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
    /// In FP32, by tables that stay so, pairs swapped in the model's type before they are widened (Ernie 4.5).
    Swapped,
}

/// What a decoder's MLP is made of, and what the library calls its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MlpLayout {
    /// `gate_proj`, `up_proj` and `down_proj` (LLaMA).
    Gated,
    /// So too, by the names `w1`, `w3` and `w2`; attention's way back is called `out_proj` there (LFM2).
    Numbered,
    /// Gate and up in one, `gate_up_proj`, and `down_proj` (GLM-4, Phi-3).
    FusedGate,
    /// So too, by the names `input_linear` and `output_linear` (Granite 4).
    FusedLinear,
    /// `up_proj` and `down_proj`, without a gate (Arcee).
    Ungated,
    /// `c_fc` and `c_proj`, without a gate (`StarCoder2`).
    Projections,
    /// `fc1` and `fc2`, without a gate; attention's way back is called `dense` there (Phi-2).
    FullyConnected,
    /// Like those of Phi-2, with `out_proj` for the way back (OPT).
    OutProjected,
    /// `fc_in` and `fc_out`, without a gate, with `out_proj` for the way back (GPT-J).
    InOut,
    /// `dense_h_to_4h` and `dense_4h_to_h`, without a gate, with `dense` for the way back (GPT-NeoX).
    FourTimes,
}

impl MlpLayout {
    /// Whether a second product of the MLP's width gates the way up.
    #[must_use]
    pub const fn has_gate(self) -> bool {
        matches!(self, Self::Gated | Self::Numbered | Self::FusedGate | Self::FusedLinear)
    }
}

/// Which features of a head positions turn with one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionPairs {
    /// Those of its two halves (LLaMA).
    Halves,
    /// Those that lie side by side, by tables that each block makes of halves anew (GLM-4, Helium).
    Neighbours,
    /// So too, by tables that queries and keys make anew each of the one that all share, which holds each angle once (GPT-J).
    NeighboursApart,
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
    /// So do they, each behind a norm of its own (GPT-NeoX).
    ParallelApart,
}

/// How queries, keys and values are made of what a block reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectionLayout {
    /// Each by a layer of its own (LLaMA).
    Separate,
    /// By one layer, whose outputs are sliced: all queries, all keys, all values (Phi-3).
    Sliced,
    /// By one layer, whose outputs lie head by head (GPT-NeoX).
    HeadByHead,
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
    /// Some blocks see a few tokens through a short convolution that is gated twice (LFM2), the others keep keys and values.
    ShortConvolution(ShortConvolution),
}

/// Blocks with a short convolution in place of attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortConvolution {
    /// Blocks that are made so.
    pub layers: Layers,
    /// Tokens that it sees (`conv_L_cache`).
    pub kernel: u64,
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
    /// Queries, keys, values and gates are made by one layer, and decays and learning rates by another (Qwen3-Next), rather than each
    /// by one of its own (Qwen3.5).
    pub joined_projections: bool,
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

/// What tells blocks of Gemma 4 apart, under the names of its configurations: those that attend to all tokens have heads of their own,
/// the last read keys and values that blocks before them made, and each may be given a share of a second embedding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gemma4 {
    /// Width of a head in blocks that attend to all tokens.
    pub global_head_dim: u64,
    /// Key and value heads of those blocks.
    pub num_global_key_value_heads: u64,
    /// Their values are their keys, normed apart and not turned.
    pub attention_k_eq_v: bool,
    /// Last blocks, which read keys and values of the last block of their kind before them.
    pub num_kv_shared_layers: u64,
    /// Those blocks have MLPs of twice the width.
    pub use_double_wide_mlp: bool,
    /// Width of what a second embedding of each token gives to every block, 0 where there is none.
    pub hidden_size_per_layer_input: u64,
    /// Tokens that the second embedding knows.
    pub vocab_size_per_layer_input: u64,
}
