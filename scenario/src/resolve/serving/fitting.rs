//! What does work where what was asked for does not.

use std::cmp::Reverse;

use engine::serving::memory;
use engine::serving::{ServingEngine, WeightsFormat as Format, total};
use wire::v1::Scenario;
use wire::v1::choices::{ServingOffload, WeightsFormat};
use wire::v1::scenario::{Serving, ServingParallel};

use super::{Served, resolve_serving};

/// The first usual way to serve a scenario's model that works on its machine, whatever else was asked of the engine, else the file of
/// llama.cpp with the most bits that does, else another engine; none where nothing does.
#[must_use]
pub fn serving_that_fits(scenario: &Scenario) -> Option<Served> {
    let asked = &scenario.serving;
    let serving = Serving {
        context_length: asked.context_length,
        prompt_tokens: asked.prompt_tokens,
        output_tokens: asked.output_tokens,
        images_per_prompt: asked.images_per_prompt,
        image_size: asked.image_size,
        shared_prefix_tokens: asked.shared_prefix_tokens,
        concurrency: asked.concurrency,
        // Who wants nothing in RAM gets nothing there.
        offload: asked.offload.filter(|offload| *offload == ServingOffload::None),
        ..Serving::default()
    };
    let open = Scenario { serving, ..scenario.clone() };
    let usual = resolve_serving(&open).ok()?;
    if memory::of(&usual.question).works() {
        return Some(usual);
    }
    let size = |format: &WeightsFormat| total(&usual.question.model, (*format).into());
    let mut files: Vec<_> = WeightsFormat::ALL.iter().copied().filter(|&format| Format::from(format).is_gguf()).collect();
    files.sort_by_key(|format| Reverse(size(format)));
    // Behind the files the engines that nobody is proposed else, for what only their memory holds; then stages, which keep no copies of
    // what cards that share matrices hold in common.
    let mut others: Vec<_> = WeightsFormat::ALL.to_vec();
    others.sort_by_key(|format| Reverse(size(format)));
    let all = |engines: &'static [ServingEngine], parallel: ServingParallel| {
        let others = &others;
        engines.iter().flat_map(move |&engine| others.iter().map(move |&format| (engine, format, parallel)))
    };
    let shared = ServingParallel::default();
    let stages = ServingParallel { pipeline: Some(usual.question.hardware.gpu_count), ..shared };
    let several: &[ServingEngine] = if usual.question.hardware.gpu_count > 1 { &OF_STAGES } else { &[] };
    let files = files.into_iter().map(|format| (ServingEngine::LlamaCpp, format, shared));
    files.chain(all(&OTHERS, shared)).chain(all(several, stages)).find_map(|(engine, format, parallel)| {
        // Who wants nothing in RAM says so to the one engine that could put it there.
        let offload = open.serving.offload.filter(|_| engine == ServingEngine::LlamaCpp);
        let (engine, format) = (Some(engine.into()), Some(format));
        let serving = Serving { engine, weights_format: format, offload, parallel, ..open.serving.clone() };
        let served = resolve_serving(&Scenario { serving, ..open.clone() }).ok()?;
        memory::of(&served.question).works().then_some(served)
    })
}

/// Engines that are tried behind those that people usually take.
const OTHERS: [ServingEngine; 3] = [ServingEngine::Exllama, ServingEngine::Sglang, ServingEngine::TensorrtLlm];
/// Engines that hold layers on cards one after another.
const OF_STAGES: [ServingEngine; 3] = [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm];
