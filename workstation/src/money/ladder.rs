//! What the next money is best spent on: single changes of the machine, each estimated, by epoch time gained for their price.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use catalog::Price;
use engine::desk::Desk;
use engine::estimate::Bound;
use wording::format::{cents, payable, spelled_time};

use super::book::Book;
use super::moved::{comes, goes, sold};
use super::words;
use crate::bom::{Finding, Severity, View, findings};
use crate::machines::{Build, Change, ChangeKind, PartKind, changes, machine_at, mended, pinned_scenario};
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::money::{Ladder, LadderStep, Mend, Upgrade};
use wire::v1::scenario::Hardware;

/// Amounts that are looked at where none were given, in dollars.
pub const STEPS: [f64; 3] = [100.0, 300.0, 1000.0];
/// Changes that a step lists.
const SHOWN: usize = 3;
/// Share of an epoch below which a change gains nothing worth telling: estimates are not that exact. Judgment.
pub const LEAST_SHARE: f64 = 0.01;

/// The ladder of a machine; `planned` is the scenario on it with every field decided.
pub fn ladder(desk: &mut Desk, asked: &Scenario, planned: &Scenario, build: &Build, book: &Book, locale: Locale) -> Ladder {
    let given = &book.prices().steps;
    let budgets = if given.is_empty() { STEPS.map(|usd| round_amount(usd, book)).to_vec() } else { given.clone() };
    let most = budgets.iter().copied().fold(0.0, f64::max);
    // What is sold is spent as well.
    let purse = most + sellable(build, book);
    let cost = |id: &'static str, listed, quantity| book.beside(id, listed, quantity);
    let (changes, mut unpriced) = changes(build, planned, asked, &cost, purse);
    let runs = build.holds();
    let mut ranked: Vec<Upgrade> = Vec::new();
    let mut estimated = 0;
    for change in changes {
        if runs && !may_gain(build, change.kind) {
            continue;
        }
        estimated += 1;
        let Some(changed) = machine_at(desk, &change.scenario).ok().flatten() else { continue };
        if !is_better(build, &changed, change.kind) {
            continue;
        }
        match paid(&changed, book) {
            None => unpriced += 1,
            Some(cost) => {
                let upgrade = upgrade(build, planned, &change, &changed, (book, locale), cost);
                ranked.extend(upgrade.filter(|upgrade| upgrade.net_cost <= most));
            }
        }
    }
    ranked.sort_by(compared);
    // The same part with two batch sizes is listed once, as it gains most.
    let mut seen: Vec<(String, String, u64)> = Vec::new();
    ranked.retain(|upgrade| {
        let key = (upgrade.kind.clone(), upgrade.id.clone(), upgrade.quantity);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
    let all = ranked.clone();
    ranked.retain(|upgrade| all.iter().all(|other| !beats(other, upgrade)));
    for upgrade in &mut ranked {
        upgrade.why = words::upgrade(upgrade, build, book.currency(), locale);
    }
    let mut front = ranked.clone();
    front.sort_by(|a, b| a.net_cost.total_cmp(&b.net_cost).then(a.epoch_seconds.total_cmp(&b.epoch_seconds)));
    let steps = budgets.iter().map(|budget| {
        let within = || ranked.iter().filter(|upgrade| upgrade.net_cost <= *budget);
        let fastest = within().min_by(|a, b| a.epoch_seconds.total_cmp(&b.epoch_seconds)).cloned();
        let upgrades: Vec<Upgrade> = within().take(SHOWN).cloned().collect();
        let verdict = words::step(*budget, &upgrades, fastest.as_ref(), runs, book.currency(), locale);
        LadderStep { budget: *budget, upgrades, fastest, verdict }
    });
    Ladder {
        runs,
        epoch_seconds: build.answer.speed.epoch.get(),
        steps: steps.collect(),
        estimated,
        unpriced,
        front,
        mend: mend(desk, (asked, planned), build, book, locale),
    }
}

/// Parts in the place of those with which the machine has a problem that it has not with others.
fn mend(desk: &mut Desk, (asked, planned): (&Scenario, &Scenario), build: &Build, book: &Book, locale: Locale) -> Option<Mend> {
    let before = problems(build);
    if before.is_empty() {
        return None;
    }
    let changed = machine_at(desk, &mended(build, planned, asked)).ok().flatten()?;
    let comes = comes(&changed, book, locale);
    let is_better = problems(&changed).len() < before.len() && !comes.is_empty();
    let cost = comes.iter().map(|part| part.amount).sum::<Option<f64>>().map(cents);
    is_better.then(|| Mend { goes: goes(build, &changed, book, locale), comes, cost })
}

/// What makes the order of a machine wrong.
fn problems(build: &Build) -> Vec<&'static str> {
    let found = findings(&View::of(build));
    found.iter().filter(|found| found.severity() == Severity::Problem).map(Finding::code).collect()
}

/// What every part of the machine would sell for together.
fn sellable(build: &Build, book: &Book) -> f64 {
    let resale = &book.prices().resale;
    build.parts.iter().filter_map(|part| Some(resale.get(part.id)? * part.quantity as f64)).sum()
}

/// What so many dollars are in the currency of the book, as people round amounts: to one digit, or behind a one to halves.
fn round_amount(usd: f64, book: &Book) -> f64 {
    let amount = book.dollars(usd).filter(|amount| *amount > 0.0).unwrap_or(usd);
    let mut unit = 1.0;
    while amount >= unit * 10.0 {
        unit *= 10.0;
    }
    while amount < unit {
        unit /= 10.0;
    }
    let step = if amount < unit * 2.0 { unit / 2.0 } else { unit };
    payable((amount / step).round() * step, book.currency().as_str())
}

/// Whether a change of a kind could gain enough: where the cards wait for nothing, only other cards shorten an epoch, and a
/// processor where it is what the cards' work is started by or what works for them.
fn may_gain(build: &Build, kind: ChangeKind) -> bool {
    let speed = &build.answer.speed;
    let waits = speed.gpu_utilization < 1.0 - LEAST_SHARE;
    match kind {
        ChangeKind::Gpu | ChangeKind::GpuCount => true,
        ChangeKind::Memory | ChangeKind::Storage => waits,
        ChangeKind::Cpu => waits || !matches!(speed.bound_by, Bound::Compute | Bound::MemoryBandwidth),
    }
}

/// Whether a changed machine holds the run as well as the machine as it is, gains enough, and can be built no worse.
fn is_better(build: &Build, changed: &Build, kind: ChangeKind) -> bool {
    if !changed.holds() || (build.short_of_reserve().is_none() && changed.short_of_reserve().is_some()) {
        return false;
    }
    let (before, after) = (build.answer.speed.epoch.get(), changed.answer.speed.epoch.get());
    // What reads the same before and after does not help a reader.
    let is_visible = spelled_time(before, Locale::En) != spelled_time(after, Locale::En);
    if build.holds() && (before - after < before * LEAST_SHARE || !is_visible) {
        return false;
    }
    // Kits that do not add up to what was asked for are another machine than the one that was estimated.
    let exact = changed.frame.kits.is_none_or(|kits| kits.total_gib() == changed.answer.scenario.hardware.ram.as_gib() as u64);
    if kind == ChangeKind::Memory && !exact {
        return false;
    }
    let known = problems(build);
    problems(changed).iter().all(|problem| known.contains(problem))
}

/// What must be paid for a change: the bill of the changed machine, where all parts of the machine as it is are there. What goes
/// is not sold, so that no change costs less than nothing, and what is there is there in its number. None where the price of a
/// part that comes is not known.
fn paid(changed: &Build, book: &Book) -> Option<f64> {
    let mut lines: BTreeMap<&str, (u64, Option<Price>)> = BTreeMap::new();
    for part in &changed.parts {
        let (quantity, price) = lines.entry(part.id).or_default();
        *quantity += part.quantity;
        *price = price.or(part.price);
    }
    let costs = lines.into_iter().map(|(id, (quantity, price))| book.beside(id, price, quantity));
    costs.sum::<Option<f64>>().map(cents)
}

fn upgrade(
    build: &Build,
    planned: &Scenario,
    change: &Change,
    changed: &Build,
    (book, locale): (&Book, Locale),
    cost: f64,
) -> Option<Upgrade> {
    let kind: PartKind = change.kind.part();
    let part = changed.parts.iter().find(|part| part.kind == kind)?;
    let (before, after) = (build.answer.speed.epoch.get(), changed.answer.speed.epoch.get());
    let gain = build.holds().then_some(before - after);
    let goes = goes(build, changed, book, locale);
    let net_cost = cents(cost - sold(&goes));
    Some(Upgrade {
        kind: change.kind.as_str().to_owned(),
        id: part.id.to_owned(),
        name: part.name.clone(),
        quantity: part.quantity,
        change: differing(planned, &pinned_scenario(&change.scenario, changed)),
        cost,
        net_cost,
        comes: comes(changed, book, locale),
        goes,
        epoch_seconds: after,
        gain_seconds: gain,
        gain_share: gain.map(|gain| gain / before),
        gain_seconds_per_unit: gain.filter(|_| net_cost > 0.0).map(|gain| gain / net_cost),
        why: String::new(),
    })
}

/// What costs nothing more goes first, then the most time gained for the money; where nothing runs yet, the cheapest.
fn compared(a: &Upgrade, b: &Upgrade) -> Ordering {
    let worth = |upgrade: &Upgrade| match upgrade.gain_seconds {
        None => -upgrade.net_cost,
        Some(_) => upgrade.gain_seconds_per_unit.unwrap_or(f64::INFINITY),
    };
    worth(b)
        .total_cmp(&worth(a))
        .then(a.epoch_seconds.total_cmp(&b.epoch_seconds))
        .then(a.net_cost.total_cmp(&b.net_cost))
        .then_with(|| (&a.kind, &a.id).cmp(&(&b.kind, &b.id)))
}

/// Whether one upgrade leaves no reason for another: it costs less and gains no less, or costs no more and gains more.
fn beats(a: &Upgrade, b: &Upgrade) -> bool {
    let (x, y) = ((a.net_cost, a.epoch_seconds), (b.net_cost, b.epoch_seconds));
    x.0 <= y.0 && x.1 <= y.1 && x != y
}

/// The fields of hardware and training that a change sets, as a patch.
fn differing(planned: &Scenario, changed: &Scenario) -> Scenario {
    fn new<T: Clone + PartialEq>(old: Option<&T>, new: Option<&T>) -> Option<T> {
        new.filter(|new| old != Some(*new)).cloned()
    }
    let mut patch = Scenario::default();
    let (x, y) = (&planned.hardware, &changed.hardware);
    patch.hardware = Hardware {
        gpu: new(x.gpu.as_ref(), y.gpu.as_ref()),
        gpu_count: new(x.gpu_count.as_ref(), y.gpu_count.as_ref()),
        cpu: new(x.cpu.as_ref(), y.cpu.as_ref()),
        ram_gib: new(x.ram_gib.as_ref(), y.ram_gib.as_ref()),
        storage: new(x.storage.as_ref(), y.storage.as_ref()),
        storage_count: new(x.storage_count.as_ref(), y.storage_count.as_ref()),
        ..Hardware::default()
    };
    let (x, y) = (&planned.training, &changed.training);
    patch.training.micro_batch_size = new(x.micro_batch_size.as_ref(), y.micro_batch_size.as_ref());
    patch.training.gradient_accumulation_steps =
        new(x.gradient_accumulation_steps.as_ref(), y.gradient_accumulation_steps.as_ref());
    patch.training.sharding = new(x.sharding.as_ref(), y.sharding.as_ref());
    if x.loader != y.loader {
        patch.training.loader = y.loader.clone();
    }
    patch
}
