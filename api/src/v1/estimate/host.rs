//! Host memory.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Host memory per node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ram {
    /// The parts, in bytes.
    pub parts: RamParts,
    /// Their sum.
    pub peak_bytes: u64,
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
    /// Copy of the weights while a checkpoint is loaded or saved.
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
    /// The base weights' files while they are copied.
    pub base_weights: u64,
}
