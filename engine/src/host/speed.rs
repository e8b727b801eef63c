//! What the narrowest stage makes of a step and of an epoch.

use super::phases::phases;
use super::processes::processes;
use super::{cores, sample, shortage};
use crate::device::roofline::{Profile, efficiency, encoding, profile};
use crate::estimate::{Bound, DataPath, Speed, Stage, StageKind, StepTime};
use crate::hardware::OperatingSystem;
use crate::inputs::Scenario;
use crate::units::{SamplesPerSecond, Seconds};
use crate::work::StepWork;

/// Starting forked workers.
const WORKERS_START_LINUX: Seconds = Seconds::new(0.2);
/// Starting spawned workers, which import the framework.
const WORKERS_START_WINDOWS: Seconds = Seconds::new(5.0);
/// Samples of the batch that a run waits for at its start: a usual size (the guides' batches are 2 to 128).
const FIRST_BATCH: f64 = 32.0;
/// Low and high of an epoch's time where the data path limits it: files, codecs and drives vary more than kernels.
const PATH_SPREAD: (f64, f64) = (0.7, 1.5);

/// Time of a step and of an epoch.
#[must_use]
pub fn speed(scenario: &Scenario, work: &StepWork, path: &DataPath) -> Speed {
    speed_from_profile(scenario, work, path, profile(work, &scenario.hardware, &scenario.training))
}

/// Time of a step and of an epoch where the step has been profiled.
pub(crate) fn speed_from_profile(scenario: &Scenario, work: &StepWork, path: &DataPath, profile: Profile) -> Speed {
    let compute_step = profile.step();
    let paging = shortage::paging(scenario, &phases(scenario, work).train).time;
    let data = data_time(&profile, scenario, path, |stage| stage.rate);
    let first_data = data_time(&profile, scenario, path, |stage| stage.first_epoch_rate);
    let step = step(&profile, scenario, data) + paging;
    let first_step = (self::step(&profile, scenario, first_data) + paging).max(step);
    // The last, incomplete batch costs its share of a step.
    let steps = scenario.data.samples.max(1) as f64 / profile.global_batch.max(1) as f64;
    let start = start(scenario);
    // Cached latents are made before the first step.
    let first_epoch = first_step * steps + start + encoding(scenario);
    let epoch = step * steps + if scenario.training.loader.persistent_workers { Seconds::ZERO } else { start };
    let data_limits = data > compute_step;
    let (limit, estimated) = if data_limits {
        (slowest(path), PATH_SPREAD)
    } else {
        (StageKind::Compute, efficiency::spread(scenario.model.family()))
    };
    let spread = scenario.measured.time_spread(limit).unwrap_or(estimated);
    let wait = Seconds::new(step.get() - compute_step.get());
    let flops_per_step = work.model_flops.get() * scenario.training.gradient_accumulation_steps.max(1) as f64;
    Speed {
        step,
        compute_rate: profile.compute_rate(),
        rate: SamplesPerSecond::new(profile.global_batch as f64 / step.get()),
        first_epoch,
        epoch,
        range: (epoch * spread.0, epoch * spread.1),
        gpu_utilization: compute_step.get() / step.get(),
        bound_by: if paging.get() > 0.0 && paging.get() > wait.get() - paging.get() {
            Bound::Storage
        } else if data_limits {
            bound(path)
        } else {
            profile.bound
        },
        mfu: if profile.rated.get() > 0.0 { (flops_per_step / (step.get() * profile.rated.get())).min(1.0) } else { 0.0 },
        flops_per_micro_step: profile.flops_per_micro_step,
        parts: StepTime { wait, ..profile.time },
        paging: paging.min(wait),
    }
}

/// What the slowest stage of the data path needs for one step's samples.
fn data_time(profile: &Profile, scenario: &Scenario, path: &DataPath, rate: impl Fn(&Stage) -> SamplesPerSecond) -> Seconds {
    let slowest = path
        .stages
        .iter()
        .filter(|stage| stage.kind != StageKind::Compute)
        .map(|stage| profile.global_batch as f64 / (rate(stage).get() * processes(scenario).nodes as f64))
        .fold(0.0, f64::max);
    Seconds::new(slowest)
}

/// One step behind the data path: the slower of the two where workers prefetch, their sum where the training process
/// loads by itself.
fn step(profile: &Profile, scenario: &Scenario, data: Seconds) -> Seconds {
    if scenario.training.loader.num_workers == 0 { profile.step() + data } else { profile.step().max(data) }
}

/// Until the first batch arrives: workers start, and one of them prepares a batch alone. A batch of a usual size stands for
/// all sizes: a larger one is a matter of a second once, and not to weigh against what it saves in every step.
fn start(scenario: &Scenario) -> Seconds {
    if scenario.training.loader.num_workers == 0 {
        return Seconds::ZERO;
    }
    let workers = match scenario.hardware.os {
        OperatingSystem::Linux => WORKERS_START_LINUX,
        OperatingSystem::Windows => WORKERS_START_WINDOWS,
    };
    let one_sample = sample::core_time(scenario, cores::clock_ghz(&scenario.hardware.cpu), true);
    workers + one_sample * FIRST_BATCH
}

/// The narrowest stage before the GPUs.
fn slowest(path: &DataPath) -> StageKind {
    let slowest =
        path.stages.iter().filter(|stage| stage.kind != StageKind::Compute).fold(None, |slowest: Option<&Stage>, stage| {
            match slowest {
                Some(best) if best.rate <= stage.rate => Some(best),
                _ => Some(stage),
            }
        });
    slowest.map_or(StageKind::Compute, |stage| stage.kind)
}

/// What a run is bound by that the narrowest stage before the GPUs limits.
fn bound(path: &DataPath) -> Bound {
    match slowest(path) {
        StageKind::Storage => Bound::Storage,
        StageKind::Preprocess => Bound::Preprocess,
        StageKind::Collate => Bound::Collate,
        StageKind::Pcie => Bound::Pcie,
        StageKind::Compute => Bound::Compute,
    }
}
