//! "Why": how a number comes about, one click away.

use engine::estimate::{Explanation, Unit};
use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds, TFLOP};
use wording::format;

use super::card;
use super::source::{source, translate};
use crate::locale::{Locale, colon};
use crate::messages::{figures as figure_names, glance as words, results as text};
use crate::planner::tab::Tab;
use markup::{Element, classed, el};

/// The card with the table of the step, where it is not folded below the picture.
pub const STEP: &str = "step";

/// Figures and inputs that are shares of a whole, which the engine counts from 0 to 1.
const SHARES: [&str; 5] = ["speed.mfu", "speed.gpu_utilization", "path.cached_share", "cached share", "share held back"];

/// How figures come about, and where the reader finds it.
#[derive(Debug, Clone)]
pub struct Reasons<'a> {
    explanations: &'a [Explanation],
    /// The page that has them; empty where it is this one.
    page: String,
}

impl<'a> Reasons<'a> {
    /// Below, on the page itself.
    #[must_use]
    pub const fn here(explanations: &'a [Explanation]) -> Self {
        Self { explanations, page: String::new() }
    }

    /// In the planner's tab for them, for the plan of an encoded query. In place they would be a third of the tab's elements,
    /// which are worked out anew with every change.
    #[must_use]
    pub fn in_tab(explanations: &'a [Explanation], query: &str) -> Self {
        Self::in_view(explanations, [Tab::Why.path(), "?", query].concat())
    }

    /// On a page of their own.
    #[must_use]
    pub const fn in_view(explanations: &'a [Explanation], page: String) -> Self {
        Self { explanations, page }
    }

    /// Whether they are on the page itself.
    #[must_use]
    pub const fn are_here(&self) -> bool {
        self.page.is_empty()
    }

    /// Where a card of that page is.
    #[must_use]
    pub fn card(&self, name: &str) -> String {
        [&self.page, "#", name, "-heading"].concat()
    }
}

/// A link to the explanation of the number with this id, where the engine gave one.
#[must_use]
pub fn why(reasons: &Reasons, id: &str, subject: &str, locale: Locale) -> Option<Element> {
    let is_explained = reasons.explanations.iter().any(|explanation| explanation.id == id);
    is_explained.then(|| why_link(&reasons.page, id, subject, locale))
}

/// A link to the explanation of the number with this id on a page; empty where it is this one.
#[must_use]
pub fn why_link(page: &str, id: &str, subject: &str, locale: Locale) -> Element {
    classed("a", "why")
        .attr("href", [page, "#", &place(id)].concat())
        .attr("rel", "nofollow")
        .attr("data-testid", format!("why-{id}"))
        .attr("aria-label", [text::why(locale), colon(locale), subject].concat())
        .with(text::why(locale))
}

/// Where the explanation of a figure is on its page: inside of what is folded, so that a link to it unfolds it.
fn place(id: &str) -> String {
    ["figure-", id].concat()
}

/// How a figure comes about, whether the engine has just said it or an answer was stored with it.
#[derive(Debug, Clone)]
pub struct Told<'a> {
    /// The name that the API gives the figure.
    pub id: &'a str,
    /// The formula in symbols.
    pub formula: &'a str,
    /// Its inputs with this plan's values.
    pub inputs: Vec<(&'a str, f64, Unit)>,
    /// The result.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// Where formula and constants come from.
    pub source: &'a str,
}

impl<'a> From<&'a Explanation> for Told<'a> {
    fn from(explanation: &'a Explanation) -> Self {
        let &Explanation { id, formula, value, unit, ref inputs, source } = explanation;
        Self { id, formula, inputs: inputs.clone(), value, unit, source }
    }
}

/// Every figure with the way it comes about, under the name that the API gives it.
#[must_use]
pub fn figures_card(explanations: &[Explanation], locale: Locale) -> Element {
    let told: Vec<Told> = explanations.iter().map(Told::from).collect();
    told_card(&told, locale)
}

/// Draws the card of the figures of any answer, computed or stored.
#[must_use]
pub fn told_card(figures: &[Told], locale: Locale) -> Element {
    let figures: Vec<Element> = figures.iter().map(|told| figure(told, locale)).collect();
    card("figures", words::figures(locale), classed("p", "fine").with(words::figures_about(locale))).with(figures)
}

fn figure(told: &Told, locale: Locale) -> Element {
    let (known, id) = (figure_names::name(told.id, locale), told.id);
    let value = classed("span", "figure-value").with(amount(told.id, told.value, told.unit, locale));
    let summary = el("summary").with(el("strong").with(known.to_owned())).with(" ").with(value);
    let api = (known != id).then(|| classed("p", "fine").with(el("code").with(id.to_owned())));
    classed("details", "figure").with(summary).with(api).with(facts(told, locale).attr("id", place(id)))
}

/// The formula, its values, the result and its source.
fn facts(told: &Told, locale: Locale) -> Element {
    let input = |(name, value, unit): &(&str, f64, Unit)| {
        el("li").with(el("code").with(translate(name, locale))).with(" = ").with(amount(name, *value, *unit, locale))
    };
    let inputs: Vec<Element> = told.inputs.iter().map(input).collect();
    let with_values =
        (!inputs.is_empty()).then(|| (el("dt").with(text::with_values(locale)), el("dd").with(el("ul").with(inputs))));
    el("dl")
        .with(el("dt").with(text::formula(locale)))
        .with(el("dd").with(el("code").with(translate(told.formula, locale))))
        .with(with_values)
        .with(el("dt").with(text::result(locale)))
        .with(el("dd").with(amount(told.id, told.value, told.unit, locale)))
        .with(el("dt").with(text::source(locale)))
        .with(el("dd").with(source(told.source, locale)))
}

/// A figure or an input by its name, with its unit: shares of a whole are percentages.
fn amount(name: &str, value: f64, unit: Unit, locale: Locale) -> String {
    if SHARES.contains(&name) { format::percent(value) } else { quantity(value, unit, locale) }
}

/// A figure with its unit. Bytes come with the exact count, because formulas are checked by it.
fn quantity(value: f64, unit: Unit, locale: Locale) -> String {
    match unit {
        Unit::Bytes if value < 1024.0 => format!("{} B", format::count(value as u64)),
        Unit::Bytes => format!("{} ({} B)", format::bytes(Bytes(value as u64)), format::count(value as u64)),
        Unit::Seconds => format::duration(Seconds::new(value.max(0.0)), locale),
        Unit::SamplesPerSecond => format::samples(SamplesPerSecond::new(value.max(0.0))),
        Unit::BytesPerSecond => format::rate(BytesPerSecond::new(value.max(0.0))),
        Unit::Flops => format!("{} GFLOP", format::significant(value / 1e9)),
        Unit::FlopsPerSecond => format!("{} TFLOP/s", format::significant(value / TFLOP)),
        Unit::Count if value.fract() == 0.0 => format::count(value as u64),
        Unit::Count => format::significant(value),
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::messages::formulas::chinese;

    #[test]
    fn formulas_and_their_inputs_are_told_in_chinese() {
        for query in [
            "gpu=rtx-4090&model=resnet50",
            "gpu=rtx-4090&model=resnet50&ram=4&cache=ram&samples=100000000",
            "gpu=rtx-4090&gpus=2&model=llama-2-7b&method=qlora&sharding=ddp&ram=8",
            "gpu=a100-sxm4-80gb&gpus=8&model=llama-2-7b&sharding=zero-3&offload=all",
            "gpu=rtx-4090&gpus=2&model=llama-2-7b&method=lora&sharding=zero-2",
            "gpu=m4-max-128gb&model=sd15",
            "gpu=rtx-4090&model=resnet50&batch=64&rate=700",
        ] {
            let plan = crate::plan::read(scenario::query::decode(query)).plan.expect("answers");
            assert!(!plan.explanations.is_empty());
            for explanation in &plan.explanations {
                let id = explanation.id;
                assert!(figure_names::name(id, Locale::Zh) != id && figure_names::name(id, Locale::En) != id, "{query}: {id}");
                let names = explanation.inputs.iter().map(|(name, ..)| *name);
                for english in names.chain([explanation.formula]) {
                    assert!(chinese(english).is_some(), "{query}: {}: {english}", explanation.id);
                }
            }
        }
    }
}
