//! A process of the run that the system ended: by memory, by a limit on it, by a crash of its own.

use super::case::{Case, check, look};
use super::checklist::{Check, Probe, Verdict};
use super::finding::{Finding, Place};
use super::{host, queue};
use crate::units::Bytes;

/// What a process may hold beyond the plan's peak before the plan no longer tells of it.
const BEYOND: f64 = 1.25;

/// All checks of a process that was ended.
pub(super) fn checks(case: &Case<'_>, resident: Option<Bytes>) -> Vec<Check> {
    let mut checks = vec![
        host::swapping(case),
        host::staging(case),
        host::worker_memory(case),
        passed_on(case),
        look(
            "container-limit",
            0.45,
            Place::ContainerLimit,
            &[Probe::KernelLog, Probe::Swap],
            "the kernel's documentation of memory.max (cgroup v2)",
        ),
        look("host-growth", 0.4, Place::HostGrowth, &[Probe::Swap], "rule A2; ppwwyyxx/RAM-multiprocess-dataloader"),
        look(
            "worker-code",
            0.2,
            Place::WorkerCode,
            &[Probe::KernelLog, Probe::SingleProcess],
            "signal 11 and 7; libraries that are not safe to fork",
        ),
        look("faults", 0.05, Place::Faults, &[Probe::KernelLog], "rule D5; the kernel's messages"),
    ];
    checks.extend(resident.map(|resident| beside_plan(case, resident)));
    checks
}

/// Shared memory that is full ends a worker by a fault of the bus, seldom by the signal of other memory: a place to look.
fn passed_on(case: &Case<'_>) -> Check {
    let mut check = queue::queue(case);
    check.verdict = check.verdict.max(Verdict::Look);
    check.weight *= 0.4;
    check
}

/// What the process held beside what the plan holds.
fn beside_plan(case: &Case<'_>, resident: Bytes) -> Check {
    let (planned, installed) = (case.before.ram_peak, case.scenario.hardware.ram);
    let ratio = resident.as_f64() / planned.as_f64().max(1.0);
    let verdict = match ratio {
        ratio if ratio > BEYOND => Verdict::Likely,
        ratio if ratio > 1.0 => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    let weight = if verdict == Verdict::RuledOut { ratio * 0.5 } else { 1.0 - 0.5 / ratio };
    let finding = Finding::Resident { resident, planned, installed };
    check("more-than-planned", verdict, weight, finding, "resident memory in the kernel's message beside the plan's peak")
        .with_probes(&[Probe::Swap, Probe::KernelLog])
}
