//! The host's memory in an answer.

use crate::units::Bytes;

/// Host memory by part, per node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RamParts {
    /// Operating system and desktop.
    pub system: Bytes,
    /// Framework and driver, per training process.
    pub runtime: Bytes,
    /// Worker processes of the loader.
    pub workers: Bytes,
    /// Batches that workers keep ready.
    pub prefetch: Bytes,
    /// Page-locked batches.
    pub pinned: Bytes,
    /// The copy of the weights while a checkpoint is loaded or saved.
    pub checkpoint_staging: Bytes,
    /// States and weights that live in host memory.
    pub offload: Bytes,
    /// The data set, where it is kept in memory.
    pub dataset_cache: Bytes,
}

impl RamParts {
    /// All parts together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = *self;
        system + runtime + workers + prefetch + pinned + checkpoint_staging + offload + dataset_cache
    }
}

/// What the host needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Ram {
    /// The parts.
    pub parts: RamParts,
    /// Their sum.
    pub peak: Bytes,
    /// The smallest kit that holds the peak.
    pub minimum: Bytes,
    /// The kit that holds the peak and a stated reserve.
    pub recommended: Bytes,
    /// The kit that also holds the data set in the page cache, where one does.
    pub comfortable: Bytes,
    /// The reserve that `recommended` adds for bursts and the page cache.
    pub reserve: Bytes,
    /// What the reserve is for.
    pub reserve_parts: RamReserve,
}

/// What the recommended host memory adds to the peak, item by item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RamReserve {
    /// The loader of an evaluation between epochs, which lives beside the training's.
    pub evaluation: Bytes,
    /// A checkpoint of weights and states on its way to the disk.
    pub write_back: Bytes,
    /// Programs that people run beside training.
    pub tools: Bytes,
    /// The data set's files, up to a limit, less what was staged before.
    pub data_set: Bytes,
    /// The base weights' files while a copy of them is made in host memory.
    pub base_weights: Bytes,
}

impl RamReserve {
    /// All items together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { evaluation, write_back, tools, data_set, base_weights } = *self;
        evaluation + write_back + tools + data_set + base_weights
    }
}
