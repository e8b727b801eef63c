//! A step with what was measured of its memory: factors on what is not counted exactly.

use super::Step;
use super::ledger::{Live, Part};
use super::play::TracePoint;
use crate::course::Moment;
use crate::estimate::VramParts;
use crate::inputs::Scenario;

/// A step with what is not exact scaled, at every moment; its peak may move to another one.
#[must_use]
pub(crate) fn scaled(step: Step, scenario: &Scenario) -> Step {
    match scenario.measured.memory {
        None => step,
        Some(memory) => scaled_by(step, memory.factor),
    }
}

/// The step with a factor on what is not exact.
fn scaled_by(step: Step, factor: f64) -> Step {
    let (moment, parts) = peak(&step, factor);
    let scaled = |live: &Live| {
        let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } =
            scaled_parts(live.parts(), factor);
        let mut live = Live::default();
        for (part, bytes) in [
            (Part::Parameters, parameters),
            (Part::Gradients, gradients),
            (Part::OptimizerState, optimizer_state),
            (Part::Activations, activations),
            (Part::Temporary, temporary),
            (Part::Inputs, inputs),
        ] {
            live.add(part, bytes.0.cast_signed());
        }
        live
    };
    let trace =
        step.trace.iter().map(|point| TracePoint { first: scaled(&point.first), last: scaled(&point.last), ..*point }).collect();
    Step { parts, peak: moment, trace, ..step }
}

/// The moment with the most, with the parts scaled; the one without a factor where others only reach as much.
pub(crate) fn peak(step: &Step, factor: f64) -> (Moment, VramParts) {
    let mut best = (step.peak, scaled_parts(step.parts, factor));
    for point in &step.trace {
        let TracePoint { phase, layer, operator, first, last, copies: _ } = *point;
        for live in [first, last] {
            let parts = scaled_parts(live.parts(), factor);
            if parts.total() > best.1.total() {
                best = (Moment { phase, operator, layer }, parts);
            }
        }
    }
    best
}

/// Parts with what is not exact scaled.
fn scaled_parts(parts: VramParts, factor: f64) -> VramParts {
    let VramParts { activations, temporary, .. } = parts;
    VramParts { activations: activations.scaled(factor), temporary: temporary.scaled(factor), ..parts }
}
