//! Levers on the loss.

use super::candidate::{Candidate, set_or, setting};
use super::plan::Plan;
use crate::architecture::Architecture;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::training::{Alignment, LossLogits};

pub(super) fn chunked(plan: &Plan) -> Candidate {
    let learns_texts = plan.scenario.training.alignment == Alignment::None;
    let change = if learns_texts && matches!(plan.scenario.model, Architecture::Decoder(_) | Architecture::Gpt2(_)) {
        set_or(&plan.scenario.training.loss_logits, LossLogits::Chunked, Change::LossLogits)
    } else {
        Err(RejectionReason::Unsupported)
    };
    setting("chunked-loss", change, Effect::None, "Hsu et al. 2024 (Liger Kernel), fused linear cross entropy")
}
