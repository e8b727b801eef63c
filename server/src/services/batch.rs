//! Many scenarios in one request: one that is at fault does not spoil the others.

use api::v1::{Estimate, Problem, ProblemCode, Scenario};

use super::compute::Cancelled;

/// An answer or a problem, where the scenario stood.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum BatchItem {
    /// The scenario's estimate.
    Estimate(Box<Estimate>),
    /// What is wrong with the scenario; pointers are its own.
    Problem(Box<Problem>),
}

/// Estimates each scenario of a JSON array.
///
/// # Errors
/// A problem where the body is no array of 1 to 1,000 entries.
pub fn estimate(body: &[u8], cancelled: &Cancelled) -> Result<Vec<BatchItem>, Problem> {
    Ok(api::json::parse_batch(body)?.into_iter().map(|scenario| item(scenario, cancelled)).collect())
}

fn item(scenario: Result<Scenario, Problem>, cancelled: &Cancelled) -> BatchItem {
    if cancelled.is_set() {
        return BatchItem::Problem(Box::new(Problem::new(ProblemCode::Timeout, "nobody waits for this answer any more")));
    }
    match scenario.and_then(|scenario| api::estimate(&scenario)) {
        Ok(estimate) => BatchItem::Estimate(Box::new(estimate)),
        Err(problem) => BatchItem::Problem(Box::new(problem)),
    }
}
