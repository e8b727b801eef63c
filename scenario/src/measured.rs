//! What was measured travels with every change of a scenario: as factors, worked out once.

use engine::measured::Measured as Factors;

use wire::v1::Scenario;
use wire::v1::scenario::{Measured, MeasuredFactors};

/// Whether figures of a run are there, to be read or as a record.
#[must_use]
pub const fn has_figures(asked: &Measured) -> bool {
    asked.peak_memory_gib.is_some() || asked.samples_per_second.is_some()
}

/// Whether figures of this very run are there.
#[must_use]
pub fn is_to_be_read(asked: &Measured) -> bool {
    has_figures(asked) && asked.of_this_run != Some(false)
}

/// Factors as the wire says them.
#[must_use]
pub fn factors(measured: &Factors) -> MeasuredFactors {
    let Factors { memory, compute, storage, preprocess, collate, pcie, refused_peak: _, refused_rate: _ } = *measured;
    MeasuredFactors { memory: memory.map(|memory| memory.factor), compute, storage, preprocess, collate, pcie }
}

/// Makes a change of what was asked carry the factors: merged into it, they stand for its figures, which were measured
/// before the change. Where nothing was measured the change stays as it is.
pub fn carry_into(change: &mut Scenario, asked: &Scenario, measured: &Factors) {
    if is_to_be_read(&asked.measured) {
        let MeasuredFactors { memory, compute, storage, preprocess, collate, pcie } = factors(measured);
        // A merge removes nothing: an older factor that a newer figure speaks against becomes 1.
        let older = &asked.measured.factors;
        let or_one = |factor: Option<f64>, older: Option<f64>| factor.or(older.map(|_| 1.0));
        let factors = MeasuredFactors {
            memory,
            compute: or_one(compute, older.compute),
            storage: or_one(storage, older.storage),
            preprocess: or_one(preprocess, older.preprocess),
            collate: or_one(collate, older.collate),
            pcie: or_one(pcie, older.pcie),
        };
        change.measured = Measured { of_this_run: Some(false), factors, ..Measured::default() };
    }
}

/// What was measured on a run, for a plan that differs from it: the factors without the figures that they came from.
#[must_use]
pub fn carry_over(asked: &Measured, measured: &Factors) -> Measured {
    if !has_figures(asked) {
        return asked.clone();
    }
    let factors = factors(measured);
    let peak_memory_of = asked.peak_memory_of.filter(|_| factors.memory.is_some());
    Measured { peak_memory_of, factors, ..Measured::default() }
}
