//! Stored plans: bodies of the requests that create and read them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::estimate::Answer;
use super::scenario::Scenario;

/// A plan to be stored; only the scenario is required.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanRequest {
    /// A line to tell it by, of up to 200 characters: stored without spaces around it, with a space for every line break or
    /// control character, and without marks that turn text around.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 200)]
    pub title: Option<String>,
    /// Anything else that its readers should know, of up to 10,000 characters: stored with line feeds between its lines and
    /// without other control characters than tabs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 10_000)]
    pub note: Option<String>,
    /// The plan itself.
    pub scenario: Scenario,
    /// Prices of the author's own, which go before those of the catalog; an object, stored as it is given. One that has a member
    /// of the prices of a bill, or a part's id, is checked as a bill checks it; any other is kept and counts for nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = Option<Object>)]
    pub prices: Option<serde_json::Value>,
    /// When the plan stops being shown: a time to come, 9999-12-30T22:00:00Z at the latest (RFC 3339), kept in UTC and whole seconds;
    /// left out: never, also where an earlier revision said a time.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "2027-01-01T00:00:00Z")]
    pub expires: Option<String>,
}

/// Where a plan was stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlanCreated {
    /// Id of the plan.
    pub id: String,
    /// Number of its revision, from 1.
    pub revision: u64,
    /// Page of the plan, relative to the site.
    #[schema(example = "/p/9k3v7q2m5x8d")]
    pub url: String,
    /// Its holder may change and revoke the plan; it is shown only this once.
    pub edit_key: String,
}

/// A stored plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Plan {
    /// Id of the plan.
    pub id: String,
    /// Number of this revision.
    pub revision: u64,
    /// Page of the plan, relative to the site.
    pub url: String,
    /// When this revision was made, in UTC (RFC 3339).
    #[schema(example = "2026-11-21T09:30:00Z")]
    pub created_at: String,
    /// A line to tell it by.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// Anything else that its readers should know.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
    /// The plan itself, as it was stored.
    pub scenario: Scenario,
    /// Version of the formulas that its creator saw.
    pub engine_version: String,
    /// Version of the data that its creator saw.
    pub catalog_version: String,
    /// When it stops being shown, if ever.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expires: Option<String>,
    /// Prices of the author's own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = Option<Object>)]
    pub prices: Option<serde_json::Value>,
    /// What it needs, as its creator saw it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub estimate: Option<Answer>,
}

/// What may be changed in a copy of a plan; whatever is left out is copied.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkRequest {
    /// The revision to copy; left out: the newest.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(minimum = 1)]
    pub revision: Option<u64>,
    /// A line to tell the copy by; an empty one for none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 200)]
    pub title: Option<String>,
    /// Anything else that its readers should know.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 10_000)]
    pub note: Option<String>,
    /// Merged into the scenario (RFC 7396); with a change the copy is estimated anew, without one it keeps the figures.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = Option<Object>)]
    pub change: Option<serde_json::Value>,
    /// When the copy stops being shown (RFC 3339), whatever the original says; left out: never.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "2027-01-01T00:00:00Z")]
    pub expires: Option<String>,
}

/// Revisions of a plan, the newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlanRevisions {
    /// Id of the plan.
    pub id: String,
    /// Number of the newest revision.
    pub newest: u64,
    /// One page of them; the header `Link` leads to the next.
    pub revisions: Vec<RevisionSummary>,
}

/// A revision in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RevisionSummary {
    /// Its number, from 1.
    pub revision: u64,
    /// Its page, relative to the site.
    #[schema(example = "/p/9k3v7q2m5x8d/r/1")]
    pub url: String,
    /// When it was made, in UTC (RFC 3339).
    #[schema(example = "2026-11-21T09:30:00Z")]
    pub created_at: String,
    /// A line to tell it by.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// Version of the formulas that its creator saw.
    pub engine_version: String,
    /// Version of the data that its creator saw.
    pub catalog_version: String,
}

/// What differs between two answers: two revisions of a plan, or a revision as it was stored and as it is computed today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlanDiff {
    /// The older answer.
    pub from: DiffSide,
    /// The newer answer.
    pub to: DiffSide,
    /// Settings that differ, in the order of the scenario, then prices of the author's own (`/prices/...`).
    pub settings: Vec<SettingChange>,
    /// Figures that differ, in the order of the estimate, then what the bill costs (`/bom/price/...`), where both sides have one.
    pub figures: Vec<FigureChange>,
}

/// One side of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DiffSide {
    /// Number of the revision.
    pub revision: u64,
    /// Whether the scenario was computed again today; otherwise the answer is the stored one.
    pub recomputed: bool,
    /// Version of the formulas behind the answer.
    pub engine_version: String,
    /// Version of the data behind the answer.
    pub catalog_version: String,
}

/// A setting that differs, by its place in the answer's `inputs`, so that a default that moved is seen as well.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SettingChange {
    /// Place in the scenario, a JSON pointer (RFC 6901).
    #[schema(example = "/training/micro_batch_size")]
    pub pointer: String,
    /// The older value; left out where there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = serde_json::Value, required = false)]
    pub from: Option<serde_json::Value>,
    /// The newer value; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = serde_json::Value, required = false)]
    pub to: Option<serde_json::Value>,
}

/// A figure that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FigureChange {
    /// Place in the estimate, a JSON pointer (RFC 6901).
    #[schema(example = "/vram/device_peak_bytes")]
    pub pointer: String,
    /// The older value, in the unit that the place's name says; left out where there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = serde_json::Value, required = false)]
    pub from: Option<serde_json::Value>,
    /// The newer value, in the same unit; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = serde_json::Value, required = false)]
    pub to: Option<serde_json::Value>,
    /// The newer number over the older one, less 1; left out where one is no number or the older one is not above 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub relative: Option<f64>,
}
