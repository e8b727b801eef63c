//! The tables of the section on time.

use std::collections::BTreeMap;

use leptos::prelude::*;
use wording::format;

use super::super::links::Repository;
use super::super::tables::{link, scroll};
use super::names;
use super::rows::{Row, Section};
use super::summary::{Closeness, Configuration};
use crate::locale::Locale;
use crate::messages::{accuracy as text, accuracy_time as time};

/// How many misses are listed.
const MISSES: usize = 10;

/// Half of the runs should be this close, and 9 of 10.
const AIMS: [f64; 2] = [0.20, 0.45];

/// Deviations of the runs with every condition known, by what a row says of them.
pub fn by(
    title: &'static str,
    head: &'static str,
    complete: &[Configuration],
    name: impl Fn(&'static Row) -> String,
    locale: Locale,
) -> AnyView {
    let mut groups: BTreeMap<String, Vec<&Configuration>> = BTreeMap::new();
    for one in complete {
        groups.entry(name(one.row)).or_default().push(one);
    }
    let lines: Vec<_> = groups.into_iter().filter_map(|(name, group)| Some(line(name, &Closeness::new(&group)?))).collect();
    let all = Closeness::new(&complete.iter().collect::<Vec<_>>()).map(|all| line(time::all(locale).to_owned(), &all));
    table(title, head, view! { <tbody>{lines}</tbody> <tbody class="all">{all}</tbody> }.into_any(), locale)
}

/// Deviations of the runs with every condition known by source, with the repositories that its rows name.
pub fn by_source(complete: &[Configuration], locale: Locale) -> AnyView {
    let mut groups: BTreeMap<&str, Vec<&Configuration>> = BTreeMap::new();
    for one in complete {
        groups.entry(&one.row.source).or_default().push(one);
    }
    let lines: Vec<_> = groups
        .into_values()
        .filter_map(|group| {
            let closeness = Closeness::new(&group)?;
            let row = group.first()?.row;
            let name = Repository::first_in(&row.source_detail)
                .map_or_else(|| row.source.clone().into_any(), |repository| link(&repository, locale).1.into_any());
            Some(line_of(name, &closeness))
        })
        .collect();
    table(time::by_source(locale), text::source(locale), view! { <tbody>{lines}</tbody> }.into_any(), locale)
}

/// Runs that no limit is set for, and what feeds the card.
pub fn others(others: &[(Section, Vec<Configuration>)], locale: Locale) -> AnyView {
    let lines: Vec<_> = others
        .iter()
        .filter_map(|(section, configurations)| {
            let group: Vec<&Configuration> = configurations.iter().collect();
            Some((names::section(*section, locale), Closeness::new(&group)?))
        })
        .map(|(name, closeness)| line(name.to_owned(), &closeness))
        .collect();
    table(time::others(locale), text::kind(locale), view! { <tbody>{lines}</tbody> }.into_any(), locale)
}

fn table(title: &'static str, head: &'static str, bodies: AnyView, locale: Locale) -> AnyView {
    let heads = [
        head,
        text::rows(locale),
        text::configurations(locale),
        text::median(locale),
        time::p90(locale),
        text::worst(locale),
        time::near(locale),
    ]
    .map(|head| view! { <th scope="col">{head}</th> });
    scroll(
        title,
        view! {
            <table class="catalog deviations">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                {bodies}
            </table>
        },
    )
}

fn line(name: String, closeness: &Closeness) -> AnyView {
    line_of(name.into_any(), closeness)
}

fn line_of(name: AnyView, Closeness { rows, configurations, median, p90, worst, near }: &Closeness) -> AnyView {
    let cells = [
        format::tally(*rows),
        format::tally(*configurations),
        format::fine_percent(*median),
        format::fine_percent(*p90),
        format::fine_percent(*worst),
        format::tally(*near),
    ]
    .map(|cell| view! { <td>{cell}</td> });
    view! {
        <tr>
            <th scope="row">{name}</th>
            {cells}
        </tr>
    }
    .into_any()
}

/// The plot in figures: how many configurations of each size lie how close.
pub fn bands(complete: &[Configuration], locale: Locale) -> AnyView {
    let mut sizes: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for one in complete {
        sizes.entry(decade(one.measured)).or_default().push(one.deviation());
    }
    let lines: Vec<_> = sizes
        .into_iter()
        .map(|(decade, deviations)| {
            let count = |holds: &dyn Fn(f64) -> bool| format::tally(deviations.iter().filter(|one| holds(**one)).count());
            let cells = [
                format::tally(deviations.len()),
                count(&|deviation| deviation.abs() <= AIMS[0]),
                count(&|deviation| deviation.abs() <= AIMS[1]),
                count(&|deviation| deviation < -AIMS[1]),
                count(&|deviation| deviation > AIMS[1]),
            ]
            .map(|cell| view! { <td>{cell}</td> });
            let [low, high] = [decade, decade + 1].map(|decade| format::count(10_u64.pow(decade)));
            view! {
                <tr>
                    <th scope="row">{time::rate_between(locale, &low, &high)}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    let heads = [
        time::measured(locale),
        text::configurations(locale),
        time::within_20(locale),
        time::within_45(locale),
        time::too_slow(locale),
        time::too_fast(locale),
    ]
    .map(|head| view! { <th scope="col">{head}</th> });
    scroll(
        time::plot_table(locale),
        view! {
            <table class="catalog deviations">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        },
    )
}

/// The power of ten below a rate, 0 for rates below 10.
fn decade(rate: f64) -> u32 {
    (1..9).take_while(|decade| rate >= 10_f64.powi(*decade)).count() as u32
}

/// The farthest misses with their reasons.
pub fn misses(complete: &[Configuration], locale: Locale) -> AnyView {
    let mut all: Vec<&Configuration> = complete.iter().collect();
    all.sort_by(|one, other| other.deviation().abs().total_cmp(&one.deviation().abs()));
    let lines: Vec<_> = all.into_iter().take(MISSES).map(|one| miss(one, locale)).collect();
    let heads =
        [text::step(locale), time::measured(locale), time::predicted(locale), text::deviation(locale), text::reason(locale)]
            .map(|head| view! { <th scope="col">{head}</th> });
    scroll(
        time::misses(locale),
        view! {
            <table class="catalog deviations misses timed">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        },
    )
}

fn miss(one: &Configuration, locale: Locale) -> impl IntoView + use<> {
    let row = one.row;
    let model = catalog::model(&row.model).map_or(row.model.as_str(), |model| model.name);
    let gpu = catalog::gpu(&row.gpu).map_or(row.gpu.as_str(), |gpu| gpu.name);
    let rate = |value: f64| format!("{} {}", format::significant(value), names::unit(&row.unit, locale));
    let reason = match locale {
        Locale::En => row.reason_en.as_str(),
        Locale::Zh => &row.reason_zh,
    };
    let (reason, class) = if reason.is_empty() { (text::not_known(locale), "fine") } else { (reason, "") };
    view! {
        <tr>
            <th scope="row">
                {format!("{model} · {gpu}")}
                <span class="fine settings" lang="en">{row.settings.clone()}</span>
                <span class="fine settings" lang="en">{format!("{} · {}", row.source, row.name)}</span>
            </th>
            <td>{rate(one.measured)}</td>
            <td>{rate(row.predicted)}</td>
            <td class="miss">{format::fine_deviation(one.deviation())}</td>
            <td class="reason"><span class=class>{reason}</span></td>
        </tr>
    }
}
