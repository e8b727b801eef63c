//! How a model lies on the cards of a machine: what was asked for, what is taken where nothing was, and what does not go together.

use engine::architecture::DecoderVariant;
use engine::serving::{Offload, Question, ServingEngine, Split};
use wire::v1::Scenario;
use wire::v1::scenario::ServingParallel;

use super::reason::{ENGINE, model, not_applicable, word};
use crate::resolve::errors::Errors;

const DATA: &str = "/serving/parallel/data";
const TENSOR: &str = "/serving/parallel/tensor";
const PIPELINE: &str = "/serving/parallel/pipeline";
const EXPERT: &str = "/serving/parallel/expert";
const CARDS: &str = "/hardware/gpu_count";

/// The split of a question as it was asked for; cards of which nothing is said share each matrix where they divide it, else the most of
/// them that do, and the rest are stages.
pub(super) fn take(asked: &ServingParallel, question: &mut Question) {
    let cards = question.hardware.gpu_count.max(1);
    let expert = asked.expert.unwrap_or(1).max(1);
    // Numbers that do not come to all cards are blamed, and taken as they stand.
    let rest = |others: [Option<u64>; 2]| cards / others.iter().map(|other| other.unwrap_or(1).max(1)).product::<u64>().max(1);
    let data = match (asked.data, asked.tensor, asked.pipeline) {
        (Some(data), ..) => data,
        (None, Some(tensor), Some(pipeline)) => rest([Some(tensor), Some(pipeline)]),
        _ => 1,
    };
    let pipeline = match (asked.pipeline, asked.tensor) {
        (Some(pipeline), _) => pipeline,
        (None, Some(tensor)) => rest([Some(tensor), Some(data)]),
        (None, None) => 1,
    };
    question.settings.split = Split { data: data.max(1), pipeline: pipeline.max(1), expert, stage: None };
    let is_open = asked.tensor.is_none() && asked.pipeline.is_none();
    if is_open && question.settings.engine.splits_matrices() && !divide(question, question.ranks()) {
        let copy = question.cards();
        let most = (1..=copy).rev().filter(|tensor| copy.is_multiple_of(*tensor)).find(|&tensor| divide(question, tensor));
        if let Some(tensor) = most.filter(|tensor| copy / tensor <= question.model.num_hidden_layers) {
            question.settings.split.pipeline = copy / tensor;
        }
    }
}

/// Whether so many cards divide what they split of a model and of one that drafts for it.
fn divide(question: &Question, cards: u64) -> bool {
    question.divides(cards) && question.drafting().is_none_or(|drafting| drafting.divides(cards))
}

/// The words that ask for a split.
pub(super) const fn named(split: Split) -> ServingParallel {
    let Split { data, pipeline, expert, stage: _ } = split;
    ServingParallel { data: Some(data), tensor: None, pipeline: Some(pipeline), expert: Some(expert) }
}

/// The split of a question in words.
pub(super) fn words(question: &Question) -> ServingParallel {
    let (data, tensor, pipeline) = (question.copies(), question.ranks(), question.stages());
    let is_mixture = matches!(question.model.variant, DecoderVariant::MixtureOfExperts(_));
    ServingParallel {
        data: Some(data),
        tensor: Some(tensor),
        pipeline: Some(pipeline),
        expert: is_mixture.then_some(question.expert_groups()),
    }
}

/// Blames a split that does not come to all cards, that they do not divide, or that the engine has no word for.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let asked = &scenario.serving.parallel;
    let cards = question.hardware.gpu_count.max(1);
    let (data, pipeline) = (question.copies(), question.stages());
    let given = [(DATA, asked.data), (TENSOR, asked.tensor), (PIPELINE, asked.pipeline)];
    let tensor = asked.tensor.unwrap_or_else(|| question.ranks());
    if data.saturating_mul(tensor).saturating_mul(pipeline) != cards {
        for (pointer, _) in given.iter().filter(|(_, value)| value.is_some()) {
            let others: u64 = given.iter().filter(|(other, _)| other != pointer).map(|(_, value)| value.unwrap_or(1)).product();
            let dividing = |of: u64| (1..=cards).filter(|count| cards.is_multiple_of(count * of)).collect::<Vec<u64>>();
            let beside = dividing(others);
            // Where no number goes with the others, they have to change as well.
            let works = numbers(&if beside.is_empty() { dividing(1) } else { beside });
            errors.push(pointer, not_applicable(CARDS, &cards.to_string(), &refs(&works)));
        }
        return;
    }
    engines(scenario, question, errors);
    if !question.settings.engine.splits_matrices() {
        return;
    }
    let ranks = question.ranks();
    if question.expert_groups() > 1 {
        experts(scenario, question, errors);
    } else if !divide(question, ranks) {
        let works = numbers(&(1..=64).filter(|&count| divide(question, count)).collect::<Vec<u64>>());
        let pointer = if asked.tensor.is_some() { TENSOR } else { CARDS };
        errors.push(pointer, not_applicable(ENGINE, word(question), &refs(&works)));
    }
    if question.stages() > question.model.num_hidden_layers {
        let works =
            numbers(&(1..=question.model.num_hidden_layers).filter(|count| cards.is_multiple_of(*count)).collect::<Vec<u64>>());
        let (with, name) = model(scenario);
        errors.push(PIPELINE, not_applicable(with, name, &refs(&works)));
    }
}

/// What engines and other settings leave of it.
fn engines(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let asked = &scenario.serving.parallel;
    let engine = question.settings.engine;
    // One program answers, batch by batch.
    if question.copies() > 1 && engine == ServingEngine::Transformers {
        errors.push(DATA, not_applicable(ENGINE, word(question), &["1"]));
    }
    // Copies would share the memory and its rate that one has been given.
    if question.copies() > 1 && question.settings.offload != Offload::None {
        errors.push(DATA, not_applicable("/serving/offload", "layers", &["1"]));
    }
    if !engine.splits_matrices() {
        if asked.tensor.is_some_and(|tensor| tensor > 1) {
            errors.push(TENSOR, not_applicable(ENGINE, word(question), &["1"]));
        }
        if asked.expert.is_some_and(|expert| expert > 1) {
            errors.push(EXPERT, not_applicable(ENGINE, word(question), &["1"]));
        }
        return;
    }
    if question.stages() == 1 {
        return;
    }
    // Of drafts over stages nothing is modeled: TensorRT-LLM and SGLang refuse them, vLLM does so for some models.
    let pointer = if asked.pipeline.is_some() { PIPELINE } else { TENSOR };
    if question.settings.drafts.is_some() {
        errors.push(pointer, not_applicable("/serving/speculative", "mtp", &["1"]));
    }
    // Some of them hold the tower on every stage.
    if question.tower().is_some() {
        let (with, name) = model(scenario);
        errors.push(pointer, not_applicable(with, name, &["1"]));
    }
}

/// Groups of whole experts: vLLM spreads them over all cards that share a matrix or over none (`enable_expert_parallel`), others over as
/// many groups as divide these cards and the experts.
fn experts(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let ranks = question.ranks();
    let is_whole = question.settings.engine == ServingEngine::Vllm;
    let with = |groups: u64| {
        let mut other = question.clone();
        other.settings.split.expert = groups;
        divide(&other, ranks) && (!is_whole || groups == 1 || groups == ranks)
    };
    if with(question.expert_groups()) {
        return;
    }
    let works = numbers(&(1..=ranks).filter(|&groups| with(groups)).collect::<Vec<u64>>());
    let (field, name) = model(scenario);
    errors.push(EXPERT, not_applicable(field, name, &refs(&works)));
}

fn numbers(counts: &[u64]) -> Vec<String> {
    counts.iter().map(u64::to_string).collect()
}

fn refs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}
