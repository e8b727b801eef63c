//! What a trace has settled: settings and sizes that a traced network does not take, as they are part of its code.

use engine::architecture::{Architecture, Traced, TracedInput};
use engine::training::{Attention, AttentionMask, Data, LossLogits, Training};
use wire::v1::Scenario;

use super::errors::Errors;
use super::subject::Subject;
use crate::error::Reason;

/// Blames what a trace has settled, where it was said to be something else: a network is traced again for that.
pub(super) fn check(scenario: &Scenario, training: &Training, data: &Data, subject: &Subject, errors: &mut Errors) {
    let Architecture::Traced(Traced { reads, .. }) = subject.architecture else { return };
    let asked = &scenario.data;
    let image = (data.image_height, data.image_width);
    let other_image = match *reads {
        TracedInput::Images { height, width } => image != (height, width),
        TracedInput::Tokens { .. } | TracedInput::Tensors => asked.image_size.is_some(),
    };
    let other_length = match *reads {
        TracedInput::Tokens { length } => data.sequence_length != length,
        TracedInput::Images { .. } | TracedInput::Tensors => asked.sequence_length.is_some(),
    };
    for (pointer, is_other) in [
        ("/training/attention", training.attention != Attention::Sdpa),
        ("/training/attention_mask", training.attention_mask != AttentionMask::None),
        ("/training/loss_logits", training.loss_logits != LossLogits::Upcast),
        ("/data/image_size", other_image),
        ("/data/sequence_length", other_length),
        ("/data/target_length", asked.target_length.is_some()),
        ("/data/text_tokens", asked.text_tokens.is_some()),
        ("/data/task", asked.task.is_some()),
        ("/data/num_classes", asked.num_classes.is_some()),
    ] {
        if is_other {
            errors.push(pointer, Reason::SettledByTrace);
        }
    }
}
