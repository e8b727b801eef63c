//! What else may stand in a line of a bill, and what the whole machine costs with it.
//!
//! The model behind it: the product is named, and everything that was not named is chosen again around it. So a difference is
//! that of two whole machines, and a product that goes together with no set of the other parts is not offered.

use engine::desk::Desk;
use scenario::chosen::{self, Chosen};
use scenario::resolve::resolve;
use wire::Locale;
use wire::v1::bom::Price;
use wire::v1::{Prices, Scenario};
use workstation::bom::{Finding, Severity, View, findings};
use workstation::machines::{self, Build, PartKind, name_on_pages};
use workstation::money::Book;

/// Times that differ by less than this share are told alike.
const ALIKE: f64 = 0.005;

/// A line of a bill in which another part may stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The word of the line's kind.
    pub kind: &'static str,
    /// The id that was named for it; none where the part was chosen.
    pub named: Option<&'static str>,
    /// What may stand there, those with which the machine costs least first.
    pub swaps: Vec<Swap>,
}

/// A product that may stand in a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Swap {
    /// Its id.
    pub id: &'static str,
    /// Its name, as pages say it.
    pub name: String,
    /// What the machine costs more with it than as it is, in the currency of the prices; less where it is negative, none where
    /// that is not known.
    pub difference: Option<f64>,
    /// How long an epoch takes with it, where that is not as long as it is.
    pub epoch_seconds: Option<f64>,
}

/// The lines of a scenario's bill with what may stand in them; none where the scenario names no card or is at fault.
#[must_use]
pub fn swaps(desk: &mut Desk, asked: &Scenario, prices: &Prices) -> Vec<Line> {
    let Some((request, _)) = resolve(asked).ok().zip(asked.hardware.gpu.as_ref()) else { return Vec::new() };
    let figures = desk.figures(&request);
    let Some(build) = machines::of_figures(asked, figures.clone()) else { return Vec::new() };
    let now = figures.speed.epoch.get();
    let (before, known) = (price(prices, &build), faults(&build));
    let chosen = Chosen::of(&asked.hardware);
    let mut lines = Vec::new();
    for (kind, ids) in machines::swappable(&build) {
        let mut swap = |id: &'static str| {
            let changed = with(asked, kind, id);
            if chosen::contradiction(&changed.hardware).is_some() {
                return None;
            }
            let figures = match kind {
                // The run itself goes by these.
                PartKind::Cpu | PartKind::Storage => desk.figures(&resolve(&changed).ok()?),
                _ => figures.clone(),
            };
            let epoch = figures.speed.epoch.get();
            let build = machines::of_figures(&changed, figures)?;
            let part = build.parts.iter().find(|part| part.id == id)?;
            let goes_together = faults(&build).iter().all(|code| known.contains(code));
            let after = price(prices, &build);
            let both = after.amount.zip(before.amount).filter(|_| after.unknown_parts == before.unknown_parts);
            let difference = both.map(|(after, before)| after - before);
            goes_together.then(|| Swap {
                id,
                name: name_on_pages(&part.name),
                difference,
                epoch_seconds: (!is_alike(epoch, now)).then_some(epoch),
            })
        };
        let mut swaps: Vec<Swap> = ids.into_iter().filter_map(&mut swap).collect();
        swaps.sort_by(|a, b| {
            let of = |swap: &Swap| swap.difference.unwrap_or(f64::INFINITY);
            of(a).total_cmp(&of(b)).then_with(|| a.name.cmp(&b.name))
        });
        lines.push(Line { kind: kind.as_str(), named: named(asked, &chosen, kind), swaps });
    }
    lines
}

/// Whether two times are told alike.
fn is_alike(one: f64, other: f64) -> bool {
    (one - other).abs() <= ALIKE * other
}

/// The scenario with a part named in the place of any other of its kind.
fn with(asked: &Scenario, kind: PartKind, id: &'static str) -> Scenario {
    let mut changed = asked.clone();
    match kind {
        PartKind::Cpu => {
            changed.hardware.cpu = Some(id.to_owned());
            return changed;
        }
        PartKind::Storage => {
            changed.hardware.storage = Some(id.to_owned());
            return changed;
        }
        _ => {}
    }
    let of_kind = id_of(&Chosen::of(&asked.hardware), kind);
    let parts = changed.hardware.parts.get_or_insert_default();
    parts.retain(|own| Some(own.as_str()) != of_kind);
    parts.push(id.to_owned());
    changed
}

/// What was named for a line, by whichever field.
fn named(asked: &Scenario, chosen: &Chosen, kind: PartKind) -> Option<&'static str> {
    match kind {
        PartKind::Cpu => asked.hardware.cpu.as_deref().and_then(catalog::cpu).map(|entry| entry.id),
        PartKind::Storage => asked.hardware.storage.as_deref().and_then(catalog::storage).map(|entry| entry.id),
        _ => id_of(chosen, kind),
    }
}

fn id_of(chosen: &Chosen, kind: PartKind) -> Option<&'static str> {
    match kind {
        PartKind::Board => chosen.board.map(|entry| entry.id),
        PartKind::Cooler => chosen.cooler.map(|entry| entry.id),
        PartKind::Memory => chosen.kit.map(|entry| entry.id),
        PartKind::Psu => chosen.supply.map(|entry| entry.id),
        PartKind::Case => chosen.case.map(|entry| entry.id),
        PartKind::Server => chosen.server.map(|entry| entry.id),
        _ => None,
    }
}

/// What an order of a machine must heed: the codes of its problems and warnings.
fn faults(build: &Build) -> Vec<&'static str> {
    let found = findings(&View::of(build));
    found.iter().filter(|found| found.severity() != Severity::Note).map(Finding::code).collect()
}

fn price(prices: &Prices, build: &Build) -> Price {
    let book = Book::of(prices, build);
    book.sum(&book.lines(Locale::En))
}
