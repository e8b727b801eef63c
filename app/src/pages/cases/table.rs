//! The table of a study: each figure in every state, reported beside modeled, and what to make of it.

use leptos::prelude::*;

use super::answers::Answered;
use super::metric::Modeled;
use super::study::{Figure, Guide};
use super::words;
use crate::locale::Locale;
use crate::messages::cases as text;

/// Draws the table in a place of its own: it may be wider than the page, and the keyboard can scroll it.
pub fn table(answered: &'static Answered, locale: Locale) -> AnyView {
    let figures: Vec<_> = answered.study.figures.iter().map(|figure| group(figure, answered, locale)).collect();
    let heads = [
        text::figure(locale),
        text::state(locale),
        text::reported(locale),
        text::model(locale),
        text::deviation(locale),
        text::comment(locale),
    ]
    .map(|head| view! { <th scope="col">{head}</th> });
    let name = format!("{}: {}", text::figures(locale), answered.study.id);
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table class="catalog reports">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                {figures}
            </table>
        </div>
    }
    .into_any()
}

/// A figure's rows: one for each state, and for guide B how the two relate.
fn group(figure: &'static Figure, answered: &'static Answered, locale: Locale) -> AnyView {
    let (study, metric) = (answered.study, figure.metric);
    let modeled: Vec<Modeled> = answered.plans.iter().map(|plan| metric.modeled_value(plan)).collect();
    let mut lines: Vec<[String; 4]> = study
        .states
        .iter()
        .zip(figure.reported)
        .zip(&modeled)
        .map(|((state, reported), modeled)| {
            let label = (state.label)(locale).to_owned();
            let printed =
                reported.map_or_else(|| words::NOTHING.to_owned(), |value| words::reported_text(value, metric.unit(), locale));
            [label, printed, words::modeled_text(*modeled, metric.unit(), locale), words::deviation(*modeled, *reported)]
        })
        .collect();
    if study.guide == Guide::B {
        lines.push(ratio(figure, &modeled, locale));
    }
    let field = metric.field().map(|field| view! { <code lang="en">{field}</code> });
    let rowspan = lines.len().to_string();
    let mut first = Some(view! {
        <th scope="rowgroup" rowspan=rowspan.clone()>
            {(metric.name())(locale)}
            {field}
        </th>
    });
    let mut comment = Some(view! { <td class="reason" rowspan=rowspan>{(figure.comment)(locale)}</td> });
    let is_ratio = |place: usize| place == study.states.len();
    let rows: Vec<_> = lines
        .into_iter()
        .enumerate()
        .map(|(place, [label, reported, modeled, deviation])| {
            view! {
                <tr class=is_ratio(place).then_some("ratio")>
                    {first.take()}
                    <th scope="row">{label}</th>
                    <td>{reported}</td>
                    <td class="model">{modeled}</td>
                    <td>{deviation}</td>
                    {comment.take()}
                </tr>
            }
        })
        .collect();
    view! { <tbody>{rows}</tbody> }.into_any()
}

/// After over before, as reported and as modeled.
fn ratio(figure: &Figure, modeled: &[Modeled], locale: Locale) -> [String; 4] {
    let value = |modeled: Option<&Modeled>| match modeled {
        Some(Modeled::Value(value)) => Some(*value),
        _ => None,
    };
    let reported = words::ratio(figure.reported.first().copied().flatten(), figure.reported.get(1).copied().flatten());
    let modeled = words::ratio(value(modeled.first()), value(modeled.get(1)));
    [text::ratio(locale).to_owned(), reported, modeled, words::NOTHING.to_owned()]
}
