//! What a forward pass of engines that reserve needs at its peak, and what lies beside PyTorch's allocator.

use super::tower;
use crate::architecture::{AttentionLayout, DecoderVariant};
use crate::serving::question::{Question, ServingEngine};
use crate::units::{Bytes, MIB};

/// Bytes that vLLM's sampler needs for a request and word of the vocabulary while it profiles: logits in FP32, their sorted copy
/// with 64-bit indices and the sort's second buffers, softmax, cumulative sum and masks. Calibration: 38.4 to 38.9 over nine
/// start-up logs of eight models with 256 to 1,024 requests (vLLM 0.6 to 0.11); collected 2026-11.
const SAMPLER_BYTES: f64 = 38.6;
/// What libraries take beside PyTorch's allocator on a single card (0.07 to 0.28 GiB in twelve logs).
const NON_TORCH: Bytes = Bytes(133 * MIB);
/// What communication takes on each of several cards (0.55 GiB on two in all, 0.9 to 2.1 on eight and more).
const COMMUNICATION: Bytes = Bytes(300 * MIB);
/// What it takes more for each further card.
const COMMUNICATION_PEER: Bytes = Bytes(64 * MIB);
/// What a forward pass needs at its peak: the sampler or the layers, beside what a tower has made of pictures, or the tower before
/// them, whichever is more.
#[must_use]
pub fn peak(question: &Question) -> Bytes {
    let layers = layers(question) + received(question);
    let decoder = match question.settings.engine {
        // The last stage alone draws tokens.
        ServingEngine::Vllm if question.has_last_stage() => {
            let logits = question.settings.max_sequences.saturating_mul(question.model.vocab_size);
            Bytes(logits).scaled(SAMPLER_BYTES).max(layers)
        }
        _ => layers,
    };
    if !question.has_first_stage() {
        return decoder;
    }
    let sight = tower::of(question);
    sight.reading.max(sight.left + decoder)
}

/// What a stage behind another makes room for to receive: the residual stream and what is added to it, in 16 bits.
fn received(question: &Question) -> Bytes {
    if question.has_first_stage() {
        return Bytes::ZERO;
    }
    Bytes(2 * 2 * question.settings.max_batched_tokens.saturating_mul(question.model.hidden_size))
}

/// What the widest block needs for a chunk of prompts: the gate and up projections and four of the residual stream's width.
fn layers(question: &Question) -> Bytes {
    let (model, cards) = (&question.model, question.ranks());
    let tokens = question.settings.max_batched_tokens;
    let widths = if let DecoderVariant::MixtureOfExperts(moe) = &model.variant {
        moe.num_experts_per_tok * (3 * moe.moe_intermediate_size / cards + model.hidden_size) + 4 * model.hidden_size
    } else {
        let wide = if model.mlp().has_gate() { 2 } else { 1 };
        wide * model.intermediate_size / cards + 4 * model.hidden_size
    };
    Bytes(tokens.saturating_mul(widths).saturating_mul(2)) + expanded(question)
}

/// Tokens of latent keys and values that vLLM expands to heads at a time for prompts, at the most
/// (`chunked_prefill_workspace_size` of 0.33).
const MOST_EXPANDED: u64 = 65_536;

/// Keys and values of as many tokens as are expanded at a time for prompts, on one card.
fn expanded(question: &Question) -> Bytes {
    let (model, settings) = (&question.model, &question.settings);
    let AttentionLayout::Latent(latent) = &model.options.attention else { return Bytes::ZERO };
    if settings.engine != ServingEngine::Vllm {
        return Bytes::ZERO;
    }
    let wanted = settings.context_length.saturating_mul(8).max(settings.max_sequences.saturating_mul(64));
    let heads = model.num_attention_heads.div_ceil(question.ranks());
    Bytes(2 * wanted.min(MOST_EXPANDED) * heads * (latent.qk_nope_head_dim + latent.v_head_dim))
}

/// What libraries and communication take beside PyTorch's allocator.
#[must_use]
pub fn non_torch(question: &Question) -> Bytes {
    let peers = question.cards() - 1;
    if peers == 0 { NON_TORCH } else { NON_TORCH + COMMUNICATION + COMMUNICATION_PEER * peers }
}
