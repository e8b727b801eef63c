//! The parts of a model as people speak of them.

use crate::course::Layer;

/// A part of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Tables that turn tokens, positions and segments into vectors.
    Embedding,
    /// Projections of queries, keys, values and of what is attended to, and tables of relative positions.
    Attention,
    /// The MLP, and experts that every token visits.
    FeedForward,
    /// Experts of which a token visits some.
    Experts,
    /// What sends tokens to experts, and weighs the one that all visit.
    Router,
    /// Layers of blocks that keep a state in the place of attention.
    Mixer,
    /// Scales and shifts of normalizations.
    Norm,
    /// All of the tower that reads pictures before a decoder.
    Vision,
    /// What else comes before the repeated blocks.
    Stem,
    /// What else is in the repeated blocks.
    Block,
    /// What else comes after them: poolers, classifiers, a head with a table of its own.
    Head,
}

impl Part {
    /// All of them, in the order in which a model is described.
    pub const ALL: [Self; 11] = [
        Self::Embedding,
        Self::Attention,
        Self::FeedForward,
        Self::Experts,
        Self::Router,
        Self::Mixer,
        Self::Norm,
        Self::Vision,
        Self::Stem,
        Self::Block,
        Self::Head,
    ];

    /// The part of a weight that was made for one, or else of its place; none stands for a weight outside of all segments,
    /// which is a head's.
    pub(super) fn of(made_for: Option<Self>, place: Option<Layer>) -> Self {
        match (made_for, place) {
            (_, Some(Layer::Vision | Layer::VisionBlock(_))) => Self::Vision,
            // Norms and tables are that wherever else they stand.
            (Some(part @ (Self::Embedding | Self::Norm)), _) | (Some(part), Some(Layer::Stem | Layer::Block(_))) => part,
            // A pooler has the name and the shape of a layer of the blocks, and is none.
            (_, None | Some(Layer::Head | Layer::Loss | Layer::Optimizer)) => Self::Head,
            (None, Some(Layer::Stem)) => Self::Stem,
            (None, Some(Layer::Block(_))) => Self::Block,
        }
    }
}
