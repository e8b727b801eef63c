//! What makes a whole system stall: paging, worker copies, page-locked memory, the card's overflow, cores without a rest.

use super::case::{Case, by_share, check, look};
use super::checklist::{Check, Probe, Remedy, Verdict};
use super::finding::{Finding, Place};
use crate::estimate::{Change, Effect, Fit};
use crate::hardware::OperatingSystem;
use crate::host::kits;
use crate::host::phases::batch_bytes;
use crate::host::processes::processes;
use crate::units::{Bytes, Seconds};

/// Share of the installed memory from which on workers are worth a word.
const WORKERS_LIKELY: f64 = 0.5;
/// Page-locked memory beyond this share of the installed starves the rest of the system: what drivers and allocators
/// advise against.
const PINNED_MUCH: f64 = 0.25;

/// All checks of a stalling system.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    vec![
        swapping(case),
        staging(case),
        worker_memory(case),
        pinned(case),
        page_cache(case),
        shared_memory(case),
        threads(case),
        display(case),
        look("faults", 0.1, Place::Faults, &[Probe::KernelLog, Probe::GpuClocks], "rule D5; the driver's Xid messages"),
    ]
}

/// Training that does not fit host memory pages in every step.
pub(super) fn swapping(case: &Case<'_>) -> Check {
    let ram = &case.estimate.ram;
    let speed = &case.estimate.speed;
    let shortage = ram.shortage.unwrap_or_default();
    let installed = case.scenario.hardware.ram;
    let without = Seconds::new((speed.step.get() - speed.paging.get()).max(0.0));
    let verdict = if shortage.missing > Bytes::ZERO {
        Verdict::Likely
    } else if installed < ram.recommended {
        Verdict::Look
    } else {
        Verdict::RuledOut
    };
    // Short memory stalls everything, whatever it costs the step; else the weight is how full memory is.
    let full = (ram.phases.train.total().as_f64() / kits::usable(installed).as_f64().max(1.0)).min(1.0);
    let finding = Finding::Ram {
        peak: ram.peak,
        phase: ram.phase,
        installed,
        missing: shortage.missing,
        paged_per_step: shortage.paged_per_step,
        steps: (speed.step, without),
    };
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { more_room(case) };
    check("swapping", verdict, full, finding, "rule A2; Linux reads back eight pages at a time (vm.page-cluster)")
        .with_probes(&[Probe::Swap, Probe::Drive])
        .with_remedies(remedies)
}

/// More memory, fewer workers, a smaller batch: whatever is enough by itself.
fn more_room(case: &Case<'_>) -> Vec<Remedy> {
    let ram = &case.estimate.ram;
    let training = &case.scenario.training;
    let mut remedies = Vec::new();
    if case.scenario.hardware.ram < ram.recommended {
        remedies.push(case.remedy("more-ram", vec![Change::Ram(ram.recommended)], Effect::None, "rules A2, A4"));
    }
    let Some(shortage) = ram.shortage else { return remedies };
    if let Some(workers) = shortage.workers_that_fit.filter(|workers| *workers < training.loader.num_workers) {
        remedies.push(case.remedy(
            "fewer-workers",
            vec![Change::NumWorkers(workers)],
            Effect::None,
            "rule A2; memory of each worker as measured",
        ));
    }
    let divides = |size: &u64| training.micro_batch_size.is_multiple_of(*size);
    let fitting = shortage.micro_batch_that_fits.and_then(|most| (1..=most).rev().find(divides));
    if let Some(size) = fitting.filter(|size| *size < training.micro_batch_size) {
        let steps = training.gradient_accumulation_steps.saturating_mul(training.micro_batch_size / size);
        let change = vec![Change::MicroBatchSize(size), Change::GradientAccumulationSteps(steps)];
        remedies.push(case.remedy("batch-with-accumulation", change, Effect::None, "rules A2, B8"));
    }
    remedies
}

/// The copy of the weights while they are loaded or saved.
pub(super) fn staging(case: &Case<'_>) -> Check {
    let ram = &case.estimate.ram;
    let shortage = ram.shortage.unwrap_or_default();
    let staged = ram.phases.load.checkpoint_staging.max(ram.phases.save.checkpoint_staging);
    let missing = shortage.staging_missing;
    let verdict = if missing > Bytes::ZERO { Verdict::Likely } else { Verdict::RuledOut };
    let weight = share(missing, case.scenario.hardware.ram).min(0.9);
    let finding = Finding::Staging { staged, missing, time: shortage.staging_time };
    let remedies = if missing > Bytes::ZERO && case.scenario.hardware.ram < ram.recommended {
        vec![case.remedy("more-ram", vec![Change::Ram(ram.recommended)], Effect::None, "rules A2, A4")]
    } else {
        Vec::new()
    };
    check("weights-staging", verdict, weight, finding, "rule A3; weights pass through host memory when loaded and saved")
        .with_probes(&[Probe::Swap])
        .with_remedies(remedies)
}

/// Worker processes hold an index and batches each, and Python's counters copy shared pages in time.
pub(super) fn worker_memory(case: &Case<'_>) -> Check {
    let train = case.estimate.ram.phases.train;
    let size = train.workers + train.prefetch;
    let installed = case.scenario.hardware.ram;
    let share = share(size, installed);
    let short = case.estimate.ram.shortage.is_some_and(|shortage| shortage.missing > Bytes::ZERO);
    let verdict = if short && share >= 0.1 { Verdict::Likely } else { by_share(share, WORKERS_LIKELY, 0.2) };
    let now = case.scenario.training.loader.num_workers;
    let fitting = case.estimate.ram.shortage.and_then(|shortage| shortage.workers_that_fit).filter(|workers| *workers < now);
    let remedies = match fitting {
        Some(workers) => {
            vec![case.remedy(
                "fewer-workers",
                vec![Change::NumWorkers(workers)],
                Effect::None,
                "rule A2; memory of each worker as measured",
            )]
        }
        None => Vec::new(),
    };
    let workers = now * processes(case.scenario).per_node;
    let finding = Finding::WorkerMemory { workers, size, share, fitting };
    check(
        "worker-memory",
        verdict,
        share.min(0.95),
        finding,
        "rule A2; ppwwyyxx/RAM-multiprocess-dataloader; batches that each worker keeps ready",
    )
    .with_probes(&[Probe::Swap, Probe::Cores])
    .with_remedies(remedies)
}

/// Memory that cannot be paged out.
fn pinned(case: &Case<'_>) -> Check {
    let size = case.estimate.ram.phases.train.pinned;
    let share = share(size, case.scenario.hardware.ram);
    let verdict = by_share(share, PINNED_MUCH, PINNED_MUCH / 2.0);
    let remedies = if verdict == Verdict::RuledOut {
        Vec::new()
    } else {
        vec![case.remedy(
            "no-pinned-memory",
            vec![Change::PinMemory(false)],
            Effect::None,
            "CUDA's best practices guide: pinned memory is scarce",
        )]
    };
    let finding = Finding::Pinned { size, share };
    check("pinned-memory", verdict, share, finding, "rule B10; CUDA's best practices guide: pinned memory is scarce")
        .with_probes(&[Probe::Swap])
        .with_remedies(remedies)
}

/// Memory that looks taken and is free; only what waits to be written stalls.
fn page_cache(case: &Case<'_>) -> Check {
    let ram = &case.estimate.ram;
    let installed = case.scenario.hardware.ram;
    let free = kits::usable(installed).saturating_sub(ram.phases.train.total());
    let write_back = ram.reserve_parts.write_back;
    let pressed = write_back > free.scaled(0.5) && write_back > batch_bytes(case.scenario);
    let verdict = if pressed { Verdict::Look } else { Verdict::RuledOut };
    let finding = Finding::PageCache { free, data_set: case.scenario.data.bytes_on_disk, write_back };
    check("page-cache", verdict, share(write_back, installed), finding, "rule A1; the kernel's documentation of vm.dirty_ratio")
        .with_probes(&[Probe::Swap, Probe::Drive])
}

/// Windows moves what does not fit a card to host memory, page by page.
fn shared_memory(case: &Case<'_>) -> Check {
    let windows = case.scenario.hardware.os == OperatingSystem::Windows;
    let spilled = match case.estimate.vram.fit {
        Fit::Short { by } => by,
        Fit::Tight { .. } | Fit::Comfortable { .. } => Bytes::ZERO,
    };
    let tight = matches!(case.estimate.vram.fit, Fit::Tight { .. });
    let verdict = match (windows, spilled > Bytes::ZERO, tight) {
        (true, true, _) => Verdict::Likely,
        (true, false, true) => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    let remedies = if verdict == Verdict::Likely { case.fitting_levers() } else { Vec::new() };
    let weight = if windows { share(spilled, case.estimate.vram.capacity).clamp(0.2, 0.99) } else { 0.0 };
    check(
        "shared-memory",
        verdict,
        weight,
        Finding::SharedMemory { spilled, windows },
        "rules A1, A2, B3; the driver's system memory fallback",
    )
    .with_probes(&[Probe::SharedMemory])
    .with_remedies(remedies)
}

/// More busy processes than the processor has threads.
fn threads(case: &Case<'_>) -> Check {
    let processes = processes(case.scenario).per_node;
    let busy = (case.scenario.training.loader.num_workers + 1) * processes;
    let threads = case.scenario.hardware.cpu.threads;
    let crowded = busy as f64 / threads.max(1) as f64;
    let verdict = by_share(crowded, 1.0 + f64::EPSILON, 0.8);
    let advised = case.estimate.path.recommended_workers;
    let remedies = if verdict != Verdict::RuledOut && advised < case.scenario.training.loader.num_workers {
        vec![case.remedy("loader-workers", vec![Change::NumWorkers(advised)], Effect::None, "rules B10, A2")]
    } else {
        Vec::new()
    };
    // It makes a desktop slow; it does not stop a system as paging does.
    check("busy-cores", verdict, (crowded / 4.0).min(0.6), Finding::Threads { busy, threads }, "rules A2, B10")
        .with_probes(&[Probe::Cores])
        .with_remedies(remedies)
}

/// The card that trains draws the desktop.
fn display(case: &Case<'_>) -> Check {
    let display = case.scenario.hardware.display_attached;
    let finding = Finding::Taken { taken: case.estimate.vram.desktop, headroom: case.headroom(), display };
    let verdict = if display { Verdict::Likely } else { Verdict::Look };
    let weight = if display { 0.3 * case.estimate.speed.gpu_utilization } else { 0.05 };
    check("display", verdict, weight, finding, "one card draws and computes in turns; memory that a desktop takes")
        .with_probes(&[Probe::GpuPrograms])
}

fn share(part: Bytes, whole: Bytes) -> f64 {
    part.as_f64() / whole.as_f64().max(1.0)
}
