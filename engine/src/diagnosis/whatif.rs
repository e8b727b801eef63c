//! Runs that are not as planned: each way in which a setting may not be in effect, played like a scenario of its own.

use super::card::LAST_NEW;
use super::case::{Case, LIKELY, check};
use super::checklist::{Check, Probe, Verdict};
use super::finding::{Finding, Supposition};
use super::seen;
use super::symptom::SeenMemory;
use crate::architecture::Architecture;
use crate::hardware::Storage;
use crate::inputs::Scenario;
use crate::sizing::batch::needed_memory;
use crate::training::{ActivationCheckpointing, Attention, Method, Precision, Sharding};
use crate::units::{BytesPerSecond, FlopsPerSecond, SamplesPerSecond, Seconds};

/// A hard disk: 7,200 turns a minute give some 150 reads a second at random, and 200 MB/s in sequence.
const HARD_DISK_READ: BytesPerSecond = BytesPerSecond::from_mb_per_s(200.0);
const HARD_DISK_IOPS: f64 = 150.0;
/// Cores that a container or a scheduler often gives a job that names none.
const FEW_CORES: u64 = 2;
/// A supposed rate explains a measured one that is at least this share of it, or of which it is at least this share: the spread of
/// estimates of time.
const EXPLAINS: f64 = 0.77;
/// A supposed rate below this share of the measured one cannot be what slows the run down.
const TOO_SLOW: f64 = 0.4;
/// Below this effect a supposition changes nothing.
const NOTICEABLE: f64 = 0.05;

/// The run as it would be under a supposition; none where the plan has it already or it cannot be.
fn suppose(scenario: &Scenario, supposition: Supposition) -> Option<Scenario> {
    let mut changed = scenario.clone();
    let training = &mut changed.training;
    let hardware = &mut changed.hardware;
    match supposition {
        Supposition::NoWorkers => training.loader.num_workers = 0,
        Supposition::FullPrecision => {
            let quantized = matches!(training.method, Method::Qlora(..));
            if quantized || matches!(training.precision, Precision::Bf16) {
                return None;
            }
            training.precision = Precision::Fp32;
        }
        Supposition::EagerAttention => {
            // Which attention a traced network runs is part of its code.
            if scenario.model.is_convolutional() || matches!(scenario.model, Architecture::Traced(_)) {
                return None;
            }
            training.attention = Attention::Eager;
        }
        Supposition::Checkpointing => training.activation_checkpointing = ActivationCheckpointing::Full,
        Supposition::NoCheckpointing => training.activation_checkpointing = ActivationCheckpointing::None,
        Supposition::OneGpu => training.sharding = Sharding::None,
        // Its own rate is that of the first epoch.
        Supposition::ColdCache => return None,
        Supposition::SlowDrive | Supposition::SlowDriveAtFirst => {
            hardware.storage = Storage {
                sequential_read: hardware.storage.sequential_read.min(HARD_DISK_READ),
                sequential_write: hardware.storage.sequential_write.min(HARD_DISK_READ),
                random_read_iops: hardware.storage.random_read_iops.min(HARD_DISK_IOPS),
                ..hardware.storage
            };
        }
        Supposition::FewCores => {
            let cpu = &mut hardware.cpu;
            cpu.performance_cores = cpu.performance_cores.min(FEW_CORES);
            cpu.efficiency_cores = cpu.efficiency_cores.min(FEW_CORES - cpu.performance_cores);
            cpu.threads = cpu.threads.min(FEW_CORES);
        }
        Supposition::FewLanes => hardware.gpu.pcie.lanes = (hardware.gpu.pcie.lanes / 4).max(1),
        Supposition::HalfClock => {
            let half = |rate: FlopsPerSecond| rate / 2.0;
            let gpu = &mut hardware.gpu;
            gpu.fp32 = half(gpu.fp32);
            (gpu.tf32, gpu.fp16, gpu.bf16) = (gpu.tf32.map(half), gpu.fp16.map(half), gpu.bf16.map(half));
        }
        Supposition::AllWeightsTrain => {
            if !matches!(training.method, Method::Lora(_)) {
                return None;
            }
            training.method = Method::Full;
        }
    }
    (changed != *scenario).then_some(changed)
}

/// Settings that may not be in effect, by what the card would then need.
pub(super) fn of_memory(case: &Case<'_>, step: Option<u64>, seen: &SeenMemory) -> Vec<Check> {
    if !case.estimate.vram.fit.fits() {
        return Vec::new();
    }
    let early = step.is_some_and(|step| step <= LAST_NEW);
    let available = case.available();
    [Supposition::FullPrecision, Supposition::EagerAttention, Supposition::NoCheckpointing, Supposition::AllWeightsTrain]
        .into_iter()
        .filter_map(|supposition| {
            let changed = suppose(case.scenario, supposition)?;
            let needed = needed_memory(&changed, changed.training.micro_batch_size);
            let verdict = match (needed > available, seen::is_heavier(case, seen)) {
                (true, Some(true)) => Verdict::Likely,
                (true, None) if early => Verdict::Likely,
                (true, None) if step.is_none() => Verdict::Look,
                _ => Verdict::RuledOut,
            };
            // The nearer the need is to the card, the less of a coincidence it would be.
            let weight = (available.as_f64() / needed.as_f64().max(1.0)).min(1.0) * 0.6;
            let finding = Finding::SupposedMemory { supposition, needed, available };
            Some(check(id(supposition), verdict, weight, finding, source(supposition)).with_probes(&[Probe::AllocatorSummary]))
        })
        .collect()
}

/// Ways in which a run may be slower than planned, by the rate that it would have.
pub(super) fn of_rate(case: &Case<'_>, measured: Option<SamplesPerSecond>, is_within_range: bool) -> Vec<Check> {
    let expected = case.before.rate;
    let at_first = |epoch: Seconds| SamplesPerSecond::new(case.scenario.data.samples.max(1) as f64 / epoch.get());
    let cold = at_first(case.estimate.speed.first_epoch);
    let all = [
        Supposition::NoWorkers,
        Supposition::FullPrecision,
        Supposition::EagerAttention,
        Supposition::Checkpointing,
        Supposition::OneGpu,
        Supposition::ColdCache,
        Supposition::SlowDrive,
        Supposition::FewCores,
        Supposition::FewLanes,
        Supposition::HalfClock,
    ];
    all.into_iter()
        .filter_map(|supposition| {
            let (supposition, rate) = if supposition == Supposition::ColdCache {
                (supposition, cold)
            } else {
                let changed = suppose(case.scenario, supposition)?;
                let speed = case.play_with(|scenario| *scenario = changed).1;
                // Later epochs come from the page cache: what slows down the first alone is not to be ruled out by their rate.
                let is_first_alone = speed.rate.get() > expected.get() * (1.0 - NOTICEABLE)
                    && speed.first_epoch.get() * (1.0 - NOTICEABLE) > case.estimate.speed.first_epoch.get();
                match supposition {
                    Supposition::SlowDrive if is_first_alone => (Supposition::SlowDriveAtFirst, at_first(speed.first_epoch)),
                    _ if is_first_alone => return None,
                    _ => (supposition, speed.rate),
                }
            };
            let (verdict, weight) = judge(rate, expected, measured, is_within_range);
            let finding = Finding::SupposedRate { supposition, rate, expected, measured };
            Some(check(id(supposition), verdict, weight, finding, source(supposition)).with_probes(probes(supposition)))
        })
        .collect()
}

/// Whether a supposed rate explains a measured one.
fn judge(
    rate: SamplesPerSecond,
    expected: SamplesPerSecond,
    measured: Option<SamplesPerSecond>,
    is_within_range: bool,
) -> (Verdict, f64) {
    let lost = 1.0 - rate.get() / expected.get();
    if lost < NOTICEABLE {
        return (Verdict::RuledOut, lost.max(0.0));
    }
    let Some(measured) = measured else { return (Verdict::Look, lost) };
    let (rate, measured) = (rate.get(), measured.get());
    let alike = (rate / measured).min(measured / rate);
    if rate < measured * TOO_SLOW {
        // Far more was measured than this would allow.
        (Verdict::RuledOut, alike)
    } else if is_within_range || alike < EXPLAINS {
        // It explains a part, or would explain too much: the share of what was lost that goes with it.
        let missing = 1.0 - measured / expected.get();
        let part = if missing > 0.0 { (lost / missing).min(missing / lost) } else { LIKELY };
        (Verdict::Look, alike.min(part.clamp(0.0, 1.0)))
    } else {
        (Verdict::Likely, alike)
    }
}

const fn id(supposition: Supposition) -> &'static str {
    match supposition {
        Supposition::NoWorkers => "loader-workers",
        Supposition::FullPrecision => "precision-not-in-effect",
        Supposition::EagerAttention => "attention-not-fused",
        Supposition::Checkpointing => "checkpointing-on",
        Supposition::NoCheckpointing => "checkpointing-off",
        Supposition::OneGpu => "no-data-parallelism",
        Supposition::ColdCache => "first-epoch",
        Supposition::SlowDrive => "storage",
        Supposition::SlowDriveAtFirst => "storage-in-the-first-epoch",
        Supposition::FewCores => "few-cores",
        Supposition::FewLanes => "host-link",
        Supposition::HalfClock => "clocks",
        Supposition::AllWeightsTrain => "all-weights-train",
    }
}

const fn probes(supposition: Supposition) -> &'static [Probe] {
    match supposition {
        Supposition::NoWorkers | Supposition::FewCores => &[Probe::Cores],
        Supposition::ColdCache | Supposition::SlowDrive | Supposition::SlowDriveAtFirst => &[Probe::Drive],
        Supposition::OneGpu => &[Probe::Processes, Probe::GpuLoad],
        Supposition::FewLanes => &[Probe::GpuLinks],
        Supposition::HalfClock => &[Probe::GpuClocks],
        _ => &[Probe::Profiler],
    }
}

const fn source(supposition: Supposition) -> &'static str {
    match supposition {
        Supposition::NoWorkers => "rule B10; PyTorch's DataLoader: num_workers=0 is its default",
        Supposition::FullPrecision => "rules B13, D4; torch.autocast holds only inside its context",
        Supposition::EagerAttention => "Dao 2023 (FlashAttention-2); masks and data types that the fused kernels do not take",
        Supposition::Checkpointing | Supposition::NoCheckpointing => "rule B9; Chen et al. 2016",
        Supposition::OneGpu => "rule B11; PyTorch's DistributedDataParallel",
        Supposition::ColdCache => "rule A1; the system's page cache is cold at first",
        Supposition::SlowDrive | Supposition::SlowDriveAtFirst => {
            "rules A2, C4; a hard disk's rates: 200 MB/s, 150 reads a second"
        }
        Supposition::FewCores => "rule B10; limits of containers and schedulers",
        Supposition::FewLanes => "rule D5; PCI Express rates",
        Supposition::HalfClock => "rules D5, A9; heat and power limits",
        Supposition::AllWeightsTrain => "Hu et al. 2021 (LoRA); PEFT freezes the base model",
    }
}
