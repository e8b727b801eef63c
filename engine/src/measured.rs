//! What was measured on a run, as factors on what the model estimates.
//!
//! A measured peak and rate are worked into factors once, for the run that they were measured on ([`crate::calibration`]). The
//! factors are part of the scenario from then on, so that every change of it is answered with the same ones.
//! What is counted exactly (weights, gradients, optimizer states, the batch, library workspaces) is never scaled: what a
//! measurement differs by goes to activations, temporaries and the allocator's slack, and for time to the accelerators or
//! to stages of the data path.

use crate::course::StageKind;
use crate::units::{Bytes, SamplesPerSecond};

/// Factors on memory that a measurement is believed with: beyond, the run was another one. Of the 171 published peaks in the
/// accuracy report all are between 0.79 and 2.04 times the estimate as a whole, of which the scaled parts are a share; 2026-11.
pub const MEMORY_FACTORS: (f64, f64) = (0.3, 3.0);
/// Factors on the accelerators' time: of the 1,158 published step times in the accuracy report, 99 of 100 are between 0.76
/// and 1.67 times the estimate; the rest leaves room for programs that log or synchronize in every step; 2026-11.
pub const COMPUTE_FACTORS: (f64, f64) = (0.3, 5.0);
/// Factors on a stage of the data path: transforms, codecs and drives differ more than kernels do. An assumption.
pub const PATH_FACTORS: (f64, f64) = (0.1, 10.0);
/// How far a peak is off once it was measured. A factor of one published run, applied to another that differs in its batch
/// alone, comes within 3 % for the middle half of 1,790 pairs (within 8 % for nine in ten); 2026-11.
pub const MEMORY_SPREAD: f64 = 0.03;
/// How far a time is off once it was measured: low and high. Of 130 published step times that were taken more than once, three
/// quarters repeat within 12 %; another batch than the measured one may be off by more; 2026-11.
pub const TIME_SPREAD: (f64, f64) = (0.9, 1.12);
/// Share of the time from which on a GPU counts as busy: monitors sample, and show less than all of a full load.
pub const BUSY: f64 = 0.9;

/// The figures that factors scale, by their ids among the explanations, in the order of these: those of a stage's time, or
/// of memory.
pub const SCALED: [(&str, Option<StageKind>); 14] = [
    ("vram.activations", None),
    ("vram.temporary", None),
    ("vram.reserved_peak_bytes", None),
    ("path.storage", Some(StageKind::Storage)),
    ("path.preprocess", Some(StageKind::Preprocess)),
    ("path.collate", Some(StageKind::Collate)),
    ("path.pcie", Some(StageKind::Pcie)),
    ("path.compute", Some(StageKind::Compute)),
    ("speed.forward_seconds", Some(StageKind::Compute)),
    ("speed.backward_seconds", Some(StageKind::Compute)),
    ("speed.optimizer_seconds", Some(StageKind::Compute)),
    ("speed.communication_seconds", Some(StageKind::Compute)),
    ("speed.offload_seconds", Some(StageKind::Compute)),
    ("speed.compute_samples_per_second", Some(StageKind::Compute)),
];

/// Which figure a peak was read off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PeakOf {
    /// What the driver shows for the process, context included.
    #[default]
    Device,
    /// `torch.cuda.max_memory_reserved()`.
    Reserved,
    /// `torch.cuda.max_memory_allocated()`.
    Allocated,
}

/// The factor on memory, and the figure that it was measured by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MemoryFactor {
    /// On activations, temporaries and the allocator's slack.
    pub factor: f64,
    /// What the peak was read off: of a device, its context is known as well.
    pub of: PeakOf,
}

/// What was measured, as factors; none where nothing was.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Measured {
    /// On the card's memory.
    pub memory: Option<MemoryFactor>,
    /// On the accelerators' time.
    pub compute: Option<f64>,
    /// On the time of a sample from the drive or the page cache.
    pub storage: Option<f64>,
    /// On the time of a sample on the processor.
    pub preprocess: Option<f64>,
    /// On the time of a sample's way into a batch.
    pub collate: Option<f64>,
    /// On the time of a sample on the link.
    pub pcie: Option<f64>,
    /// A peak that does not describe the run, and is not used.
    pub refused_peak: Option<RefusedPeak>,
    /// A rate that does not describe the run, and is not used.
    pub refused_rate: Option<RefusedRate>,
}

/// A peak that is not used, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RefusedPeak {
    /// What was measured.
    pub measured: Bytes,
    /// What is estimated of the same figure.
    pub estimated: Bytes,
    /// Why.
    pub reason: PeakRefusal,
}

/// Why a peak is not used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PeakRefusal {
    /// It is below what is counted exactly.
    BelowExact {
        /// Weights, gradients, states, batch and workspaces, with the context where that was measured.
        exact: Bytes,
    },
    /// The card does not hold it.
    BeyondCard {
        /// The card's capacity.
        capacity: Bytes,
    },
    /// It fills the card: an allocator keeps what it was given once, so that nothing follows for the need.
    FillsCard,
    /// The factor is beyond [`MEMORY_FACTORS`].
    Factor,
    /// It agrees with the estimate within the context's uncertainty, and too little depends on the batch to tell more.
    TooSmall,
}

/// A rate that is not used: a factor would be beyond [`COMPUTE_FACTORS`] or [`PATH_FACTORS`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RefusedRate {
    /// What was measured.
    pub measured: SamplesPerSecond,
    /// What is estimated.
    pub estimated: SamplesPerSecond,
}

impl Measured {
    /// Whether any factor is there.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.memory.is_some() || self.has_time()
    }

    /// Whether any factor on times is there.
    #[must_use]
    pub fn has_time(&self) -> bool {
        [self.compute, self.storage, self.preprocess, self.collate, self.pcie].iter().any(Option::is_some)
    }

    /// The factor on a stage's time; none where it was not measured.
    #[must_use]
    pub const fn of_stage(&self, stage: StageKind) -> Option<f64> {
        match stage {
            StageKind::Storage => self.storage,
            StageKind::Preprocess => self.preprocess,
            StageKind::Collate => self.collate,
            StageKind::Pcie => self.pcie,
            StageKind::Compute => self.compute,
        }
    }

    /// The factor on a stage's time; 1 where it was not measured.
    #[must_use]
    pub fn time(&self, stage: StageKind) -> f64 {
        self.of_stage(stage).unwrap_or(1.0)
    }

    /// Low and high of times that this stage sets; none where it was not measured.
    #[must_use]
    pub fn time_spread(&self, stage: StageKind) -> Option<(f64, f64)> {
        self.of_stage(stage).map(|_| TIME_SPREAD)
    }

    /// The factor on a figure, by its id among the explanations; none where it is not scaled by itself.
    #[must_use]
    pub fn factor_on(&self, id: &str) -> Option<f64> {
        SCALED.iter().find(|(scaled, _)| *scaled == id).and_then(|(_, stage)| match stage {
            Some(stage) => self.of_stage(*stage),
            None => self.memory.map(|memory| memory.factor),
        })
    }

    /// An amount of slack, scaled.
    #[must_use]
    pub fn slack(&self, slack: Bytes) -> Bytes {
        self.memory.map_or(slack, |memory| slack.scaled(memory.factor))
    }
}
