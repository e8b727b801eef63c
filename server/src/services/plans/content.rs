//! What is stored of a plan.

use api::Desk;
use wire::Locale;
use wire::v1::Problem;

use super::request::{PlanBody, inside_plan};
use crate::services::bom;
use crate::store::Content;

/// What is stored of a plan: what was sent, and the estimate and the bill that go with it.
///
/// # Errors
/// A problem where the scenario cannot be estimated.
pub fn content(body: &PlanBody) -> Result<Content, Problem> {
    // The bill asks of the same steps again, and plays none of them twice.
    let mut desk = Desk::default();
    let answer = api::answer_at(&mut desk, &body.scenario, Locale::En).map_err(inside_plan)?;
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

/// A value as JSON; our own values always are.
fn text<T: serde::Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(error = &error as &dyn std::error::Error, "cannot write a value of ours as JSON");
        Problem::new(wire::v1::ProblemCode::Internal, "something went wrong here; try again")
    })
}
