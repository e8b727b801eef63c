//! Answers a request: pins what was left open, plays the step, sizes card and host, times the run.

pub mod batch;
pub mod notes;
pub mod timeline;
mod trials;

use crate::device::memory::{DeviceMemory, desktop, device_memory, known_context, least_memory};
use crate::device::roofline::{profile, training_gpus};
use crate::estimate::{Estimate, Field, Fit, Note, Request, Scenario, Speed, StageKind, Vram};
use crate::host;
use crate::measured::{self, scaled};
use crate::rules::{Facts, Trials, opinions};
use crate::step::recording::Recording;
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
    let Evaluated { vram, work, parameters } = evaluated(&scenario, detail);
    let ram = host::ram(&scenario, &work);
    let (path, speed) = timed(&scenario, &work);
    let mut notes = notes::notes(&scenario, &vram, &ram, &speed);
    if detail == Detail::Replayed {
        notes.extend(measured::notes(&scenario, &vram, &speed).into_iter().map(Note::Measured));
        notes.sort_by_key(Note::level);
    }
    let mut answer =
        Estimate { parameters, vram, max_micro_batch_size: largest, ram, speed, path, rules: Vec::new(), notes, scenario };
    // Searches compare plans by their figures; opinions are for the one that is shown.
    if detail == Detail::Replayed {
        answer.rules = opinions(&facts(&answer, &work, &trials::trials(&answer)));
    }
    answer
}

/// What the rules compare with.
const fn facts<'a>(answer: &'a Estimate, work: &'a StepWork, trials: &'a Trials) -> Facts<'a> {
    let Estimate { scenario, vram, ram, speed, path, max_micro_batch_size, .. } = answer;
    Facts { scenario, work, vram, ram, speed, path, max_micro_batch_size: *max_micro_batch_size, trials }
}

/// The scenario with every open field decided, and the largest batch found on the way.
pub(crate) fn pinned(request: &Request) -> (Scenario, u64) {
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
fn settled(mut scenario: Scenario, work: &StepWork, open: &[Field]) -> Scenario {
    let is_open = |field: Field| open.contains(&field);
    if LOADER.into_iter().any(is_open) {
        let rate = profile(work, &scenario.hardware, &scenario.training).compute_rate();
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
    let (step, memory) = match detail {
        Detail::Least => {
            let step = played(scenario, scenario.training.micro_batch_size);
            let memory = memory_of(scenario, &step);
            (step, memory)
        }
        Detail::Replayed => {
            let (step, recording) = recorded(scenario);
            let step = scaled(step, scenario);
            let memory = device_memory(&step, &recording, scenario, available(scenario));
            (step, memory)
        }
    };
    let work = work_in(scenario, &step);
    Evaluated { vram: vram(scenario, &step, memory), work, parameters: step.parameters }
}

/// The kernels of a pinned scenario's step.
pub(crate) fn work_of(scenario: &Scenario) -> StepWork {
    evaluated(scenario, Detail::Least).work
}

/// Path and speed of a pinned scenario.
pub(crate) fn timed(scenario: &Scenario, work: &StepWork) -> (crate::estimate::DataPath, Speed) {
    let rate = profile(work, &scenario.hardware, &scenario.training).compute_rate();
    let path = host::data_path(scenario, work, rate);
    let speed = host::speed(scenario, work, &path);
    (path, speed)
}

/// The kernels of a played step, as slow as they were measured.
fn work_in(scenario: &Scenario, step: &Step) -> StepWork {
    let Scenario { hardware, training, measured, .. } = scenario;
    let work = step_work(&step.graph, training, training_gpus(hardware, training));
    StepWork { slowdown: measured.time(StageKind::Compute), ..work }
}

/// The step with a micro-batch of this size, with what was measured of its memory.
fn played(scenario: &Scenario, micro_batch_size: u64) -> Step {
    let Scenario { hardware, model, training, data, .. } = scenario;
    scaled(simulate(model, training, data, micro_batch_size, training_gpus(hardware, training)), scenario)
}

/// The step of a pinned scenario for the allocator, as it is without any measurement.
pub(crate) fn recorded(scenario: &Scenario) -> (Step, Recording) {
    let Scenario { hardware, model, training, data, .. } = scenario;
    record(model, training, data, training.micro_batch_size, training_gpus(hardware, training))
}

/// The least memory for a batch of this size.
fn memory_of(scenario: &Scenario, step: &Step) -> DeviceMemory {
    let Scenario { hardware, model, training, measured, .. } = scenario;
    known_context(least_memory(step.allocated_peak(), model, training, &hardware.gpu), measured)
}

/// Capacity that the run may use.
pub(crate) fn available(scenario: &Scenario) -> Bytes {
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
