//! What differs between two answers, as they were stored: documents, which an early version may have written.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::FIGURES;
use scenario::fields::FIELDS;
use wire::v1::bom::Price;
use wire::v1::plan::{DiffSide, FigureChange, PlanDiff, SettingChange};

/// Where an answer has the scenario with every default filled in.
const INPUTS: &str = "/inputs";
/// Where a plan has the prices of its author's own.
const PRICES: &str = "/prices";
/// Where a plan's bill says what it costs.
const PRICE: &str = "/bom/price";
/// The caller's own name for the scenario is no setting.
const NAME: &str = "/id";

/// An answer with what is said of it.
#[derive(Debug, Clone)]
pub struct Answer<'a> {
    /// Which revision it is of, and the versions that made it.
    pub side: DiffSide,
    /// The estimate as JSON.
    pub estimate: &'a Json,
    /// The prices of the author's own that its bill was made with.
    pub prices: Option<&'a Json>,
    /// What its bill costs, where there is one.
    pub price: Option<&'a Price>,
}

/// Settings and figures that are not the same in both answers. A member that one of them lacks has no value on its side;
/// null says the same as a member that is not there.
#[must_use]
pub fn diff(from: Answer<'_>, to: Answer<'_>) -> PlanDiff {
    PlanDiff {
        settings: [settings(from.estimate.pointer(INPUTS), to.estimate.pointer(INPUTS)), prices(from.prices, to.prices)].concat(),
        figures: [figures(from.estimate, to.estimate), price(from.price, to.price)].concat(),
        from: from.side,
        to: to.side,
    }
}

fn figures(from: &Json, to: &Json) -> Vec<FigureChange> {
    let change = |pointer: &'static str| {
        let (from, to) = (leaf(from, pointer), leaf(to, pointer));
        let relative = relative(from, to);
        (!same(from, to)).then(|| FigureChange { pointer: pointer.to_owned(), from: from.cloned(), to: to.cloned(), relative })
    };
    FIGURES.into_iter().filter_map(change).collect()
}

/// Own prices that are not the same.
fn prices(from: Option<&Json>, to: Option<&Json>) -> Vec<SettingChange> {
    let mut changes = Vec::new();
    compare(from, to, PRICES.to_owned(), &mut changes);
    changes
}

/// What the bills cost, where both sides have one. Amounts of two currencies have no ratio.
fn price(from: Option<&Price>, to: Option<&Price>) -> Vec<FigureChange> {
    let Some((from, to)) = from.zip(to) else { return Vec::new() };
    let is_same_money = from.currency == to.currency;
    let value = |price: &Price, name: &str| match name {
        "amount" => price.amount.map(Json::from),
        "known_amount" => Some(price.known_amount.into()),
        "unknown_parts" => Some(price.unknown_parts.into()),
        _ => Some(price.currency.clone().into()),
    };
    let change = |name: &str| {
        let (from, to) = (value(from, name), value(to, name));
        let relative = relative(from.as_ref(), to.as_ref()).filter(|_| is_same_money);
        (!same(from.as_ref(), to.as_ref())).then(|| FigureChange { pointer: format!("{PRICE}/{name}"), from, to, relative })
    };
    ["amount", "known_amount", "unknown_parts", "currency"].into_iter().filter_map(change).collect()
}

fn leaf<'a>(answer: &'a Json, pointer: &str) -> Option<&'a Json> {
    said(answer.pointer(pointer)).filter(|value| matches!(value, Json::Bool(_) | Json::Number(_) | Json::String(_)))
}

fn settings(from: Option<&Json>, to: Option<&Json>) -> Vec<SettingChange> {
    let mut changes = Vec::new();
    compare(from, to, String::new(), &mut changes);
    changes.retain(|change| change.pointer != NAME);
    changes.sort_by(|a, b| rank(&a.pointer).cmp(&rank(&b.pointer)).then_with(|| a.pointer.cmp(&b.pointer)));
    changes
}

/// Goes down as long as both sides have members, or one has and the other says nothing; a list is one value.
fn compare(from: Option<&Json>, to: Option<&Json>, pointer: String, changes: &mut Vec<SettingChange>) {
    let (from, to) = (said(from), said(to));
    let none = Map::new();
    let (a, b) = match (from, to) {
        (Some(Json::Object(a)), Some(Json::Object(b))) => (a, b),
        (Some(Json::Object(a)), None) => (a, &none),
        (None, Some(Json::Object(b))) => (&none, b),
        _ => {
            if !same(from, to) {
                changes.push(SettingChange { pointer, from: from.cloned(), to: to.cloned() });
            }
            return;
        }
    };
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    for name in names {
        let place = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        compare(a.get(name), b.get(name), place, changes);
    }
}

/// A value that says something.
fn said(value: Option<&Json>) -> Option<&Json> {
    value.filter(|value| !value.is_null())
}

/// Equal values; a number is the same however it is written.
fn same(from: Option<&Json>, to: Option<&Json>) -> bool {
    match (from, to) {
        (Some(Json::Number(a)), Some(Json::Number(b))) if a.is_f64() != b.is_f64() => a.as_f64() == b.as_f64(),
        _ => from == to,
    }
}

/// By how much of itself a number grew.
fn relative(from: Option<&Json>, to: Option<&Json>) -> Option<f64> {
    let (from, to) = (from?.as_f64()?, to?.as_f64()?);
    Some(to / from - 1.0).filter(|share| from > 0.0 && share.is_finite())
}

/// Where a setting stands in a scenario: at its leaf, its part's first leaf, or that of the part that it is in.
fn rank(pointer: &str) -> usize {
    let is_in = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let place = |found: &dyn Fn(&'static str) -> bool| FIELDS.iter().position(|field| found(field.pointer));
    let exact = place(&|known| known == pointer);
    let around = || place(&|known| is_in(known, pointer) || (known != NAME && is_in(pointer, known)));
    let beside = || {
        let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        FIELDS.iter().rposition(|field| !parent.is_empty() && is_in(field.pointer, parent))
    };
    exact.or_else(around).or_else(beside).unwrap_or(FIELDS.len())
}
