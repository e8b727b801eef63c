//! Host memory by part, and the capacity to buy for it.
//!
//! The peak adds everything that a run puts into memory of its own at one time: while it loads the weights, while it
//! trains, or while it saves them ([`phases`]).
//! The recommended capacity adds a stated reserve to it, item by item: what runs beside training now and then, and the
//! files that the page cache should hold.

use super::kits;
use super::loading::{page_cache, published_bytes};
use super::phases::phases;
use super::shortage::shortage;
use crate::estimate::{Ram, RamPhases, RamReserve};
use crate::inputs::Scenario;
use crate::training::{Cache, Method};
use crate::units::Bytes;
use crate::work::StepWork;

/// Editor, browser, notebook and monitoring.
pub const RESERVE_TOOLS: Bytes = Bytes::from_gib(4);
/// Of a stored set, and of the files of the weights, the recommended capacity caches this much; above, a faster drive is
/// the cheaper remedy.
pub const RESERVE_SET_LIMIT: Bytes = Bytes::from_gib(16);
/// Unwritten file pages that the kernel lets pile up before writers wait: a fifth of the memory, a quarter of the rest.
pub const RESERVE_WRITE_BACK: f64 = 0.25;
/// Room that the comfortable capacity leaves for a second run or larger settings, as a share of the peak.
const COMFORT: f64 = 0.5;

/// Host memory per node: parts, peak and the kits that hold them.
#[must_use]
pub fn ram(scenario: &Scenario, work: &StepWork) -> Ram {
    let phases = phases(scenario, work);
    let (phase, parts) = phases.fullest();
    let peak = parts.total();
    let reserve = reserve(scenario, work, &phases);
    let free_again = phases.load.checkpoint_staging + reserve.base_weights;
    let whole_set = match scenario.training.loader.cache {
        Cache::None => scenario.data.bytes_on_disk.saturating_sub(free_again).max(reserve.data_set),
        Cache::Ram | Cache::Latents | Cache::Tokens => reserve.data_set,
    };
    let kit = |need: Bytes| kits::holding(&scenario.hardware.gpu, need);
    let recommended = kit(peak + reserve.total());
    let comfort = peak.scaled(COMFORT);
    let with_set = kit(peak + comfort + reserve.total() - reserve.data_set + whole_set);
    let largest = Bytes::from_gib(kits::CAPACITIES_GIB[kits::CAPACITIES_GIB.len() - 1]);
    let comfortable = if with_set <= largest || scenario.hardware.gpu.pool.is_some() {
        with_set
    } else {
        kit(peak + comfort + reserve.total())
    };
    Ram {
        parts,
        phase,
        shortage: shortage(scenario, work, &phases),
        phases,
        peak,
        page_cache: page_cache(scenario, work),
        minimum: kit(peak),
        recommended,
        comfortable: comfortable.max(recommended),
        reserve: reserve.total(),
        reserve_parts: reserve,
    }
}

/// The reserve, item by item.
#[must_use]
pub fn reserve(scenario: &Scenario, work: &StepWork, phases: &RamPhases) -> RamReserve {
    let stored_set = match scenario.training.loader.cache {
        Cache::None => scenario.data.bytes_on_disk.min(RESERVE_SET_LIMIT),
        Cache::Ram | Cache::Latents | Cache::Tokens => Bytes::ZERO,
    };
    let checkpoint = Bytes(work.trainable * 4) + work.optimizer_state_bytes;
    let RamPhases { load, train, save: _ } = phases;
    let merged = if merges_on_host(scenario, work) { published_bytes(scenario, work) } else { Bytes::ZERO };
    let base_weights = page_cache(scenario, work).min(RESERVE_SET_LIMIT) + merged;
    RamReserve {
        evaluation: train.workers + train.prefetch + train.pinned,
        write_back: checkpoint.min(phases.fullest().1.total().scaled(RESERVE_WRITE_BACK)),
        tools: RESERVE_TOOLS,
        // What held the weights and their files is free again when the data set is read.
        data_set: stored_set.saturating_sub(load.checkpoint_staging + base_weights),
        base_weights,
    }
}

/// Whether adapters can only be merged in host memory: the 16-bit base of a quantized model is larger than its card.
#[must_use]
pub fn merges_on_host(scenario: &Scenario, work: &StepWork) -> bool {
    matches!(scenario.training.method, Method::Qlora(..)) && published_bytes(scenario, work) > scenario.hardware.gpu.memory
}
