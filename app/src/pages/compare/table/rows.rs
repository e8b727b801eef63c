//! The rows of the table: what the run does, what it costs, what it is asked, and what is to be known.

use api::compare::{Measure, Side, best};
use engine::estimate::{Fit, Note, NoteLevel};
use engine::units::{Bytes, Seconds};
use wording::{format, price_in_words};
use workstation::bom::{Finding, Severity};

use crate::components::verdict::word;
use crate::fields;
use crate::locale::Locale;
use crate::messages::{compare as text, glance, results};
use crate::plan::words::decided_text;

/// Rows with a heading.
pub struct Group {
    pub name: &'static str,
    pub rows: Vec<Row>,
}

/// A measure of all machines.
pub struct Row {
    pub label: &'static str,
    pub cells: Vec<Cell>,
    /// What the best is called.
    pub best: &'static str,
}

/// A measure of one machine.
#[derive(Default, PartialEq)]
pub struct Cell {
    pub text: String,
    pub fine: Option<String>,
    pub items: Vec<String>,
    pub best: bool,
}

impl Row {
    /// Whether the machines are not all the same in it.
    pub fn differs(&self) -> bool {
        self.cells.iter().any(|cell| cell != &self.cells[0])
    }
}

/// All rows.
pub fn groups(sides: &[Side], locale: Locale) -> Vec<Group> {
    vec![
        Group { name: text::group_run(locale), rows: run(sides, locale) },
        Group { name: text::group_cost(locale), rows: cost(sides, locale) },
        Group { name: text::group_settings(locale), rows: settings(sides, locale) },
        Group { name: text::group_notes(locale), rows: notes(sides, locale) },
    ]
}

/// A row of plain texts.
fn row(label: &'static str, sides: &[Side], locale: Locale, cell: impl Fn(&Side) -> (String, Option<String>)) -> Row {
    let cells = sides.iter().map(cell).map(|(text, fine)| Cell { text, fine, ..Cell::default() }).collect();
    Row { label, cells, best: text::best(locale) }
}

/// A row with its best; where all are, none is named.
fn measure_row(
    label: &'static str,
    measure: Measure,
    sides: &[Side],
    locale: Locale,
    cell: impl Fn(&Side) -> (String, Option<String>),
) -> Row {
    let mut row = row(label, sides, locale, cell);
    let best = best(measure, sides);
    if best.len() < sides.len() {
        for place in best {
            row.cells[place].best = true;
        }
    }
    row
}

fn run(sides: &[Side], locale: Locale) -> Vec<Row> {
    let time = |seconds: Seconds| format::duration(seconds, locale);
    vec![
        row(results::verdict(locale), sides, locale, |side| (verdict(side, locale).to_owned(), None)),
        row(wording::process_vram(locale), sides, locale, |side| {
            let vram = &side.estimate.vram;
            (
                format::gib(vram.device_peak),
                Some(text::of_capacity(
                    locale,
                    &format::gib(vram.capacity),
                    &crate::components::verdict::beside_system(vram.desktop, locale),
                )),
            )
        }),
        measure_row(text::headroom(locale), Measure::Headroom, sides, locale, |side| match side.estimate.vram.fit {
            Fit::Comfortable { headroom } | Fit::Tight { headroom } => (format::bytes(headroom), None),
            Fit::Short { by } => (text::missing(locale, &format::bytes(by)), None),
        }),
        measure_row(text::largest_batch(locale), Measure::LargestBatch, sides, locale, |side| {
            match side.estimate.max_micro_batch_size {
                0 => (results::batch_none(locale).to_owned(), None),
                largest => (format::count(largest), None),
            }
        }),
        measure_row(text::ram(locale), Measure::Ram, sides, locale, |side| {
            let ram = &side.estimate.ram;
            let installed = format::gib(side.estimate.scenario.hardware.ram);
            would_be(side, format::gib(ram.peak), Some(text::ram_kits(locale, &installed, &format::gib(ram.recommended))), locale)
        }),
        row(results::step_time(locale), sides, locale, |side| {
            let scenario = &side.estimate.scenario;
            let samples = scenario.training.micro_batch_size * scenario.training.gradient_accumulation_steps;
            let samples = samples.saturating_mul(scenario.hardware.total_gpus());
            would_be(side, time(side.estimate.speed.step), Some(text::step_samples(locale, &format::count(samples))), locale)
        }),
        measure_row(results::samples_per_second(locale), Measure::Rate, sides, locale, |side| {
            would_be(side, format::samples(side.estimate.speed.rate), None, locale)
        }),
        measure_row(results::epoch_time(locale), Measure::Epoch, sides, locale, |side| {
            let speed = &side.estimate.speed;
            let range = results::from_to(locale, &time(speed.range.0), &time(speed.range.1));
            would_be(side, time(speed.epoch), Some(range), locale)
        }),
        measure_row(results::whole_run(locale), Measure::Run, sides, locale, |side| {
            would_be(side, time(Seconds::new(Measure::Run.value(side).unwrap_or_default())), None, locale)
        }),
        row(results::utilization(locale), sides, locale, |side| {
            would_be(side, format::percent(side.estimate.speed.gpu_utilization), None, locale)
        }),
        row(text::bound(locale), sides, locale, |side| (wording::bound(side.estimate.speed.bound_by, locale).to_owned(), None)),
    ]
}

/// A figure of a run; of one that its card does not hold, what it would be.
fn would_be(side: &Side, text: String, fine: Option<String>, locale: Locale) -> (String, Option<String>) {
    if side.estimate.vram.fit.fits() {
        return (text, fine);
    }
    let marked = glance::if_fitted(locale).to_owned();
    let fine = match fine {
        Some(fine) => format!("{marked} · {fine}"),
        None => marked,
    };
    (text, Some(fine))
}

/// Whether a machine does the run: the worst of card, host, drives and deadline.
pub fn verdict(side: &Side, locale: Locale) -> &'static str {
    word(side.standing().verdict, locale)
}

fn cost(sides: &[Side], locale: Locale) -> Vec<Row> {
    // All machines of a row in one unit, so that they can be read against each other.
    let most = |of: fn(&Side) -> Option<f64>| sides.iter().filter_map(of).fold(0.0, f64::max);
    let energy = |side: &Side, kwh: Option<f64>, most: f64| match kwh {
        Some(kwh) if most < 1.0 => would_be(side, format!("{} Wh", format::significant(kwh * 1e3)), None, locale),
        Some(kwh) => would_be(side, format!("{} kWh", format::significant(kwh)), None, locale),
        None => (text::price_unknown(locale).to_owned(), None),
    };
    let (epochs, runs) = (most(|side| side.energy.epoch_kwh), most(|side| side.energy.run_kwh));
    vec![
        measure_row(text::price(locale), Measure::Price, sides, locale, |side| {
            (price(side, locale), side.price.as_of.as_ref().map(|month| text::price_as_of(locale, month)))
        }),
        measure_row(text::epoch_energy(locale), Measure::Energy, sides, locale, |side| {
            energy(side, side.energy.epoch_kwh, epochs)
        }),
        row(text::run_energy(locale), sides, locale, |side| energy(side, side.energy.run_kwh, runs)),
    ]
}

/// What a machine costs, as far as it is known.
pub fn price(side: &Side, locale: Locale) -> String {
    price_in_words(&side.price, |amount| format::whole_money(amount, &side.price.currency), locale)
}

/// Every setting that a machine says, by the planner's labels.
fn settings(sides: &[Side], locale: Locale) -> Vec<Row> {
    let rows = fields::all().filter_map(|field| {
        let values: Vec<Option<String>> =
            sides.iter().map(|side| decided_text(field, &side.asked, &side.pinned, locale)).collect();
        let custom = |side: &Side| (field.name == "gpu").then(|| side.label.clone());
        values.iter().any(Option::is_some).then(|| {
            let cells = values.into_iter().zip(sides).map(|(value, side)| {
                let text = value.or_else(|| custom(side)).unwrap_or_else(|| "–".to_owned());
                Cell { text, ..Cell::default() }
            });
            Row { label: (field.label)(locale), cells: cells.collect(), best: "" }
        })
    });
    rows.collect()
}

/// What is said of some machines but not of all: of the run, and of an order.
fn notes(sides: &[Side], locale: Locale) -> Vec<Row> {
    let shared = shared_notes(sides, locale);
    let row = |label, said: fn(&Side, Locale) -> Vec<String>| {
        let own = |side: &Side| said(side, locale).into_iter().filter(|note| !shared.contains(note)).collect();
        let cells: Vec<Cell> = sides.iter().map(|side| Cell { items: own(side), ..Cell::default() }).collect();
        cells.iter().any(|cell| !cell.items.is_empty()).then_some(Row { label, cells, best: "" })
    };
    [row(text::run_notes(locale), run_notes), row(text::order_notes(locale), order_notes)].into_iter().flatten().collect()
}

/// What is said of all machines in the same words.
pub fn shared_notes(sides: &[Side], locale: Locale) -> Vec<String> {
    let all = |side: &Side| [run_notes(side, locale), order_notes(side, locale)].concat();
    let Some((first, others)) = sides.split_first() else { return Vec::new() };
    all(first).into_iter().filter(|note| others.iter().all(|side| all(side).contains(note))).collect()
}

fn run_notes(side: &Side, locale: Locale) -> Vec<String> {
    let said = |note: &Note| sentence(note.level(), &wording::note_detail(note, locale), locale);
    api::notes::notes(&side.asked, &side.estimate).iter().map(said).collect()
}

fn order_notes(side: &Side, locale: Locale) -> Vec<String> {
    let level = |found: &Finding| match found.severity() {
        Severity::Problem => NoteLevel::Problem,
        Severity::Warning => NoteLevel::Warning,
        Severity::Note => NoteLevel::Note,
    };
    side.findings.iter().map(|found| sentence(level(found), &workstation::bom::finding(found, locale), locale)).collect()
}

/// A note with how grave it is.
fn sentence(level: NoteLevel, detail: &str, locale: Locale) -> String {
    format!("{}{}{detail}", wording::note_level(level, locale), crate::locale::colon(locale))
}

/// What a bar of a machine's memory needs room for: the larger of need and capacity.
pub fn widest(side: &Side) -> Bytes {
    let vram = &side.estimate.vram;
    (vram.device_peak + vram.desktop).max(vram.capacity)
}
