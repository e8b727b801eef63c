//! Which engines read which kinds of `config.json`.

use engine::serving::{Question, ServingEngine};
use wire::v1::Scenario;
use wire::v1::choices::ServingEngine as Word;

use super::reason::{ENGINE, model, not_applicable};
use crate::resolve::errors::Errors;

/// Kinds that TensorRT-LLM does not list (`docs/source/models/supported-models.md`, commit 00b6d5a2).
const BESIDE_TENSORRT_LLM: [&str; 14] = [
    "opt",
    "gpt_neox",
    "ernie4_5",
    "cwm",
    "arcee",
    "dots1",
    "starcoder2",
    "stablelm",
    "phi",
    "olmo2",
    "olmoe",
    "granitemoe",
    "glm4",
    "cohere",
];
/// Kinds that llama.cpp converts no files of.
const BESIDE_LLAMA_CPP: [&str; 1] = ["cwm"];

/// Blames an engine that does not read models of such a kind.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let Some(kind) = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref()) else { return };
    let passed_over: &[&str] = match question.settings.engine {
        ServingEngine::TensorrtLlm => &BESIDE_TENSORRT_LLM,
        ServingEngine::LlamaCpp => &BESIDE_LLAMA_CPP,
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::Transformers => &[],
    };
    if passed_over.contains(&kind) {
        let (with, name) = model(scenario);
        let others = [Word::Vllm, Word::Sglang, Word::Transformers].map(Word::as_str);
        errors.push(ENGINE, not_applicable(with, name, &others));
    }
}
