//! Device memory.

use engine::estimate as answer;
use engine::estimate::Fit;

use crate::v1::estimate as wire;

pub(super) fn vram(vram: &answer::Vram) -> wire::Vram {
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
    wire::Vram {
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
            Fit::Comfortable { .. } => wire::Verdict::Comfortable,
            Fit::Tight { .. } => wire::Verdict::Tight,
            Fit::Short { .. } => wire::Verdict::Short,
        },
        headroom_bytes: match fit {
            Fit::Comfortable { headroom } | Fit::Tight { headroom } => headroom.0.cast_signed(),
            Fit::Short { by } => -by.0.cast_signed(),
        },
        peak: wire::Peak { phase: phase(peak.phase), operator: peak.operator.to_owned(), layer: layer(peak.layer) },
        timeline: timeline
            .iter()
            .map(|point| wire::TimelinePoint { phase: phase(point.phase), layer: layer(point.layer), parts: parts(&point.parts) })
            .collect(),
    }
}

pub fn parts(parts: &answer::VramParts) -> wire::VramParts {
    let answer::VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = *parts;
    wire::VramParts {
        parameters: parameters.0,
        gradients: gradients.0,
        optimizer_state: optimizer_state.0,
        activations: activations.0,
        temporary: temporary.0,
        inputs: inputs.0,
    }
}

pub(in crate::convert) const fn phase(phase: answer::Phase) -> wire::Phase {
    match phase {
        answer::Phase::Forward => wire::Phase::Forward,
        answer::Phase::Backward => wire::Phase::Backward,
        answer::Phase::OptimizerStep => wire::Phase::OptimizerStep,
    }
}

pub(in crate::convert) const fn layer(layer: answer::Layer) -> wire::Layer {
    match layer {
        answer::Layer::Stem => wire::Layer { kind: wire::LayerKind::Stem, block: None },
        answer::Layer::Block(index) => wire::Layer { kind: wire::LayerKind::Block, block: Some(index) },
        answer::Layer::Head => wire::Layer { kind: wire::LayerKind::Head, block: None },
        answer::Layer::Loss => wire::Layer { kind: wire::LayerKind::Loss, block: None },
        answer::Layer::Optimizer => wire::Layer { kind: wire::LayerKind::Optimizer, block: None },
    }
}
