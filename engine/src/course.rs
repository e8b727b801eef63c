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
    /// A repeated block, counted from 0.
    Block(u64),
    /// After the repeated blocks.
    Head,
    /// The loss.
    Loss,
    /// The optimizer.
    Optimizer,
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
