//! Remedies of the bottleneck: whatever makes the run shorter, from settings that cost nothing to a new processor.

use super::kernels::Kernels;
use super::loader::{self, WORTHWHILE};
use crate::advice::apply::applied;
use crate::estimate::{
    Bound, Change, Cost, Estimate, LoaderSetting, Market, Remedies, Remedy, SettingAdvice, SettingValue, Timing,
};
use crate::host::{self, kits};
use crate::inputs::Scenario;
use crate::sizing::batch;
use crate::sizing::card::Detail;
use crate::sizing::evaluate::evaluate;
use crate::sizing::time::path_and_speed;
use crate::units::Bytes;

/// Of kits, drives and processors the first is taken that saves this share of what the best of them does.
const ENOUGH_OF_A_KIND: f64 = 0.95;
/// A remedy that saves less than this share of what the best one does leaves the bottleneck where it is.
const ENOUGH: f64 = 0.5;
/// Of remedies that cost the same, the one with fewer changes is taken as long as it saves this share.
const ENOUGH_WITH_FEWER: f64 = 0.9;

/// Everything that shortens the run, each change made alone and timed.
pub(super) fn remedies(estimate: &Estimate, kernels: &Kernels, market: &Market) -> Remedies {
    let scenario = &estimate.scenario;
    let before = kernels.timing(scenario);
    let mut all = settings(scenario, kernels);
    all.extend(larger_batch(estimate));
    all.extend(more_ram(scenario, kernels, before));
    all.extend(faster_drive(scenario, kernels, before, market));
    all.extend(more_cores(scenario, kernels, before, market));
    all.retain(|remedy| remedy.after.run.get() < before.run.get() * (1.0 - WORTHWHILE) && has_room(scenario, kernels, remedy));
    crate::order::sort_by(&mut all, |a, b| {
        rank(scenario, a)
            .cmp(&rank(scenario, b))
            .then(a.after.run.get().total_cmp(&b.after.run.get()))
            .then(a.change.len().cmp(&b.change.len()))
    });
    Remedies { before, cheapest: cheapest(scenario, before, &all), all }
}

/// How dear a remedy is beside others: what it is paid for, save that more than twice the memory costs more than a drive.
fn rank(scenario: &Scenario, remedy: &Remedy) -> u64 {
    match (remedy.cost, remedy.change.first()) {
        (Cost::Free, _) => 0,
        (Cost::Ram, Some(Change::Ram(kit))) if *kit > scenario.hardware.ram * 2 => 3,
        (Cost::Ram, _) => 1,
        (Cost::Drive, _) => 2,
        (Cost::Cpu, _) => 4,
    }
}

/// Time that a change saves over the whole run, in seconds.
fn saving(before: Timing, after: Timing) -> f64 {
    before.run.get() - after.run.get()
}

/// The place of the remedy to name first.
fn cheapest(scenario: &Scenario, before: Timing, all: &[Remedy]) -> Option<usize> {
    let best = |remedies: &[&Remedy]| remedies.iter().map(|remedy| saving(before, remedy.after)).fold(0.0, f64::max);
    let most = best(&all.iter().collect::<Vec<_>>());
    let cheapest = rank(scenario, all.iter().find(|remedy| saving(before, remedy.after) >= most * ENOUGH)?);
    let as_cheap = |remedy: &&Remedy| rank(scenario, remedy) == cheapest;
    let most_at_cost = best(&all.iter().filter(as_cheap).collect::<Vec<_>>());
    all.iter()
        .enumerate()
        .filter(|(_, remedy)| as_cheap(remedy) && saving(before, remedy.after) >= most_at_cost * ENOUGH_WITH_FEWER)
        .min_by_key(|(place, remedy)| (remedy.change.len(), *place))
        .map(|(place, _)| place)
}

/// Whether the host memory holds the changed run, where it held the run before.
fn has_room(scenario: &Scenario, kernels: &Kernels, remedy: &Remedy) -> bool {
    let holds = |scenario: &Scenario| {
        host::phases::phases(scenario, kernels.work).fullest().1.total() <= kits::usable(scenario.hardware.ram)
    };
    holds(&applied(scenario, &remedy.change)) || !holds(scenario)
}

/// The loader's settings, each alone and all of them together.
fn settings(scenario: &Scenario, kernels: &Kernels) -> Vec<Remedy> {
    let advice = loader::advice(scenario, kernels);
    let changed: Vec<&SettingAdvice> = advice.settings.iter().filter(|setting| setting.after != setting.before).collect();
    let remedy = |id, change, after, source| Remedy { id, change, cost: Cost::Free, after, source };
    let mut remedies: Vec<Remedy> = changed
        .iter()
        .filter_map(|advice| Some(remedy(id(advice.setting), vec![change(advice)?], advice.alone, advice.source)))
        .collect();
    if remedies.len() > 1 {
        let all = changed.iter().filter_map(|advice| change(advice)).collect();
        remedies.push(remedy("loader-settings", all, advice.after, "rules B10, B12, A1"));
    }
    remedies
}

const fn id(setting: LoaderSetting) -> &'static str {
    match setting {
        LoaderSetting::NumWorkers => "loader-workers",
        LoaderSetting::BatchedPreprocessing => "batched-preprocessing",
        LoaderSetting::Cache => "cache",
        LoaderSetting::PinMemory => "pinned-memory",
        LoaderSetting::PrefetchFactor => "prefetch",
        LoaderSetting::PersistentWorkers => "persistent-workers",
    }
}

/// The change that a piece of advice asks for; none for a value of another setting's kind.
const fn change(advice: &SettingAdvice) -> Option<Change> {
    Some(match (advice.setting, advice.after) {
        (LoaderSetting::NumWorkers, SettingValue::Count(workers)) => Change::NumWorkers(workers),
        (LoaderSetting::PrefetchFactor, SettingValue::Count(batches)) => Change::PrefetchFactor(batches),
        (LoaderSetting::BatchedPreprocessing, SettingValue::Flag(batched)) => Change::BatchedPreprocessing(batched),
        (LoaderSetting::PinMemory, SettingValue::Flag(pin)) => Change::PinMemory(pin),
        (LoaderSetting::PersistentWorkers, SettingValue::Flag(persistent)) => Change::PersistentWorkers(persistent),
        (LoaderSetting::Cache, SettingValue::Cache(cache)) => Change::Cache(cache),
        _ => return None,
    })
}

/// The batch that the advisor would run with, where launching kernels limits: a larger one has more work per launch.
fn larger_batch(estimate: &Estimate) -> Option<Remedy> {
    let scenario = &estimate.scenario;
    let now = scenario.training.micro_batch_size;
    if estimate.speed.bound_by != Bound::Launch || estimate.max_micro_batch_size <= now {
        return None;
    }
    let size = batch::recommend(scenario, estimate.max_micro_batch_size, |changed, work| path_and_speed(changed, work).1);
    let change = vec![Change::MicroBatchSize(size)];
    let changed = applied(scenario, &change);
    let after = Kernels::of(&evaluate(&changed, Detail::Least).work).timing(&changed);
    let source = "roofline of the step at each batch: launches are per kernel, work is per sample";
    (size > now).then_some(Remedy { id: "larger-batch", change, cost: Cost::Free, after, source })
}

/// The next kits that the processor takes.
pub(super) fn more_ram(scenario: &Scenario, kernels: &Kernels, before: Timing) -> Option<Remedy> {
    let hardware = &scenario.hardware;
    let kits = kits::CAPACITIES_GIB.into_iter().map(Bytes::from_gib);
    let larger = kits.filter(|kit| *kit > hardware.ram && *kit <= hardware.cpu.max_memory);
    let ladder = larger.map(|kit| vec![Change::Ram(kit)]);
    first_enough(
        "more-ram",
        Cost::Ram,
        "rules A2, A7; page cache and loader in the memory of the host",
        ladder,
        scenario,
        kernels,
        before,
    )
}

/// The next drives that hold the data set.
pub(super) fn faster_drive(scenario: &Scenario, kernels: &Kernels, before: Timing, market: &Market) -> Option<Remedy> {
    let holds = market.drives.iter().filter(|drive| drive.spec.capacity >= scenario.data.bytes_on_disk);
    let ladder = holds.map(|drive| vec![Change::Storage(*drive)]);
    first_enough("faster-drive", Cost::Drive, "rule C4; data sheets of drives", ladder, scenario, kernels, before)
}

/// The next processors that take the memory, with the workers that they can run.
pub(super) fn more_cores(scenario: &Scenario, kernels: &Kernels, before: Timing, market: &Market) -> Option<Remedy> {
    let fitting = market
        .processors
        .iter()
        .filter(|processor| scenario.hardware.gpu.pool.is_none() && processor.spec.max_memory >= scenario.hardware.ram);
    let ladder = fitting.map(|processor| {
        let mut change = vec![Change::Cpu(*processor)];
        let workers = advised_workers(&applied(scenario, &change), kernels);
        if workers > scenario.training.loader.num_workers {
            change.push(Change::NumWorkers(workers));
        }
        change
    });
    // What the installed cores would do with as many workers as they can run is not gained by new ones.
    let own = vec![Change::NumWorkers(advised_workers(scenario, kernels).max(scenario.training.loader.num_workers))];
    let own = kernels.timing(&applied(scenario, &own));
    first_enough(
        "more-cores",
        Cost::Cpu,
        "rule B10; decoding and tokenizing per core as measured",
        ladder,
        scenario,
        kernels,
        before,
    )
    .filter(|remedy| remedy.after.run.get() < own.run.get() * (1.0 - WORTHWHILE))
}

/// Workers that a scenario's processor should run.
fn advised_workers(scenario: &Scenario, kernels: &Kernels) -> u64 {
    let rate = kernels.profile(scenario).compute_rate();
    host::loader::recommended_workers(scenario, rate)
}

/// The first of a ladder of changes that saves nearly as much as any of them.
fn first_enough(
    id: &'static str,
    cost: Cost,
    source: &'static str,
    ladder: impl Iterator<Item = Vec<Change>>,
    scenario: &Scenario,
    kernels: &Kernels,
    before: Timing,
) -> Option<Remedy> {
    let rungs: Vec<Remedy> =
        ladder.map(|change| Remedy { id, after: kernels.timing(&applied(scenario, &change)), change, cost, source }).collect();
    let most = rungs.iter().map(|rung| saving(before, rung.after)).fold(0.0, f64::max);
    rungs.into_iter().find(|rung| most > 0.0 && saving(before, rung.after) >= most * ENOUGH_OF_A_KIND)
}
