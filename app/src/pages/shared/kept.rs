//! A stored plan that names what the catalog no longer lists: its stored figures, what is missing, and the way on.

use api::query;
use api::v1::Scenario;
use engine::units::{Bytes, SamplesPerSecond, Seconds};
use leptos::prelude::*;
use serde_json::Value;

use super::super::unlisted::told;
use super::settings;
use crate::context::StoredPlan;
use crate::draw::outer_html;
use crate::format;
use crate::locale::Locale;
use crate::messages::{pages, products as text, results};
use crate::plan::instead::Instead;
use crate::planner::results::title_of;

/// Model and card, by their ids where the catalog has no name.
pub fn title(stored: &StoredPlan) -> String {
    let scenario = asked(stored);
    let cards = scenario.hardware.gpu_count.unwrap_or(1) * scenario.hardware.nodes.unwrap_or(1);
    title_of(&scenario, cards)
}

/// Draws what is missing, the stored figures and the stored settings.
pub fn section(stored: &StoredPlan, instead: &Instead, locale: Locale) -> AnyView {
    let missing: Vec<_> =
        instead.missing.iter().map(|missing| view! { <li>{told(missing.kind, &missing.given, locale)}</li> }).collect();
    let result: Value = serde_json::from_str(&stored.result_json).unwrap_or_default();
    let pinned = result.get("inputs").and_then(|inputs| api::json::parse_scenario(inputs.to_string().as_bytes()).ok());
    let asked = asked(stored);
    let settings = settings(&asked, &pinned.unwrap_or_else(|| asked.clone()), locale);
    view! {
        <section class="card" data-testid="missing">
            <h2>{text::missing_title(locale)}</h2>
            <ul class="sources">{missing}</ul>
            <p>{text::missing_about(locale)}</p>
            <p inner_html=outer_html(&instead.link(locale))></p>
        </section>
        <section class="card" data-testid="stored">
            <h2>{pages::shared_stored(locale)}</h2>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text::figure(locale)}</th>
                        <th scope="col">{text::value(locale)}</th>
                    </tr>
                </thead>
                <tbody>{figures(&result, locale)}</tbody>
            </table>
        </section>
        <div class="results" inner_html=outer_html(&settings)></div>
    }
    .into_any()
}

fn asked(stored: &StoredPlan) -> Scenario {
    query::parse_string(stored.query.trim_start_matches('?')).scenario
}

/// The stored headline figures; one that an early version did not give is a dash.
fn figures(result: &Value, locale: Locale) -> Vec<AnyView> {
    let number = |pointer: &str| result.pointer(pointer).and_then(Value::as_f64).filter(|number| *number >= 0.0);
    let whole = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64);
    let memory = |pointer: &str| whole(pointer).map(|bytes| format::gib(Bytes(bytes)));
    let fits = result.pointer("/vram/fits").and_then(Value::as_bool);
    let verdict = fits.map(|fits| if fits { results::verdict_fits(locale) } else { results::verdict_short(locale) }.to_owned());
    [
        (text::verdict(locale), verdict),
        (results::vram(locale), memory("/vram/device_peak_bytes")),
        (text::usable_memory(locale), memory("/vram/capacity_bytes")),
        (text::largest_batch(locale), whole("/limits/max_micro_batch_size").map(format::count)),
        (results::ram(locale), memory("/ram/peak_bytes")),
        (text::samples(locale), number("/speed/samples_per_second").map(|rate| format::samples(SamplesPerSecond::new(rate)))),
        (results::epoch_time(locale), number("/speed/epoch_seconds").map(|time| format::duration(Seconds::new(time), locale))),
    ]
    .into_iter()
    .map(|(label, value)| {
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td>{value.unwrap_or_else(|| "–".to_owned())}</td>
            </tr>
        }
        .into_any()
    })
    .collect()
}
