//! The machine around cards that are named, for a model that runs on them.

use engine::desk::Desk;
use engine::units::Bytes;
use scenario::error::FieldError;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

use super::pace::stand_in;
use crate::machines::build::Build;
use crate::machines::given::machine_at;

/// The machine of a scenario whose task is inference and that names its cards: a drive for weights of so many bytes, and as much
/// memory as is said, where the scenario names none. None where the catalog has no part of a kind.
///
/// # Errors
/// Every field at fault.
pub fn machine_running(asked: &Scenario, weights: Bytes, ram_gib: u64) -> Result<Option<Build>, Vec<FieldError>> {
    let mut standing = stand_in(asked, weights);
    let card = asked.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    // A memory in common is the card's, and nobody chooses its size.
    let has_pool = card.is_some_and(|card| card.spec.pool.is_some());
    if standing.hardware.ram_gib.is_none() && !has_pool {
        standing.hardware.ram_gib = Some(ram_gib);
    }
    machine_at(&mut Desk::default(), &standing)
}
