//! Own prices as people give them: checked alike, whether they come as JSON, as a table of text or from a form.

mod csv;
mod query;

pub use csv::parse_csv;
pub use query::{CURRENCY, OWN, PARAMETERS, from_query};

use std::collections::BTreeMap;

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

/// The currency of a word, in capitals or not.
///
/// # Errors
/// Neither of those that are known.
pub fn currency(word: &str) -> Result<Currency, Reason> {
    Currency::from_word(&word.trim().to_ascii_uppercase()).ok_or_else(|| Reason::UnknownValue {
        given: word.chars().take(limits::TEXT_LENGTH).collect(),
        allowed: Currency::WORDS.map(str::to_owned).to_vec(),
    })
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
    if prices.cny_per_usd.is_none() && needs_rate(prices) {
        errors.push(FieldError::new("/cny_per_usd", Reason::RateRequired));
    }
    errors.truncate(limits::ERRORS);
    errors
}

/// Whether two currencies meet: the catalog's prices are dollars.
fn needs_rate(prices: &Prices) -> bool {
    let asked = prices.currency();
    asked != Currency::Usd || prices.parts.iter().any(|own| own.currency.is_some_and(|currency| currency != asked))
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
