//! The most that fits: context, requests, tokens.

use super::exllama;
use super::need::{of, with_weights};
use super::parts::Memory;
use super::pool;
use crate::serving::cache;
use crate::serving::question::{Question, ServingEngine};
use crate::units::Bytes;

/// Most requests that are looked for.
const MOST_REQUESTS: u64 = 65_536;
/// Most requests that llama.cpp takes at a time (`LLAMA_MAX_SEQ`).
pub const MOST_OF_LLAMA_CPP: u64 = 256;

/// What is the most that fits, all else as it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Tokens of the longest request: of engines that reserve, one alone in the pool; of others, with all the requests that were
    /// asked for. At most what the model's positions reach; 0 where none fits.
    pub max_context: u64,
    /// Requests of the usual length that fit at a time.
    pub max_concurrency: u64,
    /// Tokens that keys and values are kept of, over all requests.
    pub kv_tokens: u64,
}

/// The limits of a question whose memory is known.
#[must_use]
pub fn limits(question: &Question, memory: &Memory) -> Limits {
    if question.settings.engine.reserves() { of_pool(question, memory) } else { of_contexts(question, memory) }
}

fn of_pool(question: &Question, memory: &Memory) -> Limits {
    if memory.stage.is_none() || question.stage.is_some() {
        return of_one_pool(question, memory);
    }
    // All stages keep the same requests: the one that holds fewest decides, of long ones it may be another than of short ones.
    let of_stage = |stage| {
        let at = question.at(stage);
        let found = of(&at);
        let own = Memory { total: memory.total, fits: memory.fits, host_lacks: memory.host_lacks, ..found };
        of_one_pool(&at, &own)
    };
    let least = |one: Limits, other: Limits| Limits {
        max_context: one.max_context.min(other.max_context),
        max_concurrency: one.max_concurrency.min(other.max_concurrency),
        kv_tokens: one.kv_tokens.min(other.kv_tokens),
    };
    // There is always a stage.
    (0..question.stages()).map(of_stage).reduce(least).unwrap_or_else(|| of_one_pool(question, memory))
}

fn of_one_pool(question: &Question, memory: &Memory) -> Limits {
    let copies = question.copies();
    let settings = &question.settings;
    let pool = if memory.total <= memory.capacity && memory.host_fits() { memory.parts.kv_cache } else { Bytes::ZERO };
    let usual = pool::sequence(question, settings.prompt_tokens.saturating_add(settings.output_tokens));
    let each = cache::per_token(question, question.ranks());
    let reach = question.model.max_position_embeddings;
    let max_context = largest(reach, |tokens| pool::sequence(question, tokens) <= pool);
    let kv_tokens = if settings.engine == ServingEngine::Vllm {
        // Windows forget: what is kept is said by requests of the longest context, as vLLM's log does.
        let longest = pool::sequence(question, settings.context_length).as_f64().max(1.0);
        (pool.as_f64() / longest * settings.context_length as f64) as u64
    } else {
        pool.0 / each.0.max(1)
    };
    // An engine that does not start answers nobody, whatever its pool would hold.
    let shared = pool::shared(question);
    let own = usual.saturating_sub(shared);
    let fitting = if memory.works() { pool.saturating_sub(shared).0 / own.0.max(1) } else { 0 };
    Limits { max_context, max_concurrency: fitting.min(settings.max_sequences) * copies, kv_tokens: kv_tokens * copies }
}

fn of_contexts(question: &Question, memory: &Memory) -> Limits {
    let fits = |change: &dyn Fn(&mut Question)| {
        let mut other = question.clone();
        change(&mut other);
        with_weights(&other, memory.weights).works()
    };
    let max_context = largest(question.model.max_position_embeddings, |tokens| {
        fits(&|other| {
            let settings = &mut other.settings;
            settings.context_length = tokens;
            // Pages are shared: requests stay as long as they usually are, as far as the context reaches.
            if settings.engine == ServingEngine::Exllama {
                settings.output_tokens = settings.output_tokens.min(tokens.saturating_sub(1)).max(1);
                settings.prompt_tokens = settings.prompt_tokens.min(tokens.saturating_sub(settings.output_tokens)).max(1);
                return;
            }
            // A cache that grows holds what is asked of it: the answer takes what the prompt leaves.
            settings.prompt_tokens = tokens.saturating_sub(settings.output_tokens).max(1);
            settings.output_tokens = tokens - settings.prompt_tokens;
        })
    });
    let copies = question.copies();
    let most = if question.settings.engine == ServingEngine::LlamaCpp { MOST_OF_LLAMA_CPP * copies } else { MOST_REQUESTS };
    // No more than would fill the whole machine with keys and values, so that no product of them runs over.
    let kept = match question.settings.engine {
        ServingEngine::Exllama => exllama::own_tokens(question),
        _ => question.settings.context_length,
    };
    let each = cache::of_sequence(question, 1, kept, 0);
    let most = most.min(whole(question).0 / each.0.max(1) + 1);
    let max_concurrency = largest(most, |requests| fits(&|other| other.settings.concurrency = requests));
    let settings = &question.settings;
    let tokens = match settings.engine {
        ServingEngine::Exllama => exllama::cache_tokens(question),
        _ => settings.context_length.saturating_mul(question.concurrency()),
    };
    Limits { max_context, max_concurrency, kv_tokens: if memory.works() { tokens.saturating_mul(copies) } else { 0 } }
}

/// All memory of a machine.
fn whole(question: &Question) -> Bytes {
    let hardware = &question.hardware;
    hardware.gpu.pool.unwrap_or_else(|| hardware.gpu.memory * hardware.gpu_count + question.host_room)
}

/// The largest count from 1 to `most` that passes, where all smaller ones do too; 0 where 1 does not.
fn largest(most: u64, passes: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if passes(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
