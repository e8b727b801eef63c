//! The data path stage by stage: which one the GPUs wait for, and whether more workers would end it.
//!
//! Stages are weighed with as many workers as are advised, so that a stage is blamed for what it is and the loader for
//! what it lacks.

use super::case::{Case, LIKELY, by_share, check};
use super::checklist::{Check, Probe, Verdict};
use super::finding::Finding;
use crate::estimate::{Change, DataPath, Effect, Stage, StageKind};
use crate::host::processes::processes;
use crate::training::Cache;

/// A stage with less than a quarter to spare may fall behind where batches take unequal times.
const LITTLE_TO_SPARE: f64 = 0.8;

/// Workers, every stage, and the first epoch.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let now = case.scenario.training.loader.num_workers;
    let workers = now.max(case.estimate.path.recommended_workers);
    let (path, _) = case.time_with(|scenario| scenario.training.loader.num_workers = workers);
    let mut checks = vec![loader(case, workers)];
    let kinds = [StageKind::Storage, StageKind::Preprocess, StageKind::Collate, StageKind::Pcie];
    checks.extend(kinds.into_iter().filter_map(|kind| stage(case, &path, kind, workers)));
    checks.push(first_epoch(case));
    checks
}

/// Too few worker processes, or none.
fn loader(case: &Case<'_>, workers: u64) -> Check {
    let loader = case.scenario.training.loader;
    let advised = case.estimate.path.recommended_workers;
    let (_, with) = case.time_with(|scenario| scenario.training.loader.num_workers = workers);
    let (before, after) = (case.estimate.speed.step.get(), with.step.get());
    let gain = 1.0 - after / before;
    let all = loader.num_workers * processes(case.scenario).per_node;
    let threads = case.scenario.hardware.cpu.threads;
    let verdict = match by_share(gain, LIKELY, 0.01) {
        Verdict::RuledOut if loader.num_workers < advised || all > threads => Verdict::Look,
        verdict => verdict,
    };
    let finding = Finding::Workers {
        now: loader.num_workers,
        advised,
        threads,
        all,
        wait: 1.0 - case.estimate.speed.gpu_utilization,
        rates: (case.before.rate, with.rate),
    };
    let mut remedies = Vec::new();
    if workers > loader.num_workers {
        let change = vec![Change::NumWorkers(workers)];
        remedies.push(case.remedy("loader-workers", change, Effect::None, "rules B10, A2"));
    }
    let settings = case.feeding(|change| {
        matches!(change, Change::BatchedPreprocessing(_) | Change::PrefetchFactor(_) | Change::PersistentWorkers(_))
    });
    remedies.extend(settings);
    check(
        "loader-workers",
        verdict,
        gain.max(0.0),
        finding,
        "rules B10, A1; PyTorch's DataLoader: num_workers=0 loads in the training process",
    )
    .with_probes(&[Probe::Cores, Probe::GpuLoad])
    .with_remedies(remedies)
}

/// Share of a step that the GPUs wait for a stage alone.
pub(super) fn wait_for(case: &Case<'_>, stage: &Stage, workers: u64) -> f64 {
    let compute = compute_of(case);
    let ratio = compute / stage.rate.get();
    if workers == 0 { ratio / (1.0 + ratio) } else { (1.0 - 1.0 / ratio).max(0.0) }
}

/// What the GPUs of a node take.
fn compute_of(case: &Case<'_>) -> f64 {
    case.estimate.speed.compute_rate.get() / processes(case.scenario).nodes as f64
}

fn stage(case: &Case<'_>, path: &DataPath, kind: StageKind, workers: u64) -> Option<Check> {
    let stage = path.stages.iter().find(|stage| stage.kind == kind)?;
    let compute = path.stages.iter().find(|stage| stage.kind == StageKind::Compute)?;
    let wait = wait_for(case, stage, workers);
    let is_narrowest = path.stages.iter().all(|other| other.rate >= stage.rate);
    let verdict = if wait >= LIKELY && is_narrowest {
        Verdict::Likely
    } else if wait > 0.0 || compute.rate.get() > stage.rate.get() * LITTLE_TO_SPARE {
        Verdict::Look
    } else {
        Verdict::RuledOut
    };
    let finding = Finding::Stage { kind, rate: stage.rate, compute: compute.rate, wait, cached: path.cached_share, workers };
    let (id, probes, source): (_, &[Probe], _) = match kind {
        StageKind::Storage => ("storage", &[Probe::Drive], "rules A1, A2, C4; data sheets of drives, time per file"),
        StageKind::Preprocess => {
            ("preprocessing", &[Probe::Cores, Probe::Profiler], "rule B10; decoding and tokenizing per core as measured")
        }
        StageKind::Collate => {
            ("batch-copies", &[Probe::Cores, Probe::Profiler], "rule B10; memory bandwidth, copies by one process")
        }
        _ => ("host-link", &[Probe::GpuLinks], "rule B10; PCI Express rates, pageable and page-locked"),
    };
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { case.feeding(|change| widens(change, kind)) };
    Some(check(id, verdict, wait, finding, source).with_probes(probes).with_remedies(remedies))
}

/// Whether a change is about a stage.
const fn widens(change: &Change, kind: StageKind) -> bool {
    match change {
        Change::Storage(_) | Change::Ram(_) | Change::Cache(Cache::Ram) => matches!(kind, StageKind::Storage),
        Change::Cache(_) => matches!(kind, StageKind::Storage | StageKind::Preprocess),
        Change::Cpu(_) | Change::BatchedPreprocessing(_) => matches!(kind, StageKind::Preprocess),
        Change::PinMemory(_) => matches!(kind, StageKind::Collate | StageKind::Pcie),
        _ => false,
    }
}

/// A cold page cache, or latents that are made first.
fn first_epoch(case: &Case<'_>) -> Check {
    let speed = &case.estimate.speed;
    let slower = (1.0 - speed.epoch.get() / speed.first_epoch.get()).max(0.0);
    let verdict = if slower >= LIKELY { Verdict::Look } else { Verdict::RuledOut };
    let finding = Finding::FirstEpoch { first: speed.first_epoch, later: speed.epoch, cached: case.estimate.path.cached_share };
    check("first-epoch", verdict, slower, finding, "rule A1; the system's page cache is cold at first")
        .with_probes(&[Probe::Drive])
}

/// How near the drive is to what the GPUs take, 0 to 1: 1 where it is as slow or slower.
pub(super) fn storage_share(case: &Case<'_>) -> f64 {
    let stage = case.estimate.path.stages.iter().find(|stage| stage.kind == StageKind::Storage);
    stage.map_or(0.0, |stage| (compute_of(case) / stage.rate.get().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0))
}
