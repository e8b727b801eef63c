//! How old and how sure the figures are.

use crate::bom::{Finding, View};
use crate::machines::standards::{is_outdated, is_past_sale};

/// A shop's list has hundreds of prices; a reader finds a typing mistake among a few.
const NAMED_PRICES: usize = 10;

/// A card that was launched long ago.
pub fn card(view: &View) -> Option<Finding> {
    let months = view.cards.age_months.filter(|months| is_past_sale(*months))?;
    Some(Finding::OldCard { launch: view.cards.launch.clone(), years: months / 12 })
}

/// A sum with old prices in it.
pub fn prices(view: &View) -> Option<Finding> {
    let months = view.prices.age_months.filter(|months| is_outdated(*months))?;
    Some(Finding::OldPrices { as_of: view.prices.as_of.clone(), months })
}

/// A sum that lacks prices.
pub fn unknown_prices(view: &View) -> Option<Finding> {
    let parts = view.prices.unknown;
    (parts > 0).then_some(Finding::UnknownPrices { parts })
}

/// Own prices that no line of the bill has use for: a shop's whole list, or the price of another part than was meant.
pub fn unused_prices(view: &View) -> Option<Finding> {
    let ids = &view.prices.unused;
    let named = ids.iter().take(NAMED_PRICES).cloned().collect();
    (!ids.is_empty()).then_some(Finding::UnusedPrices { ids: named, count: ids.len() as u64 })
}

/// Parts that are there already and that the machine has no use for.
pub fn idle_owned(view: &View) -> Option<Finding> {
    let ids = &view.idle_owned;
    let named = ids.iter().take(NAMED_PRICES).cloned().collect();
    (!ids.is_empty()).then_some(Finding::IdleOwned { ids: named, count: ids.len() as u64 })
}

/// Parts whose figures have thin sources.
pub fn uncertain(view: &View) -> Option<Finding> {
    let parts = view.uncertain.clone();
    (!parts.is_empty()).then_some(Finding::Uncertain { parts })
}
