//! Shared memory that does not hold what workers pass on: batches travel through it, each tensor as a file of its own.

use super::case::{Case, check, look};
use super::checklist::{Check, Probe, Remedy, Verdict};
use super::finding::{Finding, Place};
use crate::estimate::{Change, Effect};
use crate::host::phases::batch_bytes;
use crate::host::processes::processes;
use crate::units::Bytes;

/// What Docker and Kubernetes give a container that asks for nothing.
const CONTAINER: Bytes = Bytes::from_mib(64);

/// All checks of shared memory.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let workers = case.scenario.training.loader.num_workers;
    let files = if workers == 0 { 0.1 } else { 0.4 };
    let source = "PyTorch's notes on multiprocessing: file descriptors are the default on Linux";
    vec![queue(case), look("open-files", files, Place::OpenFiles, &[Probe::OpenFiles], source), traffic(case)]
}

/// Batches that all workers of a node keep ready.
pub(super) fn queue(case: &Case<'_>) -> Check {
    let loader = case.scenario.training.loader;
    let workers = loader.num_workers * processes(case.scenario).per_node;
    let size = batch_bytes(case.scenario) * (workers * (loader.prefetch_factor + 1));
    let system = case.scenario.hardware.ram.scaled(0.5);
    let full = size.as_f64() / CONTAINER.as_f64();
    let verdict = match full {
        _ if workers == 0 => Verdict::RuledOut,
        full if full >= 1.0 => Verdict::Likely,
        full if full >= 0.25 => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { smaller(case) };
    let weight = 1.0 - 1.0 / (1.0 + full);
    let finding = Finding::WorkerQueue { workers, size, container: CONTAINER, system };
    check(
        "worker-queue",
        verdict,
        weight,
        finding,
        "PyTorch's DataLoader passes batches through /dev/shm; Docker's --shm-size is 64 MiB",
    )
    .with_probes(&[Probe::SharedFiles])
    .with_remedies(remedies)
}

/// Half the workers, or a batch less ahead of each.
fn smaller(case: &Case<'_>) -> Vec<Remedy> {
    let loader = case.scenario.training.loader;
    let mut remedies = Vec::new();
    if loader.prefetch_factor > 1 {
        let change = vec![Change::PrefetchFactor(1)];
        remedies.push(case.remedy("less-prefetch", change, Effect::None, "batches that each worker keeps ready"));
    }
    if loader.num_workers > 1 {
        let change = vec![Change::NumWorkers(loader.num_workers / 2)];
        remedies.push(case.remedy("fewer-workers", change, Effect::None, "batches that each worker keeps ready"));
    }
    remedies
}

/// Cards of one node talk through shared memory where they have no direct way.
fn traffic(case: &Case<'_>) -> Check {
    let several = processes(case.scenario).per_node > 1;
    if several {
        look(
            "container-limit",
            0.3,
            Place::ContainerLimit,
            &[Probe::SharedFiles],
            "NCCL's documentation: sharing data in /dev/shm",
        )
    } else {
        look(
            "container-limit",
            0.2,
            Place::ContainerLimit,
            &[Probe::SharedFiles],
            "Docker's documentation: --shm-size, --ipc=host",
        )
    }
}
