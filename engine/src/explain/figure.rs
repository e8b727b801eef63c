//! Figures and the inputs of their formulas, as an explanation takes them.

use crate::estimate::{Explanation, Unit};
use crate::units::{Bytes, Seconds};

/// An input of a formula.
pub(super) type Input = (&'static str, f64, Unit);

/// An amount as an input.
pub(super) fn bytes(name: &'static str, amount: Bytes) -> Input {
    (name, amount.as_f64(), Unit::Bytes)
}

/// A duration as an input.
pub(super) fn seconds(name: &'static str, time: Seconds) -> Input {
    (name, time.get(), Unit::Seconds)
}

/// A count or a ratio as an input.
pub(super) const fn count(name: &'static str, value: f64) -> Input {
    (name, value, Unit::Count)
}

/// An amount explained.
pub(super) fn amount(
    id: &'static str,
    formula: &'static str,
    value: Bytes,
    inputs: Vec<Input>,
    source: &'static str,
) -> Explanation {
    Explanation { id, formula, value: value.as_f64(), unit: Unit::Bytes, inputs, source }
}

/// Any other figure explained.
pub(super) const fn figure(
    id: &'static str,
    formula: &'static str,
    value: f64,
    unit: Unit,
    inputs: Vec<Input>,
    source: &'static str,
) -> Explanation {
    Explanation { id, formula, value, unit, inputs, source }
}
