//! Time and the data path.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::feeding::{Remedy, SettingAdvice, SettingsTogether};
use super::stage::StageKind;

/// Time of a step and of an epoch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Speed {
    /// One optimizer step: all its micro-steps, all GPUs in parallel, data path included.
    pub step_seconds: f64,
    /// The GPUs alone, all of them, never waiting for data.
    pub compute_samples_per_second: f64,
    /// With the data path, epochs after the first.
    pub samples_per_second: f64,
    /// The first epoch, from a cold page cache.
    pub first_epoch_seconds: f64,
    /// A later epoch.
    pub epoch_seconds: f64,
    /// Low and high of `epoch_seconds`.
    pub range: [f64; 2],
    /// Share of the time that the GPUs compute, 0 to 1.
    pub gpu_utilization: f64,
    /// What limits the run.
    pub bound_by: Bound,
    /// Which of its causes, where `bound_by` has several.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bound_detail: Option<BoundDetail>,
    /// What limits the run, in words.
    #[schema(example = "preprocessing on the CPU")]
    pub bound_text: String,
    /// The first epoch and all later ones.
    pub total_seconds: f64,
    /// Share of the rated tensor rate that the model's own work achieves, 0 to 1.
    pub model_flops_utilization: f64,
    /// Arithmetic of one micro-step on one GPU, recomputation included.
    pub flops_per_micro_step: f64,
    /// The step by part.
    pub step_parts: StepParts,
}

/// What limits a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// Arithmetic of the GPU.
    Compute,
    /// The GPU's own memory.
    MemoryBandwidth,
    /// Traffic between GPUs.
    Interconnect,
    /// The processor: see `bound_detail`.
    Cpu,
    /// The drive.
    Storage,
    /// The link to the host: see `bound_detail`.
    Pcie,
}

/// Which of the causes that `bound_by` stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoundDetail {
    /// `cpu`: launching kernels, which are smaller than the time to launch them; the data path is not at fault.
    Launches,
    /// `cpu`: decoding, augmenting, tokenizing.
    Preprocessing,
    /// `cpu`: putting batches together and copying them to page-locked memory.
    Collating,
    /// `pcie`: batches on their way to the GPUs.
    Batches,
    /// `pcie`: states and weights that live in host memory.
    Offload,
}

/// One optimizer step by part, in seconds per GPU.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StepParts {
    /// Forward passes.
    pub forward_seconds: f64,
    /// Backward passes, recomputation included.
    pub backward_seconds: f64,
    /// The optimizer's step.
    pub optimizer_seconds: f64,
    /// Traffic between GPUs that nothing hides.
    pub communication_seconds: f64,
    /// Traffic to host memory.
    pub offload_seconds: f64,
    /// Waiting for data, and for pages where host memory is too small.
    pub wait_seconds: f64,
    /// How much of the wait is paging.
    pub paging_seconds: f64,
}

/// The data path disk -> RAM -> `PCIe` -> GPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Path {
    /// Stages in order.
    pub stages: Vec<Stage>,
    /// The narrowest one in later epochs.
    pub narrowest: StageKind,
    /// Share of the data set that the page cache holds after the first epoch, 0 to 1.
    pub cached_share: f64,
    /// Workers per GPU from which on the GPUs no longer wait, as far as the cores go.
    pub recommended_workers: u64,
    /// The drive's effective rate for files of this size.
    pub storage_bytes_per_second: f64,
    /// The loader's settings from where they start to what is advised, in the order in which they build on each other.
    pub settings: Vec<SettingAdvice>,
    /// The run without and with all of `settings`.
    pub settings_together: SettingsTogether,
    /// The cheapest change that saves at least half of what the best of `remedies` does; left out where nothing gains.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub remedy: Option<Remedy>,
    /// Every change that shortens the run, cheapest first.
    pub remedies: Vec<Remedy>,
}

/// One stage and what it can carry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Stage {
    /// Which stage.
    pub kind: StageKind,
    /// What it carries for all GPUs of a node in the first epoch.
    pub first_epoch_samples_per_second: f64,
    /// What it carries for all GPUs of a node in later epochs.
    pub samples_per_second: f64,
    /// Bytes that a sample puts through it in the first epoch.
    pub first_epoch_sample_bytes: u64,
    /// Bytes that a sample puts through it in later epochs.
    pub sample_bytes: u64,
}
