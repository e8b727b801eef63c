//! What another library does to precision.

use crate::device::roofline::training_gpus;
use crate::estimate::Effect;
use crate::inputs::Scenario;
use crate::training::Precision;

/// What becomes of the results where another library shares the run out: in 16 bits throughout, it rounds what autocast keeps
/// in FP32.
pub(crate) fn mixing(from: &Scenario, to: &Scenario) -> Effect {
    let is_mixed = |scenario: &Scenario| {
        let gpus = training_gpus(&scenario.hardware, &scenario.training);
        scenario.training.computing_dtype(gpus).is_some()
    };
    // From FP32 every mixed precision is one.
    let precision = from.training.precision;
    let is_kept = precision == to.training.precision && precision != Precision::Bf16;
    if is_kept && is_mixed(to) && !is_mixed(from) { Effect::Small } else { Effect::None }
}
