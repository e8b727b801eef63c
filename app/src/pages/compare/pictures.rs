//! Bars of time and memory, and price against time; a table has the same figures.

use api::compare::Side;
use engine::units::{Bytes, Seconds};
use wording::format;

use super::reading::Reading;
use super::table::{price, widest};
use crate::components::bar::{swatch, thin_bar};
use crate::components::scatter::{Axis, NARROW, Plot, WIDE, fitting, frame, place_names, unit};
use crate::components::vram::{amounts, part_names};
use crate::components::{head, percent_of, row_head, scroll};
use crate::locale::{Locale, colon};
use crate::messages::{compare as text, results};
use markup::{Element, classed, el};

/// Radius of a machine's mark, in the drawing's units.
const RADIUS: f64 = 15.0;

/// Draws the pictures and their table.
pub fn pictures(reading: &Reading, locale: Locale) -> Element {
    let named: Vec<(usize, &Side)> = reading.places.iter().map(|place| place + 1).zip(&reading.sides).collect();
    let list = |body: Vec<Element>| classed("ol", "bars").with(body);
    let figure = |testid: &'static str, words: &'static str, about: String, body: Vec<Element>| {
        let caption = el("figcaption").with(el("h3").with(words)).with(classed("p", "fine").with(about));
        classed("figure", "card").attr("data-testid", testid).with(caption).with(body)
    };
    let keys: Vec<Element> = part_names(locale)
        .into_iter()
        .chain([text::rest(locale)])
        .enumerate()
        .map(|(part, name)| el("li").with(swatch(part)).with(" ").with(name))
        .collect();
    classed("div", "pictures")
        .with(figure("times", text::times(locale), text::times_about(locale).to_owned(), vec![list(times(&named, locale))]))
        .with(figure(
            "memories",
            text::memory(locale),
            text::memory_about(locale).to_owned(),
            vec![list(memories(&named, locale)), classed("ul", "keys").with(keys)],
        ))
        .with(prices(&named, locale))
        .with(table(&named, locale))
}

fn name((number, side): &(usize, &Side)) -> String {
    format!("{number}. {}", side.label)
}

/// A line of bars: name and figure in words, then the bar.
fn bar(one: &(usize, &Side), figure: String, bar: Option<Element>) -> Element {
    let words = classed("span", "bar-words").with(el("span").with(name(one))).with(el("b").with(figure));
    el("li").with(words).with(bar)
}

fn times(named: &[(usize, &Side)], locale: Locale) -> Vec<Element> {
    let axis =
        named.iter().filter(|(_, side)| side.holds()).map(|(_, side)| side.estimate.speed.range.1.max(side.estimate.speed.epoch));
    let axis = axis.map(Seconds::get).fold(0.0, f64::max);
    let draw = |one: &(usize, &Side)| {
        let speed = &one.1.estimate.speed;
        if !one.1.holds() {
            return bar(one, text::does_not_hold_short(locale).to_owned(), None);
        }
        let at = |time: Seconds| percent_of(time.get(), axis);
        let span = percent_of(speed.range.1.get() - speed.range.0.get(), axis);
        let rect = |class, x: String, width: String, y, height| {
            classed("rect", class).attr("x", x).attr("width", width).attr("y", y).attr("height", height)
        };
        let drawing = classed("svg", "bar thin")
            .attr("width", "100%")
            .attr("height", "22")
            .attr("aria-hidden", "true")
            .with(
                rect("segment", "0%".to_owned(), at(speed.epoch), "2", "12")
                    .attr("fill", format!("url(#part-{})", (one.0 - 1) % 9)),
            )
            .with(classed("g", "whisker").with(rect("", at(speed.range.0), span, "18", "3")));
        bar(one, format::duration(speed.epoch, locale), Some(drawing))
    };
    named.iter().map(draw).collect()
}

fn memories(named: &[(usize, &Side)], locale: Locale) -> Vec<Element> {
    let sides: Vec<Bytes> = named.iter().map(|(_, side)| widest(side)).collect();
    let axis = sides.into_iter().max().unwrap_or_default().as_f64() * 1.02;
    let draw = |one: &(usize, &Side)| {
        let vram = &one.1.estimate.vram;
        let need = vram.device_peak + vram.desktop;
        let mut parts: Vec<(usize, Bytes)> = amounts(&vram.parts).into_iter().enumerate().collect();
        parts.push((parts.len(), need.saturating_sub(vram.allocated_peak)));
        let figure = format!(
            "{} {}",
            format::gib(vram.device_peak),
            text::of_capacity(
                locale,
                &format::gib(vram.capacity),
                &crate::components::verdict::beside_system(vram.desktop, locale)
            )
        );
        bar(one, figure, Some(thin_bar(&parts, vram.capacity, axis)))
    };
    named.iter().map(draw).collect()
}

/// Why a machine has no place in the picture of prices.
fn left_out(one: &(usize, &Side), locale: Locale) -> Option<String> {
    match (one.1.holds(), one.1.whole_price().filter(|price| *price > 0.0)) {
        (false, _) => Some(text::does_not_hold(locale, &name(one))),
        (true, None) => Some(text::no_price(locale, &name(one))),
        (true, Some(_)) => None,
    }
}

fn prices(named: &[(usize, &Side)], locale: Locale) -> Element {
    let reasons: Vec<Element> = named.iter().filter_map(|one| left_out(one, locale)).map(|why| el("li").with(why)).collect();
    let drawn: Vec<(usize, f64, f64)> = named
        .iter()
        .filter(|one| left_out(one, locale).is_none())
        .filter_map(|(number, side)| Some((*number, side.whole_price()?, side.estimate.speed.epoch.get().max(1e-3))))
        .collect();
    let caption = el("figcaption").with(el("h3").with(text::prices(locale)));
    let reasons = (!reasons.is_empty()).then(|| {
        (classed("p", "fine").with(text::not_drawn(locale)).with(colon(locale)), classed("ul", "fine unplaced").with(reasons))
    });
    let figure = classed("figure", "card prices").attr("data-testid", "prices");
    if drawn.len() < 2 {
        return figure.with(caption.with(classed("p", "fine").with(text::prices_none(locale)))).with(reasons);
    }
    let about = text::prices_about(locale, &drawn.len().to_string());
    // All sides are in the currency of one question.
    let currency = named.first().map_or("", |(_, side)| side.price.currency.as_str());
    let drawing = |plot: &Plot| {
        let x = Axis::of_prices(&drawn.iter().map(|(_, price, _)| *price).collect::<Vec<_>>(), plot);
        let y = Axis::of_times(&drawn.iter().map(|(.., time)| *time).collect::<Vec<_>>(), plot);
        plot.svg()
            .attr("role", "img")
            .attr("aria-label", format!("{}{}{about}", text::prices(locale), colon(locale)))
            .with(frame(plot, &x, &y, text::axis_price(locale, currency), text::axis_time(locale), locale))
            .with(marks(plot, named, &drawn, (&x, &y), locale))
    };
    let caption = caption.with(classed("p", "fine").with(about.clone()));
    figure.with(caption).with(drawing(&WIDE)).with(drawing(&NARROW)).with(reasons)
}

/// A numbered mark a place; machines at one place share it.
fn marks(
    plot: &Plot,
    named: &[(usize, &Side)],
    drawn: &[(usize, f64, f64)],
    (x, y): (&Axis, &Axis),
    locale: Locale,
) -> Vec<(Element, Element)> {
    let mut places: Vec<(f64, f64, Vec<usize>)> = Vec::new();
    for (number, price, time) in drawn {
        let (left, top) = (x.place(*price), y.place(*time));
        let near = |place: &&mut (f64, f64, Vec<usize>)| (place.0 - left).abs() < RADIUS && (place.1 - top).abs() < RADIUS;
        match places.iter_mut().find(near) {
            Some(place) => place.2.push(*number),
            None => places.push((left, top, vec![*number])),
        }
    }
    let said = |number: &usize| {
        let one = named.iter().find(|(other, _)| other == number)?;
        let (price, time) = (price(one.1, locale), format::duration(one.1.estimate.speed.epoch, locale));
        Some([name(one).as_str(), colon(locale), &price, locale.pick(", ", "，"), &time].concat())
    };
    // Each has its machine's name beside it; several at one place have their numbers alone.
    let label = |(left, top, numbers): &(f64, f64, Vec<usize>)| {
        let label = named.iter().find(|(number, _)| numbers.as_slice() == [*number]).map(|(_, side)| side.label.as_str());
        (*left, *top, fitting(plot, label.unwrap_or_default()))
    };
    let labels: Vec<(f64, f64, String)> = places.iter().map(label).collect();
    let beside = place_names(plot, &labels, RADIUS);
    let mark = |(place, (left, top, numbers)): (usize, &(f64, f64, Vec<usize>))| {
        let beside = classed("text", "plot-name")
            .attr("x", unit(beside[place].x))
            .attr("y", unit(beside[place].y))
            .with(labels[place].2.clone());
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let titles: Vec<String> = numbers.iter().filter_map(said).collect();
        let half = RADIUS * 0.6 * (numbers.len() as f64 - 1.0);
        let body = el("rect")
            .attr("x", unit(left - RADIUS - half))
            .attr("y", unit(top - RADIUS))
            .attr("width", unit(2.0 * (RADIUS + half)))
            .attr("height", unit(2.0 * RADIUS))
            .attr("rx", unit(RADIUS));
        let letters =
            el("text").attr("x", unit(*left)).attr("y", unit(top + 6.0)).attr("text-anchor", "middle").with(words.join(" "));
        (classed("g", "numbered").with(el("title").with(titles.join(locale.pick("; ", "；")))).with(body).with(letters), beside)
    };
    places.iter().enumerate().map(mark).collect()
}

/// The figures of all pictures.
fn table(named: &[(usize, &Side)], locale: Locale) -> Element {
    let columns = [
        text::machine(locale),
        text::price(locale),
        results::epoch_time(locale),
        text::range(locale),
        wording::process_vram(locale),
        wording::card_capacity(locale),
    ];
    let time = |seconds: Seconds| format::duration(seconds, locale);
    let rows: Vec<Element> = named
        .iter()
        .map(|one| {
            let (speed, vram) = (&one.1.estimate.speed, &one.1.estimate.vram);
            let (epoch, range) = if one.1.holds() {
                (time(speed.epoch), results::from_to(locale, &time(speed.range.0), &time(speed.range.1)))
            } else {
                (text::does_not_hold_short(locale).to_owned(), "–".to_owned())
            };
            el("tr")
                .with(row_head().with(name(one)))
                .with(el("td").with(price(one.1, locale)))
                .with(el("td").with(epoch))
                .with(el("td").with(range))
                .with(el("td").with(format::gib(vram.device_peak)))
                .with(el("td").with(format::gib(vram.capacity)))
        })
        .collect();
    let table = classed("table", "catalog").with(head(&columns)).with(el("tbody").with(rows));
    classed("details", "card")
        .attr("data-testid", "picture-table")
        .with(el("summary").with(text::picture_table(locale)))
        .with(scroll(text::picture_table(locale), table))
}
