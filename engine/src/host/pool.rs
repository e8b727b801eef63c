//! One memory for system, host and device: what the host's share of a run leaves of what the device may take.

use super::phases::beside_device;
use crate::inputs::Scenario;
use crate::training::Offload;
use crate::units::Bytes;

/// What the system and the run's processes need beyond the part of the pool that the device cannot take anyway; nothing
/// where the device has memory of its own. Offloading moves nothing away from memory in common: nothing is left for it.
#[must_use]
pub fn taken_by_host(scenario: &Scenario) -> Bytes {
    let gpu = &scenario.hardware.gpu;
    let Some(pool) = gpu.pool else { return Bytes::ZERO };
    if scenario.training.offload != Offload::None {
        return gpu.memory;
    }
    beside_device(scenario).total().saturating_sub(pool.saturating_sub(gpu.memory))
}
