//! A revision as it is stored, as what is to be made of it: a scenario, a page, an address.

use app::StoredPlan;
use jiff::Timestamp;
use scenario::{FieldError, query};
use wire::v1::Scenario;

use super::request::inside_plan;
use crate::problem::ApiError;
use crate::store::{Revision, StoreError, Unavailable};

/// The scenario of a stored revision, to compute with.
///
/// # Errors
/// Where what is stored is damaged, or a problem where a newer version stored settings that this one does not know: what is
/// left without them would be another plan.
pub fn scenario(revision: &Revision) -> Result<Scenario, ApiError> {
    let (scenario, unknown) = known_part(revision)?;
    if unknown.is_empty() { Ok(scenario) } else { Err(inside_plan(scenario::problem::newer_plan(&unknown)).into()) }
}

/// What this version knows of a stored scenario, and every field that it does not.
fn known_part(revision: &Revision) -> Result<(Scenario, Vec<FieldError>), StoreError> {
    let text = &revision.content.scenario;
    if let Ok(scenario) = serde_json::from_str(text) {
        return Ok((scenario, Vec::new()));
    }
    let document = serde_json::from_str(text).map_err(unreadable)?;
    Ok(scenario::json::scenario(&document))
}

/// A stored revision as the pages show it.
///
/// # Errors
/// Where what is stored cannot be read.
pub fn stored_plan(revision: &Revision) -> Result<StoredPlan, StoreError> {
    let (scenario, unknown) = known_part(revision)?;
    Ok(StoredPlan {
        id: revision.id.as_str().to_owned(),
        revision: revision.number,
        title: revision.content.title.clone(),
        note: revision.content.note.clone(),
        query: query::to_string(&scenario, &[]),
        unknown: unknown.iter().map(FieldError::name).collect(),
        result_json: api::plans::without_foreign_figures(&revision.content.result).into_owned(),
        engine_version: revision.content.engine_version.clone(),
        catalog_version: revision.content.catalog_version.clone(),
        created_at: revision.created_at.to_string(),
        newest: revision.newest,
        expires_at: revision.expires_at.map(|time| time.to_string()),
    })
}

/// Where people open a plan, relative to the site.
#[must_use]
pub fn url(id: &str) -> String {
    format!("/p/{id}")
}

/// The time now, in whole seconds as it is stored; every time of a plan is the server's.
#[must_use]
pub fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// The error for what is stored and is not what was stored.
pub fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable { kind: Unavailable::Corrupt, source: Some(Box::new(error)) }
}
