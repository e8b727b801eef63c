//! The host's memory in an answer.

use crate::units::{Bytes, BytesPerSecond, Seconds};

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
    /// What is copied of the weights while a checkpoint is loaded or saved; mapped files are no part of it.
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

/// When host memory is at its fullest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RamPhase {
    /// The weights are loaded (or adapters merged into them).
    Load,
    /// Steps run.
    Train,
    /// A checkpoint is saved; the loader's processes live on.
    Save,
}

/// Host memory by part in each phase of a run, per node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RamPhases {
    /// While the weights are loaded.
    pub load: RamParts,
    /// While steps run.
    pub train: RamParts,
    /// While a checkpoint is saved.
    pub save: RamParts,
}

impl RamPhases {
    /// The phase that needs most, and its parts; training where another needs as much.
    #[must_use]
    pub fn fullest(&self) -> (RamPhase, RamParts) {
        let Self { load, train, save } = *self;
        let mut fullest = (RamPhase::Train, train);
        for (phase, parts) in [(RamPhase::Save, save), (RamPhase::Load, load)] {
            if parts.total() > fullest.1.total() {
                fullest = (phase, parts);
            }
        }
        fullest
    }
}

/// What happens because the installed memory is too small: what is paged through the drive, what that costs, and how far
/// settings would have to go down.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Shortage {
    /// What training lacks, a cache of the loader's aside (it simply holds less).
    pub missing: Bytes,
    /// What one optimizer step reads back from the drive and writes to it because of that.
    pub paged_per_step: Bytes,
    /// The time that this adds to each step.
    pub paging: Seconds,
    /// The rate at which pages come back.
    pub page_in_rate: BytesPerSecond,
    /// What loading or saving the weights lacks.
    pub staging_missing: Bytes,
    /// What paging adds to each loading or saving.
    pub staging_time: Seconds,
    /// What the loader's cache asks for and does not get; these samples are read from the drive in every epoch.
    pub cache_missing: Bytes,
    /// What the system and one training process need and the installed memory does not hold.
    pub below_system: Bytes,
    /// The most workers per GPU with which training fits, all else as it is; none if even loading without any does not.
    pub workers_that_fit: Option<u64>,
    /// The largest micro-batch with which training fits, all else as it is; none if even one sample does not.
    pub micro_batch_that_fits: Option<u64>,
}

/// What the host needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Ram {
    /// The parts in the phase that needs most.
    pub parts: RamParts,
    /// That phase.
    pub phase: RamPhase,
    /// The parts in every phase.
    pub phases: RamPhases,
    /// What follows where the installed memory does not hold the peak.
    pub shortage: Option<Shortage>,
    /// Sum of the parts.
    pub peak: Bytes,
    /// Files of the weights in the page cache while they are loaded, beside the peak: the system drops them where programs
    /// want the memory.
    pub page_cache: Bytes,
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
    /// The base weights' files while they are loaded, up to a limit, and the copy that adapters are merged into where the
    /// card cannot hold it.
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
