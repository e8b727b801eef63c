//! Price against time of the whole run, both on logarithmic axes; every mark has the name of its machine and leads to it, and
//! the table beside it has the same figures.

use wire::Locale;
use wording::format;
use workstation::machines::{Label, Machine};

use super::anchor::anchor;
use super::asked::Asked;
use super::machine::{name, spoken_labels};
use crate::components::scatter::{Axis, NARROW, Plot, WIDE, fitting, frame, place_names, unit};
use crate::locale::colon;
use crate::messages::need as text;
use markup::{Element, classed, el};

/// What a mark takes around its middle, in the drawing's units.
const RADIUS: f64 = 9.0;

/// A machine of the picture.
struct Point<'a> {
    name: String,
    href: String,
    labels: &'a [Label],
    price: f64,
    time: f64,
    spoken: String,
}

/// Draws the machines whose price is known; nothing where there are fewer than two.
pub fn picture(asked: &Asked, machines: &[(Vec<Label>, &Machine)], locale: Locale) -> Option<Element> {
    let points: Vec<Point> = machines
        .iter()
        .enumerate()
        .filter_map(|(place, (labels, machine))| {
            let (usd, time) = (machine.build.bill().whole()?, machine.build.run_seconds());
            let name = name(&machine.build);
            let short = short_name(&name);
            let figures = [name.clone(), asked.purse.told(usd), format::spelled_time(time, locale)].join(locale.pick(", ", "，"));
            let spoken = format!("{}{}{figures}", spoken_labels(labels, locale), colon(locale));
            let href = format!("#{}", anchor(place, labels));
            Some(Point { name: short, href, labels, price: asked.purse.of_dollars(usd), time, spoken })
        })
        .collect();
    if points.len() < 2 {
        return None;
    }
    let about = text::picture_about(locale, &format::tally(points.len()));
    let caption = el("figcaption").with(el("h3").with(text::picture(locale))).with(classed("p", "fine").with(about));
    let figure = classed("figure", "card prices")
        .attr("data-testid", "prices")
        .with(caption)
        .with(drawing(&WIDE, &points, asked, locale))
        .with(drawing(&NARROW, &points, asked, locale));
    Some(figure)
}

fn drawing(plot: &Plot, points: &[Point], asked: &Asked, locale: Locale) -> Element {
    let x = Axis::of_prices(&points.iter().map(|point| point.price).collect::<Vec<_>>(), plot);
    let y = Axis::of_times(&points.iter().map(|point| point.time).collect::<Vec<_>>(), plot);
    let at = |point: &Point| (x.place(point.price), y.place(point.time));
    let shown = |point: &Point| fitting(plot, &point.name);
    let marks: Vec<(f64, f64, String)> = points.iter().map(|point| (at(point).0, at(point).1, shown(point))).collect();
    let links = points.iter().zip(&marks).zip(place_names(plot, &marks, RADIUS)).map(|((point, (x, y, shown)), name)| {
        let (x, y) = (*x, *y);
        let side = if name.x > x { name.x - 2.0 } else { name.x + name.width.min(x - name.x) };
        let line = name.is_led.then(|| {
            let line = format!("M{} {}L{} {}", unit(x), unit(y), unit(side), unit(name.y - 4.0));
            classed("path", "plot-lead").attr("d", line)
        });
        let area = el("rect")
            .attr("x", unit(name.x - 2.0))
            .attr("y", unit(name.y - 12.0))
            .attr("width", unit(name.width + 4.0))
            .attr("height", "16")
            .attr("fill", "transparent");
        let words = classed("text", "plot-name").attr("x", unit(name.x)).attr("y", unit(name.y)).with(shown.clone());
        classed("a", "plot-link")
            .attr("href", point.href.clone())
            .attr("aria-label", point.spoken.clone())
            .with(el("title").with(point.spoken.clone()))
            .with(line)
            .with(area)
            .with(classed("path", "points").attr("d", mark(point.labels, x, y)))
            .with(words)
    });
    let axis = text::axis_price(locale, asked.purse.currency());
    plot.svg()
        .attr("role", "group")
        .attr("aria-label", text::picture(locale))
        .with(frame(plot, &x, &y, axis, text::axis_time(locale), locale))
        .with(links.collect::<Vec<_>>())
}

/// A card's name without its family, which the picture has no room for: `2 x RTX 5070 Ti`.
fn short_name(name: &str) -> String {
    ["GeForce ", "Radeon "].iter().fold(name.to_owned(), |name, family| name.replace(family, ""))
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
