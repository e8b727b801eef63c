//! The answer to a pinned scenario.

mod bound;
mod feeding;
mod host;
mod ladder;
mod measured;
mod passed;
mod rules;
mod run;
mod served;
mod speed;
mod stage;
mod vram;

pub use bound::{Answer, LowerBound, LowerBoundParts, LowerBoundVram};
pub use feeding::{Cost, Remedy, SettingAdvice, SettingValue, SettingsTogether};
pub use host::{Ram, RamParts, RamPhase, RamPhases, RamReserve, RamShortage};
pub use ladder::{RamKit, RamLadder, RamRung};
pub use measured::{MeasuredPart, MeasuredParts};
pub use passed::{
    Passed, PassedLever, PassedLimits, PassedMemory, PassedParts, PassedPlain, PassedSpeed, PassedStage, StageOfPasses,
};
pub use rules::{RuleOpinion, RuleSubject, RuleVerdict};
pub use run::RunFigures;
pub use served::{
    Percentiles, Served, ServedFile, ServedImages, ServedInstead, ServedLever, ServedLimits, ServedLoad, ServedLoadTest,
    ServedMemory, ServedParts, ServedPlain, ServedQueue, ServedRam, ServedRent, ServedSeen, ServedSpeed, ServedStart,
    ServedWithin, ServingEffect,
};
pub use speed::{Bound, BoundDetail, Path, Speed, Stage, StepParts};
pub use stage::StageKind;
pub use vram::{Layer, LayerKind, Limits, Parameters, Peak, Phase, TimelinePoint, Verdict, Vram, VramParts};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scenario::Scenario;

/// What a run needs, whether it fits, and how fast it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenario with every default filled in.
    pub inputs: Scenario,
    /// Counts of weights.
    pub parameters: Parameters,
    /// Memory of the fullest GPU.
    pub vram: Vram,
    /// What is the most that fits.
    pub limits: Limits,
    /// Memory of the host, per node.
    pub ram: Ram,
    /// Time of a step and of an epoch.
    pub speed: Speed,
    /// The data path, stage by stage.
    pub path: Path,
    /// What a measurement changed; left out where nothing was measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub measured: Option<MeasuredParts>,
    /// What practitioners' rules say beside the model.
    pub rules: Vec<RuleOpinion>,
    /// Every number with its formula and source.
    pub explain: Vec<Explanation>,
    /// What a reader should know.
    pub notes: Vec<Note>,
}

/// A number explained; the pages use the same ids.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Explanation {
    /// Which number.
    #[schema(example = "vram.activations")]
    pub id: String,
    /// The formula in symbols.
    pub formula: String,
    /// Its result.
    pub value: f64,
    /// Unit of the result.
    pub unit: Unit,
    /// The formula's inputs with this scenario's values.
    pub inputs: Vec<ExplanationInput>,
    /// Where formula and constants come from.
    pub source: String,
}

/// An input of a formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExplanationInput {
    /// Its name in the formula.
    pub name: String,
    /// Its value here.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
}

/// Unit of an explained number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
    /// Samples per second.
    SamplesPerSecond,
    /// Bytes per second.
    BytesPerSecond,
    /// Floating-point operations.
    Flops,
    /// Floating-point operations per second.
    FlopsPerSecond,
    /// A count or a ratio.
    Count,
}

/// What a reader should know of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Note {
    /// A stable code for programs.
    #[schema(example = "tight")]
    pub code: String,
    /// How grave it is.
    pub level: NoteLevel,
    /// A sentence.
    pub detail: String,
}

/// How grave a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoteLevel {
    /// The plan does not work as it stands.
    Problem,
    /// It works, with a cost or a risk.
    Warning,
    /// Good to know.
    Note,
}
