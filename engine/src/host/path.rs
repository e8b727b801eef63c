//! The data path as stages with rates: disk, processor, page-locked copy, link, GPUs.

use super::processes::{Processes, processes};
use super::{cores, kits, loader, ram, sample};
use crate::device::roofline::traffic;
use crate::estimate::{DataPath, RamParts, Scenario, Stage, StageKind};
use crate::training::{Cache, DataKind};
use crate::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use crate::work::StepWork;

/// Device accesses to open one file and reach its data: its directory entry or inode, and its first extent.
pub const ACCESSES_PER_FILE: f64 = 2.0;
/// Latency of one such access for a reader that waits for it, on flash.
pub const ACCESS_LATENCY: Seconds = Seconds::new(100e-6);
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
    let cached_share = cached_share(scenario, &ram::parts(scenario, work));
    let cold = storage_time(scenario, processes);
    let warm = memory_time(scenario, processes);
    let later = Seconds::new(cold.get() * (1.0 - cached_share) + warm.get() * cached_share).min(cold);
    let prepared = sample::prepared(scenario);
    let stage = |kind, first: f64, rate: f64, bytes_per_sample| Stage {
        kind,
        first_epoch_rate: SamplesPerSecond::new(first.clamp(SLOWEST, FASTEST)),
        rate: SamplesPerSecond::new(rate.clamp(SLOWEST, FASTEST)),
        bytes_per_sample,
    };
    let collate = collate_rate(scenario, processes) / prepared.as_f64();
    let link = link_rate(scenario, processes) / prepared.as_f64();
    let compute = compute_rate.get() / processes.nodes as f64;
    let stages = vec![
        stage(StageKind::Storage, 1.0 / cold.get(), 1.0 / later.get(), sample::on_disk(scenario)),
        stage(
            StageKind::Preprocess,
            preprocess_rate(scenario, processes, true),
            preprocess_rate(scenario, processes, false),
            prepared,
        ),
        stage(StageKind::Collate, collate, collate, prepared),
        stage(StageKind::Pcie, link, link, prepared),
        stage(StageKind::Compute, compute, compute, prepared),
    ];
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

/// Share of the set that later epochs read from memory: all of it with a cache of the loader's, else what the page cache
/// finds free while training (the memory that weights were staged in is free again by then).
#[must_use]
pub fn cached_share(scenario: &Scenario, parts: &RamParts) -> f64 {
    match scenario.training.loader.cache {
        Cache::Ram | Cache::Latents | Cache::Tokens => 1.0,
        Cache::None => {
            let busy = parts.total().saturating_sub(parts.checkpoint_staging);
            let free = kits::usable(scenario.hardware.ram).saturating_sub(busy);
            (free.as_f64() / scenario.data.bytes_on_disk.max(Bytes(1)).as_f64()).min(1.0)
        }
    }
}

/// Processes of a node that read at the same time: its workers, or the training processes themselves.
fn readers(scenario: &Scenario, processes: Processes) -> u64 {
    scenario.training.loader.num_workers.max(1) * processes.per_node
}

/// A node's time for one sample from a cold drive: the slower of what the drive can serve and what its readers ask for.
fn storage_time(scenario: &Scenario, processes: Processes) -> Seconds {
    let storage = &scenario.hardware.storage;
    let bytes = sample::on_disk(scenario);
    let accesses = match scenario.data.kind {
        DataKind::Images | DataKind::Latents => ACCESSES_PER_FILE,
        // Texts lie in few large files.
        DataKind::Text => 0.0,
    };
    let iops = if storage.random_read_iops >= 1.0 { storage.random_read_iops } else { 1.0 };
    let drive = bytes / storage.sequential_read.max(BytesPerSecond::new(1.0)) + Seconds::new(accesses / iops);
    let asked = (ACCESS_LATENCY * accesses + bytes / READER_RATE) / readers(scenario, processes) as f64;
    drive.max(asked)
}

/// The same from memory.
fn memory_time(scenario: &Scenario, processes: Processes) -> Seconds {
    (sample::on_disk(scenario) / READER_RATE) / readers(scenario, processes) as f64
}

/// Samples per second that a node's processor prepares.
fn preprocess_rate(scenario: &Scenario, processes: Processes, first_epoch: bool) -> f64 {
    let cpu = &scenario.hardware.cpu;
    let workers = readers(scenario, processes);
    cores::capacity(cpu, workers) / sample::core_time(scenario, cores::busy_clock_ghz(cpu, workers), first_epoch).get()
}

/// Bytes per second that a node copies from the workers' batches into what the link reads.
fn collate_rate(scenario: &Scenario, processes: Processes) -> f64 {
    let bus = traffic::CHANNEL_BANDWIDTH.get() * scenario.hardware.cpu.memory_channels.max(1) as f64 / BUS_PASSES;
    if scenario.training.loader.pin_memory { bus.min(PIN_RATE.get() * processes.per_node as f64) } else { bus }
}

/// Bytes per second over the links of a node's GPUs.
fn link_rate(scenario: &Scenario, processes: Processes) -> f64 {
    let share = if scenario.training.loader.pin_memory { traffic::PCIE_PINNED_SHARE } else { traffic::PCIE_PAGEABLE_SHARE };
    scenario.hardware.gpu.pcie.bandwidth().get() * share * processes.per_node as f64
}
