//! The ladder of host memory: the run with each kit that comes into question, and what too little memory leads to.

use engine::estimate::{RamLadder, Rung};
use engine::units::{Bytes, BytesPerSecond, GIB, SamplesPerSecond, Seconds};
use wording::format;

use super::{head, hidden, row_head};
use crate::locale::Locale;
use crate::messages::{ladder as text, results};
use markup::{Element, Node, classed, el};

/// The ladder as it is drawn, whether it is worked out or was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Ladder {
    /// Ascending.
    pub steps: Vec<Step>,
    /// The plan's own micro-batch.
    pub batch: u64,
    /// At which pages come back from the drive.
    pub page_in_rate: BytesPerSecond,
    /// Of the memory itself.
    pub memory_rate: BytesPerSecond,
}

/// A row of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The memory.
    pub capacity: Bytes,
    /// What programs can use of it.
    pub usable: Bytes,
    /// The plan has it.
    pub is_installed: bool,
    /// The plan is recommended it.
    pub is_recommended: bool,
    /// It holds the run.
    pub holds: bool,
    /// The most that the run takes.
    pub peak: Bytes,
    /// The micro-batch with it.
    pub batch: u64,
    /// Reading the data set once in a later epoch.
    pub reading: Seconds,
    /// Paging in each step, in a later epoch, and when weights are loaded or saved.
    pub paging: [Seconds; 3],
    /// In later epochs.
    pub rate: SamplesPerSecond,
    /// A later epoch.
    pub epoch: Seconds,
    /// Share of the data set that later epochs find in memory.
    pub cached_share: f64,
    /// The most workers per GPU.
    pub workers: Option<u64>,
    /// What its kit costs, in words.
    pub price: Node,
    /// Where the planner shows the plan with it.
    pub href: Option<String>,
}

/// What the price of a step is known by in a page: the browser asks the server for it.
#[must_use]
pub fn price_id(capacity: Bytes) -> String {
    format!("kit-{}", capacity.0 / GIB)
}

impl Ladder {
    /// The ladder of a plan, with what is put for a price and the way to each step.
    #[must_use]
    pub fn of(ladder: &RamLadder, batch: u64, price: impl Fn(usize) -> Node, href: impl Fn(Bytes) -> String) -> Self {
        let RamLadder { rungs, page_in_rate, memory_rate } = ladder;
        let step = |(place, rung): (usize, &Rung)| Step {
            capacity: rung.capacity,
            usable: rung.usable,
            is_installed: rung.is_installed,
            is_recommended: rung.is_recommended,
            holds: rung.holds(),
            peak: rung.ram.peak,
            batch: rung.micro_batch_size,
            reading: rung.reading,
            paging: [rung.speed.paging, rung.paging_per_epoch, rung.staging()],
            rate: rung.speed.rate,
            epoch: rung.speed.epoch,
            cached_share: rung.cached_share,
            workers: rung.most_workers,
            price: price(place),
            href: Some(href(rung.capacity)),
        };
        let steps = rungs.iter().enumerate().map(step).collect();
        Self { steps, batch, page_in_rate: *page_in_rate, memory_rate: *memory_rate }
    }

    /// Draws the table, and below it what happens where memory is short.
    #[must_use]
    pub fn draw(&self, locale: Locale) -> Element {
        let columns = [
            text::ram(locale),
            text::holds(locale),
            text::reading(locale),
            text::paging(locale),
            text::samples(locale),
            text::later_epoch(locale),
            text::workers(locale),
            text::price(locale),
        ];
        let rows: Vec<Element> = self.steps.iter().map(|step| self.row(step, &columns, locale)).collect();
        let table = classed("table", "ladder")
            .with(el("caption").with(hidden(text::title(locale))))
            .with(head(&columns))
            .with(el("tbody").with(rows));
        let fine = |text: String| classed("p", "fine").with(text);
        el("div")
            .attr("data-testid", "ram-ladder")
            .with(el("h3").with(text::title(locale)))
            .with(fine(text::about(locale).to_owned()))
            .with(table)
            .with(fine(self.short_pages(locale)))
            .with(fine(text::short_vram(locale).to_owned()))
            .with(
                fine(text::short_guide(locale).to_owned())
                    .with(" ")
                    .with(el("a").attr("href", "/cases").with(text::guides(locale))),
            )
    }

    fn row(&self, step: &Step, columns: &[&'static str; 8], locale: Locale) -> Element {
        let tag = |class, text| classed("span", class).with(text);
        let size = format::gib(step.capacity);
        let name = match &step.href {
            Some(href) => el("a").attr("href", href.clone()).attr("id", format!("ram-{}", step.capacity.0 / GIB)).with(size),
            None => el("b").with(size),
        };
        let other_batch = (step.batch != self.batch).then(|| text::with_batch(locale, &format::count(step.batch)));
        let first = row_head()
            .with(name)
            .with(step.is_installed.then(|| (" ", tag("tag", text::installed(locale)))))
            .with(step.is_recommended.then(|| (" ", tag("tag good", text::recommended(locale)))))
            .with(other_batch.map(|batch| classed("span", "fine").with(" ").with(batch)));
        let holds = if step.holds { tag("tag good", results::yes(locale)) } else { tag("tag bad", results::no(locale)) };
        let peak = text::peak_of(locale, &format::gib(step.peak), &format::gib(step.usable));
        let epoch = format::duration(step.epoch, locale);
        let cached = classed("span", "fine").with(" ").with(text::cached(locale, &format::percent(step.cached_share)));
        let workers = step.workers.map_or_else(|| text::no_workers(locale).to_owned(), format::count);
        let cell = |column: usize| el("td").attr("data-label", columns[column]);
        classed("tr", if step.is_installed { "installed" } else { "step" })
            .with(first)
            .with(cell(1).with(holds).with(" ").with(peak))
            .with(cell(2).with(format::duration(step.reading, locale)))
            .with(cell(3).with(paging(step, locale)))
            .with(cell(4).with(format::samples(step.rate)))
            .with(cell(5).with(epoch).with(cached))
            .with(cell(6).with(workers))
            .with(cell(7).with(el("span").attr("id", price_id(step.capacity)).with(step.price.clone())))
    }

    fn short_pages(&self, locale: Locale) -> String {
        let times = self.memory_rate.get() / self.page_in_rate.get();
        text::short_pages(locale, &format::rate(self.page_in_rate), &format::rate(self.memory_rate), &format::decimal(times, 0))
    }
}

/// What waits for pages, where anything does.
fn paging(step: &Step, locale: Locale) -> String {
    let [each, epoch, staging] = step.paging;
    let time = |time| format::duration(time, locale);
    let mut waits = Vec::new();
    if each.get() > 0.0 {
        waits.push(text::paging_times(locale, &time(each), &time(epoch)));
    }
    if staging.get() > 0.0 {
        waits.push(text::paging_staging(locale, &time(staging)));
    }
    if waits.is_empty() { text::no_paging(locale).to_owned() } else { waits.join(locale.pick("; ", "；")) }
}
