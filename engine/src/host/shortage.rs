//! What happens when host memory is too small: the system pages through the drive, and a cache holds only a share.
//!
//! What a run keeps in memory falls into regions that a step touches more or less often. The system pushes out the least
//! used first, so that idle pages go almost without a cost, then batches that wait in queues, then what every step needs. A byte
//! that is out comes back from the drive each time that it is touched, and displaces another one, which is written.
//! Reads and writes of pages stop the process that needs them: nothing hides them.

use super::drives::ACCESS_LATENCY;
use super::loader;
use super::phases::{phases, system};
use super::processes::processes;
use super::{kits, sizes};
use crate::estimate::{RamParts, RamPhases, Shortage};
use crate::inputs::Scenario;
use crate::training::Loader;
use crate::units::{Bytes, BytesPerSecond, KIB, Seconds};
use crate::work::StepWork;

/// What one page fault brings back: Linux reads 2^3 pages of 4 KiB around it (`vm.page-cluster`, kernel documentation).
pub const PAGE_CLUSTER: Bytes = Bytes(32 * KIB);
/// Part of the system and of its services that no training step touches; the rest is the kernel's own, which is never
/// paged. An assumption: no measurement is known to us.
const SYSTEM_IDLE: f64 = 0.5;
/// Part of a training process that steps touch: interpreter, launch paths and allocator's tables, of the 3 GiB that mostly
/// hold libraries' unused kernels. An assumption, too.
const RUNTIME_TOUCHED: Bytes = Bytes::from_gib(1);
/// Idle pages that are wanted back in a step after all: timers, services, logging, and what reclaim guesses wrong. An
/// assumption, too.
const IDLE_TOUCHES: f64 = 0.01;
/// Slowest rate that a drive is believed to have; keeps every quotient finite.
const SLOWEST: BytesPerSecond = BytesPerSecond::new(4096.0);

/// Memory of one kind and how often an optimizer step touches each of its bytes.
#[derive(Debug, Clone, Copy)]
struct Region {
    size: Bytes,
    touches: f64,
    /// Pages that are only read need not be written again.
    written: bool,
}

/// What training lacks and what that costs in every step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Paging {
    /// What does not fit, the loader's cache aside.
    pub missing: Bytes,
    /// Read back from the drive in one optimizer step, and written to it.
    pub moved: Bytes,
    /// The time of both.
    pub time: Seconds,
}

/// The paging of every step of a scenario.
#[must_use]
pub fn paging(scenario: &Scenario, train: &RamParts) -> Paging {
    let missing = without_cache(train).saturating_sub(kits::usable(scenario.hardware.ram));
    let (mut read, mut written) = (0.0, 0.0);
    let mut left = missing;
    for region in regions(scenario, train) {
        let out = left.min(region.size);
        left = left - out;
        read += out.as_f64() * region.touches;
        written += if region.written { out.as_f64() * region.touches } else { 0.0 };
    }
    let write_rate = scenario.hardware.storage.sequential_write.max(SLOWEST);
    let time = read / page_in_rate(scenario).get() + written / write_rate.get();
    Paging { missing, moved: Bytes((read + written) as u64), time: Seconds::new(time) }
}

/// All that follows from too little memory; none where the peak fits.
#[must_use]
pub fn shortage(scenario: &Scenario, work: &StepWork, phases: &RamPhases) -> Option<Shortage> {
    let usable = kits::usable(scenario.hardware.ram);
    let RamPhases { load, train, save } = phases;
    let Paging { missing, moved, time } = paging(scenario, train);
    // A checkpoint is saved beside training, whose own paging is counted already.
    let saving_missing = without_cache(save).saturating_sub(usable.max(without_cache(train)));
    let staging_missing = without_cache(load).saturating_sub(usable).max(saving_missing);
    let cache_missing = train.dataset_cache - cache_in_memory(scenario, train);
    if missing == Bytes::ZERO && staging_missing == Bytes::ZERO && cache_missing == Bytes::ZERO {
        return None;
    }
    let page_in_rate = page_in_rate(scenario);
    let write_rate = scenario.hardware.storage.sequential_write.max(SLOWEST);
    let short = missing > Bytes::ZERO;
    Some(Shortage {
        missing,
        paged_per_step: moved,
        paging: time,
        page_in_rate,
        staging_missing,
        staging_time: staging_missing / page_in_rate + staging_missing / write_rate,
        cache_missing,
        below_system: (system(scenario) + sizes::RUNTIME).saturating_sub(usable),
        workers_that_fit: if short { workers_that_fit(scenario, work) } else { Some(scenario.training.loader.num_workers) },
        micro_batch_that_fits: if short { batch_that_fits(scenario, work) } else { Some(scenario.training.micro_batch_size) },
    })
}

/// What the loader's cache holds while training: no more than the rest leaves free.
#[must_use]
pub fn cache_in_memory(scenario: &Scenario, train: &RamParts) -> Bytes {
    train.dataset_cache.min(kits::usable(scenario.hardware.ram).saturating_sub(without_cache(train)))
}

/// The rate at which pages come back: what the drive reads at once, in clusters at random, and what its waiting processes
/// ask for.
#[must_use]
pub fn page_in_rate(scenario: &Scenario) -> BytesPerSecond {
    let storage = &scenario.hardware.storage;
    let loading = scenario.training.loader.num_workers + 1;
    let faulting = (loading * processes(scenario).per_node) as f64;
    let at_random = PAGE_CLUSTER.as_f64() * storage.random_read_iops.min(faulting / ACCESS_LATENCY.get());
    storage.sequential_read.min(BytesPerSecond::new(at_random)).max(SLOWEST)
}

/// All that must stay, the loader's cache aside.
fn without_cache(parts: &RamParts) -> Bytes {
    parts.total() - parts.dataset_cache
}

/// Regions of the training phase, least touched first; page-locked memory and the kernel's own cannot be paged.
fn regions(scenario: &Scenario, train: &RamParts) -> [Region; 5] {
    let RamParts { system, runtime, workers, prefetch, offload, pinned: _, checkpoint_staging: _, dataset_cache: _ } = *train;
    let processes = processes(scenario).per_node;
    let Loader { num_workers, prefetch_factor, .. } = scenario.training.loader;
    let micro_steps = scenario.training.gradient_accumulation_steps.max(1) as f64;
    // A micro-step takes one batch out of those that wait, and wakes one worker of each process.
    let queue = (num_workers * (prefetch_factor + 1)).max(1) as f64;
    let touched = (RUNTIME_TOUCHED * processes).min(runtime);
    let mut regions = [
        Region { size: system.scaled(SYSTEM_IDLE) + (runtime - touched), touches: IDLE_TOUCHES, written: true },
        Region { size: prefetch, touches: micro_steps / queue, written: true },
        // Objects of the data set's index count their readers: touching one writes it.
        Region { size: workers, touches: micro_steps / num_workers.max(1) as f64, written: true },
        Region { size: offload, touches: 1.0, written: true },
        Region { size: touched, touches: micro_steps, written: true },
    ];
    crate::order::sort_by(&mut regions, |a, b| a.touches.total_cmp(&b.touches));
    regions
}

/// Whether training fits with another loader or batch.
fn fits(scenario: &Scenario, work: &StepWork) -> bool {
    without_cache(&phases(scenario, work).train) <= kits::usable(scenario.hardware.ram)
}

/// The most workers that fit, not more than there are.
fn workers_that_fit(scenario: &Scenario, work: &StepWork) -> Option<u64> {
    workers_up_to(scenario.training.loader.num_workers, scenario, work)
}

/// The most workers per GPU with which training fits, all else as it is: up to what the cores are for, or to what was asked for;
/// none if even loading without any does not fit.
#[must_use]
pub fn most_workers(scenario: &Scenario, work: &StepWork) -> Option<u64> {
    let of_cores = loader::most_workers(&scenario.hardware.cpu, processes(scenario));
    workers_up_to(of_cores.max(scenario.training.loader.num_workers), scenario, work)
}

fn workers_up_to(most: u64, scenario: &Scenario, work: &StepWork) -> Option<u64> {
    let mut changed = scenario.clone();
    let with = |num_workers: u64| {
        changed.training.loader.num_workers = num_workers;
        fits(&changed, work)
    };
    largest(0, most, with)
}

/// The largest micro-batch that fits, not larger than it is.
fn batch_that_fits(scenario: &Scenario, work: &StepWork) -> Option<u64> {
    let with = |micro_batch_size: u64| {
        let mut changed = scenario.clone();
        changed.training.micro_batch_size = micro_batch_size;
        fits(&changed, work)
    };
    largest(1, scenario.training.micro_batch_size, with)
}

/// The largest number in a range that fits, where all below one that fits do; none if the lowest does not.
fn largest(lowest: u64, highest: u64, mut fits: impl FnMut(u64) -> bool) -> Option<u64> {
    if !fits(lowest) {
        return None;
    }
    let (mut low, mut high) = (lowest, highest.max(lowest));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Some(low)
}
