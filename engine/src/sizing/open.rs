//! Decides what was left open: the batch, the loader and host memory.

use super::batch;
use super::plays::Plays;
use crate::device::roofline::Profile;
use crate::host;
use crate::inputs::{Field, Request, Scenario};
use crate::training::Loader;
use crate::work::StepWork;

/// The scenario with every open field decided, and the largest batch found on the way.
pub(crate) fn pin(plays: &mut Plays, request: &Request) -> (Scenario, u64) {
    let mut scenario = request.scenario.clone();
    let largest = batch::largest_in(plays, &scenario);
    if request.open.contains(&Field::MicroBatchSize) {
        // Loader and memory follow the batch, so that each size is timed with its own.
        let speed = |plays: &mut Plays, candidate: &Scenario| {
            let candidate = settle_host_in(plays, candidate, &request.open);
            plays.path_and_speed(&candidate).1
        };
        scenario.training.micro_batch_size = batch::recommend_in(plays, &scenario, largest, speed);
    }
    if LOADER.iter().any(|field| request.open.contains(field)) || request.open.contains(&Field::Ram) {
        scenario = settle_host_in(plays, &scenario, &request.open);
    }
    if scenario.hardware.gpu.pool.is_some() {
        return settle_shared_memory(plays, scenario, &request.open);
    }
    (scenario, largest)
}

/// The scenario with every open field decided, where its largest batch is not asked for: that of [`pin`].
pub(crate) fn decide(plays: &mut Plays, request: &Request) -> Scenario {
    let is_open = |field: &Field| request.open.contains(field);
    if is_open(&Field::MicroBatchSize) {
        pin(plays, request).0
    } else if LOADER.iter().any(is_open) || is_open(&Field::Ram) {
        settle_host_in(plays, &request.scenario, &request.open)
    } else {
        request.scenario.clone()
    }
}

/// Settles batch and host where host and device share their memory: what the host takes bounds the batch. Gives the scenario
/// and its largest micro-batch.
pub(super) fn settle_shared_memory(plays: &mut Plays, mut scenario: Scenario, open: &[Field]) -> (Scenario, u64) {
    let mut largest = batch::largest_in(plays, &scenario);
    while open.contains(&Field::MicroBatchSize) && largest > 0 && scenario.training.micro_batch_size > largest {
        scenario.training.micro_batch_size = 1 << largest.ilog2();
        scenario = settle_host_in(plays, &scenario, open);
        largest = batch::largest_in(plays, &scenario);
    }
    (scenario, largest)
}

/// The loader's fields.
pub(crate) const LOADER: [Field; 5] =
    [Field::NumWorkers, Field::PrefetchFactor, Field::PinMemory, Field::PersistentWorkers, Field::Cache];

/// Decides the open fields of the host for a scenario whose step is decided.
pub(crate) fn settle_host_in(plays: &mut Plays, scenario: &Scenario, open: &[Field]) -> Scenario {
    let profile = plays.profile(scenario);
    settle_host(scenario.clone(), plays.work(scenario), &profile, open)
}

/// Decides the open fields of the host for a scenario whose step has been profiled.
pub(crate) fn settle_host(mut scenario: Scenario, work: &StepWork, profile: &Profile, open: &[Field]) -> Scenario {
    let is_open = |field: Field| open.contains(&field);
    if LOADER.into_iter().any(is_open) {
        let rate = profile.compute_rate();
        let advised = host::loader::recommended_settings(&scenario);
        let asked = scenario.training.loader;
        // What is cached decides what workers have to do, so that it is settled first.
        scenario.training.loader.cache = if is_open(Field::Cache) { advised.cache } else { asked.cache };
        scenario.training.loader = Loader {
            num_workers: if is_open(Field::NumWorkers) {
                host::loader::recommended_workers(&scenario, rate)
            } else {
                asked.num_workers
            },
            prefetch_factor: if is_open(Field::PrefetchFactor) { advised.prefetch_factor } else { asked.prefetch_factor },
            pin_memory: if is_open(Field::PinMemory) { advised.pin_memory } else { asked.pin_memory },
            persistent_workers: if is_open(Field::PersistentWorkers) {
                advised.persistent_workers
            } else {
                asked.persistent_workers
            },
            ..scenario.training.loader
        };
    }
    if is_open(Field::Ram) {
        scenario.hardware.ram = host::kits::size_to_buy(&scenario.hardware.cpu, host::ram(&scenario, work).recommended);
    }
    scenario
}
