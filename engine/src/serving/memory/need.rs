//! Memory of a question, engine by engine.

use super::parts::{Memory, capacity};
use super::{exllama, llama_cpp, pool, transformers};
use crate::serving::cache;
use crate::serving::question::{Question, ServingEngine};
use crate::serving::weights::Weights;
use crate::units::Bytes;

/// Memory of a question.
#[must_use]
pub fn of(question: &Question) -> Memory {
    if question.batches() == 1 || question.stage.is_some() {
        return with_weights(question, Weights::of(question));
    }
    fullest(question)
}

/// Memory of the stage that ends first: one that does not start, else the one whose pool holds the fewest of the longest requests, for all
/// stages keep the same tokens. What lies on all cards is told of all of them.
fn fullest(question: &Question) -> Memory {
    let whole = Weights::of(question);
    let held = |at: &Question, memory: &Memory| {
        let longest = pool::sequence(at, question.settings.context_length).as_f64().max(1.0);
        if memory.total > memory.capacity { -memory.needed.as_f64() } else { memory.parts.kv_cache.as_f64() / longest }
    };
    let mut fullest: Option<(f64, Memory)> = None;
    for stage in 0..question.stages() {
        let at = question.at(stage);
        let memory = with_weights(&at, Weights { on_cards: whole.on_cards, ..Weights::of(&at) });
        let held = held(&at, &memory);
        if fullest.as_ref().is_none_or(|(least, _)| held < *least) {
            fullest = Some((held, Memory { stage: Some(stage), ..memory }));
        }
    }
    // There is always a stage.
    fullest.map_or_else(|| with_weights(question, whole), |(_, memory)| memory)
}

/// Memory of a question whose weights are known: they depend on neither context nor load.
pub(super) fn with_weights(question: &Question, weights: Weights) -> Memory {
    let capacity = capacity(question);
    match question.settings.engine {
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => pool::memory(question, weights, capacity),
        ServingEngine::LlamaCpp => llama_cpp::memory(question, weights, capacity),
        ServingEngine::Transformers => transformers::memory(question, weights, capacity),
        ServingEngine::Exllama => exllama::memory(question, weights, capacity),
    }
}

/// What one token leaves on the fullest card.
#[must_use]
pub fn per_token(question: &Question) -> Bytes {
    let cards = question.cards();
    match question.settings.engine {
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => {
            let of = |at: &Question| cache::per_token(at, question.ranks());
            (0..question.stages()).map(|stage| of(&question.at(stage))).max().unwrap_or_default()
        }
        ServingEngine::LlamaCpp => llama_cpp::per_token(question),
        ServingEngine::Exllama => exllama::per_token(question),
        ServingEngine::Transformers => Bytes(cache::per_token(question, 1).0.div_ceil(cards)),
    }
}
