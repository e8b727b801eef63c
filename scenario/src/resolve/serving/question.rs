//! The engine's question of a scenario: each setting as it was asked for, or the engine's own.

use engine::architecture::{Decoder, Tower, TowerVariant};
use engine::hardware::Hardware;
use engine::host::kits;
use engine::serving::pictures::of_prompt;
use engine::serving::{Drafts, Offload, Pictures, Question, ServingEngine, Settings, Split, Targets, WeightsFormat as Format};
use engine::units::Seconds;
use wire::v1::Scenario;
use wire::v1::choices::{KvCacheDtype, ServingEngine as Word, ServingOffload, Speculative, WeightsFormat};

use super::{ahead, defaults, split};

/// The question of a scenario, and the word for its weights.
pub(super) fn question(scenario: &Scenario, hardware: Hardware, model: Decoder) -> (Question, WeightsFormat) {
    // Of others than those that write tokens nothing is asked here.
    let asked = scenario.serving.engine.and_then(Word::of_tokens);
    let engine = asked.unwrap_or_else(|| defaults::engine(scenario, &hardware));
    let (settings, format) = settings(scenario, engine, &hardware, &model);
    let largest = kits::size_to_buy(&hardware.cpu, hardware.cpu.max_memory);
    let host_room = if scenario.hardware.ram_gib.is_some() { hardware.ram } else { largest };
    let mut question = Question { hardware, model, settings, drafter: None, stage: None, host_room };
    question.drafter = ahead::drafter(&scenario.serving, &question);
    split::take(&scenario.serving.parallel, &mut question);
    let tower = shrinking(&question.model, question.settings.pictures).copied();
    defaults::follow_split(scenario, &mut question, tower.as_ref());
    defaults::take_share(scenario, &mut question);
    defaults::take_requests(scenario, &mut question);
    defaults::take_slots(scenario, &mut question);
    defaults::install(scenario, &mut question);
    (question, format)
}

/// The settings, each as asked or the engine's own.
fn settings(scenario: &Scenario, engine: ServingEngine, hardware: &Hardware, model: &Decoder) -> (Settings, WeightsFormat) {
    let asked = &scenario.serving;
    let format = asked.weights_format.unwrap_or_else(|| defaults::format(engine));
    let longest = model.max_position_embeddings;
    let pictures = pictures(scenario);
    let of_pictures = pictures.map_or(0, |pictures| of_prompt(model, engine, pictures));
    let wanted = |usual: u64| {
        // Beside a length that is named, the other is the usual one.
        let named = match (asked.prompt_tokens, asked.output_tokens) {
            (Some(prompt), Some(output)) => prompt.saturating_add(output),
            (Some(prompt), None) => prompt.saturating_add(defaults::OUTPUT),
            (None, Some(output)) => output.saturating_add(defaults::PROMPT),
            (None, None) if of_pictures > 0 => defaults::PROMPT + defaults::OUTPUT,
            (None, None) => 0,
        };
        usual.max(named.saturating_add(of_pictures)).min(longest)
    };
    let context = asked.context_length.unwrap_or_else(|| match engine {
        // A batch of `generate` holds what its requests take and nothing more.
        ServingEngine::Transformers => wanted(defaults::PROMPT + defaults::OUTPUT),
        _ => wanted(defaults::CONTEXT),
    });
    let written = context.saturating_sub(of_pictures);
    let left = written.saturating_sub(asked.prompt_tokens.unwrap_or(written / 2)).max(1);
    let output = asked.output_tokens.unwrap_or_else(|| defaults::OUTPUT.min(left));
    let prompt = asked.prompt_tokens.unwrap_or_else(|| defaults::PROMPT.min(written.saturating_sub(output).max(1)));
    let concurrency = asked.concurrency.unwrap_or(1);
    let cards = hardware.gpu_count;
    let usual = defaults::of(engine, hardware, (cards, cards), shrinking(model, pictures));
    let max_batched_tokens = asked.max_batched_tokens.unwrap_or(usual.max_batched_tokens);
    let memory_utilization = asked.memory_utilization.unwrap_or(usual.memory_utilization);
    let offload = match asked.offload {
        Some(ServingOffload::Layers) => Offload::Blocks(asked.offload_layers.unwrap_or(model.num_hidden_layers)),
        Some(ServingOffload::Experts) => Offload::Experts,
        Some(ServingOffload::None | ServingOffload::Model) | None => Offload::None,
    };
    let settings = Settings {
        engine,
        weights_format: engine_format(engine, format),
        kv_cache_dtype: asked.kv_cache_dtype.unwrap_or(KvCacheDtype::Sixteen).into(),
        context_length: context,
        prompt_tokens: prompt.saturating_add(of_pictures),
        pictures,
        shared_prefix_tokens: asked.shared_prefix_tokens.unwrap_or(0),
        output_tokens: output,
        concurrency,
        // No more requests run at a time than a pass has tokens.
        max_sequences: asked.max_num_seqs.unwrap_or_else(|| usual.max_sequences.min(max_batched_tokens)),
        max_batched_tokens,
        memory_utilization,
        flash_attention: true,
        cuda_graphs: engine.reserves(),
        all_logits: false,
        repeated_heads: false,
        position_tables: false,
        offload,
        request_rate: asked.request_rate,
        targets: Targets {
            first_token: asked.max_time_to_first_token_seconds.map(Seconds::new),
            tokens_per_second: asked.min_tokens_per_second,
        },
        length_spread: asked.length_spread.unwrap_or(0.0),
        // Taken once it is known what the cards divide.
        split: Split::TENSOR,
        drafts: (ahead::ahead(asked) != Speculative::None).then(|| Drafts {
            tokens: asked.speculative_tokens.unwrap_or(defaults::DRAFTS),
            acceptance: asked.speculative_acceptance.unwrap_or(defaults::ACCEPTANCE),
        }),
    };
    (settings, format)
}

/// The tower for which `SGLang` leaves some of its share: Gemma 3 counts as a model with pictures only once it is told so
/// (`--enable-multimodal`), though its tower is loaded always.
fn shrinking(model: &Decoder, pictures: Option<Pictures>) -> Option<&Tower> {
    let tower = model.options.tower.as_ref()?;
    (pictures.is_some() || tower.variant != TowerVariant::Siglip).then_some(tower)
}

/// The pictures of a prompt; none where it is text alone.
pub(super) fn pictures(scenario: &Scenario) -> Option<Pictures> {
    let asked = &scenario.serving;
    let count = asked.images_per_prompt.filter(|&count| count > 0)?;
    let size = asked.image_size.unwrap_or(defaults::PICTURE);
    Some(Pictures { count, height: size.height, width: size.width })
}

/// The format as the engine stores it: a GGUF file of 16 bits is one whichever 16 bits they are.
fn engine_format(engine: ServingEngine, format: WeightsFormat) -> Format {
    let is_sixteen = matches!(format, WeightsFormat::Bf16 | WeightsFormat::Fp16);
    if engine == ServingEngine::LlamaCpp && is_sixteen { WeightsFormat::F16.into() } else { format.into() }
}
