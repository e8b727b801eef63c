//! A run through Hugging Face's Trainer, with PEFT and bitsandbytes: its arguments, where they apply.

use engine::architecture::{Architecture, DecoderVariant, Router};
use engine::training::{LossLogits, Offload, Optimizer, OptimizerImplementation, Sharding, Training};
use serde::Serialize;

use super::pytorch;
use super::run::{Origin, Run, Spread, Task};
use super::template;

/// Facts of a plan for the Trainer.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    #[serde(flatten)]
    pytorch: pytorch::Facts<'a>,
    loss_by: LossBy,
    /// The Trainer's name of the optimizer, where it has one for exactly the plan's.
    optimizer_name: Option<&'static str>,
    has_deepspeed: bool,
    /// Whether weights are loaded, rather than made.
    reads_files: bool,
}

/// Who treats the logits as the plan says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LossBy {
    /// The model itself.
    Model,
    /// The model, with the kernels of `liger-kernel` in it.
    Liger,
    /// A function of the program.
    Program,
}

/// Whether the Trainer runs this plan: text alone, and not what `fully_shard` divides (the Trainer's own wrapping differs from
/// the estimate's).
pub(super) fn applies(run: Run<'_>) -> bool {
    let is_by_fsdp = matches!(run.spread(), Spread::Fsdp { .. });
    // Its own switch for checkpointing asks the class.
    let has_switch = !run.has_checkpointing() || !run.wraps_blocks();
    // Nor has it a loss over pairs or two optimizers at a time, and of models with a tower there is no program for it here.
    run.is_text()
        && !run.training().optimizer.needs_matrices()
        && run.model().tower().is_none()
        && !is_by_fsdp
        && has_switch
        && !matches!(run.task(), Task::PairTexts | Task::PreferAnswers)
}

/// `train_trainer.py`.
pub(super) fn program(run: Run<'_>) -> String {
    let training = run.training();
    let facts = Facts {
        pytorch: pytorch::Facts::of(run),
        loss_by: LossBy::of(run),
        optimizer_name: optimizer_name(training),
        has_deepspeed: has_deepspeed(run),
        reads_files: run.origin() != Origin::Configuration || run.quantization().is_some(),
    };
    template::program("huggingface/train.py", &facts, run.locale)
}

/// Whether DeepSpeed divides or offloads what the plan does.
pub(super) fn has_deepspeed(run: Run<'_>) -> bool {
    let training = run.training();
    let is_sharded = run.is_distributed() && matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3);
    is_sharded || training.offload != Offload::None
}

impl LossBy {
    pub(super) fn of(run: Run<'_>) -> Self {
        match (run.task(), run.training().loss_logits) {
            (Task::NextToken, LossLogits::Chunked) if has_liger_kernels(run) => Self::Liger,
            (Task::NextToken, LossLogits::Chunked | LossLogits::UpcastShiftedCopy | LossLogits::LowPrecision)
            | (Task::TextToText, LossLogits::Chunked) => Self::Program,
            _ => Self::Model,
        }
    }
}

/// Whether `liger-kernel` patches this model (`MODEL_TYPE_TO_APPLY_LIGER_FN` has llama, mistral, mixtral, qwen2, qwen3, phi3, gemma
/// and gemma2 among the kinds that are laid out as LLaMA, but not `qwen2_moe`, gpt2 or others); the Trainer passes over others with a
/// warning. Models of the catalog that are laid out so are of these kinds.
fn has_liger_kernels(run: Run<'_>) -> bool {
    const NAMED: [&str; 8] = ["llama", "mistral", "mixtral", "qwen2", "qwen3", "phi3", "gemma", "gemma2"];
    let kind = run.inputs.model.config.as_ref().and_then(|config| config.model_type.as_deref());
    if kind.is_some_and(|kind| !NAMED.contains(&kind)) {
        return false;
    }
    match run.model() {
        Architecture::Decoder(decoder) => match decoder.variant {
            DecoderVariant::MixtureOfExperts(experts) => matches!(experts.router, Router::Mixtral),
            DecoderVariant::Gemma3 | DecoderVariant::Gemma4 => false,
            _ => decoder.is_laid_out_as_llama(),
        },
        _ => false,
    }
}

pub(super) fn optimizer_name(training: &Training) -> Option<&'static str> {
    match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adamw, OptimizerImplementation::Foreach) => Some("adamw_torch"),
        (Optimizer::Adamw, OptimizerImplementation::Fused) => Some("adamw_torch_fused"),
        (Optimizer::Sgd, OptimizerImplementation::Foreach) => Some("sgd"),
        // By this name the states of embeddings stay in 32 bits.
        (Optimizer::Adamw8bit, _) if training.embedding_states_32bit => Some("adamw_bnb_8bit"),
        (Optimizer::Adafactor, _) => Some("adafactor"),
        (Optimizer::Lion, _) => Some("lion_32bit"),
        (Optimizer::Lion8bit, _) if training.embedding_states_32bit => Some("lion_8bit"),
        (Optimizer::Adamw, OptimizerImplementation::ForLoop)
        | (Optimizer::Sgd, OptimizerImplementation::Fused | OptimizerImplementation::ForLoop)
        | (Optimizer::SgdMomentum | Optimizer::Adamw8bit | Optimizer::Lion8bit | Optimizer::Muon, _) => None,
    }
}
