//! The parts of a model, as the engine counts them and as names of tensors tell them.

use engine::graph::part::Part as Counted;

/// A part of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Tables of tokens, positions and segments.
    Embedding,
    /// Projections of attention.
    Attention,
    /// The MLP, shared experts among it.
    FeedForward,
    /// Experts of which a token visits some.
    Experts,
    /// What sends tokens to experts.
    Router,
    /// Layers of blocks that keep a state, and short convolutions, in the place of attention.
    Mixer,
    /// Scales and shifts of normalizations.
    Norm,
    /// What else comes before the blocks.
    Stem,
    /// What else is in the blocks.
    Block,
    /// What comes after the blocks: poolers, classifiers, an output table.
    Head,
    /// A network for pictures or sound beside the one for text, and what joins them.
    Beside,
    /// Low-rank adapters.
    Adapter,
    /// Scales and codes that belong to quantized weights, which are no weights themselves.
    Quantization,
    /// What is stored and never trained: masks, running statistics, positions.
    Buffer,
    /// Names that say nothing known here.
    Other,
}

impl Part {
    /// All of them, in the order in which a model is described.
    pub const ALL: [Self; 15] = [
        Self::Embedding,
        Self::Attention,
        Self::FeedForward,
        Self::Experts,
        Self::Router,
        Self::Mixer,
        Self::Norm,
        Self::Stem,
        Self::Block,
        Self::Head,
        Self::Beside,
        Self::Adapter,
        Self::Quantization,
        Self::Buffer,
        Self::Other,
    ];

    /// Its stable word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Embedding => "embedding",
            Self::Attention => "attention",
            Self::FeedForward => "feed-forward",
            Self::Experts => "experts",
            Self::Router => "router",
            Self::Mixer => "mixer",
            Self::Norm => "norm",
            Self::Stem => "stem",
            Self::Block => "block",
            Self::Head => "head",
            Self::Beside => "beside",
            Self::Adapter => "adapter",
            Self::Quantization => "quantization",
            Self::Buffer => "buffer",
            Self::Other => "other",
        }
    }

    /// Whether its numbers are parameters.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        !matches!(self, Self::Quantization | Self::Buffer)
    }
}

impl From<Counted> for Part {
    fn from(part: Counted) -> Self {
        match part {
            Counted::Embedding => Self::Embedding,
            Counted::Attention => Self::Attention,
            Counted::FeedForward => Self::FeedForward,
            Counted::Experts => Self::Experts,
            Counted::Router => Self::Router,
            Counted::Mixer => Self::Mixer,
            Counted::Norm => Self::Norm,
            Counted::Vision => Self::Beside,
            Counted::Stem => Self::Stem,
            Counted::Block => Self::Block,
            Counted::Head => Self::Head,
        }
    }
}
