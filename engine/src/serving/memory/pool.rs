//! Engines that reserve a share of the card at their start: weights and a profile of activations, the rest for keys and values.

use super::activations;
use super::parts::{Memory, Parts, capacity, host, host_lacks};
use crate::architecture::{Tower, TowerVariant};
use crate::device::memory::CONTEXT;
use crate::serving::cache;
use crate::serving::question::{Question, ServingEngine};
use crate::serving::weights::Weights;
use crate::units::{Bytes, GIB, MIB};

/// Captured graphs of decoding (0.1 to 1.0 GiB for 35 to 67 sizes); vLLM takes them out of its share from version 0.19 on.
const CUDA_GRAPHS: Bytes = Bytes(512 * MIB);
/// Tokens of a block of vLLM's pool.
const BLOCK: u64 = 16;
/// Tokens of a block of TensorRT-LLM's (its log: "Number of tokens per block: 32").
const PAGE: u64 = 32;

/// Passes that vLLM keeps under way at a time.
const PASSES: u64 = 2;
/// What vLLM keeps of pictures that were prepared, in the host: 4 GiB in each of two processes (`mm_processor_cache_gb` of 0.33).
const PREPARED: Bytes = Bytes(8 * GIB);
/// Copies of a state that a running request holds.
const STATE_COPIES: u64 = 2;

/// Memory of such an engine.
pub(super) fn memory(question: &Question, weights: Weights, room: Bytes) -> Memory {
    let settings = &question.settings;
    if settings.engine == ServingEngine::TensorrtLlm {
        return of_what_is_left(question, weights, room);
    }
    let share = visible(question).scaled(settings.memory_utilization);
    let activations = activations::peak(question);
    let graphs = if settings.cuda_graphs { CUDA_GRAPHS } else { Bytes::ZERO };
    let outside = match settings.engine {
        // Its share holds weights and pool alone, and the context as free memory had lost it.
        ServingEngine::Sglang => weights.per_card + CONTEXT,
        _ => weights.per_card + activations + activations::non_torch(question) + graphs,
    };
    let pool = share.saturating_sub(outside);
    let framework = if settings.engine == ServingEngine::Sglang { CONTEXT } else { CONTEXT + activations::non_torch(question) };
    let parts = Parts { weights: weights.per_card, kv_cache: pool, activations, cuda_graphs: graphs, framework };
    let longest = sequence(question, settings.context_length);
    let kv_in_use = in_use(question);
    // The share must hold its part and the longest request, and what lies outside of it must find room beside it.
    let rest = parts.total().saturating_sub(pool);
    let needed = (outside + longest).scaled(1.0 / settings.memory_utilization.max(0.01)).max(rest + longest);
    // What lies outside of the share must find room beside it.
    let total = match settings.engine {
        ServingEngine::Sglang => share.max(outside) + activations + graphs,
        _ => share.max(outside) + CONTEXT,
    };
    let host = host(question, prepared(question));
    let spread = (activations.scaled(spread_of_activations(question)) + framework.scaled(0.3) + graphs.scaled(0.8)).0;
    Memory {
        weights,
        parts,
        total,
        range: (total.saturating_sub(Bytes(spread)), total + Bytes(spread)),
        capacity: room,
        needed,
        fits: pool >= longest && total <= room,
        host_lacks: host_lacks(question, total, host),
        kv_in_use,
        host,
        stage: None,
    }
}

/// What the host keeps of pictures.
fn prepared(question: &Question) -> Bytes {
    if question.settings.engine == ServingEngine::Vllm && question.seen().is_some() { PREPARED } else { Bytes::ZERO }
}

/// How far the peak of a pass has been off: that of a tower is counted over its code, and no published log names it apart.
fn spread_of_activations(question: &Question) -> f64 {
    if question.seen().is_some() { 0.25 } else { 0.1 }
}

/// Memory of TensorRT-LLM, whose share is one of what a first run leaves free of the card (`KvCacheCreator` of 1.1: 0.9 x (119.70 -
/// 113.65 + 0.56 GiB) = 5.95 GiB, as its log says).
fn of_what_is_left(question: &Question, weights: Weights, room: Bytes) -> Memory {
    let settings = &question.settings;
    let activations = activations::peak(question);
    let graphs = if settings.cuda_graphs { CUDA_GRAPHS } else { Bytes::ZERO };
    let framework = CONTEXT + activations::non_torch(question);
    let beside = weights.per_card + activations + graphs + framework;
    let pool = room.saturating_sub(beside).scaled(settings.memory_utilization);
    let longest = sequence(question, settings.context_length);
    let total = beside + pool;
    let host = host(question, Bytes::ZERO);
    let spread = (activations.scaled(0.3) + framework.scaled(0.3) + graphs.scaled(0.8)).0;
    Memory {
        weights,
        parts: Parts { weights: weights.per_card, kv_cache: pool, activations, cuda_graphs: graphs, framework },
        total,
        range: (total.saturating_sub(Bytes(spread)), total + Bytes(spread)),
        capacity: room,
        needed: beside + longest.scaled(1.0 / settings.memory_utilization.max(0.01)),
        fits: pool >= longest && total <= room,
        host_lacks: host_lacks(question, total, host),
        kv_in_use: in_use(question),
        host,
        stage: None,
    }
}

/// The largest share that leaves room for what lies outside of it, in whole hundredths.
#[must_use]
pub fn largest_share(question: &Question) -> f64 {
    // A share of what is left leaves room whatever it is.
    if question.settings.engine == ServingEngine::TensorrtLlm {
        return 1.0;
    }
    let graphs = if question.settings.cuda_graphs { CUDA_GRAPHS } else { Bytes::ZERO };
    let outside = match question.settings.engine {
        ServingEngine::Sglang => activations::peak(question) + graphs,
        _ => CONTEXT,
    };
    // Where both share one memory, the host's part is not the card's.
    let capacity = match question.hardware.gpu.pool {
        Some(pool) => capacity(question).min(pool.saturating_sub(host(question, prepared(question)))),
        None => capacity(question),
    };
    let room = capacity.saturating_sub(outside).as_f64();
    (room / visible(question).as_f64().max(1.0) * 100.0).floor() / 100.0
}

/// The card's memory as CUDA counts it, whoever uses it: the share is of this.
fn visible(question: &Question) -> Bytes {
    let alone = crate::hardware::Hardware {
        display_attached: false,
        os: crate::hardware::OperatingSystem::Linux,
        ..question.hardware.clone()
    };
    question.hardware.gpu.memory.saturating_sub(crate::device::memory::desktop(&alone))
}

/// Tokens of a block: where others keep states, as many as make a block no smaller than a state, for both lie in pages of one size.
fn block(question: &Question) -> u64 {
    let model = &question.model;
    let cards = question.ranks();
    let state = (0..model.num_hidden_layers).map(|block| cache::state_of_block(question, block, cards)).max().unwrap_or_default();
    let token = cache::per_token_and_block(question, cards);
    state.0.div_ceil(token.0.max(1)).next_multiple_of(BLOCK).max(BLOCK)
}

/// Keys and values of one request on a card, in whole blocks.
#[must_use]
pub fn sequence(question: &Question, tokens: u64) -> Bytes {
    let settings = &question.settings;
    let (block, cards) = (block(question), question.ranks());
    if settings.engine == ServingEngine::TensorrtLlm {
        return cache::of_sequence(question, cards, tokens.next_multiple_of(PAGE), 0);
    }
    // Two passes may be under way when the next is scheduled (`max_in_flight_tokens` of 0.33), and a block stands beside them.
    let slack = settings.max_batched_tokens.saturating_mul(PASSES).saturating_add(BLOCK);
    let kept = cache::of_sequence(question, cards, tokens.next_multiple_of(block), slack);
    // Of a state two copies are held, so that one ends at a block's end and can be shared (`mamba_cache_mode` = `align`), each in a
    // page as large as a block of tokens.
    let pages = question.blocks().filter(|&layer| !question.model.keeps_tokens(layer)).count() as u64;
    let page = cache::per_token_and_block(question, cards) * block;
    kept.saturating_sub(cache::states(question, cards)) + page * (STATE_COPIES * pages)
}

/// Keys and values of what all prompts begin with, of which the pool holds one copy: whole blocks, in layers that keep all tokens.
#[must_use]
pub fn shared(question: &Question) -> Bytes {
    let settings = &question.settings;
    let page = match settings.engine {
        ServingEngine::TensorrtLlm => PAGE,
        ServingEngine::Sglang => 1,
        _ => block(question),
    };
    let tokens = settings.prompt_tokens - question.read_tokens();
    cache::of_full_blocks(question, question.ranks()) * (tokens / page * page)
}

/// Keys and values of the requests that were asked for, at their usual length.
fn in_use(question: &Question) -> Bytes {
    let settings = &question.settings;
    let usual = sequence(question, settings.prompt_tokens.saturating_add(settings.output_tokens));
    let shared = shared(question);
    usual.saturating_sub(shared) * question.concurrency() + shared
}

/// What `SGLang` leaves of its share where the model has a tower that it loads, by the tower's size beside one of 24 blocks of 1,024
/// (`memory_hook` of 0.5.23, which counts Qwen's as 24 blocks deep, for their configurations call it otherwise).
fn beside_tower(tower: &Tower) -> f64 {
    let depth = match tower.variant {
        TowerVariant::Siglip | TowerVariant::Pixtral => tower.depth,
        TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => 24,
    };
    let size = (depth * tower.hidden_size * tower.hidden_size) as f64 / (24.0 * 1024.0 * 1024.0);
    0.95 * (1.0 - 0.1 * (size - 1.0)).clamp(0.8, 1.05)
}

/// The share that `SGLang` takes of a card by itself: what is left after buffers of prompts, captured graphs and communication, at
/// least 10 GiB left on cards beyond 60 GiB (`_handle_gpu_memory_settings`).
#[must_use]
pub fn sglang_share(memory: Bytes, chunk: u64, graph_requests: u64, cards: u64, tower: Option<&Tower>) -> f64 {
    let reserved_mib = 512.0 + 1.5 * chunk.max(2048) as f64 + 2.0 * graph_requests as f64 + 128.0 * cards as f64;
    let least = if memory > Bytes(60 * GIB) { 10_240.0 } else { 0.0 };
    let total = memory.as_f64() / MIB as f64;
    let share = if total > 0.0 { ((total - reserved_mib.max(least)) / total).max(0.1) } else { 0.1 };
    share * tower.map_or(1.0, beside_tower)
}
