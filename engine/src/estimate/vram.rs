//! The card's memory in an answer.

use crate::course::{Layer, Moment, Phase};
use crate::units::Bytes;

/// Exact counts of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParameterCounts {
    /// The base model, without adapters, before quantization.
    pub total: u64,
    /// Those that train, adapters included.
    pub trainable: u64,
}

/// Live tensors by what they are for, each rounded up to the allocator's 512 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VramParts {
    /// Weights, buffers, quantization scales and resident frozen models.
    pub parameters: Bytes,
    /// Gradients of weights.
    pub gradients: Bytes,
    /// States of the optimizer.
    pub optimizer_state: Bytes,
    /// What the forward pass keeps for the backward pass, copies of autocast and recomputed blocks included.
    pub activations: Bytes,
    /// Everything else that is alive at that moment.
    pub temporary: Bytes,
    /// The batch.
    pub inputs: Bytes,
}

impl VramParts {
    /// All parts together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { parameters, gradients, optimizer_state, activations, temporary, inputs } = *self;
        parameters + gradients + optimizer_state + activations + temporary + inputs
    }
}

/// Memory of the fullest GPU during a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Vram {
    /// Parts at the moment of the peak.
    pub parts: VramParts,
    /// Sum of the parts: live tensors.
    pub allocated_peak: Bytes,
    /// What `torch.cuda.max_memory_allocated()` reports: blocks and library workspaces.
    pub torch_allocated_peak: Bytes,
    /// What `torch.cuda.max_memory_reserved()` reports.
    pub reserved_peak: Bytes,
    /// What `nvidia-smi` shows for the process.
    pub device_peak: Bytes,
    /// Low and high of `device_peak`, from the engine's record on runs of this family.
    pub range: (Bytes, Bytes),
    /// The smallest capacity that the run is expected to pass in; `device_peak` may be more where there is room.
    pub needed: Bytes,
    /// What the driver reports for the card.
    pub capacity: Bytes,
    /// What the driver, the system and a desktop take of it.
    pub desktop: Bytes,
    /// Whether it fits.
    pub fit: Fit,
    /// When the peak is, and which operator causes it.
    pub peak: Moment,
    /// Live bytes through the step.
    pub timeline: Vec<TimelinePoint>,
}

impl Vram {
    /// What the card has beyond what the run cannot do without; the allocator may keep some of that too.
    #[must_use]
    pub fn spare(&self) -> Bytes {
        self.capacity.saturating_sub(self.desktop + self.needed)
    }
}

/// Whether the run fits the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It fits with this much to spare, even at the high end of the range.
    Comfortable {
        /// Capacity less need.
        headroom: Bytes,
    },
    /// The need fits, the high end of the range does not.
    Tight {
        /// Capacity less need.
        headroom: Bytes,
    },
    /// It does not fit.
    Short {
        /// Need less capacity.
        by: Bytes,
    },
}

impl Fit {
    /// Whether it fits, as a word without figures.
    #[must_use]
    pub const fn verdict(self) -> super::Verdict {
        if self.fits() { super::Verdict::Fits } else { super::Verdict::DoesNotFit }
    }

    /// Whether the expected need is within the capacity.
    #[must_use]
    pub const fn fits(self) -> bool {
        matches!(self, Self::Comfortable { .. } | Self::Tight { .. })
    }
}

/// Live bytes at one moment of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelinePoint {
    /// The phase.
    pub phase: Phase,
    /// The layer that was just run.
    pub layer: Layer,
    /// The most that was alive during it, by part.
    pub parts: VramParts,
}
