//! A workload on some card, where it does not matter which.

use engine::inputs::Request;
use scenario::chosen::{Chosen, POINTER, contradiction};
use scenario::error::{FieldError, Misfit, Reason};
use scenario::resolve::resolve;
use wire::v1::Scenario;
use wire::v1::scenario::{GpuChoice, Hardware};

use super::candidate::is_on_sale;
use super::styles::is_of;

/// A request for the workload on the first card that can run it, or the errors that no card removes. Named parts are held to the
/// processor that was named, and not to the one that is usual beside some card.
pub fn any_card(asked: &Scenario) -> (Option<Request>, Vec<FieldError>) {
    if let Some(error) = contradiction(&asked.hardware).or_else(|| style_contradiction(&asked.hardware)) {
        return (None, vec![error]);
    }
    let open = Scenario { hardware: Hardware { parts: None, ..asked.hardware.clone() }, ..asked.clone() };
    match first_card(&open, resolve) {
        Ok(request) => (Some(request), Vec::new()),
        Err(errors) => (None, errors),
    }
}

/// What a scenario resolves to on the first card on sale that takes it.
///
/// # Errors
/// The errors that no card removes.
pub fn first_card<T>(asked: &Scenario, resolve: impl Fn(&Scenario) -> Result<T, Vec<FieldError>>) -> Result<T, Vec<FieldError>> {
    let mut fewest: Option<Vec<FieldError>> = None;
    for entry in catalog::gpus().iter().filter(|entry| is_on_sale(entry)) {
        let mut scenario = asked.clone();
        scenario.hardware.gpu = Some(GpuChoice::Id(entry.id.to_owned()));
        match resolve(&scenario) {
            Ok(found) => return Ok(found),
            Err(errors) if fewest.as_ref().is_none_or(|fewest| errors.len() < fewest.len()) => fewest = Some(errors),
            Err(_) => {}
        }
    }
    Err(fewest.unwrap_or_default())
}

/// A case that was named and is none of the kind that was asked for, or a whole system, which stands in none.
fn style_contradiction(hardware: &Hardware) -> Option<FieldError> {
    let style = hardware.case?;
    let chosen = Chosen::of(hardware);
    let other = chosen.case.filter(|case| !is_of(case, style)).map(|case| case.id);
    let one = other.or_else(|| chosen.server.map(|server| server.id))?.to_owned();
    Some(FieldError::new(POINTER, Reason::DoNotFit { one, other: style.as_str().to_owned(), why: Misfit::CaseStyle }))
}
