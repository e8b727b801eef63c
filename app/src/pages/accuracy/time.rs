//! Rates that others measured against the engine's: the time of a step, and what feeds it.
//!
//! Counted, like the page's memory, from the lines that `cargo xtask accuracy --write` leaves.

mod names;
mod rows;
mod summary;
mod tables;

use leptos::prelude::*;
use wording::format;

use super::plot::{Scatter, Series, Shape, scatter, swatch};
use super::words;
use crate::locale::Locale;
use crate::messages::{accuracy_time as time, pages};

pub use rows::TABLE;
use rows::{Row, Section, rows};
use summary::{Configuration, configurations};

/// Width of the plot's band: the median should be within it.
const BAND: f64 = 0.20;

/// Draws the section.
pub fn section(locale: Locale) -> AnyView {
    let of = |section| configurations(rows().iter().filter(|row| row.section == section));
    let complete = of(Section::Complete);
    let others: Vec<_> = Section::ALL.into_iter().skip(1).map(|section| (section, of(section))).collect();
    let (apart, right) = summary::count_ranked_pairs(&complete);
    let family = |row: &'static Row| words::family(&row.family, locale).into_owned();
    view! {
        <h2 id="time">{time::title(locale)}</h2>
        <p class="measure">{time::about(locale, &format::tally(rows().len()))}</p>
        <p class="measure">{time::ranking(locale, &format::tally(apart), &format::tally(right))}</p>
        <div class="against">{figure(&complete, &others, locale)} {tables::bands(&complete, locale)}</div>
        <h3>{time::by_family(locale)}</h3>
        {tables::by(time::by_family(locale), pages::family(locale), &complete, family, locale)}
        <h3>{time::by_generation(locale)}</h3>
        {tables::by(time::by_generation(locale), time::generation(locale), &complete, |row| row.generation.clone(), locale)}
        <h3>{time::by_source(locale)}</h3>
        {tables::by_source(&complete, locale)}
        <h3>{time::others(locale)}</h3>
        <p class="measure">{time::others_about(locale)}</p>
        {tables::others(&others, locale)}
        <h3>{time::misses(locale)}</h3>
        {tables::misses(&complete, locale)}
    }
    .into_any()
}

/// The plot with its key.
fn figure(complete: &[Configuration], others: &[(Section, Vec<Configuration>)], locale: Locale) -> AnyView {
    let places = |all: &[Configuration]| all.iter().map(|one| (one.measured, one.row.predicted)).collect();
    let open: Vec<_> = others.iter().filter(|(section, _)| *section == Section::ConditionOpen).collect();
    let series = [
        Series { class: "published", shape: Shape::Triangle, places: places(complete) },
        Series {
            class: "measured",
            shape: Shape::Diamond,
            places: open.iter().flat_map(|(_, all)| places(all)).collect::<Vec<_>>(),
        },
    ];
    let within = complete.iter().filter(|one| one.deviation().abs() <= BAND).count();
    let plot = Scatter {
        id: "rates",
        title: time::plot_title(locale),
        about: time::plot_about(locale, &format::tally(complete.len()), &format::tally(within)),
        axes: [time::axis_measured(locale), time::axis_predicted(locale)],
        band: BAND,
        tick: 10.0,
        room: 80,
    };
    let keys = [(Section::Complete, &series[0]), (Section::ConditionOpen, &series[1])].map(
        |(section, Series { class, shape, .. })| view! { <li>{swatch(class, *shape)} " " {names::section(section, locale)}</li> },
    );
    view! {
        <figure>
            {scatter(plot, &series)}
            <figcaption>
                <ul class="keys">
                    {keys}
                    <li>
                        <svg class="swatch" width="14" height="14" aria-hidden="true">
                            <rect class="plot-band" width="14" height="14" />
                        </svg>
                        " "
                        {time::band(locale)}
                    </li>
                </ul>
                <p class="fine">{time::plot_reading(locale)}</p>
            </figcaption>
        </figure>
    }
    .into_any()
}
