//! Which settings go together: engine and card, engine and format, context and model, cards and heads.

use engine::architecture::{Architecture, AttentionLayout, Decoder};
use engine::hardware::capability;
use engine::serving::{CacheDtype, Question, ServingEngine, memory};
use wire::v1::Scenario;
use wire::v1::choices::{KvCacheDtype, ServingEngine as Word, ServingOffload, WeightsFormat};

use super::ahead;
use super::candidates::has_experts;
use super::engines::{self, runs_on};
use super::prompts;
use super::reason::{ENGINE, model, not_applicable, word};
use super::split;
use crate::error::{Reason, Unit};
use crate::resolve::errors::Errors;
use crate::resolve::hardware::not_for_card;
use crate::resolve::subject::Subject;

/// Blames what does not go together.
pub fn check(scenario: &Scenario, question: &Question, format: WeightsFormat, errors: &mut Errors) {
    card(scenario, question, errors);
    states(scenario, question, errors);
    engines::check(scenario, question, errors);
    weights(scenario, question, format, errors);
    cache(scenario, question, errors);
    prompts::check(scenario, question, errors);
    split::check(scenario, question, errors);
    own_fields(scenario, question, errors);
    ahead::check(scenario, question, errors);
}

/// Blames what is said of pictures and of engines that make none of the tokens of a text.
pub fn of_tokens(scenario: &Scenario, subject: &Subject, errors: &mut Errors) {
    if !matches!(subject.architecture, Architecture::Decoder(_)) {
        return;
    }
    let asked = &scenario.serving;
    if asked.engine.is_some_and(|engine| engine.of_tokens().is_none()) {
        let allowed: Vec<&str> = Word::ALL.iter().filter(|word| word.of_tokens().is_some()).map(|word| word.as_str()).collect();
        errors.push(ENGINE, subject.not_applicable(&allowed));
    }
    if asked.num_frames.is_some() {
        errors.push("/serving/num_frames", subject.not_applicable(&[]));
    }
    if asked.vae_tiling.is_some() {
        errors.push("/serving/vae_tiling", subject.not_applicable(&[]));
    }
    if asked.denoising_steps.is_some() {
        errors.push("/serving/denoising_steps", subject.not_applicable(&[]));
    }
    if asked.offload == Some(ServingOffload::Model) {
        errors.push("/serving/offload", subject.not_applicable(&["none", "layers", "experts"]));
    }
}

/// Most bytes that sums over requests may come to, so that no product of them runs over.
const MOST_BYTES: f64 = 1e18;

/// Blames so many and so long requests that nobody's machine could hold them.
pub fn size(scenario: &Scenario, model: &Decoder, errors: &mut Errors) {
    let tokens = model.max_position_embeddings as f64;
    // Keys and values of every head, which no way to keep them exceeds.
    let heads = (model.num_hidden_layers * model.num_attention_heads) as f64;
    let kept = match &model.options.attention {
        AttentionLayout::Latent(latent) => {
            let expanded = heads * (model.head_dim + latent.v_head_dim) as f64;
            let compressed = (model.num_hidden_layers * (latent.kv_lora_rank + latent.qk_rope_head_dim)) as f64;
            4.0 * expanded.max(compressed)
        }
        _ => 4.0 * heads * model.head_dim as f64,
    };
    let wide = 16.0 * (model.intermediate_size + 4 * model.hidden_size + model.num_attention_heads * model.head_dim) as f64;
    let most = MOST_BYTES / (tokens * (kept + wide + 8.0 * model.vocab_size as f64));
    if scenario.serving.concurrency.unwrap_or(1) as f64 > most {
        errors.push("/serving/concurrency", Reason::OutOfRange { min: 1.0, max: most.floor().max(1.0), unit: Unit::None });
    }
}

/// Engines that are built for a card.
fn card(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let gpu = &question.hardware.gpu;
    if !runs_on(question.settings.engine, gpu) {
        let others = Word::ALL.iter().filter(|word| word.of_tokens().is_some_and(|engine| runs_on(engine, gpu)));
        let others: Vec<&str> = others.map(|word| word.as_str()).collect();
        errors.push(ENGINE, not_for_card(scenario, &others));
    }
}

/// Engines whose memory of states is modeled: `SGLang` and TensorRT-LLM keep them in pools of their own, by shares of their own.
fn states(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let has_states = matches!(question.model.options.attention, AttentionLayout::Hybrid(_));
    if has_states && matches!(question.settings.engine, ServingEngine::Sglang | ServingEngine::TensorrtLlm) {
        let (with, name) = model(scenario);
        let others = [Word::Vllm, Word::LlamaCpp, Word::Exllama, Word::Transformers].map(Word::as_str);
        errors.push(ENGINE, not_applicable(with, name, &others));
    }
}

/// Formats that an engine loads on such a card.
fn weights(scenario: &Scenario, question: &Question, format: WeightsFormat, errors: &mut Errors) {
    let loads = loads(question);
    if !engine::serving::WeightsFormat::from(format).suits(&question.model) {
        let allowed: Vec<&str> = loads.iter().map(|format| format.as_str()).collect();
        let (with, name) = model(scenario);
        errors.push("/serving/weights_format", not_applicable(with, name, &allowed));
    } else if !loads.contains(&format) {
        let allowed: Vec<&str> = loads.iter().map(|format| format.as_str()).collect();
        errors.push("/serving/weights_format", not_applicable(ENGINE, word(question), &allowed));
    }
}

fn loads(question: &Question) -> Vec<WeightsFormat> {
    let is_loaded = |&format: &WeightsFormat| {
        let format = engine::serving::WeightsFormat::from(format);
        format.suits(&question.model) && engine::serving::loads(question.settings.engine, format, &question.hardware.gpu)
    };
    WeightsFormat::ALL.iter().copied().filter(is_loaded).collect()
}

/// Types of keys and values that an engine keeps on such a card.
fn cache(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let pointer = "/serving/kv_cache_dtype";
    let dtype = question.settings.kv_cache_dtype;
    let allowed: &[KvCacheDtype] = match question.settings.engine {
        ServingEngine::LlamaCpp | ServingEngine::Exllama => &[KvCacheDtype::Sixteen, KvCacheDtype::Q8_0, KvCacheDtype::Q4_0],
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => &[KvCacheDtype::Sixteen, KvCacheDtype::Fp8],
        ServingEngine::Transformers => &[KvCacheDtype::Sixteen],
    };
    if !allowed.contains(&dtype.into()) {
        let words: Vec<&str> = allowed.iter().map(|dtype| dtype.as_str()).collect();
        errors.push(pointer, not_applicable(ENGINE, word(question), &words));
    } else if dtype == CacheDtype::Fp8 && !question.hardware.gpu.has_capability(capability::ADA) {
        errors.push(pointer, not_for_card(scenario, &[KvCacheDtype::Sixteen.as_str()]));
    } else if !dtype.suits(&question.model) {
        let (with, word) = model(scenario);
        errors.push(pointer, not_applicable(with, word, &[KvCacheDtype::Sixteen.as_str()]));
    }
}

/// Settings that only some engines have.
fn own_fields(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let asked = &scenario.serving;
    let engine = question.settings.engine;
    let mut only = |pointer: &'static str, is_given: bool, has: bool| {
        if is_given && !has {
            errors.push(pointer, not_applicable(ENGINE, word(question), &[]));
        }
    };
    // It answers batch by batch, whenever requests come.
    only("/serving/request_rate", asked.request_rate.is_some(), engine != ServingEngine::Transformers);
    only("/serving/max_num_seqs", asked.max_num_seqs.is_some(), engine.reserves());
    only("/serving/memory_utilization", asked.memory_utilization.is_some(), engine.reserves());
    only("/serving/max_batched_tokens", asked.max_batched_tokens.is_some(), engine != ServingEngine::Transformers);
    let offloads = asked.offload.is_some_and(|offload| offload != ServingOffload::None);
    only("/serving/offload", offloads, engine == ServingEngine::LlamaCpp);
    if offloads && question.hardware.gpu.pool.is_some() {
        errors.push("/serving/offload", not_for_card(scenario, &["none"]));
    }
    let settings = &question.settings;
    let most = memory::MOST_OF_LLAMA_CPP * question.copies();
    if engine == ServingEngine::LlamaCpp && settings.concurrency > most {
        let max = most as f64;
        errors.push("/serving/concurrency", Reason::OutOfRange { min: 1.0, max, unit: Unit::None });
    }
    if engine == ServingEngine::Vllm && settings.max_batched_tokens < settings.max_sequences {
        // The one that was named is at fault; where both were, the tokens are.
        let (min, max) = (settings.max_sequences as f64, crate::limits::BATCHED_TOKENS.max as f64);
        if asked.max_batched_tokens.is_some() {
            errors.push("/serving/max_batched_tokens", Reason::OutOfRange { min, max, unit: Unit::Tokens });
        } else {
            let max = settings.max_batched_tokens as f64;
            errors.push("/serving/max_num_seqs", Reason::OutOfRange { min: 1.0, max, unit: Unit::None });
        }
    }
    if asked.offload == Some(ServingOffload::Experts) && !has_experts(question) {
        let (with, word) = model(scenario);
        errors.push("/serving/offload", not_applicable(with, word, &["none", "layers"]));
    }
    match (asked.offload, asked.offload_layers) {
        (Some(ServingOffload::Layers), None) => errors.push("/serving/offload_layers", Reason::Required),
        (Some(ServingOffload::Layers), Some(layers)) if layers > question.model.num_hidden_layers => {
            let max = question.model.num_hidden_layers as f64;
            errors.push("/serving/offload_layers", Reason::OutOfRange { min: 1.0, max, unit: Unit::None });
        }
        (Some(ServingOffload::None | ServingOffload::Experts | ServingOffload::Model) | None, Some(_)) => {
            let given = asked.offload.unwrap_or(ServingOffload::None).as_str();
            errors.push("/serving/offload_layers", not_applicable("/serving/offload", given, &[]));
        }
        _ => {}
    }
}
