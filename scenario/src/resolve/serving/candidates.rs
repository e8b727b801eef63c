//! Ways to serve a model, the usual first, of which the first that fits is chosen where engine or weights are left open.

use engine::architecture::{Decoder, DecoderVariant};
use engine::hardware::Hardware;

use super::defaults::suits_vllm;
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat};
use wire::v1::scenario::Serving;

/// The weights that an engine is tried with, largest first.
const OF_POOLS: [WeightsFormat; 3] = [WeightsFormat::Bf16, WeightsFormat::Fp8, WeightsFormat::AwqInt4];
const OF_GGUF: [WeightsFormat; 3] = [WeightsFormat::Q8_0, WeightsFormat::Q6K, WeightsFormat::Q4KM];
const OF_GENERATE: [WeightsFormat; 3] = [WeightsFormat::Bf16, WeightsFormat::BnbInt8, WeightsFormat::BnbNf4];
/// Parts of a model in the host's memory, in eighths.
const EIGHTHS: [u64; 7] = [1, 2, 3, 4, 5, 6, 7];

/// The candidates for what a scenario leaves open; none where it leaves neither engine nor weights open.
pub fn of(scenario: &Scenario, hardware: &Hardware, model: &Decoder) -> Vec<Serving> {
    let asked = &scenario.serving;
    let engines = match asked.engine {
        Some(engine) => vec![engine],
        None if suits_vllm(hardware) => {
            vec![ServingEngine::Vllm, ServingEngine::LlamaCpp]
        }
        None => vec![ServingEngine::LlamaCpp],
    };
    if asked.engine.is_some() && asked.weights_format.is_some() {
        return Vec::new();
    }
    let mut candidates = Vec::new();
    for engine in engines {
        let formats = match (asked.weights_format, engine) {
            (Some(format), _) => vec![format],
            (None, ServingEngine::Vllm | ServingEngine::Sglang) => OF_POOLS.to_vec(),
            (None, ServingEngine::LlamaCpp) => OF_GGUF.to_vec(),
            (None, ServingEngine::Transformers) => OF_GENERATE.to_vec(),
        };
        let with = |format: WeightsFormat| Serving { engine: Some(engine), weights_format: Some(format), ..asked.clone() };
        candidates.extend(formats.iter().map(|&format| with(format)));
        if engine == ServingEngine::LlamaCpp && asked.offload.is_none() && hardware.gpu.pool.is_none() {
            candidates.extend(formats.last().into_iter().flat_map(|&format| on_host(&with(format), model)));
        }
    }
    candidates
}

/// A candidate with experts in the host's memory, then with more and more of its blocks there.
fn on_host(serving: &Serving, model: &Decoder) -> Vec<Serving> {
    let mut candidates = Vec::new();
    if matches!(model.variant, DecoderVariant::MixtureOfExperts(_)) {
        candidates.push(Serving { offload: Some(ServingOffload::Experts), ..serving.clone() });
    }
    candidates.extend(EIGHTHS.iter().map(|eighths| Serving {
        offload: Some(ServingOffload::Layers),
        offload_layers: Some((model.num_hidden_layers * eighths / 8).max(1)),
        ..serving.clone()
    }));
    candidates
}
