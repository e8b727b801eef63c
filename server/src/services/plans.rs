//! Plans between the wire and the store: checks what is to be saved, estimates it, and gives it back.

mod answer;
mod change;
mod diff;
mod history;
mod request;

use api::v1::{Problem, Scenario};
use api::{Desk, FieldError, query};
use app::StoredPlan;
use jiff::Timestamp;

pub use answer::answer;
pub use change::{create, fork, revise, size};
pub use diff::{DiffTo, asked as diff_asked, diff};
pub use history::{Page, Paged, asked as page_asked, revisions};
pub use request::{ForkBody, PlanBody, from_form, inside_plan, parse, parse_fork};

use super::bom;
use crate::problem::ApiError;
use crate::store::{Content, Revision, StoreError, Unavailable};

/// What is stored of a plan: what was sent, and the estimate and the bill that go with it.
///
/// # Errors
/// A problem where the scenario cannot be estimated.
pub fn content(body: &PlanBody) -> Result<Content, Problem> {
    // The bill asks of the same steps again, and plays none of them twice.
    let mut desk = Desk::default();
    let answer = api::answer_at(&mut desk, &body.scenario).map_err(inside_plan)?;
    let prices = body.prices.as_ref().map(text).transpose()?;
    Ok(Content {
        title: body.title.clone(),
        note: body.note.clone(),
        scenario: text(&body.scenario)?,
        bill: bom::to_store(&mut desk, &body.scenario, prices.as_deref()),
        prices,
        result: text(&answer)?,
        engine_version: answer.engine_version().to_owned(),
        catalog_version: answer.catalog_version().to_owned(),
    })
}

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
    Ok(api::json::scenario(&document))
}

/// A stored revision as the pages show it.
///
/// # Errors
/// Where what is stored cannot be read.
pub fn shown(revision: &Revision) -> Result<StoredPlan, StoreError> {
    let (scenario, unknown) = known_part(revision)?;
    Ok(StoredPlan {
        id: revision.id.as_str().to_owned(),
        revision: revision.number,
        title: revision.content.title.clone(),
        note: revision.content.note.clone(),
        query: query::to_string(&scenario, &[]),
        unknown: unknown.iter().map(FieldError::name).collect(),
        result_json: api::plans::told(&revision.content.result).into_owned(),
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
