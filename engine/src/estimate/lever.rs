//! Single changes with what each does.

use super::{Change, Estimate, VramParts};
use crate::units::{Bytes, SamplesPerSecond, Seconds};

/// One change of settings, data or machine, with what it does.
///
/// `change` and `follows` together, merged into the scenario that was asked or into its pinned form, give a scenario whose
/// estimate has exactly the figures of `after`.
#[derive(Debug, Clone, PartialEq)]
pub struct Lever {
    /// Stable id (`activation-checkpointing`).
    pub id: &'static str,
    /// What it is paid with.
    pub kind: LeverKind,
    /// What changes.
    pub change: Vec<Change>,
    /// Open fields that an estimate of the changed scenario would decide again, and what the figures assume for them: the
    /// batch stays as it is, loader and memory follow the faster or slower step.
    pub follows: Vec<Change>,
    /// The plan as it was asked.
    pub before: Figures,
    /// The changed plan.
    pub after: Figures,
    /// Whether the results of training stay the same.
    pub effect_on_results: Effect,
    /// Whether the changed scenario fits card and host.
    pub fits: bool,
    /// Ids of other levers that set the same field or exclude this one.
    pub conflicts: Vec<&'static str>,
    /// Ids of other levers without which this one does not fit.
    pub requires: Vec<&'static str>,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// What a lever is paid with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LeverKind {
    /// A setting: nothing is bought and the data stay as they are.
    Setting,
    /// The data: shorter texts, smaller images.
    Data,
    /// Something is bought.
    Hardware,
}

/// The figures that plans are compared by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Memory of the fullest card, as `nvidia-smi` shows it for the process.
    pub vram: Bytes,
    /// The smallest capacity that the run is expected to pass in.
    pub vram_needed: Bytes,
    /// Live tensors by part at the peak.
    pub parts: VramParts,
    /// Peak of the host memory, per node.
    pub ram: Bytes,
    /// Host memory to install at least, per node.
    pub ram_minimum: Bytes,
    /// One optimizer step.
    pub step: Seconds,
    /// The first epoch.
    pub first_epoch: Seconds,
    /// A later epoch.
    pub epoch: Seconds,
    /// Samples per second in later epochs.
    pub rate: SamplesPerSecond,
}

impl Figures {
    /// The figures of an answer.
    #[must_use]
    pub const fn of(answer: &Estimate) -> Self {
        let Estimate { vram, ram, speed, .. } = answer;
        Self {
            vram: vram.device_peak,
            vram_needed: vram.needed,
            parts: vram.parts,
            ram: ram.peak,
            ram_minimum: ram.minimum,
            step: speed.step,
            first_epoch: speed.first_epoch,
            epoch: speed.epoch,
            rate: speed.rate,
        }
    }
}

/// What a change does to the results of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Results stay as they are, up to rounding.
    None,
    /// A small difference.
    Small,
    /// Another method.
    ChangesMethod,
}
