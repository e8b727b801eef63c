//! "Why" of a stored number: formula, values and source as they were stored.

use engine::estimate::Unit;
use wire::v1::estimate::{Explanation, Unit as Wire};

use crate::components::hidden;
use crate::components::why::{quantity, translate};
use crate::locale::Locale;
use crate::messages::results as text;
use markup::{Element, classed, el};

/// The explanation of the number with this id, where the answer came with one.
#[must_use]
pub fn why(explanations: &[Explanation], id: &str, subject: &str, locale: Locale) -> Option<Element> {
    let found = explanations.iter().find(|explanation| explanation.id == id)?;
    let inputs: Vec<Element> = found
        .inputs
        .iter()
        .map(|input| {
            el("li").with(el("code").with(translate(&input.name, locale))).with(" = ").with(quantity(
                input.value,
                unit(input.unit),
                locale,
            ))
        })
        .collect();
    let with_values =
        (!inputs.is_empty()).then(|| (el("dt").with(text::with_values(locale)), el("dd").with(el("ul").with(inputs))));
    let facts = classed("dl", "why-card")
        .with(el("dt").with(text::formula(locale)))
        .with(el("dd").with(el("code").with(translate(&found.formula, locale))))
        .with(with_values)
        .with(el("dt").with(text::result(locale)))
        .with(el("dd").with(quantity(found.value, unit(found.unit), locale)))
        .with(el("dt").with(text::source(locale)))
        .with(el("dd").with(translate(&found.source, locale)));
    let summary = el("summary").with(text::why(locale)).with(hidden(format!(": {subject}")));
    Some(classed("details", "why").attr("name", "why").with(summary).with(facts))
}

const fn unit(unit: Wire) -> Unit {
    match unit {
        Wire::Bytes => Unit::Bytes,
        Wire::Seconds => Unit::Seconds,
        Wire::SamplesPerSecond => Unit::SamplesPerSecond,
        Wire::BytesPerSecond => Unit::BytesPerSecond,
        Wire::Flops => Unit::Flops,
        Wire::FlopsPerSecond => Unit::FlopsPerSecond,
        Wire::Count => Unit::Count,
    }
}
