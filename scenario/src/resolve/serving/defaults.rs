//! What engines of serving take where nothing is said, by the card.
//!
//! Sources: `EngineArgs.get_batch_defaults` and `CacheConfig` of vLLM 0.33, `server_args` of `SGLang` 0.5.23, `common.h` and
//! `llama-context` of llama.cpp (0c1e570); read 2026-11.

use super::place::words;
use crate::limits;
use engine::architecture::Tower;
use engine::hardware::{Hardware, Vendor, capability};
use engine::host::kits;
use engine::serving::memory::{self, sglang_share};
use engine::serving::{Question, ServingEngine, load, pictures};
use engine::units::{Bytes, GIB};
use wire::v1::Scenario;
use wire::v1::choices::{ServingOffload, Speculative, WeightsFormat, Workload};
use wire::v1::scenario::{ImageSize, Serving};

/// Tokens of the longest request.
pub const CONTEXT: u64 = 8192;
/// Tokens of a usual prompt.
pub const PROMPT: u64 = 1024;
/// Tokens of a usual answer.
pub const OUTPUT: u64 = 256;
/// A picture in a prompt: a full screen.
pub const PICTURE: ImageSize = ImageSize { height: 1080, width: 1920 };
/// Tokens that are drafted ahead.
pub const DRAFTS: u64 = 3;
/// Chance that a draft is right: with three of them a pass writes 2.7 tokens, as prose was seen to get (2.4 to 3.0; code gets more).
pub const ACCEPTANCE: f64 = 0.75;
/// Requests that vLLM is made ready for where its own number leaves no room.
const FEW_REQUESTS: u64 = 256;
/// The fewest that it is made ready for without being asked.
const FEWEST_REQUESTS: u64 = 16;
/// A pass of `generate` takes whole prompts, however long.
const WHOLE: u64 = 1 << 40;

/// An engine's own limits on a card.
pub struct Usual {
    /// Requests that run at a time.
    pub max_sequences: u64,
    /// Tokens of a pass.
    pub max_batched_tokens: u64,
    /// Share of the card.
    pub memory_utilization: f64,
}

/// The limits that an engine takes by itself where so many cards hold a model, of which so many share each matrix.
pub fn of(engine: ServingEngine, hardware: &Hardware, (cards, ranks): (u64, u64), tower: Option<&Tower>) -> Usual {
    let gpu = &hardware.gpu;
    match engine {
        ServingEngine::Vllm => {
            // It treats A100 and A30 as smaller cards, whatever their memory.
            let is_large =
                gpu.memory >= Bytes(70 * GIB) && gpu.pool.is_none() && gpu.compute_capability != Some(capability::AMPERE);
            let max_batched_tokens = if !is_large {
                2048
            } else if gpu.memory >= Bytes(160 * GIB) {
                16_384
            } else {
                8192
            };
            Usual { max_sequences: if is_large { 1024 } else { 256 }, max_batched_tokens, memory_utilization: 0.92 }
        }
        ServingEngine::Sglang => {
            let (chunk, few, many) = match gpu.memory.0 / GIB {
                0..20 => (2048, 8, 8),
                20..35 => (2048, 24, 80),
                35..60 => (4096, 32, 160),
                60..160 => (8192, 256, 512),
                _ => (16_384, 512, 512),
            };
            // It captures graphs of larger batches where four cards and more hold them.
            let graphs = if ranks < 4 { few } else { many };
            let memory_utilization = sglang_share(gpu.memory, chunk, graphs, cards, tower);
            Usual { max_sequences: 4096, max_batched_tokens: chunk, memory_utilization }
        }
        // `trtllm-serve` 1.1, and its share of what is left.
        ServingEngine::TensorrtLlm => Usual { max_sequences: 2048, max_batched_tokens: 8192, memory_utilization: 0.9 },
        ServingEngine::LlamaCpp => Usual { max_sequences: 1 << 16, max_batched_tokens: 512, memory_utilization: 1.0 },
        // `chunk_size` of `TabbyAPI`.
        ServingEngine::Exllama => Usual { max_sequences: 1 << 16, max_batched_tokens: 2048, memory_utilization: 1.0 },
        ServingEngine::Transformers => Usual { max_sequences: 1 << 16, max_batched_tokens: WHOLE, memory_utilization: 1.0 },
    }
}

/// The engine where none is named: `ExLlama` and llama.cpp for their own files, llama.cpp for what only it can place in host memory, and for
/// cards that the others are not built for; else vLLM.
pub fn engine(scenario: &Scenario, hardware: &Hardware) -> ServingEngine {
    let serving = &scenario.serving;
    let is_gguf = serving.weights_format.is_some_and(|format| engine::serving::WeightsFormat::from(format).is_gguf());
    // Of its own files each tells its engine.
    if serving.weights_format.is_some_and(|format| engine::serving::WeightsFormat::from(format).is_exl3()) {
        return ServingEngine::Exllama;
    }
    let is_offloaded = serving.offload.is_some_and(|offload| offload != ServingOffload::None);
    if is_gguf || is_offloaded || !suits_vllm(hardware) { ServingEngine::LlamaCpp } else { ServingEngine::Vllm }
}

/// Whether a card is one that vLLM is usually run on: NVIDIA's from Turing on, with a memory of their own.
pub fn suits_vllm(hardware: &Hardware) -> bool {
    let gpu = &hardware.gpu;
    gpu.vendor == Vendor::Nvidia && gpu.pool.is_none() && gpu.has_capability(capability::TURING)
}

/// The format where none is named: the checkpoint as it is published, and for llama.cpp the file that most people take.
pub const fn format(engine: ServingEngine) -> WeightsFormat {
    match engine {
        ServingEngine::LlamaCpp => WeightsFormat::Q4KM,
        ServingEngine::Exllama => WeightsFormat::Exl3Bpw4,
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm | ServingEngine::Transformers => {
            WeightsFormat::Bf16
        }
    }
}

/// Takes `SGLang`'s own share for the cards that hold a copy, where none is named.
pub fn follow_split(asked: &Scenario, question: &mut Question, tower: Option<&Tower>) {
    if asked.serving.memory_utilization.is_none() && question.settings.engine == ServingEngine::Sglang {
        let usual = of(ServingEngine::Sglang, &question.hardware, (question.cards(), question.ranks()), tower);
        question.settings.memory_utilization = usual.memory_utilization;
    }
}

/// Takes no larger share of a card than leaves room beside it, where none is named: a desktop on the card takes some of it.
pub fn take_share(asked: &Scenario, question: &mut Question) {
    if asked.serving.memory_utilization.is_none() && question.settings.engine.reserves() {
        let most = memory::largest_share(question).max(limits::MEMORY_UTILIZATION.min);
        question.settings.memory_utilization = question.settings.memory_utilization.min(most);
    }
}

/// Makes vLLM ready for no more requests than leave room for one of the longest, where nothing was asked: its own number suits cards
/// that hold more than this model.
pub fn take_requests(asked: &Scenario, question: &mut Question) {
    if asked.serving.max_num_seqs.is_some() || question.settings.engine != ServingEngine::Vllm {
        return;
    }
    let usual = question.settings.max_sequences;
    if asked.serving.request_rate.is_some() {
        take_most(question);
        return;
    }
    for fewer in [usual, FEW_REQUESTS, FEWEST_REQUESTS] {
        let fewer = fewer.max(question.concurrency()).min(usual);
        question.settings.max_sequences = fewer;
        let memory = memory::of(question);
        if memory.fits && memory::limits(question, &memory).max_concurrency >= question.settings.concurrency {
            return;
        }
        if memory.fits {
            break;
        }
    }
    // Not all of them fit: as many as do, the others wait.
    question.settings.max_sequences = usual;
    take_most(question);
}

/// Makes vLLM ready for as many requests as leave room for the most of them at a time: fewer would queue, and the sampler of more
/// takes what their keys and values need.
fn take_most(question: &mut Question) {
    let usual = question.settings.max_sequences;
    let halved = std::iter::successors(Some(usual), |&requests| (requests > FEWEST_REQUESTS).then_some(requests / 2));
    let room = |requests: u64| {
        let mut other = question.clone();
        other.settings.max_sequences = requests;
        memory::limits(&other, &memory::of(&other)).max_concurrency
    };
    // Of the same room the larger number, which comes first.
    let best = halved.map(|requests| (room(requests), requests)).reduce(|best, next| if next.0 > best.0 { next } else { best });
    question.settings.max_sequences = best.map_or(usual, |(_, requests)| requests);
}

/// Makes room for as many requests at a time as a rate of them leads to, where their number was left open: those that are under way
/// on the mean (Little's law), and twice the root of it for times when more come than usual.
pub fn take_slots(asked: &Scenario, question: &mut Question) {
    let Some(rate) = asked.serving.request_rate else { return };
    if asked.serving.concurrency.is_some() || question.settings.engine == ServingEngine::Transformers {
        return;
    }
    let most = memory::limits(question, &memory::of(question)).max_concurrency;
    let (mut low, mut high) = (1, most.max(1));
    while low < high {
        let middle = low + (high - low) / 2;
        if load::steady(question, middle).requests_per_second >= rate {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let beside = (2.0 * (low as f64).sqrt()).ceil() as u64;
    question.settings.concurrency = (low + beside).min(most.max(1));
}

/// Installs what is bought for what the host needs, where no capacity is named.
pub fn install(asked: &Scenario, question: &mut Question) {
    let hardware = &question.hardware;
    if asked.hardware.ram_gib.is_none() && hardware.gpu.pool.is_none() {
        question.hardware.ram = kits::beside(&hardware.cpu, &hardware.gpu, memory::of(question).host);
    }
}

/// What was asked with every default filled in: asked again, it gives the same answer.
pub fn inputs(asked: &Scenario, question: &Question, format: WeightsFormat) -> Scenario {
    let settings = &question.settings;
    let engine = settings.engine;
    let (offload, offload_layers) = words(settings.offload);
    let serving = Serving {
        engine: Some(engine.into()),
        weights_format: Some(format),
        kv_cache_dtype: Some(settings.kv_cache_dtype.into()),
        context_length: Some(settings.context_length),
        // What is said of a prompt is its text.
        prompt_tokens: Some(settings.prompt_tokens - pictures::of_all(question)),
        images_per_prompt: if question.model.options.tower.is_some() {
            Some(settings.pictures.map_or(0, |pictures| pictures.count))
        } else {
            asked.serving.images_per_prompt
        },
        shared_prefix_tokens: asked.serving.shared_prefix_tokens,
        length_spread: asked.serving.length_spread,
        output_tokens: Some(settings.output_tokens),
        // Engines with a pool take as many as come: what a rate of them leads to is an answer.
        concurrency: (settings.request_rate.is_none() || !engine.reserves()).then_some(settings.concurrency),
        request_rate: asked.serving.request_rate,
        min_tokens_per_second: asked.serving.min_tokens_per_second,
        max_time_to_first_token_seconds: asked.serving.max_time_to_first_token_seconds,
        speculative: asked.serving.speculative.or_else(|| question.drafter.as_ref().map(|_| Speculative::Draft)),
        draft_model: asked.serving.draft_model.clone(),
        speculative_tokens: settings.drafts.map(|drafts| drafts.tokens),
        speculative_acceptance: settings.drafts.map(|drafts| drafts.acceptance),
        max_num_seqs: engine.reserves().then_some(settings.max_sequences),
        max_batched_tokens: (engine != ServingEngine::Transformers).then_some(settings.max_batched_tokens),
        memory_utilization: engine.reserves().then_some(settings.memory_utilization),
        offload: (engine == ServingEngine::LlamaCpp).then_some(offload),
        offload_layers,
        parallel: if question.hardware.gpu_count > 1 {
            super::split::words(&asked.serving.parallel, question)
        } else {
            asked.serving.parallel
        },
        image_size: settings.pictures.map(|pictures| ImageSize { height: pictures.height, width: pictures.width }),
        num_frames: None,
        vae_tiling: None,
        denoising_steps: None,
    };
    let mut inputs = Scenario { task: Some(Workload::Inference), serving, ..asked.clone() };
    fill_hardware(&mut inputs, asked, &question.hardware);
    // Memory that was left open is an answer, no default: named, it would be a limit.
    inputs
}

/// The machine's open fields, as they were decided.
pub fn fill_hardware(inputs: &mut Scenario, asked: &Scenario, found: &Hardware) {
    let hardware = &mut inputs.hardware;
    hardware.gpu_count = Some(found.gpu_count);
    hardware.nodes = Some(1);
    hardware.cpu = found.gpu.pool.is_none().then(|| crate::processor::processor(&asked.hardware).to_owned());
    hardware.storage = Some(asked.hardware.storage.clone().unwrap_or_else(|| crate::defaults::STORAGE.to_owned()));
    hardware.storage_count = Some(asked.hardware.storage_count.unwrap_or(1));
    hardware.os = Some(found.os.into());
    hardware.display_attached = Some(found.display_attached);
}
