//! Plans between the wire and the store: checks what is to be saved, estimates it, and gives it back.

mod request;

use api::query;
use api::v1::plan::Plan;
use api::v1::{Problem, Scenario};
use app::StoredPlan;
use jiff::Timestamp;

pub use request::{PlanBody, from_form, parse};

use crate::problem::ApiError;
use crate::store::{Content, Revision, StoreError, Unavailable};

/// What is stored of a plan: what was sent, and the estimate that goes with it.
///
/// # Errors
/// A problem where the scenario cannot be estimated.
pub fn content(body: &PlanBody) -> Result<Content, Problem> {
    let estimate = api::estimate(&body.scenario).map_err(request::inside_plan)?;
    Ok(Content {
        title: body.title.clone(),
        note: body.note.clone(),
        scenario: text(&body.scenario)?,
        prices: body.prices.as_ref().map(text).transpose()?,
        result: text(&estimate)?,
        bill: None,
        engine_version: estimate.engine_version,
        catalog_version: estimate.catalog_version,
    })
}

/// A stored revision as the API gives it.
///
/// # Errors
/// Where what is stored cannot be read.
pub fn on_the_wire(revision: Revision) -> Result<Plan, ApiError> {
    let Revision { id, number, content, created_at, expires_at, .. } = revision;
    Ok(Plan {
        url: url(id.as_str()),
        id: id.as_str().to_owned(),
        revision: number,
        created_at: created_at.to_string(),
        title: (!content.title.is_empty()).then_some(content.title),
        note: (!content.note.is_empty()).then_some(content.note),
        scenario: serde_json::from_str(&content.scenario).map_err(unreadable)?,
        prices: content.prices.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?,
        expires: expires_at.map(|time| time.to_string()),
        engine_version: content.engine_version,
        catalog_version: content.catalog_version,
        // An answer of an early version may lack what later ones have; the scenario can be estimated again.
        estimate: serde_json::from_str(&content.result).ok(),
    })
}

/// The scenario of a stored revision.
///
/// # Errors
/// Where what is stored cannot be read.
pub fn scenario(revision: &Revision) -> Result<Scenario, StoreError> {
    serde_json::from_str(&revision.content.scenario).map_err(unreadable)
}

/// A stored revision as the pages show it.
///
/// # Errors
/// Where what is stored cannot be read.
pub fn shown(revision: &Revision) -> Result<StoredPlan, StoreError> {
    let scenario = scenario(revision)?;
    Ok(StoredPlan {
        id: revision.id.as_str().to_owned(),
        revision: revision.number,
        title: revision.content.title.clone(),
        note: revision.content.note.clone(),
        query: query::to_string(&scenario, &[]),
        result_json: revision.content.result.clone(),
        engine_version: revision.content.engine_version.clone(),
        catalog_version: revision.content.catalog_version.clone(),
        created_at: revision.created_at.to_string(),
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

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable { kind: Unavailable::Corrupt, source: Some(Box::new(error)) }
}

/// A value as JSON; a value of ours always is.
fn text<T: serde::Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(error = &error as &dyn std::error::Error, "cannot write a value of ours as JSON");
        Problem::new(api::v1::ProblemCode::Internal, "something went wrong here; try again")
    })
}
