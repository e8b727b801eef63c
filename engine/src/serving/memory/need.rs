//! Memory of a question, engine by engine.

use super::parts::{Memory, capacity};
use super::{llama_cpp, pool, transformers};
use crate::serving::cache;
use crate::serving::question::{Question, ServingEngine};
use crate::serving::weights::Weights;
use crate::units::Bytes;

/// Memory of a question.
#[must_use]
pub fn of(question: &Question) -> Memory {
    with_weights(question, Weights::of(question))
}

/// Memory of a question whose weights are known: they depend on neither context nor load.
pub(super) fn with_weights(question: &Question, weights: Weights) -> Memory {
    let capacity = capacity(question);
    match question.settings.engine {
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => pool::memory(question, weights, capacity),
        ServingEngine::LlamaCpp => llama_cpp::memory(question, weights, capacity),
        ServingEngine::Transformers => transformers::memory(question, weights, capacity),
    }
}

/// What one token leaves on the fullest card.
#[must_use]
pub fn per_token(question: &Question) -> Bytes {
    let cards = question.hardware.gpu_count.max(1);
    match question.settings.engine {
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => cache::per_token(question, cards),
        ServingEngine::LlamaCpp => llama_cpp::per_token(question),
        ServingEngine::Transformers => Bytes(cache::per_token(question, 1).0.div_ceil(cards)),
    }
}
