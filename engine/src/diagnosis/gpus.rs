//! Cards that do nothing: not configured, not seen, waiting for data or for each other.

use super::case::{Case, LIKELY, by_share, check, look};
use super::checklist::{Check, Probe, Remedy, Verdict};
use super::compute;
use super::finding::{Finding, Place};
use super::path::wait_for;
use crate::estimate::{Change, Effect, StageKind};
use crate::training::Sharding;

/// Data parallelism that gains less than this is held up by its traffic.
const GAIN: f64 = 1.2;
/// How much rarer gradients are exchanged then.
const MORE_ACCUMULATION: u64 = 8;

/// Everything about several cards.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let mut checks: Vec<Check> = idle(case).into_iter().collect();
    // A card without a process explains the symptom whatever its share of the cards.
    for check in checks.iter_mut().filter(|check| check.verdict == Verdict::Likely) {
        check.weight = 1.0;
    }
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
    let all =
        remedies.iter().find(|remedy| remedy.id != "ddp-with-accumulation").map_or(case.before.rate, |remedy| remedy.after.rate);
    let finding = Finding::IdleGpus { total, training, rate: case.before.rate, all: Some(all) };
    let weight = idle as f64 / total as f64;
    let verdict = if idle > 0 { Verdict::Likely } else { Verdict::RuledOut };
    let check = check("no-data-parallelism", verdict, weight, finding, "rule B11; PyTorch's DistributedDataParallel");
    Some(check.with_probes(&[Probe::Processes, Probe::GpuLoad]).with_remedies(remedies))
}

/// Data parallelism; where a replica does not fit the first sharding that does, and where exchanging gradients costs more
/// than it gains, with accumulation, which exchanges them more rarely.
fn spread(case: &Case<'_>) -> Vec<Remedy> {
    let remedy = |id, change, source| case.remedy(id, change, Effect::Small, source);
    let ddp = remedy("ddp", vec![Change::Sharding(Sharding::Ddp)], "rule B11; PyTorch's DistributedDataParallel");
    if !ddp.after.fits {
        let divided = [("zero-2", Sharding::Zero2), ("zero-3", Sharding::Zero3)].into_iter();
        let divided = divided.filter(|&(_, sharding)| case.scenario.training.takes_sharding(sharding));
        let mut sharded = divided.map(|(id, sharding)| {
            remedy(id, vec![Change::Sharding(sharding)], "rules D4, D7; Rajbhandari et al. 2020 (ZeRO), FSDP")
        });
        return sharded.find(|remedy| remedy.after.fits).into_iter().chain([ddp]).collect();
    }
    if ddp.after.rate.get() >= case.before.rate.get() * GAIN {
        return vec![ddp];
    }
    let steps = case.scenario.training.gradient_accumulation_steps.saturating_mul(MORE_ACCUMULATION);
    let change = vec![Change::Sharding(Sharding::Ddp), Change::GradientAccumulationSteps(steps)];
    vec![remedy("ddp-with-accumulation", change, "rules B8, B11; gradients are exchanged once an update"), ddp]
}

/// The plan itself has one card.
fn one_card(case: &Case<'_>) -> Check {
    let two = case.play_with(|scenario| {
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
