//! The loader's settings one by one, each timed alone and on top of those before it.

use super::kernels::Kernels;
use crate::estimate::{LoaderAdvice, LoaderSetting, SettingAdvice, SettingValue, Timing};
use crate::host::loader::{PYTORCH_DEFAULT, recommended_loader, recommended_workers};
use crate::host::processes::processes;
use crate::inputs::Scenario;
use crate::training::Loader;

/// The order in which settings build on each other: what is cached decides what workers have to do, and only workers
/// can fetch ahead and outlive an epoch.
const ORDER: [LoaderSetting; 6] = [
    LoaderSetting::Cache,
    LoaderSetting::NumWorkers,
    LoaderSetting::BatchedPreprocessing,
    LoaderSetting::PinMemory,
    LoaderSetting::PrefetchFactor,
    LoaderSetting::PersistentWorkers,
];

/// Smaller shares of the run do not count as gains.
pub(super) const WORTHWHILE: f64 = 0.01;
/// A run that is longer by less than this share is as long: what a setting takes of the page cache is not felt.
const NOTICEABLE: f64 = 0.005;
/// What processing by whole batches has to save of the run by itself to be worth writing the code.
const WORTH_CODE: f64 = 0.1;

/// The loader as it would be without advice: what a person decided against the advice stays, and where the plan has
/// what is advised, the framework's default stands for what it would have been.
///
/// It follows from the plan alone, so that the plan with every field written out gets the same advice.
pub(super) fn unadvised(scenario: &Scenario, kernels: &Kernels) -> Loader {
    let rate = kernels.profile(scenario).compute_rate();
    let advised = recommended_loader(scenario, rate);
    let now = scenario.training.loader;
    let workers_are_advised = now.num_workers == advised.num_workers || now.num_workers == recommended_workers(scenario, rate);
    Loader {
        num_workers: if workers_are_advised { PYTORCH_DEFAULT.num_workers } else { now.num_workers },
        prefetch_factor: now.prefetch_factor,
        pin_memory: now.pin_memory && !advised.pin_memory,
        persistent_workers: now.persistent_workers && !advised.persistent_workers,
        cache: if now.cache == advised.cache { PYTORCH_DEFAULT.cache } else { now.cache },
        batched_preprocessing: now.batched_preprocessing,
    }
}

/// Every setting from what the scenario has to what is advised for it.
pub(super) fn advice(scenario: &Scenario, kernels: &Kernels) -> LoaderAdvice {
    let rate = kernels.profile(scenario).compute_rate();
    let mut advised = recommended_loader(scenario, rate);
    advised.batched_preprocessing = true;
    let before = kernels.timing(scenario);
    let with = |loader: Loader| {
        let mut changed = scenario.clone();
        changed.training.loader = loader;
        kernels.timing(&changed)
    };
    let plain = scenario.training.loader;
    let (mut loader, mut after) = (plain, before);
    let settings = ORDER
        .into_iter()
        .map(|setting| {
            let value = value(&advised, setting);
            let alone = with(set(plain, setting, value));
            let next = with(set(loader, setting, value));
            let taken =
                value != self::value(&plain, setting) && is_taken(scenario, setting, value, &[(before, alone), (after, next)]);
            if taken {
                (loader, after) = (set(loader, setting, value), next);
            }
            SettingAdvice {
                setting,
                before: self::value(&plain, setting),
                after: self::value(&loader, setting),
                alone: if taken { alone } else { before },
                so_far: after,
                source: source(setting),
            }
        })
        .collect();
    LoaderAdvice { before, after, settings }
}

/// Whether an advised value is worth having, by what it does alone and on top of the others.
fn is_taken(scenario: &Scenario, setting: LoaderSetting, value: SettingValue, changes: &[(Timing, Timing); 2]) -> bool {
    let saves = |(before, after): (Timing, Timing), share: f64| after.run.get() < before.run.get() * (1.0 - share);
    let [alone, so_far] = *changes;
    if so_far.1.run.get() > so_far.0.run.get() * (1.0 + NOTICEABLE) {
        return false;
    }
    match (setting, value) {
        // It takes the user's own code, so that it has to pay.
        (LoaderSetting::BatchedPreprocessing, _) => saves(alone, WORTH_CODE) || saves(so_far, WORTHWHILE),
        // More workers than needed do no harm until they outnumber the threads.
        (LoaderSetting::NumWorkers, SettingValue::Count(advised)) => {
            let now = scenario.training.loader.num_workers;
            advised > now || saves(so_far, WORTHWHILE) || now * processes(scenario).per_node > scenario.hardware.cpu.threads
        }
        _ => true,
    }
}

/// What a loader has for a setting.
const fn value(loader: &Loader, setting: LoaderSetting) -> SettingValue {
    match setting {
        LoaderSetting::NumWorkers => SettingValue::Count(loader.num_workers),
        LoaderSetting::BatchedPreprocessing => SettingValue::Flag(loader.batched_preprocessing),
        LoaderSetting::Cache => SettingValue::Cache(loader.cache),
        LoaderSetting::PinMemory => SettingValue::Flag(loader.pin_memory),
        LoaderSetting::PrefetchFactor => SettingValue::Count(loader.prefetch_factor),
        LoaderSetting::PersistentWorkers => SettingValue::Flag(loader.persistent_workers),
    }
}

/// The loader with a setting changed; a value of another setting's kind changes nothing.
const fn set(mut loader: Loader, setting: LoaderSetting, value: SettingValue) -> Loader {
    match (setting, value) {
        (LoaderSetting::NumWorkers, SettingValue::Count(count)) => loader.num_workers = count,
        (LoaderSetting::PrefetchFactor, SettingValue::Count(count)) => loader.prefetch_factor = count,
        (LoaderSetting::BatchedPreprocessing, SettingValue::Flag(flag)) => loader.batched_preprocessing = flag,
        (LoaderSetting::PinMemory, SettingValue::Flag(flag)) => loader.pin_memory = flag,
        (LoaderSetting::PersistentWorkers, SettingValue::Flag(flag)) => loader.persistent_workers = flag,
        (LoaderSetting::Cache, SettingValue::Cache(cache)) => loader.cache = cache,
        _ => {}
    }
    loader
}

/// Where the reason comes from.
const fn source(setting: LoaderSetting) -> &'static str {
    match setting {
        LoaderSetting::NumWorkers => "rules B10, A1; decoding and tokenizing per core as measured, a share lost per doubling",
        LoaderSetting::BatchedPreprocessing => {
            "rule B10; PyTorch's DataLoader fetches sample by sample unless the data set has __getitems__"
        }
        LoaderSetting::Cache => "rules B12, B10 for latents and tokens; the system's page cache for pictures",
        LoaderSetting::PinMemory => "rule B10; PyTorch's DataLoader; shares of PCIe from pageable and page-locked memory",
        LoaderSetting::PrefetchFactor => "rule B10; PyTorch's DataLoader: two batches a worker",
        LoaderSetting::PersistentWorkers => "PyTorch's DataLoader starts its workers anew for every epoch otherwise",
    }
}
