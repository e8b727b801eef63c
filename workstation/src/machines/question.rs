//! From a question to the market for it.

use engine::desk::Desk;
use wire::v1::Scenario;

use super::any_card::any_card;
use super::candidate::MOST_CARDS;
use super::failure::Failure;
use super::order::Order;
use super::shortest::Shortest;
use super::survey::Survey;
use super::workload::Workload;
use super::{bare, drive, purse};

/// The market for a scenario.
///
/// # Errors
/// Every field at fault.
pub fn survey(asked: &Scenario) -> Result<Survey, Failure> {
    let mut desk = Desk::default();
    let work = workload(asked, &mut desk)?;
    Ok(Survey::of(work, desk))
}

/// What every machine is counted with, whatever it is: the data set and how often it is gone through, defaults and all. None
/// where a field is at fault.
#[must_use]
pub fn assumed(asked: &Scenario) -> Option<Scenario> {
    let request = any_card(&scenario::patch::with_single_method(asked)).0?;
    Some(scenario::pin::pin(asked, &request.scenario))
}

/// Checks all that does not depend on the card.
fn workload(asked: &Scenario, desk: &mut Desk) -> Result<Workload, Failure> {
    let mut asked = scenario::patch::with_single_method(asked);
    let nodes = asked.hardware.nodes.unwrap_or(1).max(1);
    let most = asked.constraints.max_gpus.map_or(MOST_CARDS, |gpus| (gpus / nodes).min(MOST_CARDS));
    let (request, mut errors) = any_card(&asked);
    errors.extend(purse::fault(&asked));
    let Some(request) = request.filter(|_| errors.is_empty()) else { return Err(Failure::Invalid(errors)) };
    asked.constraints.deadline_seconds = None;
    asked.constraints.budget = None;
    asked.constraints.max_gpus = None;
    let answer = desk.figures(&request);
    let shortest = Shortest::of(&asked, &request);
    let order = Order::new(asked, nodes, drive::least_capacity(&answer));
    if let Some(error) = drive::too_few(&order) {
        return Err(Failure::Contradictory(vec![error]));
    }
    Ok(Workload { most, parameters: answer.parameters.total, shortest, bare: bare::Bare::of(&order), order })
}
