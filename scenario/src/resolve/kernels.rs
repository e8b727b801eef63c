//! Whether kernels that were asked for take the model and run on the card.

use engine::architecture::Architecture;
use engine::graph::delta::fla_takes;
use engine::hardware::Gpu;
use engine::training::{LinearAttentionKernels, Training};
use wire::v1::Scenario;
use wire::v1::choices::LinearAttention;

use super::errors::Errors;
use super::hardware::not_for_card;
use super::subject::Subject;

/// Blames kernels of blocks with a state for heads that they do not take, and for a card that does not run them; where a model has no
/// such blocks they are as good as others.
pub(super) fn check(scenario: &Scenario, training: &Training, gpu: Option<&Gpu>, subject: &Subject, errors: &mut Errors) {
    let Architecture::Decoder(decoder) = subject.architecture else { return };
    let Some(widths) = decoder.linear_attention().filter(|_| training.linear_attention == LinearAttentionKernels::Fla) else {
        return;
    };
    let allowed = [LinearAttention::Torch.as_str()];
    let reason = if !fla_takes(widths) {
        subject.not_applicable(&allowed)
    } else if gpu.is_some_and(|gpu| !gpu.runs_triton()) {
        not_for_card(scenario, &allowed)
    } else {
        return;
    };
    errors.push("/training/linear_attention", reason);
}
