//! The data path as pipes: the wider the pipe, the higher the rate; the narrowest is marked with its remedy.

use engine::estimate::{DataPath, Estimate, Remedies, Speed, Stage, StepTime};
use engine::units::{BytesPerSecond, SamplesPerSecond};
use wording::format;

use super::feeding::{remedies, settings};
use super::stages::{UNLIMITED, stage_id, stage_name};
use super::why::{Reasons, why};
use super::{card, head, hidden, percent_of, row_head, stretched};
use crate::locale::Locale;
use crate::messages::results as text;
use crate::plan::Plan;
use markup::{Element, classed, el};

/// Thickness of the narrowest pipe and what a tenfold rate adds, in the drawing's units.
const NARROWEST: f64 = 14.0;
const PER_DECADE: f64 = 22.0;
const WIDEST: f64 = 84.0;
/// Width of a stage and of the run-up between two.
const STAGE: f64 = 120.0;
const TRANSITION: f64 = 22.0;
const MIDDLE: f64 = 46.0;
/// Base line of what widens the narrowest stage, below the names.
const RELIEF: &str = "124";

/// Draws the card.
#[must_use]
pub fn path_card(plan: &Plan, reasons: &Reasons, locale: Locale) -> Element {
    let (estimate, feeding) = (&plan.estimate, plan.feeding());
    let path = &estimate.path;
    let narrowest = path.stages.iter().find(|stage| stage.kind == path.narrowest);
    let summary = narrowest
        .map(|stage| text::path_summary(locale, stage_name(stage.kind, locale), &rate_text(stage.rate, locale)))
        .unwrap_or_default();
    card("path", text::path(locale), classed("p", "summary").with(summary.clone()))
        .with(pipes(path, &feeding.remedies, summary, locale))
        .with(table(path, reasons, locale))
        .with(remedies(plan, locale))
        .with(settings(&feeding.loader, locale))
        .with(times(estimate, reasons, locale))
        .with(el("h3").with(text::step_by_part(locale)))
        .with(step_parts(estimate, reasons, locale))
}

fn pipes(path: &DataPath, remedies: &Remedies, summary: String, locale: Locale) -> Element {
    let narrowest = path.stages.iter().map(|stage| stage.rate.get()).fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE);
    let thickness = |stage: &Stage| (NARROWEST + PER_DECADE * (stage.rate.get() / narrowest).max(1.0).log10()).min(WIDEST);
    let count = path.stages.len();
    let mut names = Vec::new();
    let stages: Vec<_> = path
        .stages
        .iter()
        .enumerate()
        .map(|(place, stage)| {
            let x = place as f64 * STAGE;
            let half = thickness(stage) / 2.0;
            let next = path.stages.get(place + 1).map_or(half, |next| thickness(next) / 2.0);
            let class = if stage.kind == path.narrowest { "pipe narrowest" } else { "pipe" };
            let named = if place % 2 == 1 { "axis-label even" } else { "axis-label" };
            names.push(label(named, place, count, "108").with(stage_name(stage.kind, locale)));
            let relief = remedies.cheapest().filter(|_| stage.kind == path.narrowest);
            // What widens the narrowest stage, below its name.
            names.extend(relief.map(|remedy| {
                label("axis-label relief", place, count, RELIEF)
                    .with(format!("→ {}", wording::changes_title(&remedy.change, locale)))
            }));
            classed("polygon", class).attr("points", outline(x, half, next))
        })
        .collect();
    let width = format::decimal(STAGE * count.max(1) as f64, 0).replace(',', "");
    classed("svg", "pipes")
        .attr("height", "130")
        .attr("role", "img")
        .attr("aria-label", summary)
        .with(stretched(format!("0 0 {width} 92"), "92").with(stages))
        .with(names)
}

/// A text under a stage; what is longer than one is drawn inwards at both ends.
fn label(class: &'static str, place: usize, count: usize, y: &'static str) -> Element {
    let (half_stages, anchor) = match place {
        0 if y == RELIEF => (0, "start"),
        _ if y == RELIEF && place + 1 == count => (2 * count, "end"),
        _ => (2 * place + 1, "middle"),
    };
    let x = percent_of(half_stages as f64, 2.0 * count as f64);
    classed("text", class).attr("x", x).attr("y", y).attr("text-anchor", anchor)
}

/// A stage's outline: straight, then running up or down to the next one's thickness.
fn outline(x: f64, half: f64, next: f64) -> String {
    let (straight, end) = (x + STAGE - TRANSITION, x + STAGE);
    let corners = [
        (x, MIDDLE - half),
        (straight, MIDDLE - half),
        (end, MIDDLE - next),
        (end, MIDDLE + next),
        (straight, MIDDLE + half),
        (x, MIDDLE + half),
    ];
    corners.map(|(x, y)| format!("{} {}", format::decimal(x, 0), format::decimal(y, 1))).join(" ")
}

fn table(path: &DataPath, reasons: &Reasons, locale: Locale) -> Element {
    let rows: Vec<Element> = path
        .stages
        .iter()
        .map(|stage| {
            let narrowest = stage.kind == path.narrowest;
            let name = stage_name(stage.kind, locale);
            let bytes = BytesPerSecond::new(stage.rate.get() * stage.bytes_per_sample.as_f64());
            let bytes = (stage.rate.get() < UNLIMITED && bytes.get() > 0.0).then(|| format::rate(bytes));
            let tag = narrowest.then(|| classed("span", "tag").with(text::narrowest(locale)));
            classed("tr", if narrowest { "narrowest" } else { "stage" })
                .with(row_head().with(name).with(tag))
                .with(el("td").with(rate_text(stage.first_epoch_rate, locale)))
                .with(el("td").with(rate_text(stage.rate, locale)))
                .with(el("td").with(bytes))
                .with(el("td").with(why(reasons, stage_id(stage.kind), name, locale)))
        })
        .collect();
    let columns =
        [text::stage(locale), text::first_epoch(locale), text::later_epochs(locale), text::throughput(locale), text::why(locale)];
    classed("table", "stages")
        .with(el("caption").with(hidden(text::samples_per_second(locale))))
        .with(head(&columns))
        .with(el("tbody").with(rows))
}

/// Times of the run that this path and this GPU give.
fn times(estimate: &Estimate, reasons: &Reasons, locale: Locale) -> Element {
    let Speed { step, rate, first_epoch, epoch, range, gpu_utilization, mfu, .. } = estimate.speed;
    let epochs = estimate.scenario.training.epochs;
    let run = estimate.speed.run(epochs);
    let between = text::from_to(locale, &format::duration(range.0, locale), &format::duration(range.1, locale));
    let figures = vec![
        (text::step_time(locale), format::duration(step, locale), "speed.step_seconds"),
        (text::samples_per_second(locale), format::samples(rate), "speed.samples_per_second"),
        (text::first_epoch(locale), format::duration(first_epoch, locale), "speed.first_epoch_seconds"),
        (text::epoch_time(locale), format::duration(epoch, locale), "speed.epoch_seconds"),
        (text::epoch_range(locale), between, "speed.range"),
        (text::whole_run(locale), format::duration(run, locale), ""),
        (text::utilization(locale), format::percent(gpu_utilization), "speed.gpu_utilization"),
        (text::mfu(locale), format::percent(mfu), "speed.mfu"),
    ];
    figures_list(figures, reasons, locale)
}

/// A step by part; parts that take no time are left out.
fn step_parts(estimate: &Estimate, reasons: &Reasons, locale: Locale) -> Element {
    let StepTime { forward, backward, optimizer, communication, offload, wait } = estimate.speed.parts;
    let parts = [
        (text::forward(locale), forward, "speed.forward_seconds"),
        (text::backward(locale), backward, "speed.backward_seconds"),
        (text::optimizer_step(locale), optimizer, "speed.optimizer_seconds"),
        (text::communication(locale), communication, "speed.communication_seconds"),
        (text::offload_traffic(locale), offload, "speed.offload_seconds"),
        (text::waiting(locale), wait, ""),
        (text::paging(locale), estimate.speed.paging, "speed.paging_seconds"),
    ];
    let shown = parts.into_iter().filter(|(_, time, _)| time.get() > 0.0);
    figures_list(shown.map(|(label, time, id)| (label, format::duration(time, locale), id)).collect(), reasons, locale)
}

/// A figure: its label, its text and the id under which the engine explains it.
pub(super) type Figure = (&'static str, String, &'static str);

/// A list of figures, each with its reason.
pub(super) fn figures_list(figures: Vec<Figure>, reasons: &Reasons, locale: Locale) -> Element {
    let rows: Vec<Element> = figures
        .into_iter()
        .map(|(label, value, id)| {
            let value = el("dd").with(value).with(" ").with(why(reasons, id, label, locale));
            el("div").with(el("dt").with(label)).with(value)
        })
        .collect();
    classed("dl", "figures").with(rows)
}

fn rate_text(rate: SamplesPerSecond, locale: Locale) -> String {
    if rate.get() < UNLIMITED { format::samples(rate) } else { text::unlimited(locale).to_owned() }
}
