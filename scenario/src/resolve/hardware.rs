//! The machine.

use catalog::Kind;
use engine::hardware::{Gpu, Hardware, NvlinkReach, OperatingSystem, Pcie, Vendor, capability};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, GIB, Watts};

use super::errors::Errors;
use crate::defaults;
use crate::error::Reason;
use crate::limits;
use wire::v1::Scenario;
use wire::v1::scenario::{CustomGpu, GpuChoice, Hardware as Asked};

/// Memory as fast as this is stacked: GDDR7 reaches 1,792 GB/s, that of cards with HBM 1,935.
const STACKED_GB_PER_S: f64 = 1900.0;

/// The reason for a choice that the card, as it was asked for, does not take, and the choices that it does.
pub(super) fn not_for_card(scenario: &Scenario, allowed: &[&str]) -> Reason {
    let card = match &scenario.hardware.gpu {
        Some(GpuChoice::Id(id)) => id,
        Some(GpuChoice::Custom(custom)) => custom.name.as_deref().unwrap_or_default(),
        None => "",
    };
    let allowed = allowed.iter().map(|&word| word.to_owned()).collect();
    Reason::NotApplicable { with: "/hardware/gpu", value: format!("`{card}`"), allowed }
}

/// The machine; none where a part of it is at fault.
pub(super) fn resolve(asked: &Asked, errors: &mut Errors) -> Option<Hardware> {
    let entry = asked.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    let gpu = match &asked.gpu {
        None => {
            errors.push("/hardware/gpu", Reason::Required);
            None
        }
        Some(GpuChoice::Id(id)) => {
            if entry.is_none() {
                errors.push("/hardware/gpu", unknown(Kind::Gpu, id, catalog::gpus().iter().map(|gpu| gpu.id)));
            }
            entry.map(|entry| entry.spec)
        }
        Some(GpuChoice::Custom(custom)) => custom_gpu(custom, errors),
    };
    let own = entry.and_then(|entry| entry.processor);
    let cpu_id = crate::processor::processor(asked);
    let cpu = catalog::cpu(cpu_id);
    if cpu.is_none() {
        errors.push("/hardware/cpu", unknown(Kind::Cpu, cpu_id, catalog::cpus().iter().map(|cpu| cpu.id)));
    }
    let storage_id = asked.storage.as_deref().unwrap_or(defaults::STORAGE);
    let storage = catalog::storage(storage_id);
    if storage.is_none() {
        errors.push("/hardware/storage", unknown(Kind::Storage, storage_id, catalog::storages().iter().map(|drive| drive.id)));
    }
    let gpu = gpu?;
    Some(Hardware {
        // A device that shares the machine's memory is the only one of its machine and comes with its processor; the answer's
        // notes say so.
        gpu_count: asked.gpu_count.filter(|_| gpu.pool.is_none()).unwrap_or(1),
        nodes: asked.nodes.unwrap_or(1),
        display_attached: asked.display_attached.unwrap_or(false),
        cpu: own.or(cpu.map(|cpu| cpu.spec))?,
        // A capacity out of range is an error already; it must not overflow meanwhile.
        ram: gpu.pool.unwrap_or_else(|| Bytes::from_gib(asked.ram_gib.unwrap_or(defaults::RAM_GIB).min(limits::RAM_GIB.max))),
        gpu,
        storage: storage?.spec.striped(asked.storage_count.unwrap_or(1).min(limits::STORAGE_COUNT.max)),
        os: asked.os.map_or(OperatingSystem::Linux, Into::into),
    })
}

/// A card by its data sheet; none where a required figure is missing or one is out of range.
fn custom_gpu(custom: &CustomGpu, errors: &mut Errors) -> Option<Gpu> {
    let before = errors.0.iter().filter(|error| error.pointer.starts_with("/hardware/gpu/")).count();
    for (pointer, is_missing) in [
        ("/hardware/gpu/name", custom.name.is_none()),
        ("/hardware/gpu/memory_gib", custom.memory_gib.is_none()),
        ("/hardware/gpu/memory_bandwidth_gb_per_s", custom.memory_bandwidth_gb_per_s.is_none()),
        ("/hardware/gpu/fp32_tflops", custom.fp32_tflops.is_none()),
    ] {
        if is_missing {
            errors.push(pointer, Reason::Required);
        }
    }
    if before > 0 {
        return None;
    }
    let rate = |tflops: Option<f64>| tflops.map(FlopsPerSecond::from_tflops);
    let vendor = custom.vendor.map_or(Vendor::Nvidia, Into::into);
    Some(Gpu {
        vendor,
        memory: Bytes(GIB).scaled(custom.memory_gib?),
        memory_is_measured: false,
        memory_bandwidth: BytesPerSecond::from_gb_per_s(custom.memory_bandwidth_gb_per_s?),
        has_stacked_memory: custom.memory_bandwidth_gb_per_s? > STACKED_GB_PER_S,
        l2: None,
        fp32: FlopsPerSecond::from_tflops(custom.fp32_tflops?),
        tf32: rate(custom.tf32_dense_tflops),
        fp16: rate(custom.fp16_dense_tflops),
        bf16: rate(custom.bf16_dense_tflops),
        compute_capability: (vendor == Vendor::Nvidia).then(|| compute_capability(custom)),
        pcie: Pcie {
            generation: custom.pcie_gen.unwrap_or(defaults::PCIE_GEN),
            lanes: custom.pcie_lanes.unwrap_or(defaults::PCIE_LANES),
        },
        nvlink: custom.nvlink_gb_per_s.map(BytesPerSecond::from_gb_per_s),
        nvlink_reach: NvlinkReach::Node,
        pool: None,
        tdp: Watts::new(custom.tdp_w.unwrap_or(defaults::TDP_W)),
    })
}

/// The oldest compute capability with such tensor cores that a card which is not in the catalog is likely to have: the one data
/// center chip with BF16 before 8.6 is.
fn compute_capability(custom: &CustomGpu) -> u64 {
    match (custom.bf16_dense_tflops, custom.fp16_dense_tflops) {
        (Some(_), _) => capability::AMPERE_CONSUMER,
        (None, Some(_)) => capability::VOLTA,
        (None, None) => capability::PASCAL,
    }
}

pub(super) fn unknown(kind: Kind, given: &str, ids: impl Iterator<Item = &'static str> + Clone) -> Reason {
    Reason::UnknownId {
        given: shortened(given),
        nearest: catalog::instead(kind, given, ids).map(str::to_owned),
        retired: catalog::retired(kind, given),
    }
}

/// What was given, short enough to be repeated in a message.
fn shortened(given: &str) -> String {
    given.chars().take(limits::TEXT_LENGTH).collect()
}
