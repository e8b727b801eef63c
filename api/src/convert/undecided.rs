//! The advisor's answer where the framework is not modeled.

use engine::estimate::LowerBound;
use engine::inputs::Request;

use super::lower_bound;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::recommend::{NoAdvice, Rejection, Undecided};
use wire::v1::scenario::GpuChoice;

/// The card that stands in where none is named, one that takes every precision: what a program holds at least does not depend
/// on it.
fn stand_in() -> Option<GpuChoice> {
    let largest = catalog::gpus().iter().filter(|entry| entry.spec.bf16.is_some()).max_by_key(|entry| entry.spec.memory);
    largest.map(|entry| GpuChoice::Id(entry.id.to_owned()))
}

/// A scenario with a card, whether it names one or not.
#[must_use]
pub fn with_card(asked: &Scenario) -> Scenario {
    let mut scenario = asked.clone();
    scenario.hardware.gpu = scenario.hardware.gpu.or_else(stand_in);
    scenario
}

/// What is sure of a request whose framework is not modeled.
#[must_use]
pub fn no_advice(asked: &Scenario, request: &Request, locale: Locale) -> NoAdvice {
    let bound = engine::lower_bound(request);
    let answer = lower_bound(asked, &bound, locale);
    let names_card = asked.hardware.gpu.is_some();
    let rejected = if names_card { Vec::new() } else { too_small(&bound, locale).into_iter().collect() };
    NoAdvice {
        id: asked.id.clone(),
        engine_version: answer.engine_version.clone(),
        catalog_version: answer.catalog_version.clone(),
        lower_bound_bytes: answer.vram.lower_bound_bytes,
        verdict: answer.vram.verdict,
        reason: answer.vram.reason.clone(),
        levers: Vec::new(),
        single_change_fits: Vec::new(),
        pareto: Vec::new(),
        nearest: Vec::new(),
        machines: Vec::new(),
        rejected,
        notes: answer.notes.clone(),
        recommended: names_card.then(|| Undecided { scenario: answer.inputs.clone(), estimate: answer }),
    }
}

/// The catalog's cards that have less than is sure.
fn too_small(bound: &LowerBound, locale: Locale) -> Option<Rejection> {
    let least = bound.parts.total();
    let small: Vec<&str> = catalog::gpus().iter().filter(|entry| entry.spec.memory < least).map(|entry| entry.name).collect();
    let first = small.first()?;
    let (count, least) = (small.len(), wording::format::size(least));
    Some(match locale {
        Locale::En => Rejection {
            what: format!("{count} cards, such as {first}"),
            reason: format!("less than {least} of memory, which the program is sure to hold on each GPU"),
        },
        Locale::Zh => Rejection {
            what: format!("{count} 款显卡，例如 {first}"),
            reason: format!("显存不足 {least}，而程序在每块 GPU 上至少占用这么多"),
        },
    })
}
