//! Host memory.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ladder::RamLadder;

/// Host memory per node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ram {
    /// The parts in the phase of the run that needs most, in bytes.
    pub parts: RamParts,
    /// Their sum.
    pub peak_bytes: u64,
    /// Files of the weights in the page cache while they are loaded, beside the peak: the system drops them where programs
    /// want the memory. Absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_cache_bytes: Option<u64>,
    /// The phase that needs most.
    pub peak_phase: RamPhase,
    /// The parts in every phase: what is not alive together does not add up.
    pub phases: RamPhases,
    /// The smallest kit that holds the peak.
    pub minimum_gib: u64,
    /// The kit that holds the peak and the reserve.
    pub recommended_gib: u64,
    /// The kit that also holds the data set, where one does.
    pub comfortable_gib: u64,
    /// What the recommendation adds to the peak.
    pub reserve_bytes: u64,
    /// What the reserve is for, in bytes.
    pub reserve: RamReserve,
    /// What follows where the installed memory does not hold the peak.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shortage: Option<RamShortage>,
    /// The run with each capacity that comes into question. Absent where device and host share one memory, of which there is one
    /// size, and in answers of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ladder: Option<RamLadder>,
}

/// A phase of a run, as far as host memory differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RamPhase {
    /// The weights are loaded, or adapters merged into them.
    Load,
    /// Steps run.
    Train,
    /// A checkpoint is saved.
    Save,
}

/// Host memory by what it is for, in bytes, in each phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RamPhases {
    /// While the weights are loaded.
    pub load: RamParts,
    /// While steps run.
    pub train: RamParts,
    /// While a checkpoint is saved.
    pub save: RamParts,
}

/// What follows from too little host memory.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RamShortage {
    /// What training lacks, the loader's cache aside.
    pub missing_bytes: u64,
    /// What one optimizer step reads back from the drive and writes to it because of that.
    pub paged_bytes_per_step: u64,
    /// What that adds to `speed.step_seconds`.
    pub paging_seconds: f64,
    /// What loading or saving the weights lacks.
    pub staging_missing_bytes: u64,
    /// What paging adds to each loading or saving.
    pub staging_paging_seconds: f64,
    /// What the loader's cache asks for and does not get; it is read from the drive in every epoch.
    pub cache_missing_bytes: u64,
    /// What is missing for the system and one training process alone.
    pub below_system_bytes: u64,
    /// The most workers per GPU with which training fits, all else as it is; null if it does not even without any.
    pub workers_that_fit: Option<u64>,
    /// The largest micro-batch with which training fits, all else as it is; null if not even one sample does.
    pub micro_batch_that_fits: Option<u64>,
}

/// Host memory by what it is for, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RamParts {
    /// Operating system and desktop.
    pub system: u64,
    /// Framework and driver, per training process.
    pub runtime: u64,
    /// Worker processes of the loader.
    pub workers: u64,
    /// Batches that workers keep ready.
    pub prefetch: u64,
    /// Page-locked batches.
    pub pinned: u64,
    /// What is copied of the weights while a checkpoint is loaded or saved; mapped files are no part of it.
    pub checkpoint_staging: u64,
    /// States and weights that live in host memory.
    pub offload: u64,
    /// The data set, where it is kept in memory.
    pub dataset_cache: u64,
}

/// What the recommended capacity adds to the peak, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RamReserve {
    /// The loader of an evaluation between epochs.
    pub evaluation: u64,
    /// A checkpoint on its way to the disk.
    pub write_back: u64,
    /// Programs that people run beside training.
    pub tools: u64,
    /// The data set's files, up to a limit.
    pub data_set: u64,
    /// The base weights' files while they are loaded, up to a limit, and the copy that adapters are merged into where the
    /// card cannot hold it.
    pub base_weights: u64,
}
