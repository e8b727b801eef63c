//! The data path as stages with rates: disk, processor, page-locked copy, link, GPUs.

use super::drives::ACCESS_LATENCY;
use super::phases::phases;
use super::processes::{Processes, processes};
use super::{cores, kits, loader, sample, shortage};
use crate::device::roofline::traffic;
use crate::estimate::{DataPath, RamParts, Stage, StageKind};
use crate::hardware::Storage;
use crate::inputs::Scenario;
use crate::training::{Cache, DataKind};
use crate::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use crate::work::StepWork;

/// Device accesses to open one file and reach its data: its directory entry or inode, and its first extent.
pub const ACCESSES_PER_FILE: f64 = 2.0;
/// What one reader takes from the drive or the page cache once the data flows.
pub const READER_RATE: BytesPerSecond = BytesPerSecond::from_gb_per_s(1.5);
/// What one process copies into page-locked memory.
pub const PIN_RATE: BytesPerSecond = BytesPerSecond::from_gb_per_s(6.0);
/// A copy crosses the memory bus twice, and a share of it serves everything else.
const BUS_PASSES: f64 = 3.0;
/// Slowest and fastest rate that a stage is believed to have; keeps every quotient finite.
const SLOWEST: f64 = 1e-6;
const FASTEST: f64 = 1e12;

/// The path of a scenario whose GPUs take `compute_rate` samples a second in all.
#[must_use]
pub fn data_path(scenario: &Scenario, work: &StepWork, compute_rate: SamplesPerSecond) -> DataPath {
    let processes = processes(scenario);
    let cached_share = cached_share(scenario, &phases(scenario, work).train);
    // The first epoch reads the source files; a cache of latents or tokens leaves later ones what it made of them.
    let read = (sample::read(scenario, true), sample::read(scenario, false));
    let cold = storage_time(scenario, processes, read.0);
    let missed = storage_time(scenario, processes, read.1);
    let warm = memory_time(scenario, processes, read.1);
    let later = Seconds::new(missed.get() * (1.0 - cached_share) + warm.get() * cached_share).min(cold);
    let prepared = (sample::prepared_bytes_in(scenario, true), sample::prepared_bytes_in(scenario, false));
    let stage = |kind, rate: (f64, f64), bytes: (Bytes, Bytes)| Stage {
        kind,
        first_epoch_rate: SamplesPerSecond::new(rate.0.clamp(SLOWEST, FASTEST)),
        rate: SamplesPerSecond::new(rate.1.clamp(SLOWEST, FASTEST)),
        first_epoch_bytes_per_sample: bytes.0,
        bytes_per_sample: bytes.1,
    };
    let carried = |rate: f64| (rate / prepared.0.as_f64(), rate / prepared.1.as_f64());
    let compute = compute_rate.get() / processes.nodes as f64;
    let preprocess = (preprocess_rate(scenario, processes, true), preprocess_rate(scenario, processes, false));
    let mut stages = vec![
        stage(StageKind::Storage, (1.0 / cold.get(), 1.0 / later.get()), read),
        stage(StageKind::Preprocess, preprocess, prepared),
        stage(StageKind::Collate, carried(collate_rate(scenario, processes)), prepared),
        stage(StageKind::Pcie, carried(link_rate(scenario, processes)), prepared),
        stage(StageKind::Compute, (compute, compute), prepared),
    ];
    // Memory in common has no link to cross.
    if scenario.hardware.gpu.pool.is_some() {
        stages.retain(|stage| stage.kind != StageKind::Pcie);
    }
    DataPath {
        narrowest: narrowest(&stages),
        stages,
        cached_share,
        recommended_workers: loader::recommended_workers(scenario, compute_rate),
        storage_rate: BytesPerSecond::new((sample::on_disk(scenario).as_f64() / cold.get()).min(1e15)),
    }
}

/// The stage that limits later epochs; the GPUs where another is as slow as they.
fn narrowest(stages: &[Stage]) -> StageKind {
    let mut narrowest = (StageKind::Compute, SamplesPerSecond::new(FASTEST));
    for stage in stages {
        if stage.rate < narrowest.1 || (stage.rate == narrowest.1 && stage.kind == StageKind::Compute) {
            narrowest = (stage.kind, stage.rate);
        }
    }
    narrowest.0
}

/// Share of the set that later epochs read from memory: what the loader's own cache gets of what it asks for, else what
/// the page cache finds free while training (the memory that weights were staged in is free again by then, and the queues
/// of prepared batches are empty where the drive is what everything waits for).
#[must_use]
pub fn cached_share(scenario: &Scenario, train: &RamParts) -> f64 {
    let (held, asked) = match scenario.training.loader.cache {
        Cache::Ram | Cache::Latents | Cache::Tokens => (shortage::cache_in_memory(scenario, train), train.dataset_cache),
        Cache::None => {
            let busy = train.total().saturating_sub(train.prefetch + train.pinned);
            (kits::usable(scenario.hardware.ram).saturating_sub(busy), scenario.data.bytes_on_disk)
        }
    };
    // Nothing at all is held as well by no memory.
    if asked == Bytes::ZERO { 1.0 } else { (held.as_f64() / asked.as_f64()).min(1.0) }
}

/// Processes of a node that read at the same time: its workers, or the training processes themselves.
fn readers(scenario: &Scenario, processes: Processes) -> u64 {
    scenario.training.loader.num_workers.max(1) * processes.per_node
}

/// A node's time for one sample from a cold drive: the slower of what the drive can serve and what its readers ask for.
fn storage_time(scenario: &Scenario, processes: Processes, bytes: Bytes) -> Seconds {
    let served = drive_time(&scenario.hardware.storage, accesses(scenario), bytes);
    served.max(request_time(scenario, processes, bytes)) * scenario.measured.time(StageKind::Storage)
}

/// Accesses of the drive for one sample.
pub(super) const fn accesses(scenario: &Scenario) -> f64 {
    match scenario.data.kind {
        DataKind::Images | DataKind::Latents | DataKind::Audio | DataKind::Tensors => ACCESSES_PER_FILE,
        // Texts lie in few large files.
        DataKind::Text => 0.0,
    }
}

/// What a drive needs for one sample.
pub(super) fn drive_time(storage: &Storage, accesses: f64, bytes: Bytes) -> Seconds {
    let iops = if storage.random_read_iops >= 1.0 { storage.random_read_iops } else { 1.0 };
    bytes / storage.sequential_read.max(BytesPerSecond::new(1.0)) + Seconds::new(accesses / iops)
}

/// In what time a node's readers ask for one sample of a cold drive.
pub(super) fn request_time(scenario: &Scenario, processes: Processes, bytes: Bytes) -> Seconds {
    (ACCESS_LATENCY * accesses(scenario) + bytes / READER_RATE) / readers(scenario, processes) as f64
}

/// A node's time for one sample from memory.
pub(super) fn memory_time(scenario: &Scenario, processes: Processes, bytes: Bytes) -> Seconds {
    (bytes / READER_RATE) / readers(scenario, processes) as f64 * scenario.measured.time(StageKind::Storage)
}

/// A node's time for one sample behind the drive: the slowest of preparing, collecting and copying it.
pub(super) fn behind_drive(scenario: &Scenario, processes: Processes, first_epoch: bool) -> Seconds {
    let prepared = sample::prepared_bytes_in(scenario, first_epoch).as_f64();
    let rate = preprocess_rate(scenario, processes, first_epoch)
        .min(collate_rate(scenario, processes) / prepared)
        .min(link_rate(scenario, processes) / prepared);
    Seconds::new(1.0 / rate.clamp(SLOWEST, FASTEST))
}

/// Samples per second that a node's processor prepares.
fn preprocess_rate(scenario: &Scenario, processes: Processes, first_epoch: bool) -> f64 {
    let cpu = &scenario.hardware.cpu;
    let workers = readers(scenario, processes);
    cores::capacity(cpu, workers) / sample::core_time(scenario, cores::busy_clock_ghz(cpu, workers), first_epoch).get()
}

/// Bytes per second that a node copies from the workers' batches into what the link reads.
fn collate_rate(scenario: &Scenario, processes: Processes) -> f64 {
    let bus = traffic::memory_rate(&scenario.hardware.cpu).get() / BUS_PASSES;
    let rate = if scenario.training.loader.pin_memory { bus.min(PIN_RATE.get() * processes.per_node as f64) } else { bus };
    rate / scenario.measured.time(StageKind::Collate)
}

/// Bytes per second over the links of a node's GPUs.
fn link_rate(scenario: &Scenario, processes: Processes) -> f64 {
    if scenario.hardware.gpu.pool.is_some() {
        return f64::INFINITY;
    }
    let share = if scenario.training.loader.pin_memory { traffic::PCIE_PINNED_SHARE } else { traffic::PCIE_PAGEABLE_SHARE };
    scenario.hardware.gpu_link().bandwidth().get() * share * processes.per_node as f64 / scenario.measured.time(StageKind::Pcie)
}
