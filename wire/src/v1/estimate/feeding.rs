//! Advice on the data path: the loader's settings and the bottleneck's remedies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::StageKind;
use crate::v1::choices::Cache;
use crate::v1::scenario::Scenario;

/// One setting of the loader before and after, timed alone and on top of those listed before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SettingAdvice {
    /// Which setting: `cache`, `num-workers`, `batched-preprocessing`, `pin-memory`, `prefetch-factor` or
    /// `persistent-workers`.
    #[schema(example = "num-workers")]
    pub id: String,
    /// What it is without advice: what the scenario has where that is not what is advised, else PyTorch's default.
    pub before: SettingValue,
    /// What is advised; the same as `before` where nothing is gained.
    pub after: SettingValue,
    /// Samples per second in later epochs without advice.
    pub samples_per_second_before: f64,
    /// Samples per second in later epochs with this one setting changed.
    pub samples_per_second_after: f64,
    /// Samples per second in later epochs with this setting and all those listed before it changed.
    pub samples_per_second_so_far: f64,
    /// A later epoch without advice.
    pub epoch_seconds_before: f64,
    /// A later epoch with this one setting changed.
    pub epoch_seconds_after: f64,
    /// A later epoch with this setting and all those listed before it changed.
    pub epoch_seconds_so_far: f64,
    /// Peak of the host memory without advice.
    pub ram_peak_bytes_before: u64,
    /// Peak of the host memory with this one setting changed.
    pub ram_peak_bytes_after: u64,
    /// What the setting does, and where it fits.
    pub why: String,
    /// Where that comes from.
    pub source: String,
}

/// A setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum SettingValue {
    /// A count.
    Count(u64),
    /// On or off.
    Flag(bool),
    /// What is kept between epochs.
    Cache(Cache),
}

/// The run without and with all advised settings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SettingsTogether {
    /// Samples per second in later epochs without advice.
    pub samples_per_second_before: f64,
    /// Samples per second in later epochs with all advised settings.
    pub samples_per_second_after: f64,
    /// A later epoch without advice.
    pub epoch_seconds_before: f64,
    /// A later epoch with all advised settings.
    pub epoch_seconds_after: f64,
    /// All epochs without advice.
    pub total_seconds_before: f64,
    /// All epochs with all advised settings.
    pub total_seconds_after: f64,
}

/// A change that widens the narrowest stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Remedy {
    /// Stable id.
    #[schema(example = "faster-drive")]
    pub id: String,
    /// What changes; merges into the scenario.
    pub change: Scenario,
    /// What has to be paid for it.
    pub cost: Cost,
    /// Samples per second in later epochs as it is.
    pub samples_per_second_before: f64,
    /// Samples per second in later epochs with the change.
    pub samples_per_second_after: f64,
    /// A later epoch as it is.
    pub epoch_seconds_before: f64,
    /// A later epoch with the change.
    pub epoch_seconds_after: f64,
    /// All epochs as it is.
    pub total_seconds_before: f64,
    /// All epochs with the change.
    pub total_seconds_after: f64,
    /// The stage that is the narrowest then.
    pub narrowest_after: StageKind,
    /// What changes, in words.
    pub text: String,
    /// Why it works.
    pub why: String,
    /// Where that comes from.
    pub source: String,
}

/// What a remedy costs, cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cost {
    /// A setting.
    Free,
    /// Host memory.
    Ram,
    /// A drive.
    Drive,
    /// A processor.
    Cpu,
}
