//! Whether what was asked can be learned by the model, and goes with what else was set.

use engine::architecture::Family;
use engine::training::{Alignment, LossLogits, Method, Training};
use wire::v1::choices::{self, Method as Word};

use super::errors::Errors;
use super::subject::Subject;
use crate::error::Reason;

/// Blames preferences for a model that writes no answers, and what cannot be set beside them.
pub(super) fn check(training: &Training, subject: &Subject, errors: &mut Errors) {
    if training.alignment != Alignment::Dpo {
        return;
    }
    if subject.architecture.family() != Family::Decoder {
        errors.push("/training/alignment", subject.not_applicable(&[choices::Alignment::None.as_str()]));
        return;
    }
    let mut blame = |pointer, allowed: &[&str]| {
        let allowed = allowed.iter().map(|&word| word.to_owned()).collect();
        errors.push(pointer, Reason::NotApplicable { with: "/training/alignment", value: "`dpo`".to_owned(), allowed });
    };
    // What neither suits the model is told of the model.
    if training.method == Method::Full {
        blame("/training/method", &[Word::Lora.as_str(), Word::Qlora.as_str()]);
    }
    if !training.framework.is_modeled() {
        blame("/training/framework", &[choices::Framework::Pytorch.as_str()]);
    }
    if matches!(training.loss_logits, LossLogits::Chunked | LossLogits::UpcastShiftedCopy) {
        let kept = [choices::LossLogits::Upcast, choices::LossLogits::LowPrecision];
        blame("/training/loss_logits", &kept.map(choices::LossLogits::as_str));
    }
}
