//! Processes that wait for each other until a time is over: one of them is gone, late, elsewhere, or cannot be heard.

use super::case::{Case, check, look};
use super::checklist::{Check, Probe, Verdict};
use super::finding::{Alone, Finding, Place};
use crate::units::Seconds;

/// What `torch.distributed` waits for NCCL by default.
const TIMEOUT: Seconds = Seconds::new(600.0);

/// All checks of collectives that do not end.
pub(super) fn checks(case: &Case<'_>, timeout: Option<Seconds>) -> Vec<Check> {
    let several = case.training_gpus() > 1;
    let timeout = timeout.unwrap_or(TIMEOUT);
    let mut checks = vec![
        look(
            "failed-rank",
            0.8,
            Place::FailedRank,
            &[Probe::RankLogs, Probe::KernelLog],
            "torchrun's documentation: error propagation",
        ),
        look(
            "uneven-batches",
            0.6,
            Place::UnevenBatches,
            &[Probe::RankLogs],
            "PyTorch's DistributedDataParallel: uneven inputs (join)",
        ),
        look(
            "unequal-calls",
            0.5,
            Place::UnequalCalls,
            &[Probe::FlightRecorder],
            "PyTorch's DistributedDataParallel: find_unused_parameters",
        ),
        look(
            "peer-to-peer",
            if case.scenario.hardware.nodes > 1 { 0.3 } else { 0.4 },
            Place::PeerToPeer,
            &[Probe::GpuLinks, Probe::CollectiveLog],
            "NCCL's documentation: PCI access control services, NCCL_P2P_DISABLE",
        ),
        alone(case, Alone::Save, timeout),
        alone(case, Alone::Step, timeout),
        look("faults", 0.2, Place::Faults, &[Probe::KernelLog, Probe::GpuClocks], "rule D5; the driver's Xid messages"),
    ];
    if case.scenario.hardware.nodes > 1 {
        let source = "NCCL's documentation: NCCL_SOCKET_IFNAME, NCCL_IB_DISABLE";
        checks.push(look("network", 0.65, Place::Network, &[Probe::CollectiveLog], source));
    }
    if !several {
        checks.push(
            check("one-process", Verdict::Likely, 1.0, Finding::OneProcess, "the plan's sharding and number of cards")
                .with_probes(&[Probe::Processes]),
        );
    }
    checks
}

/// What one process does while the others wait.
fn alone(case: &Case<'_>, what: Alone, timeout: Seconds) -> Check {
    let (id, time, source) = match what {
        Alone::Step => ("slow-step", case.estimate.speed.step, "the plan's step beside init_process_group(timeout=...)"),
        Alone::Save => {
            let saved = case.estimate.ram.phases.save.checkpoint_staging;
            let write = case.scenario.hardware.storage.sequential_write.get();
            let time = Seconds::new(if write > 0.0 { saved.as_f64() / write } else { 0.0 });
            ("slow-save", time, "weights through the drive's write rate beside init_process_group(timeout=...)")
        }
    };
    let full = time.get() / timeout.get().max(f64::MIN_POSITIVE);
    let verdict = match full {
        full if full >= 1.0 => Verdict::Likely,
        full if full >= 0.3 => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    check(id, verdict, 1.0 - 1.0 / (1.0 + full), Finding::AloneTooLong { what, time, timeout }, source)
        .with_probes(&[Probe::RankLogs])
}
