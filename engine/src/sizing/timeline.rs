//! The course of a step as points, one for each layer and phase.

use crate::course::{Layer, Phase};
use crate::estimate::TimelinePoint;
use crate::step::play::TracePoint;

/// One point for each instance of each segment.
#[must_use]
pub fn points(trace: &[TracePoint]) -> Vec<TimelinePoint> {
    let mut points = Vec::with_capacity(trace.iter().map(|point| point.copies as usize).sum());
    for point in trace {
        let last = point.copies - 1;
        for index in 0..point.copies {
            let live = point.first.between(&point.last, index.cast_signed(), last.max(1).cast_signed());
            points.push(TimelinePoint { phase: point.phase, layer: layer(point, index), parts: live.parts() });
        }
    }
    points
}

/// Forward counts layers up, backward counts them down.
const fn layer(point: &TracePoint, index: u64) -> Layer {
    let index = index.cast_signed();
    point.layer.moved(if matches!(point.phase, Phase::Backward) { -index } else { index })
}
