//! What drafts tokens ahead: the model's own head or a smaller model, with the engines and models that each goes with.

use catalog::Kind;
use engine::architecture::{Architecture, AttentionLayout, Decoder};
use engine::serving::{Drafter, Question, ServingEngine, WeightsFormat as Format, total};
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine as Word, Speculative};
use wire::v1::scenario::Serving;

use super::reason::{ENGINE, model, not_applicable, word};
use crate::error::Reason;
use crate::resolve::errors::Errors;
use crate::resolve::hardware::unknown;

const SPECULATIVE: &str = "/serving/speculative";
const DRAFT_MODEL: &str = "/serving/draft_model";

/// What drafts ahead: a model that is named does so.
pub(super) fn ahead(asked: &Serving) -> Speculative {
    let open = if asked.draft_model.is_some() { Speculative::Draft } else { Speculative::None };
    asked.speculative.unwrap_or(open)
}

/// The model that drafts, as the engine of a question loads it.
pub(super) fn drafter(asked: &Serving, question: &Question) -> Option<Drafter> {
    let settings = &question.settings;
    let has_bf16 = question.hardware.gpu.bf16.is_some();
    Some(Drafter::of(drafting_model(asked)?, settings.engine, settings.weights_format, has_bf16))
}

/// The model that is to draft; none where none is named, or where it writes no tokens.
fn drafting_model(asked: &Serving) -> Option<Decoder> {
    let entry = asked.draft_model.as_deref().and_then(crate::resolve::answering)?;
    match &entry.architecture {
        Architecture::Decoder(model) if ahead(asked) == Speculative::Draft => Some(model.clone()),
        _ => None,
    }
}

/// What drafts ahead goes with its engine and the model, and what is said of drafts goes with it.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let asked = &scenario.serving;
    let how = ahead(asked);
    match how {
        Speculative::Mtp if !question.settings.engine.reserves() => {
            errors.push(SPECULATIVE, not_applicable(ENGINE, word(question), &[Speculative::None.as_str()]));
        }
        Speculative::Mtp if !has_drafting_head(scenario) => {
            let (with, word) = model(scenario);
            errors.push(SPECULATIVE, not_applicable(with, word, &[Speculative::None.as_str()]));
        }
        Speculative::None | Speculative::Mtp => {}
        Speculative::Draft => smaller(scenario, question, errors),
    }
    let is_none = how == Speculative::None;
    let said = [
        asked.draft_model.as_ref().filter(|_| how != Speculative::Draft).map(|_| DRAFT_MODEL),
        asked.speculative_tokens.filter(|_| is_none).map(|_| "/serving/speculative_tokens"),
        asked.speculative_acceptance.filter(|_| is_none).map(|_| "/serving/speculative_acceptance"),
    ];
    for pointer in said.into_iter().flatten() {
        errors.push(pointer, not_applicable(SPECULATIVE, how.as_str(), &[]));
    }
}

/// Most words by which llama.cpp lets two vocabularies differ (`SPEC_VOCAB_MAX_SIZE_DIFFERENCE`); vLLM wants them equal.
const VOCABULARY_SLACK: u64 = 128;

/// A smaller model that drafts: one of the catalog, of the same vocabulary, in an engine whose memory of both is modeled.
fn smaller(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let engine = question.settings.engine;
    if !matches!(engine, ServingEngine::Vllm | ServingEngine::LlamaCpp) {
        let others = [Word::Vllm, Word::LlamaCpp].map(Word::as_str);
        errors.push(ENGINE, not_applicable(SPECULATIVE, Speculative::Draft.as_str(), &others));
    } else if question.seen().is_some() {
        errors.push("/serving/images_per_prompt", not_applicable(SPECULATIVE, Speculative::Draft.as_str(), &["0"]));
    }
    let Some(id) = scenario.serving.draft_model.as_deref() else {
        return errors.push(DRAFT_MODEL, Reason::Required);
    };
    let entries = drafters(scenario.model.id.as_deref(), &question.model, engine, question.settings.context_length);
    if entries.iter().any(|entry| entry.id == id) {
        return;
    }
    let listed = crate::resolve::answering(id).is_some();
    if listed {
        let (with, word) = model(scenario);
        let allowed: Vec<&str> = entries.iter().map(|entry| entry.id).collect();
        errors.push(DRAFT_MODEL, not_applicable(with, word, &allowed));
    } else {
        let ids = entries.iter().map(|entry| entry.id).collect::<Vec<_>>().into_iter();
        errors.push(DRAFT_MODEL, unknown(Kind::Model, id, ids));
    }
}

/// The models of the catalog that can draft for one in such an engine, the smallest first: decoders of the same make and vocabulary with
/// less than half its weights, whose positions reach as many tokens. Of another make a vocabulary of the same size has other words; states of a model that drafts are not
/// modeled.
#[must_use]
pub fn drafters(id: Option<&str>, model: &Decoder, engine: ServingEngine, context: u64) -> Vec<&'static catalog::ModelEntry> {
    let slack = if engine == ServingEngine::LlamaCpp { VOCABULARY_SLACK } else { 0 };
    let make = |entry: &'static catalog::ModelEntry| entry.name.split(' ').next();
    let Some(own_make) = id.and_then(crate::resolve::answering).map(make) else { return Vec::new() };
    let size = |model: &Decoder| total(model, Format::Bf16);
    let own = size(model);
    let can = |entry: &&'static catalog::ModelEntry| {
        let Architecture::Decoder(other) = &entry.architecture else { return false };
        let has_states = matches!(other.options.attention, AttentionLayout::Hybrid(_));
        // vLLM drafts neither with nor for models whose positions are those of pictures too.
        let sees = other.options.tower.is_some() || (engine == ServingEngine::Vllm && model.options.tower.is_some());
        let reaches = other.max_position_embeddings >= context;
        let is_alike = make(entry) == own_make && other.vocab_size.abs_diff(model.vocab_size) <= slack;
        is_alike && reaches && !sees && !has_states && size(other) * 2 < own
    };
    let mut found: Vec<_> = crate::resolve::all_answering().filter(can).collect();
    found.sort_by_key(|entry| entry.published_parameters);
    found
}

/// Whether a model is published with what drafts ahead.
#[cfg(feature = "json")]
pub(super) fn has_drafting_head(scenario: &Scenario) -> bool {
    let entry = scenario.model.id.as_deref().and_then(crate::resolve::answering);
    entry.is_some_and(|entry| entry.drafts)
}

/// None: the browser's bundle asks for no such model.
#[cfg(not(feature = "json"))]
pub(super) const fn has_drafting_head(_scenario: &Scenario) -> bool {
    false
}
