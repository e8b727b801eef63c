//! Constraints that no plan can keep, each with one click that relaxes it.

use engine::units::{SECONDS_PER_HOUR, Seconds};
use scenario::error::Relax;
use scenario::fields::{Field as Leaf, Value};
use scenario::{FieldError, Reason};
use wire::v1::Scenario;
use wording::format;

use super::links::link;
use crate::faults;
use crate::fields::{self, Kind};
use crate::locale::{Locale, colon};
use crate::messages::advice as words;
use crate::plan::Plan;
use markup::{Element, classed, el};

/// Draws the summary.
pub(super) fn contradictions(plan: &Plan, errors: &[FieldError], locale: Locale) -> Element {
    let items: Vec<Element> = errors
        .iter()
        .map(|error| {
            let field = fields::by_pointer(&error.pointer)
                .map(|field| (el("a").attr("href", format!("#f-{}", field.name)).with((field.label)(locale)), colon(locale)));
            let item = el("li").with(field).with(faults::detail(error, locale));
            relaxations(plan, error, locale)
                .into_iter()
                .fold(item, |item, (label, href)| item.with(" ").with(link("button apply", href).with(label)))
        })
        .collect();
    classed("div", "error-summary")
        .attr("data-testid", "contradictions")
        .attr("role", "group")
        .attr("aria-labelledby", "contradictions-title")
        .with(el("h3").attr("id", "contradictions-title").with(words::contradiction(locale)))
        .with(el("ul").with(items))
}

/// Ways to relax a constraint: what each is called, and the plan with it.
fn relaxations(plan: &Plan, error: &FieldError, locale: Locale) -> Vec<(String, String)> {
    let (Some(leaf), Reason::Contradictory(relax)) = (Leaf::at(&error.pointer), &error.reason) else { return Vec::new() };
    let to = |label: String, value: Option<Value>| {
        let mut changed: Scenario = plan.asked.clone();
        match value {
            Some(value) => {
                // A value that the leaf refuses leaves the constraint as it is, and the reason on the page.
                let _ = leaf.set(&mut changed, value);
            }
            None => leaf.clear(&mut changed),
        }
        (label, plan.href(&changed))
    };
    let whole = |value: u64| to(words::relax_to(locale, &format::count(value)), Some(Value::Integer(value)));
    let mut ways = match relax {
        Relax::MultipleOf { below, above, .. } => [*below, *above].into_iter().filter(|value| *value > 0).map(whole).collect(),
        Relax::Exactly { value } => vec![whole(*value)],
        Relax::Gpus { least } | Relax::Drives { least } => vec![whole(*least)],
        Relax::Seconds { least } => {
            // A whole hour where there are several, so that the form's box reads well.
            let unit = if *least > 2.0 * SECONDS_PER_HOUR { SECONDS_PER_HOUR } else { 1.0 };
            let seconds = (*least / unit).ceil() * unit;
            vec![to(words::relax_to(locale, &format::duration(Seconds::new(seconds), locale)), Some(Value::Number(seconds)))]
        }
        // Machines to buy are another page's question.
        Relax::Money { .. }
        | Relax::PriceUnknown
        | Relax::Memory { .. }
        | Relax::HostMemory { .. }
        | Relax::Allow { .. }
        | Relax::LeaveOut
        | Relax::Parts => Vec::new(),
        Relax::OneOf { words: accepted } => {
            let already = match leaf.get(&plan.asked) {
                Some(Value::List(list)) => list,
                _ => Vec::new(),
            };
            let add = |word: &&'static str| {
                let list = already.iter().cloned().chain([(*word).to_owned()]).collect();
                to(words::relax_method(locale, method_name(word, locale)), Some(Value::List(list)))
            };
            accepted.iter().map(add).collect()
        }
    };
    ways.push(to(words::relax_drop(locale).to_owned(), None));
    ways
}

/// A method's name in the form.
fn method_name(word: &'static str, locale: Locale) -> &'static str {
    match fields::by_name("method").map(|field| field.kind) {
        Some(Kind::Words(list)) => list.iter().find(|(id, _)| *id == word).map_or(word, |(_, name)| name(locale)),
        _ => word,
    }
}
