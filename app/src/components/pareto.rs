//! The plans to choose from as a picture: time of an epoch against free memory; every mark is a link to its plan.

mod axis;

use engine::estimate::{Effect, FrontPlan, Recommendation};
use engine::units::{Bytes, Seconds};
use scenario::FieldError;
use wording::format;

use super::verdict::word;
use super::{card, head, percent_of, row_head, scroll};
use crate::locale::{Locale, colon, in_brackets};
use crate::messages::{advice as words, results as text};
use crate::plan::Plan;
use axis::{Axis, Tick};
use markup::{Element, Node, classed, el};

/// The drawing's rows, in pixels; its columns are percentages, so that letters keep their size at every width.
const TOP: f64 = 40.0;
const BOTTOM: f64 = 226.0;

/// Draws the card; while a recommendation is being worked out, what the page shows stays.
#[must_use]
pub fn front_card(plan: &Plan, advice: Option<&Result<Recommendation, Vec<FieldError>>>, locale: Locale) -> Element {
    let card = card("front", words::front(locale), None::<Element>);
    match advice {
        None => card.with(Node::Rest),
        Some(Ok(advice)) if advice.front.len() > 1 => card.with(front(plan, &advice.front, locale)),
        Some(_) => card.with(classed("p", "fine").with(words::front_none(locale))),
    }
}

/// Picture, key and table.
#[must_use]
pub fn front(plan: &Plan, front: &[FrontPlan], locale: Locale) -> Vec<Element> {
    let marks: Vec<Mark> = front.iter().map(|one| Mark::of(plan, one, locale)).collect();
    let effects = [Effect::None, Effect::Small, Effect::ChangesMethod];
    let used = effects.into_iter().filter(|effect| front.iter().any(|one| one.effect_on_results == *effect));
    let keys: Vec<Element> =
        used.map(|effect| el("li").with(key(effect)).with(" ").with(wording::effect(effect, locale))).collect();
    vec![
        classed("p", "fine").with(words::front_about(locale)),
        picture(plan, front, &marks, locale),
        classed("ul", "keys").with(keys),
        table(front, &marks, locale),
    ]
}

/// What a mark and its row of the table say.
struct Mark {
    /// The plan in words.
    title: String,
    /// Where the planner shows it.
    href: String,
    /// Whether it is the plan that was asked.
    asked: bool,
}

impl Mark {
    fn of(plan: &Plan, one: &FrontPlan, locale: Locale) -> Self {
        let asked = one.scenario == plan.estimate.scenario;
        let title = match one.changes.as_slice() {
            [] => words::as_asked(locale).to_owned(),
            changes => wording::changes_title(changes, locale),
        };
        let href = if asked { plan.href(&plan.asked) } else { plan.href_of_answer(&[], &one.scenario) };
        Self { title, href, asked }
    }
}

fn picture(plan: &Plan, front: &[FrontPlan], marks: &[Mark], locale: Locale) -> Element {
    let asked = &plan.estimate;
    let alone = marks.iter().all(|mark| !mark.asked);
    let times = front.iter().map(|one| one.epoch).chain(alone.then_some(asked.speed.epoch));
    let x = Axis::of_times(times.map(Seconds::get));
    let most = front.iter().map(|one| one.headroom).chain([asked.vram.spare()]).max().unwrap_or_default();
    let y = Axis::of_memory(most.as_gib());
    let height = |amount: Bytes| BOTTOM - y.share(amount.as_gib()) * (BOTTOM - TOP);
    let places = apart(front.iter().map(|one| (x.share(one.epoch.get()), height(one.headroom))));
    let points: Vec<Element> = front
        .iter()
        .zip(marks)
        .zip(places)
        .enumerate()
        .map(|(place, ((one, mark), at))| point(place + 1, at, one, mark, locale))
        .collect();
    let own = alone.then(|| {
        let mut what = words::as_asked(locale).to_owned();
        let standing = plan.standing();
        if !standing.holds() {
            what = [&what, colon(locale), word(standing.verdict, locale)].concat();
        }
        let at = (x.share(asked.speed.epoch.get()), height(asked.vram.spare()));
        let cross = el("path").attr("d", "M-5-5L5 5M-5 5L5-5");
        spot("spot own", at).with(cross).with(label(at.0, "-13", what))
    });
    classed("svg", "front")
        .attr("width", "100%")
        .attr("height", "266")
        .attr("role", "group")
        .attr("aria-label", format!("{}{}{}", words::front(locale), colon(locale), words::front_about(locale)))
        .with(y.ticks.iter().map(|tick| level(&y, tick)).collect::<Vec<_>>())
        .with(x.ticks.iter().map(|tick| upright(&x, tick, locale)).collect::<Vec<_>>())
        .with(caption("0", "14", "start").with(words::free_vram_axis(locale)))
        .with(caption("100%", "262", "end").with(text::epoch_time(locale)))
        .with(own)
        .with(points)
}

/// How near two marks may lie, as a share of a phone's drawing across, and in pixels from top to bottom.
const NEAR: (f64, f64) = (0.10, 20.0);
/// How far a mark is moved at a time.
const STEP: f64 = 22.0;

/// Where marks are drawn, with how far above its own place each is: those that would lie on one before them are moved up or down.
fn apart(places: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64, f64)> {
    let mut drawn: Vec<(f64, f64, f64)> = Vec::new();
    for (share, y) in places {
        let is_free = |at: f64| drawn.iter().all(|(other, row, _)| (other - share).abs() > NEAR.0 || (row - at).abs() > NEAR.1);
        let ways = [0.0, -STEP, STEP, -2.0 * STEP, 2.0 * STEP];
        let free = ways.into_iter().find(|way| (TOP..=BOTTOM).contains(&(y + way)) && is_free(y + way));
        let way = free.unwrap_or(0.0);
        drawn.push((share, y + way, -way));
    }
    drawn
}

/// Where a share of the axis of time lies.
fn across(share: f64) -> String {
    percent_of(9.0 + share * 84.0, 100.0)
}

fn caption(x: impl Into<markup::Chars>, y: impl Into<markup::Chars>, anchor: &'static str) -> Element {
    classed("text", "small-label").attr("x", x).attr("y", y).attr("text-anchor", anchor)
}

/// A line across with its amount of memory.
fn level(axis: &Axis, tick: &Tick) -> (Element, Element) {
    let y = BOTTOM - axis.share(tick.0) * (BOTTOM - TOP);
    let place = format::decimal(y, 1);
    let class = if tick.0 > 0.0 { "grid" } else { "axis" };
    let line = classed("line", class).attr("x1", "0").attr("x2", "100%").attr("y1", place.clone()).attr("y2", place);
    (line, caption("0", format::decimal(y - 4.0, 1), "start").with(format::decimal(tick.0, tick.1)))
}

/// A mark under the axis with its time.
fn upright(axis: &Axis, tick: &Tick, locale: Locale) -> (Element, Element) {
    let x = across(axis.share(tick.0));
    let line = classed("line", "axis").attr("x1", x.clone()).attr("x2", x.clone()).attr("y1", "226").attr("y2", "231");
    // The last one would run off the edge of a phone.
    let (x, anchor) = if axis.share(tick.0) > 0.88 { ("100%".to_owned(), "end") } else { (x, "middle") };
    (line, caption(x, "245", anchor).with(format::tick(Seconds::new(tick.0), locale)))
}

/// A place of its own coordinates, whose zero lies on the figures.
fn spot(class: &'static str, (share, y): (f64, f64)) -> Element {
    classed("svg", class).attr("x", across(share)).attr("y", format::decimal(y, 1)).attr("overflow", "visible")
}

/// A text beside a mark, towards the side that has room.
fn label(share: f64, y: &'static str, words: String) -> Element {
    let (x, anchor) = if share < 0.5 { ("-8", "start") } else { ("8", "end") };
    caption(x, y, anchor).with(words)
}

fn point(number: usize, (share, y, own): (f64, f64, f64), one: &FrontPlan, mark: &Mark, locale: Locale) -> Element {
    let at = (share, y);
    // A mark that was moved points to its place.
    let pointer = (own != 0.0).then(|| classed("path", "axis").attr("d", format!("M0 0V{}", format::decimal(own, 1))));
    let said = [one.recommended.then(|| words::recommended(locale)), mark.asked.then(|| words::as_asked(locale))];
    let said: Vec<&str> = said.into_iter().flatten().collect();
    let said = said.join(locale.pick(", ", "，"));
    let figures = [
        format!("{number}. {}", mark.title),
        format!("{} {}", text::epoch_time(locale), format::duration(one.epoch, locale)),
        format!("{} {}", words::free_vram(locale), format::gib(one.headroom)),
        wording::effect(one.effect_on_results, locale).to_owned(),
    ];
    let title = figures.join(locale.pick("; ", "；"));
    let link = el("a")
        .attr("href", mark.href.clone())
        .attr("rel", "nofollow")
        .attr("aria-label", if said.is_empty() { title.clone() } else { title.clone() + &in_brackets(&said, locale) })
        .with(el("title").with(title))
        .with(classed("circle", if one.recommended { "halo" } else { "reach" }).attr("r", "17"))
        .with(shape(one.effect_on_results))
        .with(classed("text", "number").attr("y", "4").attr("text-anchor", "middle").with(number.to_string()))
        .with(label(at.0, if at.1 > BOTTOM - 40.0 { "-21" } else { "31" }, said));
    spot("spot", at).with(pointer).with(link)
}

/// The mark of an effect on results: its shape says it without color.
fn shape(effect: Effect) -> Element {
    let (class, path) = match effect {
        Effect::None => ("same", "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z"),
        Effect::Small => ("small", "M0-13l13 21h-26z"),
        Effect::ChangesMethod => ("other", "M0-13l13 13-13 13-13-13z"),
    };
    classed("path", class).attr("d", path)
}

fn key(effect: Effect) -> Element {
    classed("svg", "swatch front")
        .attr("width", "18")
        .attr("height", "18")
        .attr("viewBox", "-14 -14 28 28")
        .attr("aria-hidden", "true")
        .with(shape(effect))
}

fn table(front: &[FrontPlan], marks: &[Mark], locale: Locale) -> Element {
    let columns = ["#", words::plan(locale), text::epoch_time(locale), words::free_vram(locale), words::effect(locale)];
    let rows: Vec<Element> = front
        .iter()
        .zip(marks)
        .enumerate()
        .map(|(place, (one, mark))| {
            let tag = one.recommended.then(|| classed("span", "tag good").with(words::recommended(locale)));
            let link = el("a").attr("href", mark.href.clone()).attr("rel", "nofollow").with(mark.title.clone());
            el("tr")
                .with(el("td").with((place + 1).to_string()))
                .with(row_head().with(link).with(" ").with(tag))
                .with(el("td").with(format::duration(one.epoch, locale)))
                .with(el("td").with(format::gib(one.headroom)))
                .with(el("td").with(wording::effect(one.effect_on_results, locale)))
        })
        .collect();
    let table =
        scroll(words::front_table(locale), classed("table", "front-table").with(head(&columns)).with(el("tbody").with(rows)));
    classed("details", "more").with(el("summary").with(words::front_table(locale))).with(table)
}

#[cfg(test)]
mod tests;
