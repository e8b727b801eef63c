//! The least that the data path of a host takes, whatever a search sets of the loader: what distinguishes machines before
//! anything is planned on them.
//!
//! No run is faster than the slowest stage before its GPUs, and each stage is fastest with the most workers, page-locked
//! memory and the kind of cache that suits it; a cache has at most what is left beside the fewest processes.

use super::loader::{FEWEST_WORKERS, PREFETCH_FACTOR, most_workers};
use super::path::{accesses, behind_drive, drive_time, memory_time, request_time};
use super::phases::beside_device;
use super::processes::processes;
use super::ram::RESERVE_TOOLS;
use super::{kits, sample};
use crate::estimate::{RamParts, StageKind};
use crate::hardware::Storage;
use crate::inputs::{Field, Scenario};
use crate::training::batch::LARGEST_RECOMMENDED;
use crate::training::{Cache, DataKind, Sharding};
use crate::units::{Bytes, Seconds};

/// The data paths that a search may choose among for a run beside a processor.
#[derive(Debug, Clone)]
pub struct Feed {
    ways: Vec<Way>,
}

/// One of them.
#[derive(Debug, Clone, Copy)]
struct Way {
    first: Trip,
    later: Trip,
    /// From memory instead of the drive, in later epochs.
    warm: Seconds,
    accesses: f64,
    /// What was measured of reading, over what is modelled.
    factor: f64,
    nodes: f64,
    /// What a cache may hold.
    set: Bytes,
    /// What a node's processes hold at the least, so that no cache has it.
    busy: Bytes,
    /// Host memory that such a run needs at the least, and with a reserve.
    ram: (Bytes, Bytes),
}

/// A sample's way in the first epoch or a later one.
#[derive(Debug, Clone, Copy)]
struct Trip {
    read: Bytes,
    /// In what time readers ask for it.
    asked: Seconds,
    /// Behind the drive.
    behind: Seconds,
}

impl Feed {
    /// The paths for a scenario with these open fields; its memory and its drive do not matter.
    #[must_use]
    pub fn of(scenario: &Scenario, open: &[Field]) -> Self {
        let is_open = |field: Field| open.contains(&field);
        let mut variant = scenario.clone();
        let cache = scenario.training.loader.cache;
        let caches = [Cache::None, Cache::Latents, Cache::Tokens];
        let others = caches.into_iter().filter(|&other| is_open(Field::Cache) && other != cache && suits(scenario, other));
        let caches: Vec<Cache> = std::iter::once(cache).chain(others).collect();
        let shardings = [scenario.training.sharding, Sharding::None, Sharding::Ddp];
        let shardings = &shardings[..if is_open(Field::Sharding) { 3 } else { 1 }];
        let mut ways = Vec::new();
        for (place, &sharding) in shardings.iter().enumerate() {
            if shardings[..place].contains(&sharding) {
                continue;
            }
            variant.training.sharding = sharding;
            for &cache in &caches {
                variant.training.loader = scenario.training.loader;
                variant.training.loader.cache = cache;
                ways.push(Way::of(&mut variant, scenario, open));
            }
        }
        Self { ways }
    }

    /// The least time for a sample of the set with so much memory and such a drive, in the first epoch and in later ones, all
    /// nodes at work: no run on such a machine takes less.
    #[must_use]
    pub fn least(&self, ram: Bytes, storage: &Storage) -> (Seconds, Seconds) {
        let none = (Seconds::new(f64::MAX), Seconds::new(f64::MAX));
        self.ways.iter().map(|way| way.least(ram, storage)).fold(none, |a, b| (a.0.min(b.0), a.1.min(b.1)))
    }

    /// The most time for a sample that a drive takes in any epoch, where nothing is cached.
    #[must_use]
    pub fn served_within(&self, storage: &Storage) -> Seconds {
        let most = |way: &Way| way.drive_time(storage, &way.first).max(way.drive_time(storage, &way.later)) / way.nodes;
        self.ways.iter().map(most).fold(Seconds::ZERO, Seconds::max)
    }

    /// Host memory of a node that any run needs at the least, and what any needs for a reserve.
    #[must_use]
    pub fn least_ram(&self) -> (Bytes, Bytes) {
        let none = (Bytes(u64::MAX), Bytes(u64::MAX));
        self.ways.iter().map(|way| way.ram).fold(none, |a, b| (a.0.min(b.0), a.1.min(b.1)))
    }
}

/// Whether data of a kind can be cached so.
const fn suits(scenario: &Scenario, cache: Cache) -> bool {
    match cache {
        Cache::None | Cache::Ram => true,
        Cache::Latents => matches!(scenario.data.kind, DataKind::Latents),
        Cache::Tokens => matches!(scenario.data.kind, DataKind::Text),
    }
}

impl Way {
    /// The path of a variant; `asked` is the scenario as it was asked, of which these fields are open.
    fn of(variant: &mut Scenario, scenario: &Scenario, open: &[Field]) -> Self {
        let is_open = |field: Field| open.contains(&field);
        let processes = processes(variant);
        let most = most_workers(&variant.hardware.cpu, processes);
        // The least memory: few workers and a single sample at a time.
        let workers = is_open(Field::NumWorkers);
        if workers {
            variant.training.loader.num_workers = FEWEST_WORKERS.min(most);
        }
        if is_open(Field::MicroBatchSize) {
            variant.training.micro_batch_size = 1;
        }
        if is_open(Field::PrefetchFactor) {
            variant.training.loader.prefetch_factor = PREFETCH_FACTOR;
        }
        let parts = beside_device(variant);
        let RamParts { workers: own, prefetch, pinned, dataset_cache, .. } = parts;
        let busy = parts.total().saturating_sub(prefetch + pinned + dataset_cache);
        let peak = parts.total();
        let ram = (kits::smallest_for(peak), kits::smallest_for(peak + RESERVE_TOOLS + own + prefetch + pinned));
        // The least time: all of them, and large batches.
        let loader = &mut variant.training.loader;
        if workers {
            loader.num_workers = most;
        }
        loader.pin_memory |= is_open(Field::PinMemory);
        loader.batched_preprocessing |= is_open(Field::BatchedPreprocessing);
        variant.training.micro_batch_size = scenario.training.micro_batch_size;
        if is_open(Field::MicroBatchSize) {
            variant.training.micro_batch_size = LARGEST_RECOMMENDED.max(scenario.training.micro_batch_size);
        }
        let set = match variant.training.loader.cache {
            Cache::None => variant.data.bytes_on_disk,
            Cache::Ram | Cache::Latents | Cache::Tokens => sample::cached_set(variant),
        };
        let trip = |first_epoch: bool| {
            let read = sample::read(variant, first_epoch);
            Trip { read, asked: request_time(variant, processes, read), behind: behind_drive(variant, processes, first_epoch) }
        };
        let later = trip(false);
        Self {
            first: trip(true),
            warm: memory_time(variant, processes, later.read),
            later,
            accesses: accesses(variant),
            factor: variant.measured.time(StageKind::Storage),
            nodes: processes.nodes as f64,
            set,
            busy,
            ram,
        }
    }

    fn drive_time(&self, storage: &Storage, trip: &Trip) -> Seconds {
        drive_time(storage, self.accesses, trip.read) * self.factor
    }

    fn cold(&self, storage: &Storage, trip: &Trip) -> Seconds {
        self.drive_time(storage, trip).max(trip.asked * self.factor)
    }

    fn least(&self, ram: Bytes, storage: &Storage) -> (Seconds, Seconds) {
        let Self { first, later, warm, set, busy, nodes, .. } = self;
        let held = kits::usable(ram).saturating_sub(*busy);
        let cached = if *set == Bytes::ZERO { 1.0 } else { (held.as_f64() / set.as_f64()).min(1.0) };
        let cold = self.cold(storage, first);
        let missed = self.cold(storage, later);
        let stored = Seconds::new(missed.get() * (1.0 - cached) + warm.get() * cached).min(cold);
        (cold.max(first.behind) / *nodes, stored.max(later.behind) / *nodes)
    }
}
