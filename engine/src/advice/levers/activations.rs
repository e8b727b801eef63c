//! Levers on what the forward pass keeps.

use super::candidate::{Candidate, set_or, setting};
use super::plan::Plan;
use crate::architecture::Architecture;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::graph::delta::fla_takes;
use crate::hardware::Gpu;
use crate::inputs::Scenario;
use crate::training::{ActivationCheckpointing, Attention, Framework, LinearAttentionKernels, MemoryFormat};

pub(super) fn checkpointing(plan: &Plan) -> Candidate {
    let now = plan.scenario.training.activation_checkpointing;
    let change = set_or(&now, ActivationCheckpointing::Full, Change::ActivationCheckpointing);
    setting("activation-checkpointing", change, Effect::None, "Chen et al. 2016; rule B9")
}

pub(super) fn no_checkpointing(plan: &Plan) -> Candidate {
    let now = plan.scenario.training.activation_checkpointing;
    let change = set_or(&now, ActivationCheckpointing::None, Change::ActivationCheckpointing);
    setting("no-checkpointing", change, Effect::None, "Chen et al. 2016: what is kept need not be computed twice")
}

pub(super) fn fused_attention(plan: &Plan) -> Candidate {
    let change = if plan.scenario.model.is_convolutional() {
        Err(RejectionReason::Unsupported)
    } else {
        set_or(&plan.scenario.training.attention, Attention::Sdpa, Change::Attention)
    };
    setting("fused-attention", change, Effect::None, "Dao 2023 (FlashAttention-2)")
}

pub(super) fn linear_attention_kernels(plan: &Plan) -> Candidate {
    let change = if can_run_fla(plan.scenario) {
        set_or(&plan.scenario.training.linear_attention, LinearAttentionKernels::Fla, Change::LinearAttention)
    } else {
        Err(RejectionReason::Unsupported)
    };
    setting(
        "linear-attention-kernels",
        change,
        Effect::None,
        "Yang et al. 2024 (gated delta networks); flash-linear-attention 0.6",
    )
}

/// Whether such a card runs the kernels that a plan computes its blocks with; where no block keeps a state they are as good as others.
pub(crate) fn runs_kernels(scenario: &Scenario, gpu: &Gpu) -> bool {
    let Architecture::Decoder(model) = &scenario.model else { return true };
    let widths = model.linear_attention().filter(|_| scenario.training.linear_attention == LinearAttentionKernels::Fla);
    widths.is_none_or(|widths| fla_takes(widths) && gpu.runs_triton())
}

/// Whether some blocks keep a state that flash-linear-attention's kernels take, and the card runs them: Triton's, in BF16.
pub(crate) fn can_run_fla(scenario: &Scenario) -> bool {
    let Architecture::Decoder(model) = &scenario.model else { return false };
    model.linear_attention().is_some_and(fla_takes)
        && scenario.training.framework == Framework::Pytorch
        && scenario.hardware.gpu.runs_triton()
}

pub(super) fn channels_last(plan: &Plan) -> Candidate {
    let model = &plan.scenario.model;
    let convolves = model.is_convolutional() || matches!(model, Architecture::DiffusionUnet(_));
    let change = if convolves && plan.scenario.training.takes_channels_last() {
        set_or(&plan.scenario.training.memory_format, MemoryFormat::ChannelsLast, Change::MemoryFormat)
    } else {
        Err(RejectionReason::Unsupported)
    };
    setting("channels-last", change, Effect::None, "PyTorch: channels-last memory format; cuDNN's NHWC kernels")
}
