//! Factors that a scenario says of what was measured.

use engine::measured::{Measured as Factors, MemoryFactor, PeakOf};

use wire::v1::scenario::Measured;

/// The factors that a scenario says.
pub(super) fn factors(asked: &Measured) -> Factors {
    let wire::v1::scenario::MeasuredFactors { memory, compute, storage, preprocess, collate, pcie } = asked.factors;
    let of = peak_of(asked);
    Factors {
        memory: memory.map(|factor| MemoryFactor { factor, of }),
        compute,
        storage,
        preprocess,
        collate,
        pcie,
        ..Factors::default()
    }
}

/// Whose peak was measured: the device's, where nothing is said.
pub fn peak_of(asked: &Measured) -> PeakOf {
    asked.peak_memory_of.map_or(PeakOf::Device, Into::into)
}
