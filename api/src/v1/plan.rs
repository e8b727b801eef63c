//! Stored plans: bodies of the requests that create and read them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::estimate::Estimate;
use super::scenario::Scenario;

/// A plan to be stored; only the scenario is required.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanRequest {
    /// A line to tell it by.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 200)]
    pub title: Option<String>,
    /// Anything else that its readers should know.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 10_000)]
    pub note: Option<String>,
    /// The plan itself.
    pub scenario: Scenario,
    /// Prices of the author's own, which go before those of the catalog; an object, stored as it is given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = Option<Object>)]
    pub prices: Option<serde_json::Value>,
    /// When the plan stops being shown, in UTC (RFC 3339); left out: never.
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
    /// Whoever has it may change and revoke the plan; it is shown this once.
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
    pub estimate: Option<Estimate>,
}
