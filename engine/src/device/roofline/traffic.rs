//! What travels between GPUs (data parallelism, `ZeRO`) and to host memory (offload), and how much of it computation hides.

use super::training_gpus;
use crate::hardware::{Cpu, Gpu, Hardware, NvlinkReach};
use crate::training::{Offload, Sharding, Training};
use crate::units::{Bytes, BytesPerSecond, Seconds};
use crate::work::StepWork;

/// Share of a link's rated bandwidth that collectives reach (NCCL's bus bandwidth over `NVLink`'s rating).
pub const NVLINK_SHARE: f64 = 0.80;
/// Share of `PCIe`'s rated bandwidth that collectives between two cards reach, through the root complex or host memory.
pub const PCIE_PEER_SHARE: f64 = 0.50;
/// Share of `PCIe`'s raw rate that one direction reaches with large page-locked copies (25 of 31.5 GB/s on 4.0 x16).
pub const PCIE_PINNED_SHARE: f64 = 0.80;
/// Share of `PCIe`'s raw rate that copies from pageable memory reach, since the driver copies to a staging buffer first.
pub const PCIE_PAGEABLE_SHARE: f64 = 0.40;
/// Network between nodes, per node: a scenario has no field for it, 100 Gbit/s is assumed.
pub const NODE_LINK: BytesPerSecond = BytesPerSecond::from_gb_per_s(11.0);
/// Share of a phase's computation that can run beside its collectives.
pub const OVERLAP: f64 = 0.80;
/// Share of a collective that nothing hides: the first layers' gradients come last, and what runs beside it is slowed.
///
/// Fitted with [`STRAGGLE`] on the ratio of published ddp runs on 2 to 8 GPUs to the same run on one (Lambda's benchmark,
/// commit aa5addb6; 265 configurations of 15 cards): median error of the step 4 %, 90th percentile 18 %, bias none.
pub const EXPOSED: f64 = 0.50;
/// What waiting for the slowest GPU adds to a step's computation each time that their number doubles.
pub const STRAGGLE: f64 = 0.03;
/// What a message takes from one GPU to the next beside its bytes (NCCL's small all-reduces: 5 to 15 microseconds a hop).
pub const HOP: Seconds = Seconds::new(8.0e-6);
/// Bytes that one message carries (`DistributedDataParallel`'s `bucket_cap_mb`).
pub const MESSAGE: Bytes = Bytes::from_mib(25);
/// What Adam on the host reads and writes per weight: gradient, weight and two states in FP32, read and written.
pub const HOST_UPDATE_BYTES: u64 = 28;
/// Share of the memory's rated bandwidth that updates and copies on the host reach, which read and write by turns.
pub const MEMORY_SHARE: f64 = 0.60;

/// Time of collectives in one optimizer step that computation does not hide.
#[must_use]
pub fn between_gpus(work: &StepWork, hardware: &Hardware, training: &Training, forward: Seconds, backward: Seconds) -> Seconds {
    let gpus = training_gpus(hardware, training);
    if gpus < 2 {
        return Seconds::ZERO;
    }
    let link = link(hardware);
    // A ring of n passes (n - 1) / n of the amount once for a reduce-scatter or an all-gather, twice for an all-reduce.
    let ring = (gpus - 1) as f64 / gpus as f64;
    let collective = |bytes: Bytes| {
        let messages = bytes.0.div_ceil(MESSAGE.0.max(1)) as f64;
        bytes.scaled(ring) / link + HOP * (messages * (gpus - 1) as f64)
    };
    let gradients = collective(work.reduced_bytes);
    let parameters = collective(work.gathered_bytes);
    let updated = collective(trained_bytes(work));
    let micro_steps = training.gradient_accumulation_steps.max(1) as f64;
    let straggle = (forward + backward) * (micro_steps * STRAGGLE * libm::log2(gpus as f64));
    let (forward, backward) = (forward * overlap(hardware, training), backward * overlap(hardware, training));
    let exchange = match training.sharding {
        Sharding::None => Seconds::ZERO,
        Sharding::Ddp => exposed_time(gradients * 2.0, backward),
        Sharding::Zero1 => exposed_time(gradients, backward) + updated,
        Sharding::Zero2 => exposed_time(gradients, backward) * micro_steps + updated,
        Sharding::Zero3 => {
            let read = parameters * training.alignment.forward_passes() as f64;
            (exposed_time(read, forward) + exposed_time(parameters + gradients, backward)) * micro_steps
        }
    };
    exchange + straggle
}

/// Time that host memory and the link to it add to one optimizer step.
#[must_use]
pub fn to_host(work: &StepWork, hardware: &Hardware, training: &Training, micro_step: Seconds) -> Seconds {
    if training.offload == Offload::None {
        return Seconds::ZERO;
    }
    let shard = match training.sharding {
        Sharding::None | Sharding::Ddp => 1,
        Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => training_gpus(hardware, training),
    };
    let link = pinned_link(hardware);
    let memory = memory_rate(&hardware.cpu);
    let local_gpus = training_gpus(hardware, training).min(hardware.gpu_count.max(1));
    let update = Bytes(work.trainable / shard) * (HOST_UPDATE_BYTES * local_gpus) / memory;
    let exchange = (work.gradient_bytes / shard + trained_bytes(work) / shard) / link;
    let streamed = match training.offload {
        Offload::None | Offload::Optimizer => Seconds::ZERO,
        // Every micro-step fetches the weights for each forward and again for the backward pass.
        Offload::All => {
            let passes = training.alignment.forward_passes() + 1;
            exposed_time(work.gathered_bytes / shard * passes / link, micro_step * overlap(hardware, training))
                * training.gradient_accumulation_steps.max(1) as f64
        }
    };
    update + exchange + streamed
}

/// What updates and copies on the host reach of its memory's rating.
#[must_use]
pub fn memory_rate(cpu: &Cpu) -> BytesPerSecond {
    (cpu.memory_bandwidth() * MEMORY_SHARE).max(BytesPerSecond::new(1.0))
}

/// The link to host memory as large page-locked copies see it.
#[must_use]
pub fn pinned_link(hardware: &Hardware) -> BytesPerSecond {
    (hardware.gpu_link().bandwidth() * PCIE_PINNED_SHARE).max(BytesPerSecond::new(1.0))
}

/// Whether the ring of so many cards in each node goes over bridges, which are parts of their own: without them it would be
/// slower.
#[must_use]
pub fn rests_on_bridge(gpu: &Gpu, cpu: &Cpu, count: u64, nodes: u64) -> bool {
    let is_bridged = matches!(gpu.nvlink_reach, NvlinkReach::Bridge { .. }) && count > 1;
    is_bridged && ring(gpu, cpu, count, nodes) > ring(&Gpu { nvlink: None, ..*gpu }, cpu, count, nodes)
}

/// The slowest link of a ring over all GPUs, per direction.
fn link(hardware: &Hardware) -> BytesPerSecond {
    ring(&hardware.gpu, &hardware.cpu, hardware.gpu_count, hardware.nodes)
}

/// The slowest link of a ring over `count` cards in each of `nodes` nodes, per direction. A bridge joins two cards or four; a
/// ring over more passes the host.
fn ring(gpu: &Gpu, cpu: &Cpu, count: u64, nodes: u64) -> BytesPerSecond {
    let peer = gpu.host_link(cpu, count).bandwidth() * PCIE_PEER_SHARE;
    let own = gpu.nvlink.filter(|_| gpu.nvlink_reach.joins(count));
    let local = own.map_or(peer, |nvlink| (nvlink * NVLINK_SHARE).max(peer));
    let slowest = if nodes > 1 { local.min(NODE_LINK) } else { local };
    slowest.max(BytesPerSecond::new(1.0))
}

/// The weights that an update changes, at the width that they travel in.
fn trained_bytes(work: &StepWork) -> Bytes {
    work.reduced_bytes.min(work.gathered_bytes)
}

/// Share of computation that one kind of traffic may hide behind: collectives and weights streamed from the host divide it,
/// else the same second would be counted twice.
fn overlap(hardware: &Hardware, training: &Training) -> f64 {
    let both = training.offload == Offload::All && training_gpus(hardware, training) > 1;
    if both { OVERLAP / 2.0 } else { OVERLAP }
}

/// The part of a transfer that stays visible beside the computation that hides it.
fn exposed_time(transfer: Seconds, hidden_by: Seconds) -> Seconds {
    let rest = if transfer > hidden_by { transfer.get() - hidden_by.get() } else { 0.0 };
    Seconds::new(rest).max(transfer * EXPOSED)
}
