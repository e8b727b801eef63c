//! "Why": an explained number behind a disclosure.

use engine::estimate::{Explanation, Unit};
use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use leptos::prelude::*;

use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// The explanation of the number with this id, where the engine gave one.
#[must_use]
pub fn why(explanations: &[Explanation], id: &str, subject: &str, locale: Locale) -> AnyView {
    explanations.iter().find(|explanation| explanation.id == id).map(|found| disclosure(found, subject, locale)).into_any()
}

fn disclosure(explanation: &Explanation, subject: &str, locale: Locale) -> AnyView {
    let inputs: Vec<_> = explanation
        .inputs
        .iter()
        .map(|(name, value, unit)| {
            view! {
                <li>
                    <code>{*name}</code>
                    " = "
                    {quantity(*value, *unit, locale)}
                </li>
            }
        })
        .collect();
    view! {
        <details class="why" name="why" data-testid=format!("why-{}", explanation.id)>
            <summary>
                {text::why(locale)} <span class="visually-hidden">{format!(": {subject}")}</span>
            </summary>
            <dl class="why-card">
                <dt>{text::formula(locale)}</dt>
                <dd>
                    <code>{explanation.formula}</code>
                </dd>
                <dt>{text::with_values(locale)}</dt>
                <dd>
                    <ul>{inputs}</ul>
                </dd>
                <dt>{text::result(locale)}</dt>
                <dd>{quantity(explanation.value, explanation.unit, locale)}</dd>
                <dt>{text::source(locale)}</dt>
                <dd>{explanation.source}</dd>
            </dl>
        </details>
    }
    .into_any()
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
        Unit::FlopsPerSecond => format!("{} TFLOP/s", format::significant(value / 1e12)),
        Unit::Count if value.fract() == 0.0 => format::count(value as u64),
        Unit::Count => format::significant(value),
    }
}
