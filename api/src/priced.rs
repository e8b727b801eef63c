//! Questions under the caller's own prices: what decides between machines is what the caller pays.

use scenario::error::{FieldError, Reason};
use scenario::parts::{is_kind, name_all};
use scenario::{limits, prices, problem};
use wire::Locale;
use wire::v1::{Advised, Prices, Problem, Scenario};
use workstation::price_list::{there, under, with_own};

use crate::facade::advise;

/// How to run it, or what to buy, as [`advise`], by own prices where there are any; a price of zero says that one is there.
///
/// # Errors
/// As there, and every own price that a search does not go by: those of kinds, what energy and resale cost, steps to spend.
pub fn advise_priced(asked: &Scenario, own: &Prices, locale: Locale) -> Result<Advised, Problem> {
    let answer = ask_priced(asked, own, |asked| advise(asked, locale));
    let mut answer = answer.unwrap_or_else(|faults| Err(problem::invalid(&faults).of(asked.id.clone())))?;
    if let (Advised::Recommendation(found), false) = (&mut answer, own.parts.is_empty()) {
        for machine in &mut found.machines {
            name_all(&mut machine.scenario.hardware, machine.parts.iter().map(|part| part.id.as_str()));
        }
    }
    Ok(answer)
}

/// Asks for machines by own prices; one of zero says that a part is there.
///
/// # Errors
/// Every own price that a search does not go by, its pointer from `/prices` on.
pub fn ask_priced<T>(asked: &Scenario, own: &Prices, ask: impl FnOnce(&Scenario) -> T) -> Result<T, Vec<FieldError>> {
    let mut faults = unread(own);
    faults.truncate(limits::ERRORS);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut asked = asked.clone();
    let free = there(own);
    if !free.is_empty() {
        let owned = asked.hardware.owned.get_or_insert_default();
        let is_told = |id: &str| owned.iter().any(|part| part.id == id);
        let new: Vec<_> = free.into_iter().filter(|part| !is_told(&part.id)).collect();
        owned.extend(new);
    }
    Ok(under(with_own(own), || ask(&asked)))
}

/// What of own prices a search goes by: those of parts, in their currency.
#[must_use]
pub fn of_search(own: &Prices) -> Prices {
    let parts = own.parts.iter().filter(|part| !is_kind(&part.id)).cloned().collect();
    Prices { parts, currency: own.currency, cny_per_usd: own.cny_per_usd, rates: own.rates.clone(), ..Prices::default() }
}

/// What of own prices a search does not go by, and what is wrong with them.
fn unread(own: &Prices) -> Vec<FieldError> {
    let kinds = own.parts.iter().enumerate().filter(|(_, part)| is_kind(&part.id));
    let kinds = kinds.map(|(place, part)| {
        let reason = Reason::UnknownId { given: part.id.clone(), nearest: None, retired: None };
        FieldError::new(format!("/prices/parts/{place}/id"), reason)
    });
    of_bills(own).into_iter().chain(kinds).collect()
}

/// What of own prices is a bill's alone, and what is wrong with them.
pub(crate) fn of_bills(own: &Prices) -> Vec<FieldError> {
    let members = [
        ("electricity_per_kwh", own.electricity_per_kwh.is_some()),
        ("hours_per_day", own.hours_per_day.is_some()),
        ("days_per_year", own.days_per_year.is_some()),
        ("pue", own.pue.is_some()),
        ("steps", !own.steps.is_empty()),
        ("resale", !own.resale.is_empty()),
        ("api_input_per_million_tokens", own.api_input_per_million_tokens.is_some()),
        ("api_output_per_million_tokens", own.api_output_per_million_tokens.is_some()),
    ];
    let members = members.into_iter().filter(|(_, is_there)| *is_there);
    let members = members.map(|(name, _)| FieldError::new(format!("/prices/{name}"), Reason::UnknownField { nearest: None }));
    members.chain(prices::faults(own).into_iter().map(|fault| fault.under("/prices"))).collect()
}
