//! The tables of the page.

use leptos::prelude::*;
use wording::format;

use super::links::Repository;
use super::rows::{Row, Set};
use super::summary::{Summary, farthest, group_by};
use super::words;
use crate::locale::Locale;
use crate::messages::accuracy as text;
use crate::messages::pages;

/// How many misses are listed.
const MISSES: usize = 10;

/// Deviations by family, a section for each kind of reference.
pub fn by_family(rows: &'static [Row], locale: Locale) -> AnyView {
    let sections: Vec<_> = group_by(rows, |row| (row.set, row.section()))
        .into_iter()
        .map(|((set, section), of_section)| {
            let families: Vec<_> = group_by(of_section.iter().copied(), |row| row.family.as_str())
                .into_iter()
                .filter_map(|(family, rows)| Some(line(words::family(family, locale).into_owned(), Summary::new(&rows)?)))
                .collect();
            let all = (families.len() > 1).then(|| Summary::new(&of_section)).flatten();
            let all = all.map(|summary| {
                view! { <tbody class="all">{line(text::all_families(locale).to_owned(), summary)}</tbody> }
            });
            view! {
                <tbody>
                    <tr class="section">
                        <th scope="rowgroup" colspan="6">
                            {set_tag(set, locale)} " · " {words::section(section, locale)}
                        </th>
                    </tr>
                    {families}
                </tbody>
                {all}
            }
        })
        .collect();
    let title = text::by_family(locale);
    scroll(
        title,
        view! {
            <table class="catalog deviations">
                <thead>
                    <tr>
                        <th scope="col">{pages::family(locale)}</th>
                        {summary_heads(locale)}
                    </tr>
                </thead>
                {sections}
            </table>
        },
    )
}

/// Deviations by source, with the repositories that its rows name.
pub fn by_source(rows: &'static [Row], locale: Locale) -> AnyView {
    let lines: Vec<_> = group_by(rows, |row| (row.set, row.source.as_str()))
        .into_iter()
        .filter_map(|((set, source), rows)| {
            let summary = Summary::new(&rows)?;
            let repositories = group_by(rows.iter().copied(), |row| {
                Repository::first_in(&row.source_detail).or_else(|| Repository::first_in(&row.source))
            });
            let links: Vec<_> = repositories.into_keys().flatten().map(|repository| link(&repository, locale)).collect();
            let name = source.split('@').next().unwrap_or(source);
            let name = links.iter().all(|(shown, _)| shown != name).then(|| view! { <span class="source">{name}</span> });
            let links: Vec<_> = links.into_iter().map(|(_, view)| view).collect();
            Some(view! {
                <tr>
                    <th scope="row">{name} " " {links}</th>
                    <td>{set_tag(set, locale)}</td>
                    {summary_cells(summary)}
                </tr>
            })
        })
        .collect();
    let title = text::by_source(locale);
    scroll(
        title,
        view! {
            <table class="catalog deviations">
                <thead>
                    <tr>
                        <th scope="col">{text::source(locale)}</th>
                        <th scope="col">{text::kind(locale)}</th>
                        {summary_heads(locale)}
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        },
    )
}

/// A repository's name, and a link to it at its commit.
pub(super) fn link(repository: &Repository, locale: Locale) -> (String, impl IntoView + use<>) {
    let short: String = repository.commit.chars().take(7).collect();
    let view = view! {
        <span class="repository">
            <a href=repository.url() rel="external noopener">{repository.name.clone()}</a>
            <span class="fine">{" "}{text::at_commit(locale, &short)}</span>
        </span>
    };
    (repository.name.clone(), view)
}

/// The farthest misses with their reasons.
pub fn misses(rows: &'static [Row], locale: Locale) -> AnyView {
    let lines: Vec<_> = farthest(rows, MISSES).into_iter().map(|row| miss(row, locale)).collect();
    let title = text::misses(locale);
    scroll(
        title,
        view! {
            <table class="catalog deviations misses">
                <thead>
                    <tr>
                        <th scope="col">{text::step(locale)}</th>
                        <th scope="col">{text::kind(locale)}</th>
                        <th scope="col">{text::reference(locale)}</th>
                        <th scope="col">{text::estimate(locale)}</th>
                        <th scope="col">{text::deviation(locale)}</th>
                        <th scope="col">{text::reason(locale)}</th>
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        },
    )
}

fn miss(row: &'static Row, locale: Locale) -> impl IntoView {
    let model = catalog::model(&row.model).map_or(row.model.as_str(), |model| model.name);
    let metric = words::metric(row.metric, locale);
    let kind = match row.set {
        Set::Published => format!("{metric} · {}", words::section(row.section(), locale)),
        Set::Simulated | Set::Measured => metric.to_owned(),
    };
    let (reason, class) = words::reason(row, locale).map_or((text::not_known(locale), "fine"), |reason| (reason, ""));
    view! {
        <tr>
            <th scope="row">
                {model}
                <span class="fine settings" lang="en">{row.settings.clone()}</span>
                <span class="fine settings" lang="en">{format!("{} · {}", row.source, row.name)}</span>
            </th>
            <td>{set_tag(row.set, locale)} " " <span class="fine detail">{kind}</span></td>
            <td>{format::fine_gib(row.reference_gib())}</td>
            <td>{format::fine_gib(row.estimate_gib())}</td>
            <td class="miss">{format::fine_deviation(row.deviation())}</td>
            <td class="reason"><span class=class>{reason}</span></td>
        </tr>
    }
}

/// A set's name with its mark.
fn set_tag(set: Set, locale: Locale) -> impl IntoView {
    view! { <span class="set">{super::plot::key(set)} " " {words::set(set, locale)}</span> }
}

fn line(name: String, summary: Summary) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">{name}</th>
            {summary_cells(summary)}
        </tr>
    }
}

fn summary_heads(locale: Locale) -> impl IntoView {
    [text::rows(locale), text::configurations(locale), text::median(locale), text::p95(locale), text::worst(locale)]
        .map(|head| view! { <th scope="col">{head}</th> })
}

fn summary_cells(Summary { rows, configurations, median, p95, worst }: Summary) -> impl IntoView {
    [
        format::tally(rows),
        format::tally(configurations),
        format::fine_percent(median),
        format::fine_percent(p95),
        format::fine_percent(worst),
    ]
    .map(|cell| view! { <td>{cell}</td> })
}

/// A place of its own for a table that may be wider than the page; the keyboard can scroll it.
///
/// Its type is erased, as a page of several tables is deeper than the compiler follows types.
pub fn scroll(name: &'static str, table: impl IntoView + 'static) -> AnyView {
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            {table}
        </div>
    }
    .into_any()
}
