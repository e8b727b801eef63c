//! Price against time of the whole run, both on logarithmic axes; the table beside it has the same figures.

use std::fmt::Write as _;

use api::Locale;
use api::machines::{Label, Machine, duration, money};
use leptos::prelude::*;

use super::machine::{name, spoken_labels};
use crate::messages::need as text;

/// Size of the drawing and of its margins, in its own units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 84.0;
const BOTTOM: f64 = 40.0;
const MARGIN: f64 = 16.0;
/// Ticks of a decade.
const TICKS: [f64; 3] = [1.0, 2.0, 5.0];
/// Times that people count by, in seconds.
const TIMES: [f64; 16] = [
    60.0,
    300.0,
    600.0,
    1800.0,
    3600.0,
    7200.0,
    14_400.0,
    28_800.0,
    57_600.0,
    86_400.0,
    172_800.0,
    345_600.0,
    691_200.0,
    1_382_400.0,
    2_764_800.0,
    5_529_600.0,
];

/// A logarithmic axis.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn of(values: &[f64], from: f64, to: f64) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min) / 1.25;
        let high = values.iter().copied().fold(0.0, f64::max) * 1.25;
        Self { low, high, from, to }
    }

    fn place(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value / self.low).ln() / (self.high / self.low).ln()
    }

    fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Draws the machines whose price is known; nothing where there are fewer than two.
pub fn picture(machines: &[(Vec<Label>, &Machine)], locale: Locale) -> Option<AnyView> {
    let priced: Vec<&(Vec<Label>, &Machine)> =
        machines.iter().filter(|(_, machine)| machine.build.bill().unknown_parts == 0).collect();
    if priced.len() < 2 {
        return None;
    }
    let prices: Vec<f64> = priced.iter().map(|(_, machine)| machine.build.bill().amount).collect();
    let times: Vec<f64> = priced.iter().map(|(_, machine)| machine.build.run_seconds()).collect();
    let x = Axis::of(&prices, LEFT, WIDTH - MARGIN);
    let y = Axis::of(&times, HEIGHT - BOTTOM, MARGIN);
    let marks: Vec<_> = priced
        .iter()
        .map(|(labels, machine)| {
            let (price, time) = (machine.build.bill().amount, machine.build.run_seconds());
            let about = format!("{}: {}, {}", name(&machine.build), money(price), duration(time, locale));
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
                <g inner_html=frame(&x, &y, locale)></g>
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

/// Grid, ticks and names of the axes.
fn frame(x: &Axis, y: &Axis, locale: Locale) -> String {
    let (right, bottom) = (WIDTH - MARGIN, HEIGHT - BOTTOM);
    let mut svg = String::new();
    let prices = (1..7).flat_map(|decade| TICKS.map(|tick| tick * 10_f64.powi(decade)));
    for price in prices.filter(|price| x.holds(*price)) {
        let place = x.place(price);
        let label = api::text::number(price);
        let _ = write!(
            svg,
            "<path class=\"plot-grid\" d=\"M{place:.1} {MARGIN}V{bottom}\"/>\
             <text class=\"plot-text\" x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            bottom + 16.0
        );
    }
    for time in TIMES.into_iter().filter(|time| y.holds(*time)) {
        let place = y.place(time);
        let label = duration(time, locale);
        let _ = write!(
            svg,
            "<path class=\"plot-grid\" d=\"M{LEFT} {place:.1}H{right}\"/>\
             <text class=\"plot-text\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6.0,
            place + 4.0
        );
    }
    let _ = write!(
        svg,
        "<path class=\"plot-axis\" fill=\"none\" d=\"M{LEFT} {MARGIN}V{bottom}H{right}\"/>\
         <text class=\"plot-text\" x=\"{right}\" y=\"{}\" text-anchor=\"end\">{}</text>\
         <text class=\"plot-text\" x=\"{}\" y=\"{}\">{}</text>",
        bottom + 32.0,
        text::axis_price(locale),
        LEFT + 6.0,
        MARGIN + 10.0,
        text::axis_time(locale)
    );
    svg
}
