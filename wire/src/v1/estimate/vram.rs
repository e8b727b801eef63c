//! Weights and device memory.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Counts of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Parameters {
    /// The base model, without adapters, before quantization.
    #[schema(example = 25_557_032)]
    pub total: u64,
    /// Those that train, adapters included.
    #[schema(example = 25_557_032)]
    pub trainable: u64,
}

/// What is the most that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// The largest micro-batch that fits, all else as in the scenario; 0 if none does.
    pub max_micro_batch_size: u64,
}

/// Memory of the fullest GPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Vram {
    /// Live tensors at the moment of the peak, in bytes.
    pub parts: VramParts,
    /// Sum of the parts; each tensor is rounded up to 512 bytes.
    pub allocated_peak_bytes: u64,
    /// What `torch.cuda.max_memory_allocated()` reports.
    pub torch_allocated_peak_bytes: u64,
    /// What `torch.cuda.max_memory_reserved()` reports.
    pub reserved_peak_bytes: u64,
    /// With the CUDA context: what `nvidia-smi` shows for the process.
    pub device_peak_bytes: u64,
    /// Low and high of `device_peak_bytes`, from the engine's record on runs like this one.
    pub range_bytes: [u64; 2],
    /// The smallest capacity that the run is expected to pass in: blocks that the allocator keeps for later are not in it.
    #[serde(default)]
    pub needed_bytes: u64,
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// What the driver, the system and a desktop on this card take of it.
    pub desktop_bytes: u64,
    /// `device_peak_bytes` + `desktop_bytes` <= `capacity_bytes`.
    pub fits: bool,
    /// Whether it also fits at the high end of the range.
    pub verdict: Verdict,
    /// Capacity less need; negative by what is missing.
    pub headroom_bytes: i64,
    /// When the peak is, and what causes it.
    pub peak: Peak,
    /// Live bytes through the step.
    pub timeline: Vec<TimelinePoint>,
}

/// Whether a run fits its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Even at the high end of the range.
    Comfortable,
    /// As expected, but not at the high end of the range.
    Tight,
    /// It does not.
    Short,
    /// Nobody here knows: the framework's memory is not modeled.
    #[serde(rename = "not-modelled")]
    NotModeled,
}

/// Live tensors by what they are for, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VramParts {
    /// Weights, buffers, quantization scales and resident frozen models.
    pub parameters: u64,
    /// Gradients of weights.
    pub gradients: u64,
    /// States of the optimizer.
    pub optimizer_state: u64,
    /// What the forward pass keeps for the backward pass.
    pub activations: u64,
    /// Everything else alive at that moment.
    pub temporary: u64,
    /// The batch.
    pub inputs: u64,
}

/// The moment of the peak.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Peak {
    /// Part of the step.
    pub phase: Phase,
    /// Kernel that causes it, by the framework's name.
    pub operator: String,
    /// Layer that it belongs to.
    pub layer: Layer,
}

/// Live bytes at one moment of the step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TimelinePoint {
    /// Part of the step.
    pub phase: Phase,
    /// The layer just run.
    pub layer: Layer,
    /// The most that was alive during it.
    pub parts: VramParts,
}

/// Part of a training step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// From the batch to the loss.
    Forward,
    /// From the loss to the gradients.
    Backward,
    /// From the gradients to the new weights.
    OptimizerStep,
}

/// A place in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Layer {
    /// Which part of the model.
    pub kind: LayerKind,
    /// Number of the repeated block, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub block: Option<u64>,
}

/// Part of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LayerKind {
    /// Before the repeated blocks.
    Stem,
    /// The tower that reads pictures, outside of its blocks.
    Vision,
    /// A repeated block of that tower.
    VisionBlock,
    /// A repeated block.
    Block,
    /// After the repeated blocks.
    Head,
    /// The loss.
    Loss,
    /// The optimizer.
    Optimizer,
}
