//! The body of a comparison: scenarios, and own prices for all of them.

use serde_json::Value as Json;

use super::bodies::{at, unknown_members, with_ranges};
use super::document::document;
use super::prices::prices;
use super::scenario;
use crate::error::{Expected, FieldError, Reason};
use crate::limits;
use crate::problem;
use wire::v1::{Prices, Problem, Scenario};

/// An object with `scenarios`, two to six of them, and `prices` for all of them.
///
/// # Errors
/// The body as a whole is not JSON or not an object, and every field at fault of any scenario or price, ranges and ids included.
pub fn parse_compare(body: &[u8]) -> Result<(Vec<Scenario>, Prices), Problem> {
    let document = document(body)?;
    let members = document.as_object().ok_or_else(|| at("", Reason::WrongType { expected: Expected::Object }))?;
    let mut errors = unknown_members(members, &["scenarios", "prices"]);
    let mut scenarios = Vec::new();
    match members.get("scenarios") {
        None => errors.push(FieldError::new("/scenarios", Reason::Required)),
        Some(Json::Array(items)) if (limits::COMPARE_ITEMS.0..=limits::COMPARE_ITEMS.1).contains(&items.len()) => {
            for (index, item) in items.iter().enumerate() {
                let (scenario, faults) = scenario(item);
                let faults = with_ranges(&scenario, faults);
                errors.extend(faults.into_iter().map(|error| error.under(&format!("/scenarios/{index}"))));
                scenarios.push(scenario);
            }
        }
        Some(Json::Array(_)) => {
            let (min, max) = limits::COMPARE_ITEMS;
            errors.push(FieldError::new("/scenarios", Reason::WrongCount { min, max }));
        }
        Some(_) => errors.push(FieldError::new("/scenarios", Reason::WrongType { expected: Expected::List })),
    }
    let own = members.get("prices").filter(|prices| !prices.is_null());
    let (prices, faults) = own.map(prices).unwrap_or_default();
    errors.extend(faults.into_iter().map(|error| error.under("/prices")));
    errors.truncate(limits::ERRORS);
    if errors.is_empty() { Ok((scenarios, prices)) } else { Err(problem::invalid(&errors)) }
}
