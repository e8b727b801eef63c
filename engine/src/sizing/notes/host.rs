//! Notes of the host: memory, drive, processor and its lanes.

use crate::estimate::{HostNote, Ram, Shortage, Speed};
use crate::host::{drives, kits, phases, sizes};
use crate::inputs::Scenario;
use crate::units::{Bytes, Seconds};

pub(super) fn notes(scenario: &Scenario, ram: &Ram, speed: &Speed) -> Vec<HostNote> {
    let hardware = &scenario.hardware;
    let mut notes = memory(scenario, ram, speed);
    let (data_set, capacity) = (scenario.data.bytes_on_disk, hardware.storage.capacity);
    if data_set > capacity {
        notes.push(HostNote::DatasetExceedsStorage { data_set, capacity, needed: drives::least_for(data_set) });
    }
    if hardware.cpu.cores() == 0 {
        notes.push(HostNote::NoCores);
    }
    let (lanes, card_lanes) = (hardware.gpu_link().lanes, hardware.gpu.pcie.lanes);
    // Memory in common is reached without any lane.
    if lanes < card_lanes && hardware.gpu.pool.is_none() {
        notes.push(HostNote::LanesShared { lanes, card_lanes, cpu_lanes: hardware.cpu.pcie.lanes, cards: hardware.gpu_count });
    }
    notes
}

/// What too little memory leads to, the cause first.
fn memory(scenario: &Scenario, ram: &Ram, speed: &Speed) -> Vec<HostNote> {
    let installed = scenario.hardware.ram;
    let mut notes = Vec::new();
    if installed < ram.minimum {
        let missing = ram.peak.saturating_sub(kits::usable(installed));
        notes.push(HostNote::RamBelowMinimum { installed, minimum: ram.minimum, peak: ram.peak, missing });
    }
    let Some(shortage) = ram.shortage else { return notes };
    let Shortage { missing, staging_missing, staging_time, cache_missing, below_system, .. } = shortage;
    if below_system > Bytes::ZERO {
        let least = phases::system(scenario) + sizes::RUNTIME;
        notes.push(HostNote::RamBelowSystem { installed, least, minimum: ram.minimum });
    }
    // What pages in every step says enough about loading and caches.
    if missing > Bytes::ZERO {
        notes.push(HostNote::Paging {
            missing,
            per_step: shortage.paged_per_step,
            step: speed.step,
            step_without: Seconds::new(speed.step.get() - speed.paging.get()),
            workers: shortage.workers_that_fit,
            micro_batch: shortage.micro_batch_that_fits,
        });
        return notes;
    }
    if staging_missing > Bytes::ZERO {
        notes.push(HostNote::StagingPaged { missing: staging_missing, time: staging_time });
    }
    if cache_missing > Bytes::ZERO {
        let cache = ram.phases.train.dataset_cache;
        let needed = kits::smallest_for(ram.phases.train.total());
        notes.push(HostNote::CacheExceedsRam { cache, held: cache - cache_missing, needed });
    }
    notes
}
