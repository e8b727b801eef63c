//! The card's memory: what a run may use of it, and whether what it needs is there.

use super::played::Played;
use super::timeline;
use crate::device::memory::{DeviceMemory, desktop, known_context, least_memory};
use crate::estimate::{Fit, Vram};
use crate::host;
use crate::inputs::Scenario;
use crate::units::Bytes;

/// How closely the card's memory is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The memory that the run needs at least; microseconds, for searches.
    Least,
    /// Its blocks and segments, by a replay through the allocator.
    Replayed,
}

/// What is gone of the device's memory before the step: driver and desktop, and what the host needs of memory in common.
fn memory_in_use(scenario: &Scenario) -> Bytes {
    desktop(&scenario.hardware) + host::pool::taken_by_host(scenario)
}

/// Capacity that the run may use.
pub(crate) fn available(scenario: &Scenario) -> Bytes {
    scenario.hardware.gpu.memory.saturating_sub(memory_in_use(scenario))
}

/// Whether what a run needs is there.
pub(crate) fn fit_of(memory: &DeviceMemory, available: Bytes) -> Fit {
    if memory.device > available {
        Fit::Short { by: memory.device - available }
    } else if memory.range.1 > available {
        Fit::Tight { headroom: available - memory.device }
    } else {
        Fit::Comfortable { headroom: available - memory.device }
    }
}

pub(super) fn vram_of(scenario: &Scenario, played: &Played, memory: DeviceMemory) -> Vram {
    Vram {
        parts: played.parts,
        allocated_peak: played.parts.total(),
        torch_allocated_peak: memory.torch_allocated,
        reserved_peak: memory.reserved,
        device_peak: memory.device,
        range: memory.range,
        needed: memory.needed,
        capacity: scenario.hardware.gpu.memory,
        desktop: memory_in_use(scenario),
        fit: fit_of(&memory, available(scenario)),
        peak: played.peak,
        timeline: timeline::points(&played.trace),
    }
}

/// The least memory of a scenario with this peak of live tensors.
pub(crate) fn least_of(scenario: &Scenario, allocated: Bytes) -> DeviceMemory {
    let Scenario { hardware, model, training, measured, .. } = scenario;
    known_context(least_memory(allocated, model, training, &hardware.gpu), measured)
}
