//! Where the GPUs do not wait for data: kernels too small, traffic, and what only the machine can tell.

use super::case::{Case, LIKELY, by_share, check, look};
use super::checklist::{Check, Probe, Verdict};
use super::finding::{Finding, Place};
use crate::course::Phase;
use crate::device::roofline::profile;
use crate::estimate::Change;
use crate::inputs::Scenario;
use crate::units::Seconds;

/// Launches, batch, traffic, and what cannot be computed.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let launches = launches(case);
    let launch_limits = launches.verdict == Verdict::Likely;
    let mut checks = vec![launches];
    // Where launching limits, a larger batch is its remedy and not another cause.
    if !launch_limits {
        checks.push(small_batch(case));
    }
    checks.extend(traffic(case));
    checks.push(look(
        "synchronization",
        0.3,
        Place::Synchronization,
        &[Probe::Profiler],
        "PyTorch's performance tuning guide: avoid synchronization",
    ));
    checks.push(clocks(0.05));
    checks.push(other_programs(0.04));
    checks
}

/// Heat and power limits.
pub(super) fn clocks(weight: f64) -> Check {
    look("clocks", weight, Place::Clocks, &[Probe::GpuClocks], "rules D5, A9; the driver's throttle reasons")
}

/// Programs beside the run.
pub(super) fn other_programs(weight: f64) -> Check {
    look("other-programs", weight, Place::OtherPrograms, &[Probe::GpuPrograms], "rule A9")
}

/// Kernels that do too little for what starting them costs: the card shows as idle in between.
fn launches(case: &Case<'_>) -> Check {
    let Scenario { hardware, training, .. } = case.scenario;
    let step = profile(&case.work, hardware, training).step();
    let mut free = case.work.clone();
    for item in &mut free.items {
        item.kernels = 0;
    }
    let without = profile(&free, hardware, training).step();
    let share = (1.0 - without.get() / step.get()).max(0.0);
    let kernels = |phase: Phase| -> u64 {
        case.work.items.iter().filter(|item| item.phase == phase).map(|item| item.kernels * item.repeat).sum()
    };
    let micro_steps = training.gradient_accumulation_steps.max(1);
    let passes = (kernels(Phase::Forward) + kernels(Phase::Backward)).saturating_mul(micro_steps);
    let weight = share * case.estimate.speed.gpu_utilization;
    let finding = Finding::Launch {
        share,
        kernels: passes.saturating_add(kernels(Phase::OptimizerStep)),
        batch: training.micro_batch_size,
        step,
        without,
    };
    let verdict = by_share(weight, LIKELY, 0.01);
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { larger_batch(case) };
    check("kernel-launches", verdict, weight, finding, "time per launch and clock as measured; rule D2 (latency)")
        .with_probes(&[Probe::Profiler, Probe::Cores])
        .with_remedies(remedies)
}

fn larger_batch(case: &Case<'_>) -> Vec<super::Remedy> {
    case.levers(|change| matches!(change, [Change::MicroBatchSize(size)] if *size > case.scenario.training.micro_batch_size))
}

/// Kernels too small to fill the card.
fn small_batch(case: &Case<'_>) -> Check {
    let batch = case.scenario.training.micro_batch_size;
    let now = case.estimate.speed.compute_rate;
    let remedies = larger_batch(case);
    let larger = remedies.iter().flat_map(|remedy| &remedy.change).find_map(|change| match change {
        Change::MicroBatchSize(size) => Some(*size),
        _ => None,
    });
    let larger = larger.unwrap_or(batch);
    let then = case.play_with(|scenario| scenario.training.micro_batch_size = larger).1.compute_rate;
    let gain = (1.0 - now.get() / then.get()).max(0.0) * case.estimate.speed.gpu_utilization;
    let finding = Finding::SmallBatch { batch, larger, rates: (now, then) };
    check("small-batch", by_share(gain, LIKELY, 0.01), gain, finding, "roofline of the step at each batch; rule D2")
        .with_probes(&[Probe::GpuLoad])
        .with_remedies(remedies)
}

/// Traffic between GPUs and to host memory that nothing hides.
fn traffic(case: &Case<'_>) -> Vec<Check> {
    let speed = &case.estimate.speed;
    let gpus = case.training_gpus();
    let of = |id, time: Seconds, offload, source| {
        let share = time.get() / speed.step.get();
        check(id, by_share(share, LIKELY, 0.01), share, Finding::Traffic { time, share, gpus, offload }, source)
            .with_probes(&[Probe::GpuLinks, Probe::Profiler])
    };
    let mut checks = Vec::new();
    if gpus > 1 {
        checks.push(of("gpu-traffic", speed.parts.communication, false, "rules D3, D5; rates of links between GPUs"));
    }
    if speed.parts.offload.get() > 0.0 {
        checks.push(of("offload-traffic", speed.parts.offload, true, "rule D3; PCI Express and host memory rates"));
    }
    checks
}
