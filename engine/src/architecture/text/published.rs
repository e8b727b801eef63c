//! Blocks of decoders as each family was published, which configurations and the catalog begin from.

use super::layouts::{Layers, MlpLayout, NormKind, NormPlaces, PositionPairs, PositionWidth, ProjectionLayout, Window};
use super::options::{Activation, DecoderOptions};

impl DecoderOptions {
    /// Gemma.
    pub const GEMMA: Self = Self { activation: Activation::GeluTanh, ..Self::LLAMA };
    /// Gemma 2: every other block attends over a window.
    pub const GEMMA2: Self = Self {
        norm_places: NormPlaces::Around,
        softcapped_scores: true,
        softcapped_logits: true,
        window: Some(Window { tokens: 4096, layers: Layers::EVERY_OTHER }),
        interleaved_window: true,
        ..Self::GEMMA
    };
    /// Gemma 3, but for its window.
    pub const GEMMA3: Self = Self { norm_places: NormPlaces::Around, interleaved_window: true, ..Self::GEMMA };
    /// Gemma 4, but for its window and what tells its blocks apart.
    pub const GEMMA4: Self = Self { norm_kind: NormKind::PowerRms, ..Self::GEMMA3 };
    /// `OLMo` 2 and 3, but for the latter's window.
    pub const OLMO2: Self = Self {
        norm_places: NormPlaces::After,
        norms_all_heads: true,
        norm_kind: NormKind::WideRms,
        position_width: PositionWidth::Tables,
        interleaved_window: true,
        ..Self::LLAMA
    };
    /// `OLMoE` and MiniMax-M2.
    pub const OLMOE: Self = Self { norms_all_heads: true, ..Self::LLAMA };
    /// gpt-oss, but for its window.
    pub const GPT_OSS: Self = Self { sinks: true, norm_kind: NormKind::WideRms, interleaved_window: true, ..Self::LLAMA };
    /// `StarCoder2`, but for its biases and dropouts.
    pub const STARCODER2: Self =
        Self { activation: Activation::GeluTanh, norm_kind: NormKind::Layer, mlp: MlpLayout::Projections, ..Self::LLAMA };
    /// Cohere's first and second kind, but for the latter's window.
    pub const COHERE: Self = Self {
        norm_places: NormPlaces::Parallel,
        norm_kind: NormKind::WrittenOut,
        position_width: PositionWidth::Operands,
        scaled_logits: true,
        interleaved_window: true,
        ..Self::LLAMA
    };
    /// `StableLM` 2, but for the features that its positions turn.
    pub const STABLELM: Self = Self { norm_kind: NormKind::Layer, ..Self::LLAMA };
    /// `OLMo`.
    pub const OLMO: Self = Self { norm_kind: NormKind::Bare, ..Self::LLAMA };
    /// Nemotron and Minitron, but for the features that their positions turn.
    pub const NEMOTRON: Self = Self { norm_kind: NormKind::CenteredLayer, ..Self::ARCEE };
    /// LFM2, but for its convolutions.
    pub const LFM2: Self = Self { mlp: MlpLayout::Numbered, ..Self::LLAMA };
    /// Phi-1.5 and Phi-2, but for dropouts and the features that their positions turn.
    pub const PHI: Self = Self {
        activation: Activation::GeluNew,
        norm_places: NormPlaces::Parallel,
        norm_kind: NormKind::Layer,
        mlp: MlpLayout::FullyConnected,
        mlp_bias: true,
        head_bias: true,
        ..Self::LLAMA
    };
    /// GPT-J, but for dropouts and the features that its positions turn.
    pub const GPT_J: Self =
        Self { mlp: MlpLayout::InOut, position_pairs: PositionPairs::NeighboursApart, widened_scores: true, ..Self::PHI };
    /// Ernie 4.5.
    pub const ERNIE45: Self =
        Self { position_pairs: PositionPairs::Neighbours, position_width: PositionWidth::Swapped, ..Self::LLAMA };
    /// GPT-NeoX and Pythia, but for the features that their positions turn.
    pub const GPT_NEOX: Self = Self {
        activation: Activation::Gelu,
        norm_places: NormPlaces::ParallelApart,
        norm_kind: NormKind::Layer,
        projections: ProjectionLayout::HeadByHead,
        mlp: MlpLayout::FourTimes,
        mlp_bias: true,
        ..Self::LLAMA
    };
    /// OPT, but for its table of positions and dropouts.
    pub const OPT: Self = Self {
        activation: Activation::Relu,
        norm_kind: NormKind::Layer,
        mlp: MlpLayout::OutProjected,
        mlp_bias: true,
        scaled_queries: true,
        ..Self::LLAMA
    };
    /// Ministral 3.
    pub const MINISTRAL3: Self = Self { scaled_queries: true, ..Self::LLAMA };
    /// EXAONE 4, but for its window.
    pub const EXAONE4: Self = Self { norm_places: NormPlaces::After, interleaved_window: true, ..Self::LLAMA };
    /// Hunyuan.
    pub const HUNYUAN: Self = Self { norms_turned: true, ..Self::LLAMA };
    /// Arcee's AFM.
    pub const ARCEE: Self = Self { activation: Activation::SquaredRelu, mlp: MlpLayout::Ungated, ..Self::LLAMA };
    /// Granite.
    pub const GRANITE: Self = Self { scaled: true, scaled_logits: true, ..Self::LLAMA };
    /// Granite 4 without blocks that keep a state.
    pub const GRANITE4: Self = Self { mlp: MlpLayout::FusedLinear, ..Self::GRANITE };
    /// Helium.
    pub const HELIUM: Self = Self { position_pairs: PositionPairs::Neighbours, norm_kind: NormKind::CastRms, ..Self::LLAMA };
    /// GLM-4, but for the features that its positions turn.
    pub const GLM4: Self = Self {
        norm_places: NormPlaces::Around,
        position_pairs: PositionPairs::Neighbours,
        mlp: MlpLayout::FusedGate,
        ..Self::LLAMA
    };
}
