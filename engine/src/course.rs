//! The words for memory and time: where in a step something happens, and which stage of the data path it
//! concerns.

/// Part of a training step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// From the batch to the loss.
    Forward,
    /// From the loss to the gradients.
    Backward,
    /// From the gradients to the new weights.
    OptimizerStep,
}

/// A point within a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The phase.
    pub phase: Phase,
    /// The operator, by the name of its kernel in the framework.
    pub operator: &'static str,
    /// The layer it belongs to, for people (`layer 12`, `loss`).
    pub layer: Layer,
}

/// Where in the model an operator sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Before the repeated blocks.
    Stem,
    /// The tower that reads pictures before a decoder, outside of its blocks.
    Vision,
    /// A block of that tower, counted from 0.
    VisionBlock(u64),
    /// A repeated block, counted from 0.
    Block(u64),
    /// After the repeated blocks.
    Head,
    /// The loss.
    Loss,
    /// The optimizer.
    Optimizer,
}

impl Layer {
    /// Whether it is one of several blocks in a row.
    #[must_use]
    pub const fn is_block(self) -> bool {
        matches!(self, Self::Block(_) | Self::VisionBlock(_))
    }

    /// The one that is so many further on, or before where that is negative; itself where it does not repeat.
    #[must_use]
    pub const fn moved(self, by: i64) -> Self {
        match self {
            Self::Block(first) => Self::Block(first.saturating_add_signed(by)),
            Self::VisionBlock(first) => Self::VisionBlock(first.saturating_add_signed(by)),
            other => other,
        }
    }
}

/// A stage of the data path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// Drive to page cache.
    Storage,
    /// Decode, augment, tokenise on the processor.
    Preprocess,
    /// Collate and copy to page-locked memory.
    Collate,
    /// Host to device.
    Pcie,
    /// The GPUs.
    Compute,
}
