//! Price against time of the whole run, both on logarithmic axes; the table beside it has the same figures.

use leptos::prelude::*;
use wire::Locale;
use wording::format;
use workstation::machines::{Label, Machine};

use super::machine::{name, spoken_labels};
use crate::components::scatter::{Axis, HEIGHT, WIDTH, frame};
use crate::draw::view::inside;
use crate::messages::need as text;

/// Draws the machines whose price is known; nothing where there are fewer than two.
pub fn picture(machines: &[(Vec<Label>, &Machine)], locale: Locale) -> Option<AnyView> {
    let priced: Vec<&(Vec<Label>, &Machine)> =
        machines.iter().filter(|(_, machine)| machine.build.bill().whole().is_some()).collect();
    if priced.len() < 2 {
        return None;
    }
    let prices: Vec<f64> = priced.iter().map(|(_, machine)| machine.build.bill().amount).collect();
    let times: Vec<f64> = priced.iter().map(|(_, machine)| machine.build.run_seconds()).collect();
    let x = Axis::of_prices(&prices);
    let y = Axis::of_times(&times);
    let frame = frame(&x, &y, text::axis_price(locale), text::axis_time(locale), locale);
    let marks: Vec<_> = priced
        .iter()
        .map(|(labels, machine)| {
            let (price, time) = (machine.build.bill().amount, machine.build.run_seconds());
            let about = format!("{}: {}, {}", name(&machine.build), format::dollars(price), format::spelled_time(time, locale));
            view! {
                <path class="points machine-mark" d=mark(labels, x.place(price), y.place(time))>
                    <title>{format!("{} · {about}", spoken_labels(labels, locale))}</title>
                </path>
            }
        })
        .collect();
    let drawing = view! {
        <figure class="card prices">
            <figcaption>{text::picture(locale)}</figcaption>
            <svg
                class="scatter"
                viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                role="img"
                aria-labelledby="prices-title"
                aria-describedby="prices-about"
            >
                <title id="prices-title">{text::picture(locale)}</title>
                <desc id="prices-about">{text::picture_about(locale, &priced.len().to_string())}</desc>
                <g>{inside(&frame)}</g>
                {marks}
            </svg>
        </figure>
    };
    Some(drawing.into_any())
}

/// A triangle for the cheapest, a diamond for the best value, a square for the fastest, a dot for the rest.
fn mark(labels: &[Label], x: f64, y: f64) -> String {
    match labels.first() {
        Some(Label::Cheapest) => format!("M{x:.1} {:.1}l7 12h-14z", y - 8.0),
        Some(Label::BestValue) => format!("M{x:.1} {:.1}l8 8-8 8-8-8z", y - 8.0),
        Some(Label::Fastest) => format!("M{:.1} {:.1}h12v12h-12z", x - 6.0, y - 6.0),
        _ => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4.0),
    }
}
