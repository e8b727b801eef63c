//! The advisor's answer.

use super::Estimate;
use crate::units::Bytes;
use crate::units::Seconds;

/// One change of settings or of the machine, with what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Lever {
    /// Stable id (`activation-checkpointing`).
    pub id: &'static str,
    /// What changes.
    pub change: Vec<Change>,
    /// Device memory before.
    pub vram_before: Bytes,
    /// Device memory after.
    pub vram_after: Bytes,
    /// Step time before.
    pub step_before: Seconds,
    /// Step time after; per optimizer step of the same global batch.
    pub step_after: Seconds,
    /// Epoch time before.
    pub epoch_before: Seconds,
    /// Epoch time after.
    pub epoch_after: Seconds,
    /// Whether the results of training stay the same.
    pub effect_on_results: Effect,
    /// Whether the changed scenario fits card and host.
    pub fits: bool,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// A new value of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// `training.method` and its adapters.
    Method(crate::training::Method),
    /// `training.precision`.
    Precision(crate::training::Precision),
    /// `training.optimizer`.
    Optimizer(crate::training::Optimizer),
    /// `training.optimizer_implementation`.
    OptimizerImplementation(crate::training::OptimizerImplementation),
    /// `training.activation_checkpointing`.
    ActivationCheckpointing(crate::training::ActivationCheckpointing),
    /// `training.attention`.
    Attention(crate::training::Attention),
    /// `training.loss_logits`.
    LossLogits(crate::training::LossLogits),
    /// `training.micro_batch_size`.
    MicroBatchSize(u64),
    /// `training.gradient_accumulation_steps`.
    GradientAccumulationSteps(u64),
    /// `training.sharding`.
    Sharding(crate::training::Sharding),
    /// `training.loader.num_workers`.
    NumWorkers(u64),
    /// `training.loader.cache`.
    Cache(crate::training::Cache),
    /// `training.loader.prefetch_factor`.
    PrefetchFactor(u64),
    /// `training.loader.pin_memory`.
    PinMemory(bool),
    /// `training.loader.persistent_workers`.
    PersistentWorkers(bool),
    /// `training.loader.batched_preprocessing`.
    BatchedPreprocessing(bool),
    /// `hardware.ram_gib`.
    Ram(Bytes),
    /// `hardware.storage`.
    Storage(super::Offer<crate::hardware::Storage>),
    /// `hardware.cpu`.
    Cpu(super::Offer<crate::hardware::Cpu>),
}

/// What a change does to the results of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The same up to rounding.
    None,
    /// A small difference.
    Small,
    /// Another method.
    ChangesMethod,
}

/// The advisor's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Recommendation {
    /// The recommended plan and what it needs.
    pub recommended: Estimate,
    /// Why this one.
    pub why: Why,
    /// Single changes to what was asked, ranked.
    pub levers: Vec<Lever>,
    /// Ids of the levers that alone make it fit; empty if it fits already.
    pub single_change_fits: Vec<&'static str>,
    /// What was considered and dropped.
    pub rejected: Vec<Rejection>,
}

/// Why a plan is recommended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// It is what was asked, and fits.
    FitsAsAsked,
    /// Of the plans that fit it changes least and runs fastest.
    FastestThatFits,
    /// Nothing fits this card; this is the nearest.
    NothingFits,
}

/// Something that was considered and dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rejection {
    /// Id of the lever.
    pub what: &'static str,
    /// Why.
    pub reason: RejectionReason,
}

/// Why something was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RejectionReason {
    /// It is set already.
    AlreadySet,
    /// It saves neither memory nor time here.
    NoGain,
    /// The hardware cannot do it.
    Unsupported,
}
