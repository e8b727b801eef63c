//! Every printed number with its formula, the formula's inputs with this plan's values, and its source.
//!
//! The page and the API share the ids; the words around them belong to the page.

mod figure;
mod host;
mod measured;
mod time;
mod vram;

use crate::estimate::{Estimate, Explanation};

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
