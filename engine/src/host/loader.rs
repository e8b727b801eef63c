//! Loader settings that keep the accelerators fed with the installed cores.

use super::processes::{Processes, processes};
use super::{cores, sample};
use crate::hardware::{Cpu, Vendor};
use crate::inputs::Scenario;
use crate::training::{Cache, DataKind, Loader};
use crate::units::{Bytes, SamplesPerSecond};

/// Workers are added until they carry this much more than the GPUs take: batches take unequal times.
pub const MARGIN: f64 = 1.25;
/// Fewest workers per GPU, so that one batch is always being prepared while another waits.
pub(super) const FEWEST_WORKERS: u64 = 2;
/// Most workers per GPU; beyond, the main process cannot receive faster.
const MOST_WORKERS: u64 = 32;
/// Batches that a worker keeps ready: `PyTorch`'s default, enough to smooth unequal batches.
pub const PREFETCH_FACTOR: u64 = 2;
/// Latents and tokens up to this size are kept in memory; larger sets stream from the disk.
const LARGEST_CACHE: Bytes = Bytes::from_gib(8);

/// What a `DataLoader` does that is given nothing but a data set and a batch size (PyTorch's documentation of
/// `torch.utils.data.DataLoader`; `prefetch_factor` counts once there are workers).
pub const PYTORCH_DEFAULT: Loader = Loader {
    num_workers: 0,
    prefetch_factor: PREFETCH_FACTOR,
    pin_memory: false,
    persistent_workers: false,
    cache: Cache::None,
    batched_preprocessing: false,
};

/// The loader that a scenario should run with when its GPUs take `compute_rate` samples a second in all.
#[must_use]
pub fn recommended_loader(scenario: &Scenario, compute_rate: SamplesPerSecond) -> Loader {
    let mut scenario = scenario.clone();
    scenario.training.loader.cache = recommended_cache(&scenario);
    Loader { num_workers: recommended_workers(&scenario, compute_rate), ..recommended_settings(&scenario) }
}

/// The recommended loader as far as it does not depend on how many samples the GPUs take: the workers stay as they are.
#[must_use]
pub fn recommended_settings(scenario: &Scenario) -> Loader {
    Loader {
        num_workers: scenario.training.loader.num_workers,
        prefetch_factor: PREFETCH_FACTOR,
        // PyTorch pins nothing for Metal: its loader warns and leaves it out.
        pin_memory: scenario.hardware.gpu.vendor != Vendor::Apple,
        persistent_workers: scenario.training.epochs > 1,
        cache: recommended_cache(scenario),
        // Processing whole batches is code that the person writes, so that it stays as it was asked.
        batched_preprocessing: scenario.training.loader.batched_preprocessing,
    }
}

/// Workers per GPU from which on the GPUs no longer wait, as far as the cores go.
#[must_use]
pub fn recommended_workers(scenario: &Scenario, compute_rate: SamplesPerSecond) -> u64 {
    let processes = processes(scenario);
    let cpu = &scenario.hardware.cpu;
    let most = most_workers(cpu, processes);
    let fewest = FEWEST_WORKERS.min(most);
    let core_time = sample::core_time(scenario, cores::clock_ghz(cpu), false).get();
    let need = compute_rate.get() / processes.nodes as f64 * MARGIN;
    let is_enough = |workers: u64| cores::capacity(cpu, workers * processes.per_node) >= need * core_time;
    // For tokens and latents the fewest mostly are.
    if is_enough(fewest) {
        return fewest;
    }
    // The fewest that carry the need, by halves: a worker more is never slower.
    let (mut fails, mut carries) = (fewest, most);
    while carries - fails > 1 {
        let middle = u64::midpoint(fails, carries);
        if is_enough(middle) { carries = middle } else { fails = middle }
    }
    carries
}

/// Most workers per GPU that are recommended on a processor.
pub(super) fn most_workers(cpu: &Cpu, processes: Processes) -> u64 {
    (cpu.cores() / processes.per_node).clamp(1, MOST_WORKERS)
}

/// Latents and tokens are prepared once where they fit; pictures stay encoded, the page cache keeps them.
fn recommended_cache(scenario: &Scenario) -> Cache {
    let wanted = match scenario.data.kind {
        DataKind::Images | DataKind::Audio | DataKind::Tensors => Cache::None,
        // Pictures among words are decoded anyway.
        DataKind::Text if scenario.active_tower().is_some() => Cache::None,
        DataKind::Text => Cache::Tokens,
        DataKind::Latents => Cache::Latents,
    };
    if sample::cached_set_in(scenario, wanted) <= LARGEST_CACHE { wanted } else { Cache::None }
}
