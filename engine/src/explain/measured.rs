//! Figures that a measurement scales say so by the factor among their inputs.

use super::figure::count;
use crate::estimate::Explanation;
use crate::measured::Measured;

/// Adds each factor to the figures that it scales.
pub(super) fn mark(explanations: &mut [Explanation], measured: &Measured) {
    if !measured.is_any() {
        return;
    }
    for explanation in explanations {
        if let Some(factor) = measured.factor_on(explanation.id) {
            explanation.inputs.push(count("measured / estimated", factor));
        }
    }
}
