//! How close answers about models that are served come to what others measured: engine by engine, figure by figure.

use std::collections::BTreeMap;

use leptos::prelude::*;
use wording::format;

use super::summary::middle;
use crate::locale::Locale;
use crate::messages::accuracy_serving as text;

/// Every comparison, a line each.
pub const TABLE: &str = include_str!("../../../../docs/accuracy-serving.csv");

/// Deviations of one engine's figure.
struct Group {
    engine: String,
    figure: &'static str,
    deviations: Vec<f64>,
}

/// Rows whose run is known in every condition, by engine and figure; and how many others there are.
fn groups() -> (Vec<Group>, usize) {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let mut named: BTreeMap<(String, &'static str), Vec<f64>> = BTreeMap::new();
    let mut others = 0;
    let head = reader.headers().cloned().unwrap_or_default();
    let place = |name: &str| head.iter().position(|column| column == name).unwrap_or(usize::MAX);
    let places = ["standing", "measured", "predicted", "engine", "figure"].map(place);
    for line in reader.records().flatten() {
        let [standing, measured, predicted, engine, figure] = places.map(|place| line.get(place).unwrap_or_default());
        if standing != "complete" {
            others += 1;
            continue;
        }
        if let (Ok(measured), Ok(predicted)) = (measured.parse::<f64>(), predicted.parse::<f64>()) {
            let deviation = (predicted / measured - 1.0).abs();
            named.entry((engine.to_owned(), text::kind(figure))).or_default().push(deviation);
        }
    }
    let group = |((engine, figure), deviations)| Group { engine, figure, deviations };
    (named.into_iter().map(group).collect(), others)
}

/// Draws the section.
pub fn section(locale: Locale) -> AnyView {
    let (groups, others) = groups();
    let rows: Vec<_> = groups
        .into_iter()
        .filter_map(|Group { engine, figure, mut deviations }| {
            let count = deviations.len();
            let median = middle(deviations.clone())?;
            deviations.sort_by(f64::total_cmp);
            // The nearest rank.
            let p95 = *deviations.get((count * 95).div_ceil(100).saturating_sub(1))?;
            Some(view! {
                <tr>
                    <th scope="row">{engine} " " <span class="fine">{text::figure(figure, locale)}</span></th>
                    <td>{format::tally(count)}</td>
                    <td>{format::fine_percent(median)}</td>
                    <td>{format::fine_percent(p95)}</td>
                </tr>
            })
        })
        .collect();
    view! {
        <h2 id="serving">{text::title(locale)}</h2>
        <p class="measure">{text::about(locale)} " " {text::others(locale, &format::tally(others))}</p>
        <div class="scroll" tabindex="0" role="region" aria-label=text::title(locale)>
            <table class="catalog paces" data-testid="serving-accuracy">
                <thead>
                    <tr>
                        <th scope="col">{text::what(locale)}</th>
                        <th scope="col">{text::rows(locale)}</th>
                        <th scope="col">{text::median(locale)}</th>
                        <th scope="col">{text::p95(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
