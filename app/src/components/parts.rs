//! The table under a bar: each part with its key, size, share and reason.

use engine::estimate::Explanation;
use engine::units::Bytes;
use leptos::prelude::*;

use super::bar::{Segment, swatch};
use super::why::why;
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// A row: the part and the id under which the engine explains it.
pub type Row = (Segment, &'static str);

/// Draws the table; parts of no size are left out.
#[must_use]
pub fn parts_table(rows: &[Row], caption: &'static str, total_id: &str, explanations: &[Explanation], locale: Locale) -> AnyView {
    let total: Bytes = rows.iter().map(|(segment, _)| segment.amount).sum();
    let body: Vec<_> = rows
        .iter()
        .filter(|(segment, _)| segment.amount > Bytes::ZERO)
        .map(|(segment, id)| {
            view! {
                <tr>
                    <th scope="row">{swatch(segment.pattern)} {segment.label}</th>
                    <td>{format::bytes(segment.amount)}</td>
                    <td>{share(segment.amount, total)}</td>
                    <td>{why(explanations, id, segment.label, locale)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <table class="parts">
            <caption class="visually-hidden">{caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{text::part(locale)}</th>
                    <th scope="col">{text::amount(locale)}</th>
                    <th scope="col">{text::share(locale)}</th>
                    <th scope="col">
                        <span class="visually-hidden">{text::why(locale)}</span>
                    </th>
                </tr>
            </thead>
            <tbody>{body}</tbody>
            <tfoot>
                <tr>
                    <th scope="row">{text::total(locale)}</th>
                    <td>{format::bytes(total)}</td>
                    <td>"100 %"</td>
                    <td>{why(explanations, total_id, text::total(locale), locale)}</td>
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}

fn share(amount: Bytes, total: Bytes) -> String {
    format::percent(if total == Bytes::ZERO { 0.0 } else { amount.as_f64() / total.as_f64() })
}
