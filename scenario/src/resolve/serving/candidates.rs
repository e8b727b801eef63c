//! Ways to serve a model, the usual first, of which the first that fits is chosen where something is left open.

use engine::architecture::Decoder;
use engine::hardware::Hardware;
use engine::serving::levers::fewest_on_host;
use engine::serving::{Offload, Question, WeightsFormat as Format};
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, WeightsFormat};
use wire::v1::scenario::Serving;

use super::defaults;
use super::place::words;

/// The weights that vLLM, `SGLang` and TensorRT-LLM are tried with, largest first.
const OF_POOLS: [WeightsFormat; 3] = [WeightsFormat::Bf16, WeightsFormat::Fp8, WeightsFormat::AwqInt4];
/// Those that llama.cpp is tried with.
const OF_GGUF: [WeightsFormat; 3] = [WeightsFormat::Q8_0, WeightsFormat::Q6K, WeightsFormat::Q4KM];
/// Those that `ExLlama` is tried with.
const OF_EXL3: [WeightsFormat; 4] =
    [WeightsFormat::Exl3Bpw6, WeightsFormat::Exl3Bpw5, WeightsFormat::Exl3Bpw4, WeightsFormat::Exl3Bpw3];
/// Those that `generate` is tried with.
const OF_GENERATE: [WeightsFormat; 3] = [WeightsFormat::Bf16, WeightsFormat::BnbInt8, WeightsFormat::BnbNf4];

/// A way to serve.
pub struct Candidate {
    /// Its settings.
    pub serving: Serving,
    /// Whether some of the model may lie in the host's memory where it does not fit the card: nothing smaller comes after it.
    pub may_spill: bool,
}

/// The candidates for what a scenario leaves open; the scenario itself where it leaves nothing open.
pub fn of(scenario: &Scenario, hardware: &Hardware, model: &Decoder) -> Vec<Candidate> {
    let asked = &scenario.serving;
    let published = published(scenario, model);
    let engines = asked.engine.map_or_else(|| engines(scenario, hardware), |engine| vec![engine]);
    let candidates = engines.into_iter().flat_map(|engine| {
        let usual: &[WeightsFormat] = match engine {
            ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => &OF_POOLS,
            ServingEngine::LlamaCpp => &OF_GGUF,
            ServingEngine::Exllama => &OF_EXL3,
            ServingEngine::Transformers | ServingEngine::Diffusers | ServingEngine::Pytorch => &OF_GENERATE,
        };
        // Nobody loads more bits than were published.
        let as_published = |&format: &WeightsFormat| if format == WeightsFormat::Bf16 { published } else { format };
        let mut formats: Vec<WeightsFormat> = match asked.weights_format {
            Some(format) => vec![format],
            None => usual.iter().map(as_published).filter(|&format| Format::from(format).suits(model)).collect(),
        };
        formats.dedup();
        if formats.is_empty() {
            // Files of llama.cpp have a format of their own for experts that were made in 4 bits.
            formats.push(WeightsFormat::Mxfp4Moe);
        }
        let spills = engine == ServingEngine::LlamaCpp && asked.offload.is_none() && hardware.gpu.pool.is_none();
        let smallest = formats.last().copied();
        formats.into_iter().map(move |format| Candidate {
            serving: Serving { engine: Some(engine), weights_format: Some(format), ..asked.clone() },
            may_spill: spills && Some(format) == smallest,
        })
    });
    candidates.collect()
}

/// What the repository of the model is stored as; 16 bits where that is not known.
#[cfg(feature = "json")]
fn published(scenario: &Scenario, model: &Decoder) -> WeightsFormat {
    let entry = scenario.model.id.as_deref().and_then(crate::resolve::answering);
    let is_it = |word: &&WeightsFormat| entry.is_some_and(|entry| entry.checkpoint == Format::from(**word));
    // A configuration says what a model is made of, and so whether its experts are packed.
    let is_packed = entry.is_none() && model.has_packed_experts();
    let usual = if is_packed { WeightsFormat::Mxfp4 } else { WeightsFormat::Bf16 };
    WeightsFormat::ALL.iter().find(is_it).copied().unwrap_or(usual)
}

/// 16 bits: the browser's bundle asks for no model that is published otherwise.
#[cfg(not(feature = "json"))]
const fn published(_scenario: &Scenario, _model: &Decoder) -> WeightsFormat {
    WeightsFormat::Bf16
}

/// Engines in the order in which they are tried where none is named.
fn engines(scenario: &Scenario, hardware: &Hardware) -> Vec<ServingEngine> {
    let first: ServingEngine = defaults::engine(scenario, hardware).into();
    let mut engines = vec![first];
    let others = [ServingEngine::Vllm, ServingEngine::LlamaCpp, ServingEngine::Transformers].into_iter();
    let is_usual = |engine: &ServingEngine| *engine != ServingEngine::Vllm || defaults::suits_vllm(hardware);
    engines.extend(others.filter(|engine| *engine != first && is_usual(engine)));
    engines
}

/// The settings with what does not fit the card in the host's memory: experts, or as few blocks as do.
pub fn spilled(serving: &Serving, question: &Question) -> Vec<Serving> {
    let ways = [Some(Offload::Experts).filter(|_| has_experts(question)), fewest_on_host(question)];
    let settings = ways.into_iter().flatten().map(|offload| {
        let (word, layers) = words(offload);
        Serving { offload: Some(word), offload_layers: layers, ..serving.clone() }
    });
    settings.collect()
}

/// Whether the model has experts that can lie apart.
pub fn has_experts(question: &Question) -> bool {
    matches!(question.model.variant, engine::architecture::DecoderVariant::MixtureOfExperts(_))
}
