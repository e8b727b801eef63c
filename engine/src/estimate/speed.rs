//! Time, and the data path, in an answer.

use crate::course::StageKind;
use crate::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};

/// What limits the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Arithmetic of the GPU.
    Compute,
    /// The GPU's own memory.
    MemoryBandwidth,
    /// Traffic between GPUs.
    Interconnect,
    /// Launching kernels: the processor cannot hand small ones to the GPU as fast as it finishes them.
    Launch,
    /// Preprocessing on the processor.
    Preprocess,
    /// Putting batches together in host memory.
    Collate,
    /// The drive.
    Storage,
    /// Batches on the link to the host.
    Pcie,
    /// States and weights that live in host memory, on the link and in their update.
    Offload,
}

/// Time of a step and of an epoch.
#[derive(Debug, Clone, PartialEq)]
pub struct Speed {
    /// One optimizer step, data path included.
    pub step: Seconds,
    /// All GPUs, never waiting for data.
    pub compute_rate: SamplesPerSecond,
    /// With the data path, epochs after the first.
    pub rate: SamplesPerSecond,
    /// The first epoch, from a cold page cache.
    pub first_epoch: Seconds,
    /// A later epoch.
    pub epoch: Seconds,
    /// Low and high of `epoch`.
    pub range: (Seconds, Seconds),
    /// Share of the time that the GPUs compute, 0 to 1.
    pub gpu_utilization: f64,
    /// What limits it.
    pub bound_by: Bound,
    /// Share of the rated tensor rate that the step achieves on the model's own work, 0 to 1.
    pub mfu: f64,
    /// Arithmetic of one micro-step on one GPU, recomputation included.
    pub flops_per_micro_step: crate::units::Flops,
    /// The parts of a step.
    pub parts: StepTime,
    /// How much of the step's wait is paging, because host memory is too small.
    pub paging: Seconds,
}

impl Speed {
    /// A whole run of this many epochs: the first and all later ones.
    #[must_use]
    pub fn run(&self, epochs: u64) -> Seconds {
        let later = epochs.saturating_sub(1) as f64;
        Seconds::new(self.epoch.get().mul_add(later, self.first_epoch.get()))
    }
}

/// One optimizer step by part, per GPU.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StepTime {
    /// Forward passes.
    pub forward: Seconds,
    /// Backward passes, recomputation included.
    pub backward: Seconds,
    /// The optimizer's step.
    pub optimizer: Seconds,
    /// Traffic between GPUs that nothing hides.
    pub communication: Seconds,
    /// Traffic to host memory for offload.
    pub offload: Seconds,
    /// Waiting for data, and for pages where host memory is too small.
    pub wait: Seconds,
}

/// One stage and what it can carry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// Which stage.
    pub kind: StageKind,
    /// What it can carry for all GPUs of a node, first epoch.
    pub first_epoch_rate: SamplesPerSecond,
    /// What it can carry for all GPUs of a node, later epochs.
    pub rate: SamplesPerSecond,
    /// Bytes a sample puts through it in the first epoch.
    pub first_epoch_bytes_per_sample: Bytes,
    /// Bytes a sample puts through it in later epochs.
    pub bytes_per_sample: Bytes,
}

/// The data path disk -> RAM -> `PCIe` -> GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct DataPath {
    /// Stages in order.
    pub stages: Vec<Stage>,
    /// The narrowest one in later epochs.
    pub narrowest: StageKind,
    /// Share of the data set that the page cache holds after the first epoch, 0 to 1.
    pub cached_share: f64,
    /// Workers per GPU from which on the GPUs no longer wait, as far as the cores go.
    pub recommended_workers: u64,
    /// The drive's effective rate for files of this size.
    pub storage_rate: BytesPerSecond,
}
