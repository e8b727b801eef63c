//! Device memory.

use engine::estimate as answer;
use engine::estimate::Fit;

use wire::v1::estimate as v1;

pub(super) fn vram(vram: &answer::Vram) -> v1::Vram {
    let answer::Vram {
        parts: at_peak,
        allocated_peak,
        torch_allocated_peak,
        reserved_peak,
        device_peak,
        needed,
        range,
        capacity,
        desktop,
        fit,
        peak,
        timeline,
    } = vram;
    v1::Vram {
        parts: parts(at_peak),
        allocated_peak_bytes: allocated_peak.0,
        torch_allocated_peak_bytes: torch_allocated_peak.0,
        reserved_peak_bytes: reserved_peak.0,
        device_peak_bytes: device_peak.0,
        needed_bytes: needed.0,
        range_bytes: [range.0.0, range.1.0],
        capacity_bytes: capacity.0,
        desktop_bytes: desktop.0,
        fits: fit.fits(),
        verdict: match fit {
            Fit::Comfortable { .. } => v1::Verdict::Comfortable,
            Fit::Tight { .. } => v1::Verdict::Tight,
            Fit::Short { .. } => v1::Verdict::Short,
        },
        headroom_bytes: match fit {
            Fit::Comfortable { headroom } | Fit::Tight { headroom } => headroom.0.cast_signed(),
            Fit::Short { by } => -by.0.cast_signed(),
        },
        peak: v1::Peak { phase: phase(peak.phase), operator: peak.operator.to_owned(), layer: layer(peak.layer) },
        timeline: timeline
            .iter()
            .map(|point| v1::TimelinePoint { phase: phase(point.phase), layer: layer(point.layer), parts: parts(&point.parts) })
            .collect(),
    }
}

pub fn parts(parts: &answer::VramParts) -> v1::VramParts {
    let answer::VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = *parts;
    v1::VramParts {
        parameters: parameters.0,
        gradients: gradients.0,
        optimizer_state: optimizer_state.0,
        activations: activations.0,
        temporary: temporary.0,
        inputs: inputs.0,
    }
}

pub(in crate::convert) const fn phase(phase: answer::Phase) -> v1::Phase {
    match phase {
        answer::Phase::Forward => v1::Phase::Forward,
        answer::Phase::Backward => v1::Phase::Backward,
        answer::Phase::OptimizerStep => v1::Phase::OptimizerStep,
    }
}

pub(in crate::convert) const fn layer(layer: answer::Layer) -> v1::Layer {
    match layer {
        answer::Layer::Stem => v1::Layer { kind: v1::LayerKind::Stem, block: None },
        answer::Layer::Vision => v1::Layer { kind: v1::LayerKind::Vision, block: None },
        answer::Layer::VisionBlock(index) => v1::Layer { kind: v1::LayerKind::VisionBlock, block: Some(index) },
        answer::Layer::Block(index) => v1::Layer { kind: v1::LayerKind::Block, block: Some(index) },
        answer::Layer::Head => v1::Layer { kind: v1::LayerKind::Head, block: None },
        answer::Layer::Loss => v1::Layer { kind: v1::LayerKind::Loss, block: None },
        answer::Layer::Optimizer => v1::Layer { kind: v1::LayerKind::Optimizer, block: None },
    }
}
