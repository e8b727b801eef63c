//! Diagnoses: what is behind a symptom, in which order, and what helps.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use super::choices::Symptom;
use super::code::CommentLanguage;
use super::estimate::{Layer, Phase, Unit};
use super::recommend::Effect;
use super::scenario::Scenario;

/// A scenario and what its owner sees; scenario and symptom are required.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnoseRequest {
    /// The plan; what it leaves open is decided as an estimate decides it.
    pub scenario: Scenario,
    /// What is seen.
    pub symptom: Symptom,
    /// Figures of the run itself.
    #[serde(default)]
    #[schema(nullable)]
    pub observed: Observed,
    /// Language of the texts; default English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub language: Option<CommentLanguage>,
}

/// Figures of the run itself, from its own messages or a clock; each sharpens the diagnosis of one symptom and outranks what is
/// planned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Observed {
    /// Samples per second of all GPUs, as measured (`throughput-below-estimate`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0.000_001, maximum = 1e12)]
    pub samples_per_second: Option<f64>,
    /// Seconds of an optimizer step, as measured (`throughput-below-estimate`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 1e-9, maximum = 1e9)]
    pub step_seconds: Option<f64>,
    /// So many times slower than planned (`throughput-below-estimate`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0.001, maximum = 1e9)]
    pub times_slower: Option<f64>,
    /// The optimizer step in which it happened, counted from 1, 0 before the first (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_u64)]
    pub step: Option<u64>,
    /// What the card refused (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub requested_bytes: Option<u64>,
    /// The card's memory, as the message has it (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub capacity_bytes: Option<u64>,
    /// What of it was free (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub free_bytes: Option<u64>,
    /// What tensors of the process held (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub allocated_bytes: Option<u64>,
    /// What its allocator held, with what is in use (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub reserved_bytes: Option<u64>,
    /// What other processes held of the card (`out-of-memory`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub other_programs_bytes: Option<u64>,
    /// Host memory of the process that the system ended (`worker-killed`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0, maximum = 1_125_899_906_842_624_u64)]
    pub resident_bytes: Option<u64>,
    /// When the processes gave up waiting (`collective-hang`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 0.001, maximum = 1e9)]
    pub timeout_seconds: Option<f64>,
}

/// What may be behind a symptom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Diagnosis {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenario with every default filled in.
    pub inputs: Scenario,
    /// What was seen.
    pub symptom: Symptom,
    /// Figures of the run, as given.
    pub observed: Observed,
    /// The scenario as it is; each remedy's `after` compares with it.
    pub before: DiagnosisFigures,
    /// Likely causes first, then places to look, then what is ruled out; the weightier first, ties by id.
    pub checks: Vec<DiagnosisCheck>,
}

/// A possible cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiagnosisCheck {
    /// Stable id, unique within a diagnosis.
    #[schema(example = "storage")]
    pub id: String,
    /// The cause in a few words.
    pub title: String,
    /// What the figures say of it.
    pub verdict: CheckVerdict,
    /// How much of the symptom it explains, 0 to 1.
    pub weight: f64,
    /// What was found, with the figures.
    pub text: String,
    /// The figures by name.
    pub figures: Vec<DiagnosisFigure>,
    /// The moment of the step that it is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub moment: Option<DiagnosisMoment>,
    /// What shows it on the machine.
    pub probes: Vec<DiagnosisProbe>,
    /// Changes against it, best first.
    pub remedies: Vec<DiagnosisRemedy>,
    /// Where the reason comes from.
    pub source: String,
}

/// What the figures say of a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CheckVerdict {
    /// This scenario has it.
    Likely,
    /// It can be, but only the machine can tell.
    Look,
    /// By its figures this scenario does not have it.
    RuledOut,
}

/// A figure of a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiagnosisFigure {
    /// Its name.
    #[schema(example = "wait_share")]
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its unit; shares and counts are plain numbers.
    pub unit: Unit,
}

/// A moment of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiagnosisMoment {
    /// Part of the step.
    pub phase: Phase,
    /// The layer.
    pub layer: Layer,
    /// The kernel, where it is the peak of the whole step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub operator: Option<String>,
}

/// What shows a cause on the machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiagnosisProbe {
    /// A command, or a line of the program, for this scenario's system and card.
    #[schema(example = "iostat -x 1")]
    pub command: String,
    /// What to look for in it.
    pub text: String,
}

/// A change against a cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiagnosisRemedy {
    /// Stable id.
    #[schema(example = "loader-workers")]
    pub id: String,
    /// What changes, and nothing else: merges into the scenario (RFC 7396).
    pub change: Scenario,
    /// What it is, in words.
    pub text: String,
    /// Why it works and what it costs.
    pub why: String,
    /// Whether the results of training stay the same.
    pub effect_on_results: Effect,
    /// The changed scenario, as an estimate has it.
    pub after: DiagnosisFigures,
    /// Where the reason comes from.
    pub source: String,
}

/// What an estimate says of a scenario, as far as remedies compare it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiagnosisFigures {
    /// Memory of the fullest card, as the driver shows it for the process.
    pub device_peak_bytes: u64,
    /// Whether the card holds it.
    pub fits: bool,
    /// The largest micro-batch that fits.
    pub max_micro_batch_size: u64,
    /// Peak of the host memory per node.
    pub ram_peak_bytes: u64,
    /// Whether the host holds it.
    pub ram_fits: bool,
    /// One optimizer step.
    pub step_seconds: f64,
    /// Samples per second in epochs after the first.
    pub samples_per_second: f64,
    /// An epoch after the first.
    pub epoch_seconds: f64,
    /// Share of the time that the GPUs compute, 0 to 1.
    pub gpu_utilization: f64,
}
