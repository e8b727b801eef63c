//! Cards that do nothing: not configured, not seen, waiting for data or for each other.

use super::LIKELY;
use super::case::{Case, by_share, check, look};
use super::compute;
use super::finding::{Check, Finding, Place, Probe, Remedy, Verdict};
use super::path::wait_for;
use crate::estimate::{Change, Effect, StageKind};
use crate::training::Sharding;

/// Everything about several cards.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let mut checks: Vec<Check> = idle(case).into_iter().collect();
    if case.scenario.hardware.total_gpus() == 1 {
        checks.push(one_card(case));
    }
    checks.push(look("launcher", 0.5, Place::Launcher, &[Probe::Processes], "rule B11; torchrun's documentation"));
    checks.push(look(
        "visible-devices",
        0.4,
        Place::VisibleDevices,
        &[Probe::Processes],
        "CUDA's programming guide, CUDA_VISIBLE_DEVICES",
    ));
    checks.push(look(
        "taking-turns",
        0.3,
        Place::TakingTurns,
        &[Probe::GpuLoad],
        "Accelerate's documentation, big model inference",
    ));
    if case.training_gpus() > 1 {
        checks.push(links(case));
        let traffic = case.estimate.speed.parts.communication;
        let share = traffic.get() / case.estimate.speed.step.get();
        let finding = Finding::Traffic { time: traffic, share, gpus: case.training_gpus(), offload: false };
        checks.push(
            check("gpu-traffic", by_share(share, LIKELY, 0.01), share, finding, "rules D3, D5; rates of links between GPUs")
                .with_probes(&[Probe::GpuLinks, Probe::Profiler]),
        );
    }
    checks.push(compute::clocks(0.05));
    checks
}

/// GPUs that no process of the plan uses.
pub(super) fn idle(case: &Case<'_>) -> Option<Check> {
    let (total, training) = (case.scenario.hardware.total_gpus(), case.training_gpus());
    if total <= 1 {
        return None;
    }
    let idle = total.saturating_sub(training);
    let remedies = if idle > 0 { spread(case) } else { Vec::new() };
    let all = remedies.first().map_or(case.before.rate, |remedy| remedy.after.rate);
    let finding = Finding::IdleGpus { total, training, rate: case.before.rate, all: Some(all) };
    let weight = idle as f64 / total as f64;
    let verdict = if idle > 0 { Verdict::Likely } else { Verdict::RuledOut };
    let check = check("no-data-parallelism", verdict, weight, finding, "rule B11; PyTorch's DistributedDataParallel");
    Some(check.with_probes(&[Probe::Processes, Probe::GpuLoad]).with_remedies(remedies))
}

/// Data parallelism, and where a replica does not fit, the first sharding that does.
fn spread(case: &Case<'_>) -> Vec<Remedy> {
    let remedy = |id, sharding, source| case.remedy(id, vec![Change::Sharding(sharding)], Effect::Small, source);
    let ddp = remedy("ddp", Sharding::Ddp, "rule B11; PyTorch's DistributedDataParallel");
    if ddp.after.fits {
        return vec![ddp];
    }
    let sharded = [
        remedy("zero-2", Sharding::Zero2, "rules D4, D7; Rajbhandari et al. 2020 (ZeRO)"),
        remedy("zero-3", Sharding::Zero3, "rules D4, D7; Rajbhandari et al. 2020 (ZeRO), FSDP"),
    ];
    match sharded.iter().find(|remedy| remedy.after.fits) {
        Some(fitting) => vec![fitting.clone(), ddp],
        None => vec![ddp],
    }
}

/// The plan itself has one card.
fn one_card(case: &Case<'_>) -> Check {
    let two = case.played_with(|scenario| {
        scenario.hardware.gpu_count = 2;
        scenario.training.sharding = Sharding::Ddp;
    });
    let finding = Finding::IdleGpus { total: 1, training: 1, rate: case.before.rate, all: Some(two.1.rate) };
    check("one-card-planned", Verdict::Likely, 1.0, finding, "rule B11; the plan's number of cards")
        .with_probes(&[Probe::GpuLoad])
}

/// Lanes that cards share.
fn links(case: &Case<'_>) -> Check {
    let hardware = &case.scenario.hardware;
    let (lanes, card) = (hardware.gpu_link().lanes, hardware.gpu.pcie.lanes);
    let stage = case.estimate.path.stages.iter().find(|stage| stage.kind == StageKind::Pcie);
    let wait = stage.map_or(0.0, |stage| wait_for(case, stage, case.scenario.training.loader.num_workers));
    let verdict = if lanes >= card { Verdict::RuledOut } else { by_share(wait, LIKELY, 0.0) };
    check("shared-lanes", verdict, wait, Finding::Lanes { lanes, card, wait }, "rule D5; lanes of the processor")
        .with_probes(&[Probe::GpuLinks])
}
