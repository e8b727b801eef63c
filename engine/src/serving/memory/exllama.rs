//! `ExLlamaV3` behind `TabbyAPI`: a cache of as many tokens as it is told, and what PyTorch needs for a chunk of prompts.
//!
//! `cache/`, `modules/` and `generator/` of 1.4.1; `backends/exllamav3/model.py` of `TabbyAPI` (e632af4).

use super::parts::{Memory, Parts, host, host_lacks, paged, range};
use crate::architecture::{AttentionLayout, DecoderVariant};
use crate::device::memory::CONTEXT;
use crate::serving::cache;
use crate::serving::question::{CacheDtype, Question};
use crate::serving::weights::{Places, Weights};
use crate::units::{Bytes, GIB};

/// Tokens of a page of the cache (`PAGE_SIZE`).
pub const PAGE: u64 = 256;
/// Tokens that a window keeps beyond its own (`sliding_window_overp`).
const BEYOND_WINDOW: u64 = 2 * PAGE;
/// Outputs of a matrix that are unpacked at a time (`MAX_RECONSTRUCT_SLICE_N`).
const MOST_UNPACKED: u64 = 32_768;
/// Tokens of latent keys and values that are expanded to heads at a time.
const MOST_EXPANDED: u64 = 4096;
/// States and windows of earlier places that the host keeps of models with such (`sysmem_recurrent_cache`).
const EARLIER_STATES: Bytes = Bytes(4 * GIB);

/// Memory of `ExLlama`.
pub(super) fn memory(question: &Question, weights: Weights, capacity: Bytes) -> Memory {
    let kv_cache = kept(question, cache_tokens(question));
    let activations = between(question) + states_between(question) + over_cache(question);
    let known = Parts { weights: weights.per_card, kv_cache, activations, cuda_graphs: Bytes::ZERO, framework: CONTEXT };
    let total = paged(known.total());
    let parts = Parts { framework: CONTEXT + (total - known.total()), ..known };
    let keeps_states = has_states(question) || question.model.options.sinks;
    let earlier = if keeps_states { EARLIER_STATES } else { Bytes::ZERO };
    let host = host(question, weights.on_host + earlier);
    Memory {
        weights,
        parts,
        total,
        range: range(&parts, SPREAD),
        capacity,
        needed: total,
        fits: total <= capacity,
        host_lacks: host_lacks(question, total, host),
        kv_in_use: kept(question, requests(question)).min(kv_cache),
        host,
        stage: None,
    }
}

/// How far what stands beside weights and cache has been off, as a share of it: 13 peaks, 11 of them of one model with states
/// (`engine/reference/serving_exllama.csv`).
const SPREAD: f64 = 0.4;

/// Tokens that the cache is made for (`cache_size`): the longest request, or those that are under way at their usual length, whichever
/// is more. Pages are taken as requests grow, and of what prompts have in common there is one.
#[must_use]
pub fn cache_tokens(question: &Question) -> u64 {
    question.settings.context_length.next_multiple_of(PAGE).max(requests(question))
}

/// Tokens of the pages of the requests that are under way.
fn requests(question: &Question) -> u64 {
    own_tokens(question).saturating_mul(question.concurrency()).saturating_add(shared_tokens(question))
}

/// Tokens of the pages that a request has for itself.
pub(super) fn own_tokens(question: &Question) -> u64 {
    let settings = &question.settings;
    let whole = settings.prompt_tokens.saturating_add(settings.output_tokens);
    whole.saturating_sub(shared_tokens(question)).next_multiple_of(PAGE)
}

/// Tokens of the whole pages that prompts have in common.
fn shared_tokens(question: &Question) -> u64 {
    (question.settings.prompt_tokens - question.read_tokens()) / PAGE * PAGE
}

/// What one token leaves on the fullest card.
pub(super) fn per_token(question: &Question) -> Bytes {
    let keeps = |block: u64| question.model.keeps_tokens(block) && !forgets(question, block);
    fullest(question, &|block| if keeps(block) { cache::per_token_and_block(question, 1) } else { Bytes::ZERO })
}

/// What so many tokens leave on the fullest card, beside the states and windows of all requests.
fn kept(question: &Question, tokens: u64) -> Bytes {
    fullest(question, &|block| of_block(question, tokens, block))
}

/// The sum over the blocks of the card that has most of it.
fn fullest(question: &Question, of: &dyn Fn(u64) -> Bytes) -> Bytes {
    let (blocks, cards) = (question.model.num_hidden_layers, question.cards());
    let places = Places { blocks, host_blocks: 0, cards };
    let on = |card: u64| (0..blocks).filter(|&block| places.of(block) == Some(card)).map(of).sum::<Bytes>();
    (0..cards).map(on).max().unwrap_or_default()
}

fn of_block(question: &Question, tokens: u64, block: u64) -> Bytes {
    let requests = question.concurrency();
    if !question.model.keeps_tokens(block) {
        return cache::state_of_block(question, block, 1) * requests;
    }
    if let (Some(window), true) = (question.kept_window(), forgets(question, block)) {
        // Windows are kept in 16 bits whatever the cache is.
        let kept = window.tokens.saturating_add(BEYOND_WINDOW).next_multiple_of(PAGE);
        let values = question.model.num_key_value_heads * question.model.head_dim;
        return Bytes(2 * 2 * values) * kept.saturating_mul(requests);
    }
    cache::per_token_and_block(question, 1) * tokens
}

/// Whether a block forgets what lies before its window.
fn forgets(question: &Question, block: u64) -> bool {
    question.kept_window().is_some_and(|window| window.layers.contains(block))
}

fn has_states(question: &Question) -> bool {
    matches!(question.model.options.attention, AttentionLayout::Hybrid(_))
}

/// Tokens of a chunk of prompts as `TabbyAPI` takes it: whole pages, one at the least (`adjust_chunk_size`). The loader tries one of them,
/// whatever the context.
#[must_use]
pub fn chunk(question: &Question) -> u64 {
    question.settings.max_batched_tokens.max(1).next_multiple_of(PAGE)
}

/// What the widest MLP needs for a chunk of prompts: the residual stream and what is added to it in FP32, the normed input, gate and way
/// up in 16 bits, and the largest matrix unpacked to 16 bits, which prompts are multiplied with; then logits in FP32.
fn between(question: &Question) -> Bytes {
    let (model, settings) = (&question.model, &question.settings);
    let (tokens, hidden) = (chunk(question), model.hidden_size);
    let (wide, matrix) = match &model.variant {
        // Experts work one after another; the loader's tokens are all alike and choose the same: inputs gathered in 16 bits, what comes out
        // in FP32 twice, gate and way up (`BlockSparseMLP.forward`).
        DecoderVariant::MixtureOfExperts(moe) => (4 * moe.moe_intermediate_size + 10 * hidden, moe.moe_intermediate_size),
        _ => (4 * model.intermediate_size, model.intermediate_size),
    };
    let widest = matrix.max(model.num_attention_heads * model.head_dim).min(MOST_UNPACKED);
    let unpacked = if settings.weights_format.is_quantized() { 2 * hidden * widest } else { 0 };
    let block = tokens.saturating_mul(wide + 10 * hidden).saturating_add(unpacked);
    let logits = question.concurrency().saturating_mul(model.vocab_size).saturating_mul(4);
    Bytes(block.max(logits))
}

/// What prompts over the cache need on a card: of a cache in fewer bits a copy of one block in 16 bits, as large as the whole pool
/// (`triton_paged.py`); of latent attention tiles of keys and values of every head, and what each finds in FP32 (`mla_triton.py`).
fn over_cache(question: &Question) -> Bytes {
    let (model, settings) = (&question.model, &question.settings);
    match &model.options.attention {
        AttentionLayout::Latent(latent) => {
            let tile = 2 * MOST_EXPANDED.min(cache_tokens(question)) * (latent.qk_nope_head_dim + latent.v_head_dim);
            let found = chunk(question).saturating_mul(6 * latent.v_head_dim);
            Bytes(model.num_attention_heads * (tile + found))
        }
        _ if settings.kv_cache_dtype == CacheDtype::Sixteen => Bytes::ZERO,
        _ => Bytes(4 * model.num_key_value_heads * model.head_dim) * cache_tokens(question),
    }
}

/// What a block with a state needs for a chunk beside that, for which the allocator keeps other pages: what goes in and its gate in FP32,
/// and queries, keys and values before and behind their convolution in 16 bits (`gated_delta_net.py`).
fn states_between(question: &Question) -> Bytes {
    let AttentionLayout::Hybrid(linear) = &question.model.options.attention else { return Bytes::ZERO };
    let tokens = chunk(question);
    let (convolved, values) = (linear.convolved(), linear.values());
    Bytes(tokens.saturating_mul(4 * (convolved + values) + 4 * convolved + 12 * values))
}
