//! How close answers about models that are served come to what others measured: engine by engine, figure by figure.

use std::collections::BTreeMap;

use leptos::prelude::*;
use wording::format;

use crate::locale::Locale;
use crate::messages::accuracy_serving as text;

/// Every comparison, a line each.
pub const TABLE: &str = include_str!("../../../../docs/accuracy-serving.csv");

/// Deviations of one engine's figure.
struct Group {
    engine: &'static str,
    figure: &'static str,
    deviations: Vec<f64>,
}

/// Rows whose run is known in every condition, by engine and figure.
fn groups() -> Vec<Group> {
    let mut lines = TABLE.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let place = |name: &str| head.iter().position(|column| *column == name);
    let (Some(engine), Some(figure), Some(standing), Some(measured), Some(predicted)) =
        (place("engine"), place("figure"), place("standing"), place("measured"), place("predicted"))
    else {
        return Vec::new();
    };
    let mut named: BTreeMap<(&'static str, &'static str), Vec<f64>> = BTreeMap::new();
    for line in lines.filter(|line| line.get(standing) == Some(&"complete")) {
        let number = |place: usize| line.get(place).and_then(|text| text.parse::<f64>().ok());
        if let (Some(measured), Some(predicted)) = (number(measured), number(predicted)) {
            named.entry((line[engine], line[figure])).or_default().push((predicted / measured - 1.0).abs());
        }
    }
    named
        .into_iter()
        .map(|((engine, figure), mut deviations)| {
            deviations.sort_by(f64::total_cmp);
            Group { engine, figure, deviations }
        })
        .collect()
}

/// Draws the section.
pub fn section(locale: Locale) -> AnyView {
    let rows: Vec<_> = groups()
        .into_iter()
        .filter_map(|Group { engine, figure, deviations }| {
            let count = deviations.len();
            let median = *deviations.get(count / 2)?;
            let p95 = *deviations.get((count * 95 / 100).min(count.saturating_sub(1)))?;
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
        <p class="measure">{text::about(locale)}</p>
        <div class="scroll" tabindex="0" role="region" aria-label=text::title(locale)>
            <table class="catalog" data-testid="serving-accuracy">
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
