//! Every printed number with its formula, the formula's inputs with this plan's values, and its source.
//!
//! The same ids serve the page and the API; the words around them belong to the page.

mod host;
mod measured;
mod time;
mod vram;

use crate::estimate::{Estimate, Explanation, Unit};
use crate::units::{Bytes, Seconds};

/// Explanations of an estimate's numbers, in the order in which the page shows them.
#[must_use]
pub fn explain(estimate: &Estimate) -> Vec<Explanation> {
    let mut all = Vec::with_capacity(48);
    all.extend(vram::explanations(estimate));
    all.extend(host::explanations(estimate));
    all.extend(time::explanations(estimate));
    measured::mark(&mut all, &estimate.scenario.measured);
    all
}

/// An input of a formula.
type Input = (&'static str, f64, Unit);

/// An amount as an input.
fn bytes(name: &'static str, amount: Bytes) -> Input {
    (name, amount.as_f64(), Unit::Bytes)
}

/// A duration as an input.
fn seconds(name: &'static str, time: Seconds) -> Input {
    (name, time.get(), Unit::Seconds)
}

/// A count or a ratio as an input.
const fn count(name: &'static str, value: f64) -> Input {
    (name, value, Unit::Count)
}

/// An amount explained.
fn amount(id: &'static str, formula: &'static str, value: Bytes, inputs: Vec<Input>, source: &'static str) -> Explanation {
    Explanation { id, formula, value: value.as_f64(), unit: Unit::Bytes, inputs, source }
}

/// Any other figure explained.
const fn figure(
    id: &'static str,
    formula: &'static str,
    value: f64,
    unit: Unit,
    inputs: Vec<Input>,
    source: &'static str,
) -> Explanation {
    Explanation { id, formula, value, unit, inputs, source }
}
