//! A workload on some card, where it does not matter which.

use engine::inputs::Request;
use scenario::chosen::contradiction;
use scenario::error::FieldError;
use scenario::resolve::resolve;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

use super::candidate::is_on_sale;

/// A request for the workload on the first card that can run it, or the errors that no card removes. Named parts are held to the
/// processor that was named, and not to the one that is usual beside some card.
pub fn any_card(asked: &Scenario) -> (Option<Request>, Vec<FieldError>) {
    if let Some(error) = contradiction(&asked.hardware) {
        return (None, vec![error]);
    }
    let mut fewest: Option<Vec<FieldError>> = None;
    for entry in catalog::gpus().iter().filter(|entry| is_on_sale(entry)) {
        let mut scenario = asked.clone();
        scenario.hardware.parts = None;
        scenario.hardware.gpu = Some(GpuChoice::Id(entry.id.to_owned()));
        match resolve(&scenario) {
            Ok(request) => return (Some(request), Vec::new()),
            Err(errors) if fewest.as_ref().is_none_or(|fewest| errors.len() < fewest.len()) => fewest = Some(errors),
            Err(_) => {}
        }
    }
    (None, fewest.unwrap_or_default())
}
