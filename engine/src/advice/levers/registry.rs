//! All levers, in the order in which they are weighed.

use super::candidate::Candidate;
use super::plan::Plan;
use super::{activations, adapters, batch, data, hardware, loader, loss, offload, optimizer, parallel, precision};
use crate::advice::apply::completed;
use crate::architecture::Architecture;
use crate::estimate::{Change, RejectionReason};

/// What a lever would change in a plan.
type Propose = fn(&Plan) -> Candidate;

/// Levers that are settings.
const SETTINGS: &[Propose] = &[
    precision::mixed_precision,
    precision::tf32,
    precision::bf16_weights,
    activations::checkpointing,
    activations::no_checkpointing,
    activations::fused_attention,
    activations::linear_attention_kernels,
    activations::channels_last,
    loss::chunked,
    optimizer::fused,
    optimizer::adamw_8bit,
    optimizer::adafactor,
    optimizer::sgd,
    adapters::lora,
    adapters::qlora,
    adapters::eight_bit_base,
    adapters::smaller_rank,
    adapters::frozen_backbone,
    batch::with_accumulation,
    batch::larger,
    batch::accumulation,
    parallel::ddp,
    parallel::zero_1,
    parallel::zero_2,
    parallel::zero_3,
    offload::optimizer,
    offload::all,
    offload::none,
    data::latents_cache,
    data::tokens_cache,
    data::ram_cache,
    loader::workers,
    loader::batched_preprocessing,
    loader::pinned_memory,
    loader::prefetch,
    loader::persistent_workers,
];

/// Levers that change the data or are bought.
const OTHERS: &[Propose] = &[
    data::shorter_sequence,
    data::smaller_images,
    hardware::more_ram,
    hardware::faster_drive,
    hardware::more_cores,
    hardware::next_card,
    hardware::second_card,
];

/// All levers for a plan.
pub(super) fn all(plan: &Plan) -> Vec<Candidate> {
    SETTINGS.iter().chain(OTHERS).map(|propose| whole(plan, propose(plan))).collect()
}

/// Those that are settings.
pub(super) fn settings(plan: &Plan) -> Vec<Candidate> {
    SETTINGS.iter().map(|propose| whole(plan, propose(plan))).collect()
}

/// A candidate with what has to change with it.
fn whole(plan: &Plan, candidate: Candidate) -> Candidate {
    let is_traced = matches!(plan.scenario.model, Architecture::Traced(_));
    let change = match candidate.change {
        Ok(changes) if is_traced && changes.iter().any(is_settled_by_trace) => Err(RejectionReason::Unsupported),
        change => change.map(|change| completed(plan.scenario, change)),
    };
    Candidate { change, ..candidate }
}

/// Whether a change is one of a network's code or of what it reads, which a trace has settled.
const fn is_settled_by_trace(change: &Change) -> bool {
    matches!(
        change,
        Change::Attention(_)
            | Change::LinearAttention(_)
            | Change::LossLogits(_)
            | Change::SequenceLength(_)
            | Change::TargetLength(_)
            | Change::ImageSize(..)
    )
}
