//! How a model lies on the cards of a machine: what was asked for, what is taken where nothing was, and what does not go together.

use std::collections::BTreeSet;

use engine::architecture::DecoderVariant;
use engine::serving::{Offload, Question, ServingEngine, Split};
use wire::v1::Scenario;
use wire::v1::scenario::ServingParallel;

use super::place;
use super::reason::{ENGINE, model, not_applicable, word};
use crate::error::Reason;
use crate::limits::GPU_COUNT;
use crate::resolve::errors::Errors;

const DATA: &str = "/serving/parallel/data";
const TENSOR: &str = "/serving/parallel/tensor";
const PIPELINE: &str = "/serving/parallel/pipeline";
const EXPERT: &str = "/serving/parallel/expert";
const CARDS: &str = "/hardware/gpu_count";

/// The four numbers of a split, in the order of the fields.
type Degrees = [u64; 4];

/// Takes the first way to lay the model on its cards that has every number that was asked for; where there is none, that of one model
/// whose cards share each matrix, which is then blamed.
pub(super) fn take(asked: &ServingParallel, question: &mut Question) {
    let found = layouts(asked, question).into_iter().find(|&split| has(given(asked), degrees(question, split)));
    question.settings.split = found.unwrap_or(Split::TENSOR);
}

/// Ways to lay the model on its cards; where groups of experts alone are named, those that have the copies and stages that are usual.
fn layouts(asked: &ServingParallel, question: &Question) -> Vec<Split> {
    let mut layouts = question.layouts();
    let is_usual = given(asked)[..3].iter().all(Option::is_none);
    if let Some(&usual) = layouts.first().filter(|_| is_usual) {
        layouts.retain(|split| (split.data, split.pipeline) == (usual.data, usual.pipeline));
    }
    layouts
}

/// The numbers of a split: what holds layers on cards one after another has all cards of a copy for stages.
fn degrees(question: &Question, split: Split) -> Degrees {
    let mut other = question.clone();
    other.settings.split = split;
    [other.copies(), other.ranks(), other.stages(), other.expert_groups()]
}

const fn given(asked: &ServingParallel) -> [Option<u64>; 4] {
    [asked.data, asked.tensor, asked.pipeline, asked.expert]
}

fn has(asked: [Option<u64>; 4], degrees: Degrees) -> bool {
    asked.iter().zip(degrees).all(|(asked, has)| asked.is_none_or(|asked| asked == has))
}

/// The words that ask for a split on any number of cards: how many of them share a matrix follows.
pub(super) fn named(question: &Question, split: Split) -> ServingParallel {
    let is_split = question.settings.engine.splits_matrices();
    let is_mixture = matches!(question.model.variant, DecoderVariant::MixtureOfExperts(_));
    ServingParallel {
        data: Some(split.data),
        tensor: None,
        pipeline: is_split.then_some(split.pipeline),
        expert: (is_split && is_mixture).then_some(split.expert),
    }
}

/// The split of a question in words, with what was named of it and still holds.
pub(super) fn words(asked: &ServingParallel, question: &Question) -> ServingParallel {
    let [data, tensor, pipeline, _] = degrees(question, question.settings.split);
    let open = named(question, question.settings.split);
    let holds = asked.data.is_none_or(|asked| asked == data);
    ServingParallel {
        tensor: asked.tensor.filter(|&asked| holds && asked == tensor),
        pipeline: open.pipeline.or_else(|| asked.pipeline.filter(|&asked| holds && asked == pipeline)),
        ..open
    }
}

/// Blames numbers that go with no way to lay the model on its cards, or the cards where there is none.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let asked = given(&scenario.serving.parallel);
    let layouts = layouts(&scenario.serving.parallel, question);
    let layouts: Vec<Degrees> = layouts.into_iter().map(|split| degrees(question, split)).collect();
    if layouts.iter().any(|&layout| has(asked, layout)) {
        return;
    }
    if layouts.is_empty() {
        let lies = |&cards: &u64| {
            let mut other = question.clone();
            other.hardware.gpu_count = cards;
            !other.layouts().is_empty()
        };
        let works = numbers((GPU_COUNT.min..=GPU_COUNT.max).filter(lies));
        errors.push(CARDS, not_applicable(ENGINE, word(question), &refs(&works)));
        return;
    }
    let allowed = [0, 1, 2, 3].map(|place| allowed(&layouts, asked, place));
    let fields = [DATA, TENSOR, PIPELINE, EXPERT].into_iter().zip(asked).zip(&allowed);
    let given = fields.filter_map(|((field, asked), allowed)| Some((field, asked?, allowed)));
    // Numbers of which each goes with some of the others are all at fault.
    let is_one_wrong = given.clone().any(|(_, asked, allowed)| !allowed.contains(&asked));
    for (field, asked, allowed) in given.filter(|(_, asked, allowed)| !is_one_wrong || !allowed.contains(asked)) {
        let works = numbers(allowed.iter().copied().filter(|&works| works != asked));
        errors.push(field, reason(field, asked, scenario, question, &refs(&works)));
    }
}

/// The values of a number that go with the others that were asked for; where none does, with any.
fn allowed(layouts: &[Degrees], asked: [Option<u64>; 4], place: usize) -> BTreeSet<u64> {
    let mut others = asked;
    others[place] = None;
    let beside: BTreeSet<u64> = layouts.iter().filter(|&&layout| has(others, layout)).map(|layout| layout[place]).collect();
    if beside.is_empty() { layouts.iter().map(|layout| layout[place]).collect() } else { beside }
}

/// Why a number does not go, by what it does not go with.
fn reason(field: &str, asked: u64, scenario: &Scenario, question: &Question, works: &[&str]) -> Reason {
    let (engine, settings) = (question.settings.engine, &question.settings);
    let cards = question.hardware.gpu_count.max(1);
    let is_split = engine.splits_matrices();
    let of_cards = || not_applicable(CARDS, &cards.to_string(), works);
    let of_engine = || not_applicable(ENGINE, word(question), works);
    let of_model = || {
        let (with, name) = model(scenario);
        not_applicable(with, name, works)
    };
    match field {
        DATA if engine == ServingEngine::Transformers => of_engine(),
        DATA if settings.offload != Offload::None => {
            let place = place::words(settings.offload).0;
            not_applicable("/serving/offload", place.as_str(), works)
        }
        TENSOR | PIPELINE | EXPERT if !is_split => of_engine(),
        PIPELINE if settings.drafts.is_some() => {
            not_applicable("/serving/speculative", super::ahead::ahead(&scenario.serving).as_str(), works)
        }
        PIPELINE if question.tower().is_some() || !question.has_stages() => of_model(),
        EXPERT if !matches!(question.model.variant, DecoderVariant::MixtureOfExperts(_)) => of_model(),
        EXPERT => of_engine(),
        TENSOR if cards.is_multiple_of(asked.max(1)) => of_model(),
        _ => of_cards(),
    }
}

fn numbers(counts: impl Iterator<Item = u64>) -> Vec<String> {
    counts.map(|count| count.to_string()).collect()
}

fn refs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}
