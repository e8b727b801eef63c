//! A loss of its own, where the plan has one that the Trainer's model does not compute.

use engine::architecture::{Architecture, DecoderVariant, Router};
use engine::training::LossLogits;

use crate::code::pytorch::loss;
use crate::code::run::{Run, Task};
use crate::code::script::Script;

/// Who treats the logits as the plan says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LossBy {
    /// The model itself.
    Model,
    /// The model, with the kernels of `liger-kernel` in it.
    Liger,
    /// A function of the program.
    Program,
}

pub(super) fn loss_by(run: Run<'_>) -> LossBy {
    match (run.task(), run.training().loss_logits) {
        (Task::NextToken, LossLogits::Chunked) if has_liger_kernels(run.model()) => LossBy::Liger,
        (Task::NextToken, LossLogits::Chunked | LossLogits::UpcastShiftedCopy | LossLogits::LowPrecision)
        | (Task::TextToText, LossLogits::Chunked) => LossBy::Program,
        _ => LossBy::Model,
    }
}

/// Whether `liger-kernel` patches this model (`MODEL_TYPE_TO_APPLY_LIGER_FN` of its 0.5 has llama, mistral, mixtral, qwen2,
/// phi3, gemma and gemma2, but neither `qwen2_moe` nor gpt2); the Trainer passes over others with a warning.
fn has_liger_kernels(model: &Architecture) -> bool {
    match model {
        Architecture::Decoder(decoder) => match decoder.variant {
            DecoderVariant::MixtureOfExperts(experts) => matches!(experts.router, Router::Mixtral),
            _ => true,
        },
        _ => false,
    }
}

/// The loss that `main()` gives to the Trainer.
pub(super) fn loss(script: &mut Script, run: Run<'_>) {
    if loss_by(run) != LossBy::Program {
        return;
    }
    script.gap();
    loss::write(script, run);
    script.gap().raw(
        "class Trainer(transformers.Trainer):\n    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):",
    );
    script.line("        return loss_of(model, dict(inputs))", ("instead of the model's own loss", "代替模型自带的损失"));
    script.gap();
}
