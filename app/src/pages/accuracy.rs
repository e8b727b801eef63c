//! Estimates against references: the accuracy report as a page.
//!
//! The model behind it: `cargo xtask accuracy --write` leaves one line for every compared row; everything here is
//! counted from those lines, so that page, report and file cannot disagree.

mod bands;
mod links;
mod plot;
mod rows;
mod serving;
mod summary;
mod tables;
mod time;
mod words;

use leptos::prelude::*;
use wording::format;

use crate::context::request_locale;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::{accuracy as text, accuracy_serving, accuracy_time};

pub use rows::TABLE;
use rows::{Row, Set, rows};
pub use serving::TABLE as SERVING_TABLE;
use summary::{Summary, group_by};
pub use time::TABLE as TIME_TABLE;

/// Draws the page.
///
/// Types are erased part by part, as the whole page's is deeper than the compiler follows.
#[component]
pub fn Accuracy() -> impl IntoView {
    let locale = request_locale();
    let rows = rows();
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide accuracy">
            {introduction(rows, locale)}
            <h2 id="plot">{text::plot(locale)}</h2>
            <div class="against">{figure(rows, locale)} {bands::bands(rows, locale)}</div>
            {part(text::by_family(locale), tables::by_family(rows, locale))}
            {part(text::by_source(locale), tables::by_source(rows, locale))}
            {part(text::misses(locale), tables::misses(rows, locale))}
            {time::section(locale)}
            {serving::section(locale)}
            {instructions(locale)}
        </section>
    }
}

/// The plot of what others have published, for a page that shows what there is.
pub fn picture(locale: Locale) -> Option<AnyView> {
    let published: Vec<Row> = rows().iter().filter(|row| row.set == Set::Published).cloned().collect();
    plot::plot(&published, locale)
}

/// What is compared with what, and how it went on the whole.
fn introduction(rows: &'static [Row], locale: Locale) -> AnyView {
    let sets: Vec<_> = Set::ALL.into_iter().map(|set| card(set, rows, locale)).collect();
    view! {
        <h1>{text::title(locale)}</h1>
        <p class="measure">{text::about(locale, &format::tally(rows.len()))}</p>
        <h2 class="visually-hidden">{text::sets(locale)}</h2>
        <ul class="sets">{sets}</ul>
        <p class="fine measure">{text::metrics(locale)}</p>
    }
    .into_any()
}

/// The plot with its key.
fn figure(rows: &'static [Row], locale: Locale) -> AnyView {
    let keys: Vec<_> = Set::ALL
        .into_iter()
        .filter(|set| rows.iter().any(|row| row.set == *set))
        .map(|set| view! { <li>{plot::key(set)} " " {words::set(set, locale)}</li> })
        .collect();
    view! {
        <figure>
            {plot::plot(rows, locale)}
            <figcaption>
                <ul class="keys">
                    {keys}
                    <li>
                        <svg class="swatch" width="14" height="14" aria-hidden="true">
                            <rect class="plot-band" width="14" height="14" />
                        </svg>
                        " "
                        {text::band(locale)}
                    </li>
                </ul>
                <p class="fine">{text::plot_reading(locale)}</p>
            </figcaption>
        </figure>
    }
    .into_any()
}

/// A table under its heading.
fn part(title: &'static str, table: AnyView) -> AnyView {
    view! {
        <h2>{title}</h2>
        {table}
    }
    .into_any()
}

/// How anyone gets the same figures.
fn instructions(locale: Locale) -> AnyView {
    view! {
        <h2>{text::run(locale)}</h2>
        <p class="measure">{text::run_about(locale)}</p>
        <pre class="command"><code>"cargo xtask accuracy"</code></pre>
        <p>
            <a href="/accuracy.csv" download="">{text::every_row(locale)}</a>
            " · "
            <a href="/accuracy-time.csv" download="">{accuracy_time::every_rate(locale)}</a>
            " · "
            <a href="/accuracy-serving.csv" download="">{accuracy_serving::every_row(locale)}</a>
        </p>
    }
    .into_any()
}

/// A set in one glance: what it is, and how close the engine comes to it.
fn card(set: Set, rows: &'static [Row], locale: Locale) -> AnyView {
    let of_set: Vec<&Row> = rows.iter().filter(|row| row.set == set).collect();
    let figures: Vec<_> = group_by(of_set.iter().copied(), Row::section)
        .into_iter()
        .filter_map(|(section, rows)| {
            let Summary { median, p95, worst, configurations, .. } = Summary::new(&rows)?;
            Some(view! {
                <div>
                    <dt>{text::median_of(locale, words::section(section, locale), &format::tally(configurations))}</dt>
                    <dd>
                        <strong>{format::fine_percent(median)}</strong>
                        <span class="fine">
                            {format!("{} · {}", text::p95_of(locale, &format::fine_percent(p95)), text::worst_of(locale, &format::fine_percent(worst)))}
                        </span>
                    </dd>
                </div>
            })
        })
        .collect();
    let count = Summary::new(&of_set).map_or_else(
        || text::no_rows(locale).to_owned(),
        |summary| text::count_of(locale, &format::tally(summary.rows), &format::tally(summary.configurations)),
    );
    view! {
        <li class=format!("card {}", words::class(set))>
            <h3>{plot::key(set)} " " {words::set(set, locale)}</h3>
            <p class="fine">{count}</p>
            <dl>{figures}</dl>
            <p class="about">{words::about(set, locale)}</p>
        </li>
    }
    .into_any()
}
