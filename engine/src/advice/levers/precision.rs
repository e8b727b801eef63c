//! Levers on the types that weights and activations are kept and multiplied in.

use super::candidate::{Candidate, set_or, setting};
use super::plan::Plan;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::hardware::Gpu;
use crate::training::Precision;

/// The mixed precision that a card runs best.
#[must_use]
pub const fn mixed_precision_of(gpu: &Gpu) -> Option<Precision> {
    match (gpu.bf16, gpu.fp16) {
        (Some(_), _) => Some(Precision::Bf16Amp),
        (None, Some(_)) => Some(Precision::Fp16Amp),
        (None, None) => None,
    }
}

pub(super) fn mixed_precision(plan: &Plan) -> Candidate {
    let change = match mixed_precision_of(&plan.scenario.hardware.gpu) {
        None => Err(RejectionReason::Unsupported),
        Some(_) if plan.scenario.training.precision == Precision::Bf16 => Err(RejectionReason::Covered),
        Some(_) if !is_single(plan) => Err(RejectionReason::AlreadySet),
        Some(precision) => Ok(vec![Change::Precision(precision)]),
    };
    setting("mixed-precision", change, Effect::None, "Micikevicius et al. 2018; rule D7")
}

pub(super) fn tf32(plan: &Plan) -> Candidate {
    let change = match (plan.scenario.hardware.gpu.tf32, plan.scenario.training.precision) {
        (None, _) => Err(RejectionReason::Unsupported),
        (Some(_), Precision::Fp32) => Ok(vec![Change::Precision(Precision::Tf32)]),
        (Some(_), Precision::Tf32) => Err(RejectionReason::AlreadySet),
        (Some(_), Precision::Fp16Amp | Precision::Bf16Amp | Precision::Bf16) => Err(RejectionReason::Covered),
    };
    setting("tf32", change, Effect::None, "NVIDIA Ampere architecture white paper (TF32); torch.backends.cuda.matmul.allow_tf32")
}

pub(super) fn bf16_weights(plan: &Plan) -> Candidate {
    let change = if plan.scenario.hardware.gpu.bf16.is_none() {
        Err(RejectionReason::Unsupported)
    } else {
        set_or(&plan.scenario.training.precision, Precision::Bf16, Change::Precision)
    };
    setting("bf16-weights", change, Effect::Small, "PyTorch: weights, gradients and states in bfloat16; rule B13")
}

/// Whether everything is kept in 32 bits.
const fn is_single(plan: &Plan) -> bool {
    matches!(plan.scenario.training.precision, Precision::Fp32 | Precision::Tf32)
}
