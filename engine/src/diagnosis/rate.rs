//! Fewer samples per second than estimated: whether that is still within the estimate's range, and which difference between
//! run and plan would explain it.

use super::case::{Case, LIKELY, check, look};
use super::checklist::{Check, Probe, Verdict};
use super::finding::{Finding, Place};
use super::{compute, host, whatif};
use crate::estimate::Fit;
use crate::hardware::OperatingSystem;
use crate::units::{Bytes, SamplesPerSecond};

/// A rate just below the range may still be of it: the range is what most runs of a family keep to, not all.
const JUST_BELOW: f64 = 0.85;

/// The range, each supposition, and what cannot be computed.
pub(super) fn checks(case: &Case<'_>, measured: Option<SamplesPerSecond>) -> Vec<Check> {
    let range = range(case);
    let within = measured.is_some_and(|measured| measured >= range.0);
    let expected = case.before.rate;
    let above = measured.is_some_and(|measured| measured > range.1);
    let reached = measured.map_or(0.0, |measured| (measured.get() / range.0.get().max(f64::MIN_POSITIVE)).min(1.0));
    let verdict = match measured {
        None => Verdict::Look,
        // Faster than any run of this plan: it is another one, or steps are counted in another way.
        Some(_) if above => Verdict::Look,
        Some(_) if within => Verdict::Likely,
        Some(_) if reached >= JUST_BELOW => Verdict::Look,
        Some(_) => Verdict::RuledOut,
    };
    let weight = reached;
    let finding = Finding::Range { measured, expected, range };
    let mut checks = vec![
        check("within-range", verdict, weight, finding, "the estimate's spread on measured runs of this family")
            .with_probes(&[Probe::Profiler]),
    ];
    let suppositions = whatif::of_rate(case, measured, within);
    let clocks_are_played = suppositions.iter().any(|check| check.id == "clocks");
    checks.extend(suppositions);
    if !clocks_are_played {
        checks.push(compute::clocks(0.1));
    }
    // The plan's own paging is part of the estimate; other programs may take what it counts on.
    let ram = &case.estimate.ram;
    if ram.shortage.is_some() || case.scenario.hardware.ram < ram.recommended {
        let mut swapping = host::swapping(case);
        swapping.weight = swapping.weight.min(0.5);
        checks.push(swapping);
    }
    checks.push(overflow(case));
    checks.push(compute::other_programs(LIKELY));
    checks.push(look(
        "synchronization",
        0.2,
        Place::Synchronization,
        &[Probe::Profiler],
        "PyTorch's performance tuning guide: avoid synchronization",
    ));
    checks
}

/// Low and high rate of a later epoch.
fn range(case: &Case<'_>) -> (SamplesPerSecond, SamplesPerSecond) {
    let speed = &case.estimate.speed;
    let scaled = |seconds: f64| SamplesPerSecond::new(speed.rate.get() * speed.epoch.get() / seconds.max(f64::MIN_POSITIVE));
    (scaled(speed.range.1.get()), scaled(speed.range.0.get()))
}

/// A card that is full returns memory and asks for it again, or lets the driver move it to the host.
pub(super) fn overflow(case: &Case<'_>) -> Check {
    let windows = case.scenario.hardware.os == OperatingSystem::Windows;
    let (spilled, verdict, weight) = match case.estimate.vram.fit {
        Fit::Short { by } => (by, Verdict::Likely, 0.9),
        Fit::Tight { .. } => (Bytes::ZERO, Verdict::Look, 0.4),
        Fit::Comfortable { .. } => (Bytes::ZERO, Verdict::RuledOut, 0.0),
    };
    let verdict = if verdict == Verdict::Likely && !windows { Verdict::Look } else { verdict };
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { case.fitting_levers() };
    check(
        "shared-memory",
        verdict,
        weight,
        Finding::SharedMemory { spilled, windows },
        "rules A1, A2, B3; the driver's system memory fallback",
    )
    .with_probes(&[Probe::SharedMemory, Probe::AllocatorSummary])
    .with_remedies(remedies)
}
