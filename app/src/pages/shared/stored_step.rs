//! The stored step over time, moment by moment.

use engine::estimate::{Layer, Phase, TimelinePoint, VramParts};
use engine::units::Bytes;
use serde_json::Value;
use wire::v1::estimate::{self as stored, LayerKind};

/// The moments of a stored answer, as the engine says them; none where another version wrote them in another way.
#[must_use]
pub fn points(result: &Value) -> Vec<TimelinePoint> {
    let timeline = result.pointer("/vram/timeline").cloned().unwrap_or_default();
    let timeline: Vec<stored::TimelinePoint> = serde_json::from_value(timeline).unwrap_or_default();
    timeline.iter().map(point).collect()
}

const fn point(point: &stored::TimelinePoint) -> TimelinePoint {
    let stored::VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = point.parts;
    TimelinePoint {
        phase: match point.phase {
            stored::Phase::Forward => Phase::Forward,
            stored::Phase::Backward => Phase::Backward,
            stored::Phase::OptimizerStep => Phase::OptimizerStep,
        },
        layer: match (point.layer.kind, point.layer.block) {
            (LayerKind::Stem, _) => Layer::Stem,
            (LayerKind::Vision, _) => Layer::Vision,
            (LayerKind::VisionBlock, Some(block)) => Layer::VisionBlock(block),
            (LayerKind::VisionBlock, None) => Layer::VisionBlock(0),
            (LayerKind::Block, Some(block)) => Layer::Block(block),
            (LayerKind::Block, None) => Layer::Block(0),
            (LayerKind::Head, _) => Layer::Head,
            (LayerKind::Loss, _) => Layer::Loss,
            (LayerKind::Optimizer, _) => Layer::Optimizer,
        },
        parts: VramParts {
            parameters: Bytes(parameters),
            gradients: Bytes(gradients),
            optimizer_state: Bytes(optimizer_state),
            activations: Bytes(activations),
            temporary: Bytes(temporary),
            inputs: Bytes(inputs),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use scenario::query;

    #[test]
    fn a_stored_step_is_the_one_that_was_computed() {
        for text in ["gpu=rtx-4090&model=resnet50", "gpu=rtx-3060-12gb&model=llama-2-7b&method=qlora&seq=512"] {
            let plan = plan::read(query::decode(text)).plan.expect("answers");
            let stored = serde_json::to_value(api::estimate(&plan.asked).expect("answers")).expect("JSON");
            assert_eq!(points(&stored), plan.estimate.vram.timeline, "{text}");
        }
        assert!(points(&serde_json::json!({ "vram": { "timeline": [{ "phase": "unheard-of" }] } })).is_empty());
        assert!(points(&Value::Null).is_empty());
    }
}
