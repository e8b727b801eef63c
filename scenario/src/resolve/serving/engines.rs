//! Which engines read which kinds of model, and run on which cards.

use engine::architecture::{Decoder, DecoderVariant, MlpLayout, NormKind, PositionWidth, Router};
use engine::hardware::{Gpu, Vendor, capability};
use engine::serving::{Question, ServingEngine};
use wire::v1::Scenario;
use wire::v1::choices::ServingEngine as Word;

use super::reason::{ENGINE, model, not_applicable};
use crate::resolve::errors::Errors;

/// Kinds of `config.json` that TensorRT-LLM has no model of and whose blocks do not tell: neither of its PyTorch backend
/// (`_torch/models/_arch_index.py`, commit 065ff9e9) nor of `AutoDeploy` (`auto_deploy/models/custom/__init__.py`, commit 01a2ff34).
const BESIDE_TENSORRT_LLM: [&str; 6] = ["ministral", "ministral3", "cwm", "dots1", "helium", "solar_open"];
/// Kinds that llama.cpp converts no files of (`conversion/__init__.py`, commit 00bdaa10).
const BESIDE_LLAMA_CPP: [&str; 3] = ["cwm", "ministral", "helium"];

/// Kinds that `SGLang` has no model of (`srt/models`, commit 0ba3cdd4).
const BESIDE_SGLANG: [&str; 1] = ["nemotron"];

/// Kinds that `ExLlamaV3` has no model of and whose blocks do not tell (`architecture/architectures.py` of 1.4.1).
const BESIDE_EXLLAMA: [&str; 9] =
    ["cwm", "ministral", "qwen2_moe", "olmoe", "glm4_moe_lite", "deepseek_v3", "glm", "helium", "exaone_moe"];
/// Models of the catalog whose experts are chosen by groups, which its class refuses (`deepseek_v3.py`).
const GROUPED: [&str; 2] = ["deepseek-v3", "deepseek-r1"];

/// Whether an engine is built for a card.
pub(super) fn runs_on(engine: ServingEngine, gpu: &Gpu) -> bool {
    match engine {
        ServingEngine::LlamaCpp => true,
        ServingEngine::Vllm | ServingEngine::Sglang => gpu.vendor == Vendor::Nvidia && gpu.has_capability(capability::TURING),
        // Kernels of EXL3 copy ahead as cards from Ampere on do.
        ServingEngine::TensorrtLlm | ServingEngine::Exllama => {
            gpu.vendor == Vendor::Nvidia && gpu.has_capability(capability::AMPERE)
        }
        ServingEngine::Transformers => gpu.vendor == Vendor::Nvidia,
    }
}

/// Blames an engine that does not read models of such a kind.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    // A model's own name stands where there is no configuration to name its kind.
    let (_, kind) = model(scenario);
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
        ServingEngine::TensorrtLlm => !BESIDE_TENSORRT_LLM.contains(&kind) && has_blocks_in_tensorrt_llm(model),
        // It converts no files of OPT, whose positions are learned.
        ServingEngine::LlamaCpp => !BESIDE_LLAMA_CPP.contains(&kind) && model.options.learned_positions == 0,
        ServingEngine::Exllama => !BESIDE_EXLLAMA.contains(&kind) && !GROUPED.contains(&kind) && has_blocks_in_exllama(model),
        ServingEngine::Sglang => !BESIDE_SGLANG.contains(&kind),
        ServingEngine::Vllm | ServingEngine::Transformers => true,
    }
}

/// Whether `ExLlamaV3` has models of such blocks: none of those without a gate but Arcee's, of those with norms that shift but Cohere's, of
/// `OLMo`, the first Gemma, Granite and Hunyuan, of `OLMo` 2 and `OLMoE`, of Qwen1.5's mixtures and `DeepSeek` V2.
fn has_blocks_in_exllama(model: &Decoder) -> bool {
    let options = &model.options;
    let has_mlp = matches!(options.mlp, MlpLayout::Gated | MlpLayout::FusedGate | MlpLayout::Ungated);
    let has_norms = !matches!(options.norm_kind, NormKind::Layer | NormKind::CenteredLayer | NormKind::Bare);
    let is_scaled = options.scaled || options.norms_turned;
    let is_known = match &model.variant {
        DecoderVariant::MixtureOfExperts(mixture) => {
            !matches!(mixture.router, Router::Granite | Router::Qwen2Moe | Router::DeepseekV2)
        }
        DecoderVariant::Gemma => false,
        // `OLMo` 3 has windows where `OLMo` 2 has none.
        _ => !options.norms_all_heads || options.window.is_some(),
    };
    has_mlp && has_norms && !is_scaled && is_known
}

/// Whether it has models of such blocks: none of `StableLM`, Phi-2, GPT-NeoX, OPT, Arcee's, Ernie 4.5, GLM-4 without experts, `OLMo`,
/// `OLMo` 2, `OLMoE` and Granite's mixtures.
fn has_blocks_in_tensorrt_llm(model: &Decoder) -> bool {
    let options = &model.options;
    let has_mlp = match options.mlp {
        MlpLayout::Gated => !matches!(options.norm_kind, NormKind::Layer | NormKind::Bare),
        // Nemotron's.
        MlpLayout::Ungated => options.norm_kind == NormKind::CenteredLayer,
        MlpLayout::Projections => true,
        _ => false,
    };
    let has_positions = match options.position_width {
        PositionWidth::Tables => options.window.is_some(),
        PositionWidth::Swapped => false,
        PositionWidth::Model | PositionWidth::Operands => true,
    };
    let has_router = match &model.variant {
        DecoderVariant::MixtureOfExperts(mixture) => match mixture.router {
            Router::Granite => false,
            Router::Qwen2Moe => !options.norms_all_heads,
            _ => true,
        },
        _ => true,
    };
    has_mlp && has_positions && has_router
}
