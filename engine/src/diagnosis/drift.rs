//! Steps that take longer and longer: something fills, heats or grows, for the work of a step stays the same.

use super::case::{Case, look};
use super::checklist::{Check, Probe};
use super::finding::Place;
use super::{compute, host, path, rate};
use crate::estimate::Fit;

/// All checks of a run that slows down.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let tight = !matches!(case.estimate.vram.fit, Fit::Comfortable { .. });
    let drive_share = path::storage_share(case);
    vec![
        compute::clocks(0.5),
        host::swapping(case),
        host::worker_memory(case),
        look(
            "host-growth",
            0.4,
            Place::HostGrowth,
            &[Probe::Swap, Probe::AllocatorHistory],
            "rule A2; PyTorch's FAQ: do not accumulate history across the training loop",
        ),
        rate::overflow(case),
        look(
            "drive-fatigue",
            0.1 + 0.5 * drive_share,
            Place::DriveFatigue,
            &[Probe::Drive],
            "data sheets of drives: write cache of single-level cells, thermal throttling; tail of hard disks",
        ),
        look(
            "synchronization",
            if tight { 0.1 } else { 0.15 },
            Place::Synchronization,
            &[Probe::Profiler],
            "PyTorch's performance tuning guide: avoid synchronization",
        ),
        compute::other_programs(0.2),
    ]
}
