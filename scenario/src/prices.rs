//! Own prices as people give them: checked alike, whether they come as JSON, as a table of text or from a form.

mod csv;
pub mod list;
mod query;

pub use csv::{parse_csv, unit_price};
pub use query::{CURRENCY, OWN, PARAMETERS, RATES, RESALE, from_query, rates_text, resale_text, table_text};

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{FieldError, Reason};
use crate::limits::{self, NumberRange};
use crate::parts::is_kind;
use wire::v1::bom::Part;
use wire::v1::prices::{Currency, OwnPrice, Prices};

/// Why a price is none, where it is beyond what prices are.
///
/// # Errors
/// Out of range.
pub fn within(range: NumberRange, value: f64) -> Result<f64, Reason> {
    if range.contains(value) { Ok(value) } else { Err(Reason::OutOfRange { min: range.min, max: range.max, unit: range.unit }) }
}

/// The currency of a code (ISO 4217), in capitals or not.
///
/// # Errors
/// The code of none.
pub fn currency(word: &str) -> Result<Currency, Reason> {
    Currency::from_word(&word.trim().to_ascii_uppercase())
        .ok_or_else(|| Reason::UnknownCurrency { given: word.chars().take(limits::TEXT_LENGTH).collect() })
}

/// The range of what a US dollar is in a currency.
#[must_use]
pub const fn range_of_rate(of: Currency) -> NumberRange {
    match of {
        // A dollar is one.
        Currency::USD => NumberRange { min: 1.0, max: 1.0, ..limits::PER_USD },
        Currency::CNY => limits::CNY_PER_USD,
        _ => limits::PER_USD,
    }
}

/// The prices with those of kinds as prices of a bill's own parts: on the bill of another machine they would stand for its
/// parts.
#[must_use]
pub fn by_id(prices: &Prices, parts: &[Part]) -> Prices {
    let mut by_id = prices.clone();
    let is_named = |id: &str| prices.parts.iter().any(|own| own.id == id);
    by_id.parts.retain_mut(|own| {
        if !is_kind(&own.id) {
            return true;
        }
        let part = parts.iter().find(|part| part.kind == own.id && !is_named(&part.id));
        part.is_some_and(|part| {
            own.id.clone_from(&part.id);
            true
        })
    });
    by_id
}

/// What is wrong with prices as a whole, where each of them is right: an id that is there twice, a rate that is missing.
#[must_use]
pub fn faults(prices: &Prices) -> Vec<FieldError> {
    let mut errors = duplicates(&prices.parts);
    errors.extend(
        missing_rates(prices).into_iter().map(|currency| FieldError::new(pointer_of_rate(currency), Reason::RateRequired)),
    );
    if let (Some(yuan), Some(other)) = (prices.cny_per_usd, prices.rates.get(&Currency::CNY))
        && yuan.total_cmp(other).is_ne()
    {
        errors.push(FieldError::new(RATES_CNY, Reason::Conflict { with: "/prices/cny_per_usd" }));
    }
    errors.truncate(limits::ERRORS);
    errors
}

/// Pointer of the rate of yuan where it is said as any other.
const RATES_CNY: &str = "/rates/CNY";

/// Where the rate of a currency is looked for: yuan have a member of their own.
#[must_use]
pub fn pointer_of_rate(currency: Currency) -> String {
    match currency {
        Currency::CNY => "/cny_per_usd".to_owned(),
        other => format!("/rates/{}", other.as_str()),
    }
}

/// Currencies that meet another, and whose rate was not given: the catalog's prices are dollars.
fn missing_rates(prices: &Prices) -> BTreeSet<Currency> {
    let asked = prices.currency();
    let others = prices.parts.iter().filter_map(|own| own.currency).filter(|currency| *currency != asked);
    // Dollars in dollars need no rate; all else is turned by what a dollar is in it.
    others.chain([asked]).filter(|currency| prices.per_usd(*currency).is_none()).collect()
}

fn duplicates(parts: &[OwnPrice]) -> Vec<FieldError> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut errors = Vec::new();
    for (index, own) in parts.iter().enumerate() {
        match first.get(own.id.as_str()) {
            Some(first) => {
                let of = format!("/parts/{first}/id");
                errors.push(FieldError::new(format!("/parts/{index}/id"), Reason::Duplicate { of }));
            }
            None => {
                first.insert(&own.id, index);
            }
        }
    }
    errors
}
