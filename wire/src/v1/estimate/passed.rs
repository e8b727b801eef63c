//! The answer for a model that answers in passes over a batch: encoders, networks that read pictures, and those that make them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Note, Parameters, ServedRam, ServedStart, ServingEffect, Verdict};
use crate::v1::choices::Workload;
use crate::v1::scenario::{Scenario, Serving as Settings};

/// What answering takes, whether it fits, and how fast it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Passed {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// `inference`.
    pub task: Workload,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenario with every default filled in; memory of the host that was left open stays so.
    pub inputs: Scenario,
    /// Counts of the weights of all models of the pipeline; none of them trains.
    pub parameters: Parameters,
    /// Whether it works: on the GPU (`vram.fits`) and in the host's memory (`ram.fits`).
    pub fits: bool,
    /// Memory of a GPU, in the stage that takes most.
    pub vram: PassedMemory,
    /// What is the most that fits.
    pub limits: PassedLimits,
    /// Memory of the host.
    pub ram: ServedRam,
    /// Time of a batch.
    pub speed: PassedSpeed,
    /// What runs, in order.
    pub stages: Vec<PassedStage>,
    /// Single changes that make it work, smaller or faster; those that cost nothing first.
    pub levers: Vec<PassedLever>,
    /// A program that does it, and what it will print; none where it does not fit, and of models that are called as they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<ServedStart>,
    /// What a reader should know.
    pub notes: Vec<Note>,
}

/// Memory of a GPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PassedMemory {
    /// By what it is for, in bytes.
    pub parts: PassedParts,
    /// What is taken of the card.
    pub device_peak_bytes: u64,
    /// Low and high of it.
    pub range_bytes: [u64; 2],
    /// The smallest capacity, less what driver and desktop take, that would do.
    pub needed_bytes: u64,
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// What the driver, the system and a desktop on this card take of it.
    pub desktop_bytes: u64,
    /// Whether it fits.
    pub fits: bool,
    /// Whether it also does at the high end of the range.
    pub verdict: Verdict,
    /// Capacity less what is taken; negative by what is missing.
    pub headroom_bytes: i64,
}

/// Memory of a card by what it is for, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PassedParts {
    /// Weights.
    pub parameters: u64,
    /// The batch and what is computed of it.
    pub activations: u64,
    /// The driver's context, libraries, the allocator's slack.
    pub framework: u64,
}

/// What is the most that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PassedLimits {
    /// Pictures, videos, texts or windows of sound at a time on a GPU; 0 if not even one fits.
    pub max_concurrency: u64,
}

/// Time of a batch on every GPU.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PassedSpeed {
    /// Pictures, videos, texts or windows of sound at a time on a GPU.
    pub concurrency: u64,
    /// From a batch to its answers.
    pub batch_seconds: f64,
    /// Low and high of it.
    pub batch_seconds_range: [f64; 2],
    /// Pictures that are made or read in a second on all GPUs; absent of models of texts, videos and sound.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub images_per_second: Option<f64>,
    /// Videos that are made in a second on all GPUs; absent of other models.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub videos_per_second: Option<f64>,
    /// Texts that are read in a second on all GPUs; absent of models of pictures and of sound.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub texts_per_second: Option<f64>,
    /// Seconds of sound that are written down in a second on all GPUs; absent of other models.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub audio_seconds_per_second: Option<f64>,
    /// What the drive needs to read the weights once.
    pub load_seconds: f64,
}

/// A model at work.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PassedStage {
    /// What it is for.
    pub kind: StageOfPasses,
    /// Its own weights on the card.
    pub parameters_bytes: u64,
    /// All weights on the card meanwhile.
    pub resident_bytes: u64,
    /// The batch and what is computed of it, at the most.
    pub activations_bytes: u64,
    /// Its passes for a batch.
    pub passes: u64,
    /// Time of each.
    pub pass_seconds: f64,
    /// Time in which its weights are copied to the card.
    pub moving_seconds: f64,
}

/// What a model of a pipeline is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageOfPasses {
    /// Nothing yet: weights are packed on the card, those of all models beside each other.
    Loading,
    /// The only model.
    Model,
    /// Encodes the prompt.
    PromptEncoder,
    /// Takes noise away, step by step.
    Denoiser,
    /// Makes pixels.
    Decoder,
    /// Encodes sound.
    AudioEncoder,
    /// Makes keys and values of the sound for every block that writes.
    CrossAttention,
    /// Writes a text, a token a pass.
    TextDecoder,
}

/// A single change and what it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PassedLever {
    /// What changes, in words.
    pub title: String,
    /// Settings with the change: they take the place of all that were asked for.
    pub serving: Settings,
    /// What it does to answers.
    pub effect_on_results: ServingEffect,
    /// The plan with it.
    pub after: PassedPlain,
}

/// The few figures of a plan that changes are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PassedPlain {
    /// Whether it works.
    pub fits: bool,
    /// What is taken of the card.
    pub device_peak_bytes: u64,
    /// From a batch to its answers.
    pub batch_seconds: f64,
    /// What the host needs.
    pub ram_peak_bytes: u64,
}
