//! The answer to a pinned scenario: memory, time and host needs, part by part.

mod advice;
mod bound;
mod change;
mod constraints;
mod explanation;
mod feeding;
mod lever;
mod note;
mod opinion;
mod ram;
mod speed;
mod vram;

use crate::architecture::Architecture;
use crate::hardware::Hardware;
use crate::measured::Measured;
use crate::training::Data;
use crate::training::Training;

pub use advice::*;
pub use bound::*;
pub use change::*;
pub use constraints::*;
pub use explanation::*;
pub use feeding::*;
pub use lever::*;
pub use note::*;
pub use opinion::*;
pub use ram::*;
pub use speed::*;
pub use vram::*;

/// What a person plans, with every field decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// The machine.
    pub hardware: Hardware,
    /// The model.
    pub model: Architecture,
    /// The settings.
    pub training: Training,
    /// The data set.
    pub data: Data,
    /// What was measured on it, as factors.
    pub measured: Measured,
}

/// A field of a scenario that the person left for the advisor to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// `hardware.ram_gib`.
    Ram,
    /// `training.method`.
    Method,
    /// `training.precision`.
    Precision,
    /// `training.optimizer`.
    Optimizer,
    /// `training.activation_checkpointing`.
    ActivationCheckpointing,
    /// `training.attention`.
    Attention,
    /// `training.micro_batch_size`.
    MicroBatchSize,
    /// `training.gradient_accumulation_steps`.
    GradientAccumulationSteps,
    /// `training.loader.num_workers`.
    NumWorkers,
    /// `training.loader.prefetch_factor`.
    PrefetchFactor,
    /// `training.loader.pin_memory`.
    PinMemory,
    /// `training.loader.persistent_workers`.
    PersistentWorkers,
    /// `training.loader.cache`.
    Cache,
    /// `training.optimizer_implementation`.
    OptimizerImplementation,
    /// `training.loss_logits`.
    LossLogits,
    /// `training.memory_format`.
    MemoryFormat,
    /// `training.sharding`.
    Sharding,
    /// `training.offload`.
    Offload,
    /// `training.loader.batched_preprocessing`.
    BatchedPreprocessing,
}

/// A scenario as it was asked: defaults stand in the open fields until they are decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The scenario with defaults in the open fields.
    pub scenario: Scenario,
    /// The fields that were left out, sorted.
    pub open: Vec<Field>,
    /// What a recommendation must respect; an estimate does not read it.
    pub constraints: Constraints,
}

/// The full answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The scenario with every open field decided.
    pub scenario: Scenario,
    /// Exact counts of the model's weights.
    pub parameters: ParameterCounts,
    /// Memory of the fullest GPU.
    pub vram: Vram,
    /// The largest micro-batch that fits, all else as in the scenario; 0 if none does.
    pub max_micro_batch_size: u64,
    /// Memory of the host, per node.
    pub ram: Ram,
    /// Time of a step and of an epoch.
    pub speed: Speed,
    /// The data path, stage by stage.
    pub path: DataPath,
    /// What the practitioners' rules say beside the model.
    pub rules: Vec<RuleOpinion>,
    /// What a reader should know of this answer.
    pub notes: Vec<Note>,
}
