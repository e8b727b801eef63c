//! Host memory by part, and the capacity to buy for it.
//!
//! The peak adds everything that a run puts into memory of its own.
//! The recommended capacity adds a stated reserve to it, item by item: what runs beside training now and then, and the
//! files that the page cache should hold.

use super::processes::processes;
use super::{kits, sample};
use crate::architecture::Architecture;
use crate::estimate::{Ram, RamParts, RamReserve, Scenario};
use crate::hardware::OperatingSystem;
use crate::training::{Cache, Method, Offload, Precision, Sharding};
use crate::units::{Bytes, MIB};
use crate::work::StepWork;

/// System and background services, no desktop.
pub const SYSTEM_LINUX: Bytes = Bytes::from_gib(2);
/// Windows with its desktop.
pub const SYSTEM_WINDOWS: Bytes = Bytes::from_gib(4);
/// A Linux desktop on top.
pub const DESKTOP_LINUX: Bytes = Bytes::from_gib(1);
/// Python, framework, CUDA context and its libraries, per training process; PEFT reports 3.0 to 3.8 GB for whole
/// processes whose weights are on the card.
pub const RUNTIME: Bytes = Bytes::from_gib(3);
/// What a forked worker holds of its own: 5 processes of a loader share 1.6 GiB, 0.5 GiB of it the data set's index
/// (ppwwyyxx/RAM-multiprocess-dataloader, measured as PSS).
pub const WORKER_LINUX: Bytes = Bytes(256 * MIB);
/// A spawned worker imports the framework itself: 0.2 to 0.4 GiB on Linux by the same measurement, more on Windows, where
/// pages of libraries are shared less.
pub const WORKER_WINDOWS: Bytes = Bytes(512 * MIB);
/// The data set's index (a path and a label, or an offset) as Python objects; counting references copies it into every
/// worker in time.
pub const INDEX_BYTES_PER_SAMPLE: u64 = 200;
/// Page-locked batches per process: one on its way, one waiting.
const PINNED_BATCHES: u64 = 2;
/// FP32 master weight and gradient beside the states that an offloaded optimizer keeps.
const HOST_MASTER_BYTES: u64 = 8;

/// Editor, browser, notebook and monitoring.
pub const RESERVE_TOOLS: Bytes = Bytes::from_gib(4);
/// Of a stored set the recommended capacity caches this much; above, a faster drive is the cheaper remedy.
pub const RESERVE_SET_LIMIT: Bytes = Bytes::from_gib(16);
/// Unwritten file pages that the kernel lets pile up before writers wait: a fifth of the memory, a quarter of the rest.
pub const RESERVE_WRITE_BACK: f64 = 0.25;
/// Room that the comfortable capacity leaves for a second run or larger settings, as a share of the peak.
const COMFORT: f64 = 0.5;

/// Host memory per node: parts, peak and the kits that hold them.
#[must_use]
pub fn ram(scenario: &Scenario, work: &StepWork) -> Ram {
    let parts = parts(scenario, work);
    let peak = parts.total();
    let reserve = reserve(scenario, work, &parts);
    let whole_set = match scenario.training.loader.cache {
        Cache::None => scenario.data.bytes_on_disk.saturating_sub(parts.checkpoint_staging).max(reserve.data_set),
        Cache::Ram | Cache::Latents | Cache::Tokens => reserve.data_set,
    };
    let recommended = kits::smallest_for(peak + reserve.total());
    let comfort = peak.scaled(COMFORT);
    let with_set = kits::smallest_for(peak + comfort + reserve.total() - reserve.data_set + whole_set);
    let largest = Bytes::from_gib(kits::CAPACITIES_GIB[kits::CAPACITIES_GIB.len() - 1]);
    let comfortable = if with_set <= largest { with_set } else { kits::smallest_for(peak + comfort + reserve.total()) };
    Ram {
        parts,
        peak,
        minimum: kits::smallest_for(peak),
        recommended,
        comfortable: comfortable.max(recommended),
        reserve: reserve.total(),
        reserve_parts: reserve,
    }
}

/// Host memory per node by part.
#[must_use]
pub fn parts(scenario: &Scenario, work: &StepWork) -> RamParts {
    let processes = processes(scenario).per_node;
    let loader = &scenario.training.loader;
    let batch = batch_bytes(scenario);
    let batches_ahead = if loader.num_workers == 0 { 1 } else { loader.num_workers * (loader.prefetch_factor + 1) };
    RamParts {
        system: system(scenario),
        runtime: RUNTIME * processes,
        workers: (worker(scenario.hardware.os) + index(scenario)) * (loader.num_workers * processes)
            + index(scenario) * processes,
        prefetch: batch * (batches_ahead * processes),
        pinned: if loader.pin_memory { Bytes(batch.0.next_power_of_two()) * (PINNED_BATCHES * processes) } else { Bytes::ZERO },
        checkpoint_staging: staging(scenario, work),
        offload: offload(scenario, work),
        dataset_cache: sample::cached_set(scenario),
    }
}

/// The reserve, item by item.
#[must_use]
pub fn reserve(scenario: &Scenario, work: &StepWork, parts: &RamParts) -> RamReserve {
    let stored_set = match scenario.training.loader.cache {
        Cache::None => scenario.data.bytes_on_disk.min(RESERVE_SET_LIMIT),
        Cache::Ram | Cache::Latents | Cache::Tokens => Bytes::ZERO,
    };
    let checkpoint = Bytes(work.trainable * 4) + work.optimizer_state_bytes;
    RamReserve {
        evaluation: parts.workers + parts.prefetch + parts.pinned,
        write_back: checkpoint.min(parts.total().scaled(RESERVE_WRITE_BACK)),
        tools: RESERVE_TOOLS,
        data_set: stored_set.saturating_sub(parts.checkpoint_staging),
        base_weights: if merges_on_host(scenario, work) { published_bytes(scenario, work) } else { Bytes::ZERO },
    }
}

/// A prepared batch of one process.
fn batch_bytes(scenario: &Scenario) -> Bytes {
    sample::prepared(scenario) * scenario.training.micro_batch_size
}

/// System and desktop.
fn system(scenario: &Scenario) -> Bytes {
    match scenario.hardware.os {
        OperatingSystem::Linux if scenario.hardware.display_attached => SYSTEM_LINUX + DESKTOP_LINUX,
        OperatingSystem::Linux => SYSTEM_LINUX,
        OperatingSystem::Windows => SYSTEM_WINDOWS,
    }
}

/// One worker process, batches and index aside.
const fn worker(os: OperatingSystem) -> Bytes {
    match os {
        OperatingSystem::Linux => WORKER_LINUX,
        OperatingSystem::Windows => WORKER_WINDOWS,
    }
}

/// The data set's index in one process.
fn index(scenario: &Scenario) -> Bytes {
    Bytes(scenario.data.samples * INDEX_BYTES_PER_SAMPLE)
}

/// The base weights as they are published: 16 bits for language models, FP32 for the rest; frozen companions included.
#[must_use]
pub fn published_bytes(scenario: &Scenario, work: &StepWork) -> Bytes {
    match &scenario.model {
        Architecture::Decoder(_) => Bytes(work.parameters * 2),
        Architecture::DiffusionUnet(unet) => Bytes((work.parameters + unet.companion_parameters) * 4),
        // Published in bfloat16, as language models are.
        Architecture::DiffusionTransformer(transformer) => Bytes((work.parameters + transformer.companion_parameters) * 2),
        _ => Bytes(work.parameters * 4),
    }
}

/// The most weights that host memory holds at once while a run starts (or exports its result).
///
/// Each process reads the whole file and widens it to what it trains in; ZeRO-3 loads once a node, and so do quantized
/// weights, which go to the card layer by layer.
fn staging(scenario: &Scenario, work: &StepWork) -> Bytes {
    let published = published_bytes(scenario, work);
    if matches!(scenario.training.method, Method::Qlora(..)) {
        return published;
    }
    let stored_in_fp32 = match scenario.training.precision {
        Precision::Fp32 | Precision::Tf32 => true,
        Precision::Fp16Amp | Precision::Bf16Amp => scenario.training.method == Method::Full,
        Precision::Bf16 => false,
    };
    let held = if stored_in_fp32 { published.max(Bytes(work.parameters * 4)) } else { published };
    match scenario.training.sharding {
        Sharding::None | Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 => held * processes(scenario).per_node,
        Sharding::Zero3 => held,
    }
}

/// Whether adapters can only be merged in host memory: the 16-bit base of a quantized model is larger than its card.
///
/// The copy that is merged is the staged one; the file it is read from wants the page cache beside it.
#[must_use]
pub fn merges_on_host(scenario: &Scenario, work: &StepWork) -> bool {
    matches!(scenario.training.method, Method::Qlora(..)) && published_bytes(scenario, work) > scenario.hardware.gpu.memory
}

/// States, master weights and gradients (and the weights themselves) that live in host memory, this node's share.
fn offload(scenario: &Scenario, work: &StepWork) -> Bytes {
    let optimizer = work.optimizer_state_bytes + Bytes(work.trainable * HOST_MASTER_BYTES);
    let all = match scenario.training.offload {
        Offload::None => Bytes::ZERO,
        Offload::Optimizer => optimizer,
        Offload::All => optimizer + work.parameter_bytes,
    };
    let processes = processes(scenario);
    match scenario.training.sharding {
        Sharding::None | Sharding::Ddp => all * processes.per_node,
        Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => Bytes(all.0.div_ceil(processes.nodes)),
    }
}
