//! The folded part of the form: what few people change.

use catalog::ModelEntry;
use engine::architecture::Architecture;
use engine::serving::ServingEngine as Engine;
use wire::v1::choices::{KvCacheDtype, ServingOffload, Speculative};

use super::super::asked::Asked;
use super::control::{decided, field, itself, number, ram, words};
use crate::fields::controls;
use crate::locale::Locale;
use crate::messages::run as text;
use markup::Element;

/// The smaller models that can draft for the one that is asked for, in the engine that it is answered with.
pub(super) fn drafters(asked: &Asked) -> Vec<&'static ModelEntry> {
    let entry = asked.scenario.model.id.as_deref().and_then(catalog::listed_model);
    let engine = asked.inputs().and_then(|inputs| inputs.serving.engine?.of_tokens()).unwrap_or(Engine::LlamaCpp);
    let context = asked.inputs().and_then(|inputs| inputs.serving.context_length).unwrap_or(1);
    match entry.map(|entry| &entry.architecture) {
        Some(Architecture::Decoder(model)) if matches!(engine, Engine::LlamaCpp | Engine::Vllm) => {
            scenario::resolve::drafters(asked.scenario.model.id.as_deref(), model, engine, context)
        }
        _ => Vec::new(),
    }
}

pub(super) fn draw(asked: &Asked, locale: Locale) -> Vec<Element> {
    let kept = KvCacheDtype::ALL.iter().map(|dtype| itself(dtype.as_str())).collect();
    let places = ServingOffload::ALL
        .iter()
        .map(|place| {
            let name = match place {
                ServingOffload::None => text::offload_none(locale),
                ServingOffload::Layers => text::offload_some(locale),
                ServingOffload::Experts => text::offload_experts(locale),
                ServingOffload::Model => text::offload_model(locale),
            };
            (place.as_str().to_owned(), name.to_owned())
        })
        .collect();
    let ahead = Speculative::ALL
        .iter()
        .map(|ahead| {
            let name = match ahead {
                Speculative::None => text::offload_none(locale),
                Speculative::Mtp => text::speculative_mtp(locale),
                Speculative::Draft => text::speculative_draft(locale),
            };
            (ahead.as_str().to_owned(), name.to_owned())
        })
        .collect();
    if asked.passes.is_some() {
        let place = words("host", "/serving/offload", text::offload(locale), places, asked, locale);
        let is_shown =
            asked.inputs().is_some_and(|inputs| inputs.serving.vae_tiling.is_some()) || asked.typed("tiling").is_some();
        let ways = [("false", text::tiling_whole(locale)), ("true", text::tiling_tiles(locale))];
        let ways = ways.map(|(value, name)| (value.to_owned(), name.to_owned())).to_vec();
        let tiling = is_shown.then(|| words("tiling", "/serving/vae_tiling", text::vae_tiling(locale), ways, asked, locale));
        return std::iter::once(place).chain(tiling).chain([ram(asked, locale)]).collect();
    }
    let smaller: Vec<(String, String)> =
        drafters(asked).into_iter().map(|entry| (entry.id.to_owned(), entry.name.to_owned())).collect();
    // Where no smaller model has the vocabulary, the control stays away, unless something was typed.
    let drafting = (!smaller.is_empty() || asked.typed("draft_model").is_some())
        .then(|| words("draft_model", "/serving/draft_model", text::draft_model(locale), smaller, asked, locale));
    let fields = [
        number("prefix", "/serving/shared_prefix_tokens", text::prefix(locale), asked, locale),
        number("spread", "/serving/length_spread", text::spread(locale), asked, locale),
        words("kv", "/serving/kv_cache_dtype", text::kv_cache_dtype(locale), kept, asked, locale),
        number("utilization", "/serving/memory_utilization", text::memory_utilization(locale), asked, locale),
        words("speculative", "/serving/speculative", text::speculative(locale), ahead, asked, locale),
    ];
    let further = [
        number("drafts", "/serving/speculative_tokens", text::drafts(locale), asked, locale),
        number("acceptance", "/serving/speculative_acceptance", text::acceptance(locale), asked, locale),
        number("seqs", "/serving/max_num_seqs", text::max_num_seqs(locale), asked, locale),
        number("batched_tokens", "/serving/max_batched_tokens", text::max_batched_tokens(locale), asked, locale),
        words("host", "/serving/offload", text::offload(locale), places, asked, locale),
        number("host_layers", "/serving/offload_layers", text::offload_layers(locale), asked, locale),
        ram(asked, locale),
    ];
    fields.into_iter().chain(drafting).chain(further).chain(split(asked, locale)).collect()
}

/// How the model lies on several cards; nothing where there is one, unless something was typed.
fn split(asked: &Asked, locale: Locale) -> Vec<Element> {
    let fields = [
        ("data_parallel", "/serving/parallel/data", text::parallel_data(locale)),
        ("tensor_parallel", "/serving/parallel/tensor", text::parallel_tensor(locale)),
        ("pipeline_parallel", "/serving/parallel/pipeline", text::parallel_pipeline(locale)),
        ("expert_parallel", "/serving/parallel/expert", text::parallel_expert(locale)),
    ];
    let has_several = asked.scenario.hardware.gpu_count.is_some_and(|cards| cards > 1);
    let is_mixture = asked.inputs().is_some_and(|inputs| inputs.serving.parallel.expert.is_some());
    let is_shown = |name: &str| asked.typed(name).is_some() || (has_several && (name != "expert_parallel" || is_mixture));
    let shown = fields.into_iter().filter(|(name, ..)| is_shown(name));
    let control = |(name, pointer, label)| {
        let open = decided(pointer, asked).or_else(|| follows(pointer, asked)).unwrap_or_default();
        field(name, pointer, label, controls::number(name, asked.typed(name), open), asked, locale)
    };
    shown.map(control).collect()
}

/// What follows for a part of the split that an answer need not name: what copies and stages leave of the cards.
fn follows(pointer: &str, asked: &Asked) -> Option<String> {
    let question = scenario::resolve::resolve_serving(asked.inputs()?).ok()?.question;
    match pointer {
        "/serving/parallel/tensor" => Some(question.ranks().to_string()),
        "/serving/parallel/pipeline" => Some(question.stages().to_string()),
        _ => None,
    }
}
