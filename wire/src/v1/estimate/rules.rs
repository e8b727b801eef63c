//! Practitioners' rules beside the model.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A practitioners' rule evaluated for this scenario: a second opinion, which the model never follows.
///
/// Either `says` and `model` are figures in the subject's unit, or `says_ids` and `model_ids` are ids.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RuleOpinion {
    /// Id of the rule.
    #[schema(example = "A3")]
    pub rule: String,
    /// The guide that states it, and when it was published.
    #[serde(default)]
    pub source: String,
    /// The rule as a plain sentence, in English.
    #[serde(default)]
    pub sentence: String,
    /// The rule as a plain sentence, in Chinese.
    #[serde(default)]
    pub sentence_zh: String,
    /// What it speaks of; the unit is part of the name.
    pub subject: RuleSubject,
    /// Low and high of what it says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub says: Option<[f64; 2]>,
    /// What the model says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub model: Option<f64>,
    /// What it names, in order: ids of levers, or what limits the run.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub says_ids: Vec<String>,
    /// What the model names, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub model_ids: Vec<String>,
    /// Whether the two agree.
    pub verdict: RuleVerdict,
    /// Why they differ or cannot be compared, in English; empty where they agree.
    pub reason: String,
    /// Why they differ or cannot be compared, in Chinese; empty where they agree.
    #[serde(default)]
    pub reason_zh: String,
}

/// What a rule speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleSubject {
    /// Host memory in GiB.
    RamGib,
    /// Usable device memory in GiB.
    UsableVramGib,
    /// Samples per GPU.
    MicroBatchSize,
    /// The prepared data set in memory, in GB of 10^9 bytes.
    CacheGb,
    /// Training state on the card and its copies in host memory, in GB of 10^9 bytes.
    StateGb,
    /// Weights on the card, in GB of 10^9 bytes.
    WeightsGb,
    /// Time that activation checkpointing adds to a step, in percent.
    CheckpointingTimePercent,
    /// Activations that activation checkpointing saves, in percent.
    CheckpointingMemoryPercent,
    /// Loader workers of a node.
    Workers,
    /// What limits the speed once the run fits.
    Limit,
    /// What to change first when memory is short.
    FirstAid,
}

/// Whether a rule and the model agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleVerdict {
    /// The model's figure is within the rule's.
    Agrees,
    /// The rule's figure is higher.
    RuleHigher,
    /// The rule's figure is lower.
    RuleLower,
    /// They name different things.
    Differs,
    /// One of the two has nothing to say here.
    NotComparable,
}
