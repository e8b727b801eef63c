//! Which engines read which kinds of model, and run on which cards.

use engine::architecture::{AttentionLayout, Decoder, DecoderVariant, MlpLayout, NormKind, PositionWidth, Router};
use engine::hardware::{Gpu, Vendor, capability};
use engine::serving::{Question, ServingEngine};
use wire::v1::Scenario;
use wire::v1::choices::ServingEngine as Word;

use super::reason::{ENGINE, model, not_applicable};
use crate::resolve::errors::Errors;

/// Kinds of `config.json` that TensorRT-LLM does not list and whose blocks do not tell (`docs/source/models/supported-models.md`,
/// commit 00b6d5a2).
const BESIDE_TENSORRT_LLM: [&str; 4] = ["ministral", "ministral3", "cwm", "dots1"];
/// Kinds that llama.cpp converts no files of (`conversion/__init__.py`, commit 00bdaa10).
const BESIDE_LLAMA_CPP: [&str; 2] = ["cwm", "ministral"];

/// Whether an engine is built for a card.
pub(super) fn runs_on(engine: ServingEngine, gpu: &Gpu) -> bool {
    match engine {
        ServingEngine::LlamaCpp => true,
        ServingEngine::Vllm | ServingEngine::Sglang => gpu.vendor == Vendor::Nvidia && gpu.has_capability(capability::TURING),
        ServingEngine::TensorrtLlm => gpu.vendor == Vendor::Nvidia && gpu.has_capability(capability::AMPERE),
        ServingEngine::Transformers => gpu.vendor == Vendor::Nvidia,
    }
}

/// Blames an engine that does not read models of such a kind.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let kind = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref()).unwrap_or_default();
    let reads = |engine: ServingEngine| reads(engine, kind, &question.model);
    if reads(question.settings.engine) {
        return;
    }
    let others = Word::ALL.iter().filter_map(|word| Some((word.as_str(), word.of_tokens()?)));
    let others: Vec<&str> =
        others.filter(|(_, engine)| reads(*engine) && runs_on(*engine, &question.hardware.gpu)).map(|(word, _)| word).collect();
    let (with, name) = model(scenario);
    errors.push(ENGINE, not_applicable(with, name, &others));
}

fn reads(engine: ServingEngine, kind: &str, model: &Decoder) -> bool {
    match engine {
        ServingEngine::TensorrtLlm => !BESIDE_TENSORRT_LLM.contains(&kind) && is_listed_by_tensorrt_llm(model),
        // It has no blocks with a table of positions and no turned queries but GPT-2's.
        ServingEngine::LlamaCpp => !BESIDE_LLAMA_CPP.contains(&kind) && model.options.learned_positions == 0,
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::Transformers => true,
    }
}

/// Whether the list has models of such blocks: none of `StarCoder2`, `StableLM`, Phi-2, GPT-NeoX, OPT, Arcee's, Ernie 4.5, GLM-4
/// without experts, Cohere's first kind, `OLMo` 2, `OLMoE`, Granite's mixtures and the first two Gemmas.
fn is_listed_by_tensorrt_llm(model: &Decoder) -> bool {
    let options = &model.options;
    let is_latent = matches!(options.attention, AttentionLayout::Latent(_));
    let is_listed_mixture = match &model.variant {
        DecoderVariant::Gemma | DecoderVariant::Gemma2 => false,
        DecoderVariant::MixtureOfExperts(mixture) => {
            mixture.router != Router::Granite && (mixture.router != Router::Qwen2Moe || !options.norms_all_heads || is_latent)
        }
        DecoderVariant::Llama | DecoderVariant::Phi3 | DecoderVariant::Gemma3 => true,
    };
    let has_window = options.window.is_some();
    let is_listed_norm = match options.norm_kind {
        NormKind::Layer => false,
        NormKind::WrittenOut => has_window,
        NormKind::Rms | NormKind::WideRms => true,
    };
    let is_listed_width = match options.position_width {
        PositionWidth::Tables => has_window,
        PositionWidth::Swapped => false,
        PositionWidth::Model | PositionWidth::Operands => true,
    };
    options.mlp == MlpLayout::Gated && is_listed_mixture && is_listed_norm && is_listed_width
}
