//! "Why": an explained number behind a disclosure.

use engine::estimate::{Explanation, Unit};
use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};

use super::hidden;
use crate::draw::{Element, classed, el};
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// The explanation of the number with this id, where the engine gave one.
#[must_use]
pub fn why(explanations: &[Explanation], id: &str, subject: &str, locale: Locale) -> Option<Element> {
    explanations.iter().find(|explanation| explanation.id == id).map(|found| disclosure(found, subject, locale))
}

fn disclosure(explanation: &Explanation, subject: &str, locale: Locale) -> Element {
    let input = |(name, value, unit): &(&'static str, f64, Unit)| {
        el("li").with(el("code").with(*name)).with(" = ").with(quantity(*value, *unit, locale))
    };
    let inputs: Vec<Element> = explanation.inputs.iter().map(input).collect();
    let with_values =
        (!inputs.is_empty()).then(|| (el("dt").with(text::with_values(locale)), el("dd").with(el("ul").with(inputs))));
    let facts = classed("dl", "why-card")
        .with(el("dt").with(text::formula(locale)))
        .with(el("dd").with(el("code").with(explanation.formula)))
        .with(with_values)
        .with(el("dt").with(text::result(locale)))
        .with(el("dd").with(quantity(explanation.value, explanation.unit, locale)))
        .with(el("dt").with(text::source(locale)))
        .with(el("dd").with(explanation.source));
    let summary = el("summary").with(text::why(locale)).with(hidden(format!(": {subject}")));
    classed("details", "why").attr("name", "why").attr("data-testid", format!("why-{}", explanation.id)).with(summary).with(facts)
}

/// A figure with its unit. Bytes come with the exact count, because formulas are checked by it.
pub(crate) fn quantity(value: f64, unit: Unit, locale: Locale) -> String {
    match unit {
        Unit::Bytes if value < 1024.0 => format!("{} B", format::count(value as u64)),
        Unit::Bytes => format!("{} ({} B)", format::bytes(Bytes(value as u64)), format::count(value as u64)),
        Unit::Seconds => format::duration(Seconds::new(value.max(0.0)), locale),
        Unit::SamplesPerSecond => format::samples(SamplesPerSecond::new(value.max(0.0))),
        Unit::BytesPerSecond => format::rate(BytesPerSecond::new(value.max(0.0))),
        Unit::Flops => format!("{} GFLOP", format::significant(value / 1e9)),
        Unit::FlopsPerSecond => format!("{} TFLOP/s", format::significant(value / 1e12)),
        Unit::Count if value.fract() == 0.0 => format::count(value as u64),
        Unit::Count => format::significant(value),
    }
}
