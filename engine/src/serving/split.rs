//! How a model is split over cards.

/// How a model lies on cards; those that are left after copies and stages share each matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// Copies of the model, each with cards, keys and values and requests of its own.
    pub data: u64,
    /// Stages of a copy, which hold blocks one after another, in engines that split matrices; others hold them so on all cards.
    pub pipeline: u64,
    /// Groups of a stage's cards, each of which holds whole experts; 1 where every card has a share of each.
    pub expert: u64,
}

impl Split {
    /// One copy, all of whose cards share each matrix.
    pub const TENSOR: Self = Self { data: 1, pipeline: 1, expert: 1 };
}
