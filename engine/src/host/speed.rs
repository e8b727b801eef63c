//! What the narrowest stage makes of a step and of an epoch.

use super::processes::processes;
use super::{cores, sample};
use crate::device::roofline::{Profile, efficiency, encoding, profile};
use crate::estimate::{Bound, DataPath, Scenario, Speed, Stage, StageKind, StepTime};
use crate::hardware::OperatingSystem;
use crate::units::{SamplesPerSecond, Seconds};
use crate::work::StepWork;

/// Starting forked workers.
const WORKERS_START_LINUX: Seconds = Seconds::new(0.2);
/// Starting spawned workers, which import the framework.
const WORKERS_START_WINDOWS: Seconds = Seconds::new(5.0);
/// Low and high of an epoch's time where the data path limits it: files, codecs and drives vary more than kernels.
const PATH_SPREAD: (f64, f64) = (0.7, 1.5);

/// Time of a step and of an epoch.
#[must_use]
pub fn speed(scenario: &Scenario, work: &StepWork, path: &DataPath) -> Speed {
    let profile = profile(work, &scenario.hardware, &scenario.training);
    let compute_step = profile.step();
    let step = step(&profile, scenario, path, |stage| stage.rate);
    let first_step = step_of_first_epoch(&profile, scenario, path).max(step);
    let steps = scenario.data.samples.max(1).div_ceil(profile.global_batch.max(1)) as f64;
    let start = start(scenario);
    // Cached latents are made before the first step.
    let first_epoch = first_step * steps + start + encoding(scenario);
    let epoch = step * steps + if scenario.training.loader.persistent_workers { Seconds::ZERO } else { start };
    let waits = step > compute_step;
    let spread = if waits { PATH_SPREAD } else { efficiency::spread(scenario.model.family()) };
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
        bound_by: if waits { bound(path) } else { profile.bound },
        mfu: if profile.rated.get() > 0.0 { (flops_per_step / (step.get() * profile.rated.get())).min(1.0) } else { 0.0 },
        flops_per_micro_step: profile.flops_per_micro_step,
        parts: StepTime { wait, ..profile.time },
    }
}

/// One step behind the data path: the slower of the two where workers prefetch, their sum where the training process
/// loads by itself.
fn step(profile: &Profile, scenario: &Scenario, path: &DataPath, rate: impl Fn(&Stage) -> SamplesPerSecond) -> Seconds {
    let slowest = path
        .stages
        .iter()
        .filter(|stage| stage.kind != StageKind::Compute)
        .map(|stage| profile.global_batch as f64 / (rate(stage).get() * processes(scenario).nodes as f64))
        .fold(0.0, f64::max);
    let data = Seconds::new(slowest);
    if scenario.training.loader.num_workers == 0 { profile.step() + data } else { profile.step().max(data) }
}

/// The same in the first epoch.
fn step_of_first_epoch(profile: &Profile, scenario: &Scenario, path: &DataPath) -> Seconds {
    step(profile, scenario, path, |stage| stage.first_epoch_rate)
}

/// Until the first batch arrives: workers start, and one of them prepares a batch alone.
fn start(scenario: &Scenario) -> Seconds {
    if scenario.training.loader.num_workers == 0 {
        return Seconds::ZERO;
    }
    let workers = match scenario.hardware.os {
        OperatingSystem::Linux => WORKERS_START_LINUX,
        OperatingSystem::Windows => WORKERS_START_WINDOWS,
    };
    let one_sample = sample::core_time(scenario, cores::clock_ghz(&scenario.hardware.cpu), true);
    workers + one_sample * scenario.training.micro_batch_size as f64
}

/// What the narrowest stage before the GPUs is bound by.
fn bound(path: &DataPath) -> Bound {
    let slowest =
        path.stages.iter().filter(|stage| stage.kind != StageKind::Compute).fold(None, |slowest: Option<&Stage>, stage| {
            match slowest {
                Some(best) if best.rate <= stage.rate => Some(best),
                _ => Some(stage),
            }
        });
    match slowest.map(|stage| stage.kind) {
        Some(StageKind::Storage) => Bound::Storage,
        Some(StageKind::Preprocess | StageKind::Collate) => Bound::Cpu,
        Some(StageKind::Pcie) => Bound::Pcie,
        Some(StageKind::Compute) | None => Bound::Compute,
    }
}
