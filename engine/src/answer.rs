//! Answers a request: pins what was left open, plays the step, sizes card and host, times the run.

pub mod batch;
pub mod notes;
pub mod timeline;
mod trials;

use crate::device::memory::{DeviceMemory, desktop, device_memory, least_memory};
use crate::device::roofline::{Profile, profile, training_gpus};
use crate::estimate::{Estimate, Field, Fit, Request, Scenario, Speed, Vram};
use crate::host;
use crate::rules::{Facts, Trials, opinions};
use crate::step::{Step, record, simulate};
use crate::training::Loader;
use crate::units::Bytes;
use crate::work::StepWork;
use crate::work::of_graph::step_work;

/// How closely the card's memory is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The memory that the run needs at least; microseconds, for searches.
    Least,
    /// Its blocks and segments, by a replay through the allocator.
    Replayed,
}

/// The answer to a request.
#[must_use]
pub fn estimate(request: &Request) -> Estimate {
    answered(request, Detail::Replayed)
}

pub(crate) fn answered(request: &Request, detail: Detail) -> Estimate {
    let (scenario, largest) = pinned(request);
    let (mut answer, work) = drawn(scenario, largest, detail);
    // Searches compare plans by their figures; opinions are for the one that is shown.
    if detail == Detail::Replayed {
        answer.rules = opinions(&facts(&answer, &work, &trials::trials(&answer)));
    }
    answer
}

/// The figures of a pinned scenario as its estimate has them, without the rules' opinions.
pub(crate) fn plain(scenario: Scenario, detail: Detail) -> Estimate {
    let largest = batch::largest(&scenario);
    drawn(scenario, largest, detail).0
}

fn drawn(scenario: Scenario, largest: u64, detail: Detail) -> (Estimate, StepWork) {
    let Evaluated { vram, work, parameters } = evaluated(&scenario, detail);
    let ram = host::ram(&scenario, &work);
    let (path, speed) = timed(&scenario, &work);
    let notes = notes::notes(&scenario, &vram, &ram, &speed);
    let answer =
        Estimate { parameters, vram, max_micro_batch_size: largest, ram, speed, path, rules: Vec::new(), notes, scenario };
    (answer, work)
}

/// What the rules compare with.
const fn facts<'a>(answer: &'a Estimate, work: &'a StepWork, trials: &'a Trials) -> Facts<'a> {
    let Estimate { scenario, vram, ram, speed, path, max_micro_batch_size, .. } = answer;
    Facts { scenario, work, vram, ram, speed, path, max_micro_batch_size: *max_micro_batch_size, trials }
}

/// The scenario with every open field decided, and the largest batch found on the way.
fn pinned(request: &Request) -> (Scenario, u64) {
    let mut scenario = request.scenario.clone();
    let largest = batch::largest(&scenario);
    if request.open.contains(&Field::MicroBatchSize) {
        // Loader and memory follow the batch, so that each size is timed with its own.
        let speed = |candidate: &Scenario, work: &StepWork| timed(&settled(candidate.clone(), work, &request.open), work).1;
        scenario.training.micro_batch_size = batch::recommended(&scenario, largest, speed);
    }
    if LOADER.iter().any(|field| request.open.contains(field)) || request.open.contains(&Field::Ram) {
        let work = work_of(&scenario);
        scenario = settled(scenario, &work, &request.open);
    }
    (scenario, largest)
}

/// The loader's fields.
const LOADER: [Field; 5] = [Field::NumWorkers, Field::PrefetchFactor, Field::PinMemory, Field::PersistentWorkers, Field::Cache];

/// Decides the open fields of the host for a scenario whose step is decided.
fn settled(scenario: Scenario, work: &StepWork, open: &[Field]) -> Scenario {
    let profile = profile(work, &scenario.hardware, &scenario.training);
    settled_as(scenario, work, &profile, open)
}

/// The same where the step is profiled already.
pub(crate) fn settled_as(mut scenario: Scenario, work: &StepWork, profile: &Profile, open: &[Field]) -> Scenario {
    let is_open = |field: Field| open.contains(&field);
    if LOADER.into_iter().any(is_open) {
        let rate = profile.compute_rate();
        let advised = host::recommended_loader(&scenario, rate);
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
        scenario.hardware.ram = host::ram(&scenario, work).recommended;
    }
    scenario
}

/// What the card holds and what the step computes, for a pinned scenario.
#[derive(Debug, Clone)]
pub(crate) struct Evaluated {
    pub(crate) vram: Vram,
    pub(crate) work: StepWork,
    parameters: crate::estimate::ParameterCounts,
}

/// Plays the step of a pinned scenario.
pub(crate) fn evaluated(scenario: &Scenario, detail: Detail) -> Evaluated {
    let Scenario { hardware, model, training, data } = scenario;
    let gpus = training_gpus(hardware, training);
    let (step, memory) = match detail {
        Detail::Least => {
            let step = played(scenario, training.micro_batch_size);
            let memory = memory_of(scenario, &step);
            (step, memory)
        }
        Detail::Replayed => {
            let (step, recording) = record(model, training, data, training.micro_batch_size, gpus);
            let memory = device_memory(&step, &recording, scenario, available(scenario));
            (step, memory)
        }
    };
    let work = step_work(&step.graph, training, gpus);
    Evaluated { vram: vram(scenario, &step, memory), work, parameters: step.parameters }
}

fn work_of(scenario: &Scenario) -> StepWork {
    evaluated(scenario, Detail::Least).work
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

fn played(scenario: &Scenario, micro_batch_size: u64) -> Step {
    let Scenario { hardware, model, training, data } = scenario;
    simulate(model, training, data, micro_batch_size, training_gpus(hardware, training))
}

/// The least memory for a batch of this size.
fn memory_of(scenario: &Scenario, step: &Step) -> DeviceMemory {
    least_memory(step.allocated_peak(), &scenario.model, &scenario.training, &scenario.hardware.gpu)
}

/// Capacity that the run may use.
fn available(scenario: &Scenario) -> Bytes {
    scenario.hardware.gpu.memory.saturating_sub(desktop(&scenario.hardware))
}

fn vram(scenario: &Scenario, step: &Step, memory: DeviceMemory) -> Vram {
    let available = available(scenario);
    let fit = if memory.device > available {
        Fit::Short { by: memory.device - available }
    } else if memory.range.1 > available {
        Fit::Tight { headroom: available - memory.device }
    } else {
        Fit::Comfortable { headroom: available - memory.device }
    };
    Vram {
        parts: step.parts,
        allocated_peak: step.allocated_peak(),
        torch_allocated_peak: memory.torch_allocated,
        reserved_peak: memory.reserved,
        device_peak: memory.device,
        range: memory.range,
        needed: memory.needed,
        capacity: scenario.hardware.gpu.memory,
        desktop: desktop(&scenario.hardware),
        fit,
        peak: step.peak,
        timeline: timeline::points(&step.trace),
    }
}
