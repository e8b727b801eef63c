//! What host memory holds while a run loads its weights, while it trains and while it saves them.
//!
//! Parts that are not alive together do not add up: staged weights ([`super::loading`]) are gone when the optimizer's
//! states appear on the host, and workers start only when training does.

use super::loading::{saved_bytes, staged_bytes};
use super::processes::processes;
use super::sample;
use super::sizes::{
    DESKTOP_LINUX, INDEX_BYTES_PER_SAMPLE, RUNTIME, SYSTEM_LINUX, SYSTEM_MACOS, SYSTEM_WINDOWS, WORKER_LINUX, WORKER_WINDOWS,
};
use crate::estimate::{RamParts, RamPhases};
use crate::hardware::{OperatingSystem, Vendor};
use crate::inputs::Scenario;
use crate::training::{Cache, Method, Offload, Sharding};
use crate::units::Bytes;
use crate::work::StepWork;

/// Page-locked batches per process: one on its way, one waiting.
const PINNED_BATCHES: u64 = 2;
/// FP32 master weight and gradient beside the states that an offloaded optimizer keeps.
pub const HOST_MASTER_BYTES: u64 = 8;

/// Host memory per node by part, in each phase of a run.
#[must_use]
pub fn phases(scenario: &Scenario, work: &StepWork) -> RamPhases {
    let offloaded = offloaded(scenario, work);
    let train = RamParts { offload: offloaded.optimizer + offloaded.parameters, ..beside_device(scenario) };
    let RamParts { system, runtime, .. } = train;
    let always = RamParts { system, runtime, ..RamParts::default() };
    let loader = &scenario.training.loader;
    RamPhases {
        load: RamParts {
            checkpoint_staging: staged_bytes(scenario, work),
            offload: offloaded_while_loading(scenario, &offloaded),
            dataset_cache: match loader.cache {
                // Prepared before the first step; latents by a model that is loaded with the others, which wait in host
                // memory meanwhile (kohya-ss/sd-scripts, `train_network.py`).
                Cache::Latents | Cache::Tokens => train.dataset_cache,
                // Filled by the first epoch.
                Cache::None | Cache::Ram => Bytes::ZERO,
            },
            ..always
        },
        train,
        save: RamParts { checkpoint_staging: saved_bytes(scenario, work), ..train },
    }
}

/// What host memory holds while steps run, what is offloaded aside.
#[must_use]
pub fn beside_device(scenario: &Scenario) -> RamParts {
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
        pinned: if loader.pin_memory && scenario.hardware.gpu.vendor != Vendor::Apple {
            Bytes(batch.0.next_power_of_two()) * (PINNED_BATCHES * processes)
        } else {
            Bytes::ZERO
        },
        dataset_cache: sample::cached_set(scenario),
        ..RamParts::default()
    }
}

/// A prepared batch of one process.
#[must_use]
pub fn batch_bytes(scenario: &Scenario) -> Bytes {
    sample::prepared_bytes(scenario) * scenario.training.micro_batch_size
}

/// System and desktop.
#[must_use]
pub const fn system(scenario: &Scenario) -> Bytes {
    if matches!(scenario.hardware.gpu.vendor, Vendor::Apple) {
        return SYSTEM_MACOS;
    }
    match scenario.hardware.os {
        OperatingSystem::Linux if scenario.hardware.display_attached => Bytes(SYSTEM_LINUX.0 + DESKTOP_LINUX.0),
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

/// What lives in host memory while training, this node's share.
#[derive(Debug, Clone, Copy)]
struct Offloaded {
    /// States, master weights and gradients.
    optimizer: Bytes,
    /// The weights themselves.
    parameters: Bytes,
}

fn offloaded(scenario: &Scenario, work: &StepWork) -> Offloaded {
    let processes = processes(scenario);
    let share = |all: Bytes| match scenario.training.sharding {
        Sharding::None => all * processes.per_node,
        // DeepSpeed offloads what it divides, whatever the plan calls it.
        Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => Bytes(all.0.div_ceil(processes.nodes)),
    };
    let optimizer = share(work.optimizer_state_bytes + Bytes(work.trainable * HOST_MASTER_BYTES));
    match scenario.training.offload {
        Offload::None => Offloaded { optimizer: Bytes::ZERO, parameters: Bytes::ZERO },
        Offload::Optimizer => Offloaded { optimizer, parameters: Bytes::ZERO },
        Offload::All => Offloaded { optimizer, parameters: share(work.gathered_bytes) },
    }
}

/// What of it already fills while weights are staged; the optimizer's states come later.
///
/// The shards of whole weights are cut from a copy that stays until the last one (PEFT's runs of bloomz-7b1 and T0 3B
/// with ZeRO-3 offload hold two copies); quantized layers replace the layers that they were made from.
const fn offloaded_while_loading(scenario: &Scenario, offloaded: &Offloaded) -> Bytes {
    match scenario.training.method {
        Method::Qlora(..) => Bytes::ZERO,
        Method::Full | Method::Lora(_) | Method::FrozenBackbone => offloaded.parameters,
    }
}
