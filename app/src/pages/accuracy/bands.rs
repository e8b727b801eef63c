//! The plot in figures: how many rows of each size lie how close.

use leptos::prelude::*;
use wording::format;

use super::plot::{BAND, key};
use super::rows::{Row, Set};
use super::summary::group_by;
use super::tables::scroll;
use super::words;
use crate::locale::Locale;
use crate::messages::accuracy as text;

/// Where sizes of references part, in GiB.
const EDGES: [u32; 4] = [1, 4, 16, 64];

/// Draws the table.
pub fn bands(rows: &'static [Row], locale: Locale) -> AnyView {
    let sections: Vec<_> = Set::ALL
        .into_iter()
        .filter_map(|set| {
            let sizes = group_by(rows.iter().filter(|row| row.set == set), size);
            let lines: Vec<_> = sizes.into_iter().map(|(size, rows)| line(size, &rows, locale)).collect();
            (!lines.is_empty()).then(|| {
                view! {
                    <tbody>
                        <tr class="section">
                            <th scope="rowgroup" colspan="6">
                                <span class="set">{key(set)} " " {words::set(set, locale)}</span>
                            </th>
                        </tr>
                        {lines}
                    </tbody>
                }
            })
        })
        .collect();
    let heads = [
        text::size(locale),
        text::rows(locale),
        text::within_5(locale),
        text::within_15(locale),
        text::too_low(locale),
        text::too_high(locale),
    ]
    .map(|head| view! { <th scope="col">{head}</th> });
    scroll(
        text::plot_table(locale),
        view! {
            <table class="catalog deviations">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                {sections}
            </table>
        },
    )
}

/// How many edges a row's reference has reached.
fn size(row: &Row) -> usize {
    EDGES.iter().filter(|edge| row.reference_gib() >= f64::from(**edge)).count()
}

fn size_name(size: usize, locale: Locale) -> String {
    let edge = |place: usize| EDGES.get(place).map(u32::to_string);
    match (size.checked_sub(1).and_then(edge), edge(size)) {
        (Some(low), Some(high)) => text::size_between(locale, &low, &high),
        (Some(low), None) => text::size_above(locale, &low),
        (None, high) => text::size_below(locale, &high.unwrap_or_default()),
    }
}

fn line(size: usize, rows: &[&Row], locale: Locale) -> impl IntoView + use<> {
    let count = |holds: fn(f64) -> bool| format::tally(rows.iter().filter(|row| holds(row.deviation())).count());
    let cells = [
        format::tally(rows.len()),
        count(|deviation| deviation.abs() <= 0.05),
        count(|deviation| deviation.abs() <= BAND),
        count(|deviation| deviation < -BAND),
        count(|deviation| deviation > BAND),
    ]
    .map(|cell| view! { <td>{cell}</td> });
    view! {
        <tr>
            <th scope="row">{size_name(size, locale)}</th>
            {cells}
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_names() {
        let names: Vec<String> = (0..=EDGES.len()).map(|size| size_name(size, Locale::En)).collect();
        assert_eq!(names, ["below 1 GiB", "1 to 4 GiB", "4 to 16 GiB", "16 to 64 GiB", "64 GiB and more"]);
    }
}
