//! Answers a request: pins what was left open, plays the step, sizes card and host, times the run.

pub mod batch;
pub mod bound;
pub mod desk;
pub mod notes;
pub(crate) mod plays;
pub mod timeline;
mod trials;

use crate::device::memory::{DeviceMemory, desktop};
use crate::device::roofline::{Profile, profile, training_gpus};
use crate::estimate::{Estimate, Field, Fit, Note, Request, Scenario, Speed, Vram};
use crate::host;
use crate::measured::{self, scaled};
use crate::order::sort_by_key;
use crate::rules::{Facts, Trials, opinions};
use crate::step::recording::Recording;
use crate::step::{Step, record, simulate};
use crate::training::Loader;
use crate::units::Bytes;
use crate::work::StepWork;
use plays::{Played, Plays};

/// How closely the card's memory is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The memory that the run needs at least; microseconds, for searches.
    Least,
    /// Its blocks and segments, by a replay through the allocator.
    Replayed,
}

/// The estimate of a request whose framework is modeled; [`bound::answer`] asks for either.
#[must_use]
pub fn estimate(request: &Request) -> Estimate {
    debug_assert!(request.scenario.training.framework.is_modeled(), "another framework's run would be answered as PyTorch's");
    answered(request, Detail::Replayed)
}

pub(crate) fn answered(request: &Request, detail: Detail) -> Estimate {
    answered_in(&mut Plays::default(), request, detail)
}

/// The same among steps that a search has played.
pub(crate) fn answered_in(plays: &mut Plays, request: &Request, detail: Detail) -> Estimate {
    let (scenario, largest) = pinned(plays, request);
    let mut answer = drawn(plays, scenario, largest, detail);
    // Searches compare plans by their figures; opinions are for the one that is shown.
    if detail == Detail::Replayed {
        let trials = trials::trials(&answer, plays);
        answer.rules = opinions(&facts(&answer, plays.work(&answer.scenario), &trials));
    }
    answer
}

/// The figures of a pinned scenario as its estimate has them, without the rules' opinions.
pub(crate) fn plain(plays: &mut Plays, scenario: Scenario, detail: Detail) -> Estimate {
    let largest = batch::largest_in(plays, &scenario);
    drawn(plays, scenario, largest, detail)
}

fn drawn(plays: &mut Plays, scenario: Scenario, largest: u64, detail: Detail) -> Estimate {
    let vram = plays.vram(&scenario, detail);
    let ram = plays.ram(&scenario);
    let (path, speed) = plays.timed(&scenario);
    let mut notes = notes::notes(&scenario, &vram, &ram, &speed);
    if detail == Detail::Replayed {
        notes.extend(measured::notes(&scenario, &vram, &speed).into_iter().map(Note::Measured));
        sort_by_key(&mut notes, Note::level);
    }
    let parameters = plays.played(&scenario).parameters;
    Estimate { parameters, vram, max_micro_batch_size: largest, ram, speed, path, rules: Vec::new(), notes, scenario }
}

/// What the rules compare with.
const fn facts<'a>(answer: &'a Estimate, work: &'a StepWork, trials: &'a Trials) -> Facts<'a> {
    let Estimate { scenario, vram, ram, speed, path, max_micro_batch_size, .. } = answer;
    Facts { scenario, work, vram, ram, speed, path, max_micro_batch_size: *max_micro_batch_size, trials }
}

/// The scenario with every open field decided, and the largest batch found on the way.
pub(crate) fn pinned(plays: &mut Plays, request: &Request) -> (Scenario, u64) {
    let mut scenario = request.scenario.clone();
    let largest = batch::largest_in(plays, &scenario);
    if request.open.contains(&Field::MicroBatchSize) {
        // Loader and memory follow the batch, so that each size is timed with its own.
        let speed = |plays: &mut Plays, candidate: &Scenario| {
            let candidate = settled_in(plays, candidate, &request.open);
            plays.timed(&candidate).1
        };
        scenario.training.micro_batch_size = batch::recommended_in(plays, &scenario, largest, speed);
    }
    if LOADER.iter().any(|field| request.open.contains(field)) || request.open.contains(&Field::Ram) {
        scenario = settled_in(plays, &scenario, &request.open);
    }
    if scenario.hardware.gpu.pool.is_some() {
        return shared(plays, scenario, &request.open);
    }
    (scenario, largest)
}

/// The same where host and device share their memory: what was settled for the host bounds the batch.
fn shared(plays: &mut Plays, mut scenario: Scenario, open: &[Field]) -> (Scenario, u64) {
    let mut largest = batch::largest_in(plays, &scenario);
    while open.contains(&Field::MicroBatchSize) && largest > 0 && scenario.training.micro_batch_size > largest {
        scenario.training.micro_batch_size = 1 << largest.ilog2();
        scenario = settled_in(plays, &scenario, open);
        largest = batch::largest_in(plays, &scenario);
    }
    (scenario, largest)
}

/// The loader's fields.
const LOADER: [Field; 5] = [Field::NumWorkers, Field::PrefetchFactor, Field::PinMemory, Field::PersistentWorkers, Field::Cache];

/// Decides the open fields of the host for a scenario whose step is decided.
pub(crate) fn settled_in(plays: &mut Plays, scenario: &Scenario, open: &[Field]) -> Scenario {
    let profile = plays.profile(scenario);
    settled_as(scenario.clone(), plays.work(scenario), &profile, open)
}

/// The same where the step is profiled already.
pub(crate) fn settled_as(mut scenario: Scenario, work: &StepWork, profile: &Profile, open: &[Field]) -> Scenario {
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
        scenario.hardware.ram = host::kits::bought_for(&scenario.hardware.cpu, host::ram(&scenario, work).recommended);
    }
    scenario
}

/// What the card holds and what the step computes, for a pinned scenario.
#[derive(Debug, Clone)]
pub(crate) struct Evaluated {
    pub(crate) vram: Vram,
    pub(crate) work: StepWork,
}

/// Plays the step of a pinned scenario.
pub(crate) fn evaluated(scenario: &Scenario, detail: Detail) -> Evaluated {
    let mut plays = Plays::default();
    let vram = plays.vram(scenario, detail);
    Evaluated { vram, work: plays.into_work(scenario) }
}

/// The kernels of a pinned scenario's step.
pub(crate) fn work_of(scenario: &Scenario) -> StepWork {
    Plays::default().into_work(scenario)
}

/// Path and speed of a pinned scenario.
pub(crate) fn timed(scenario: &Scenario, work: &StepWork) -> (crate::estimate::DataPath, Speed) {
    timed_as(scenario, work, profile(work, &scenario.hardware, &scenario.training))
}

/// The same where the step is profiled already: the profile does not depend on the loader, on memory or on the drive.
pub(crate) fn timed_as(scenario: &Scenario, work: &StepWork, profile: Profile) -> (crate::estimate::DataPath, Speed) {
    let path = host::data_path(scenario, work, profile.compute_rate());
    let speed = host::speed::profiled(scenario, work, &path, profile);
    (path, speed)
}

/// The step of a scenario with another micro-batch, with what was measured of its memory.
pub(crate) fn played(scenario: &Scenario, micro_batch_size: u64) -> Step {
    let Scenario { hardware, model, training, data, .. } = scenario;
    scaled(simulate(model, training, data, micro_batch_size, training_gpus(hardware, training)), scenario)
}

/// The step of a pinned scenario for the allocator, as it is without any measurement.
pub(crate) fn recorded(scenario: &Scenario) -> (Step, Recording) {
    let Scenario { hardware, model, training, data, .. } = scenario;
    record(model, training, data, training.micro_batch_size, training_gpus(hardware, training))
}

/// What is gone of the device's memory before the step: driver and desktop, and what the host needs of memory in common.
fn taken(scenario: &Scenario) -> Bytes {
    desktop(&scenario.hardware) + host::pool::taken_by_host(scenario)
}

/// Capacity that the run may use.
pub(crate) fn available(scenario: &Scenario) -> Bytes {
    scenario.hardware.gpu.memory.saturating_sub(taken(scenario))
}

/// Whether what a run needs is there.
pub(crate) fn fit_of(memory: &DeviceMemory, available: Bytes) -> Fit {
    if memory.device > available {
        Fit::Short { by: memory.device - available }
    } else if memory.range.1 > available {
        Fit::Tight { headroom: available - memory.device }
    } else {
        Fit::Comfortable { headroom: available - memory.device }
    }
}

fn vram_of(scenario: &Scenario, played: &Played, memory: DeviceMemory) -> Vram {
    Vram {
        parts: played.parts,
        allocated_peak: played.parts.total(),
        torch_allocated_peak: memory.torch_allocated,
        reserved_peak: memory.reserved,
        device_peak: memory.device,
        range: memory.range,
        needed: memory.needed,
        capacity: scenario.hardware.gpu.memory,
        desktop: taken(scenario),
        fit: fit_of(&memory, available(scenario)),
        peak: played.peak,
        timeline: timeline::points(&played.trace),
    }
}
