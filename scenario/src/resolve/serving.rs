//! A model that is to be served: every field checked, with the defaults of its engine.

mod ahead;
mod candidates;
mod defaults;
mod engines;
mod fitting;
mod place;
mod prompts;
mod question;
mod reason;
mod split;
mod suits;

use engine::architecture::{Architecture, Decoder};
use engine::hardware::Hardware;
use engine::serving::levers::{self, Change};
use engine::serving::memory;
use engine::serving::{Question, ServingEngine, is_met, plain};
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine as Word, Speculative, WeightsFormat, Workload};
use wire::v1::scenario::{Serving, ServingParallel};

pub use ahead::drafters;
#[cfg(feature = "json")]
pub(super) use defaults::fill_hardware;
pub use fitting::serving_that_fits;
use question::question;
use reason::not_applicable;

use super::errors::Errors;
use super::subject::Subject;
use super::{hardware, model};
use crate::error::{FieldError, Reason};
use crate::fields::FIELDS;

/// A question for the engine, with the words that its defaults became.
#[derive(Debug, Clone, PartialEq)]
pub struct Served {
    /// What the engine takes.
    pub question: Question,
    /// What was asked, with every default filled in.
    pub inputs: Scenario,
}

/// Sections that say something of training alone.
const OF_TRAINING: [&str; 4] = ["/training/", "/data/", "/constraints/", "/measured/"];
/// The section that says something of serving alone.
const OF_SERVING: &str = "/serving/";
/// The field that tells which of them are read.
const TASK: &str = "/task";

/// Whether a scenario whose task is inference may say this field.
#[must_use]
pub fn serving_reads(pointer: &str) -> bool {
    OF_TRAINING.iter().all(|section| !pointer.starts_with(section))
}

/// Blames what is said of serving in a scenario that trains, and a task that is not answered here.
pub(super) fn refuse(scenario: &Scenario, errors: &mut Errors) {
    match scenario.task {
        Some(Workload::Inference) => errors.push(TASK, Reason::NotAnswered),
        Some(Workload::Training) | None => blame(scenario, &[OF_SERVING], Workload::Training, errors),
    }
}

/// Blames what is said of training in a scenario whose model answers.
pub(super) fn blame_training(scenario: &Scenario, errors: &mut Errors) {
    blame(scenario, &OF_TRAINING, Workload::Inference, errors);
}

/// Blames every field of these sections that is given.
fn blame(scenario: &Scenario, sections: &[&str], task: Workload, errors: &mut Errors) {
    for field in FIELDS.iter().filter(|field| sections.iter().any(|section| field.pointer.starts_with(section))) {
        if field.get(scenario).is_some() {
            let value = format!("`{}`", task.as_str());
            errors.push(field.pointer, Reason::NotApplicable { with: TASK, value, allowed: Vec::new() });
        }
    }
}

/// The question of a scenario whose task is inference.
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written.
pub fn resolve_serving(scenario: &Scenario) -> Result<Served, Vec<FieldError>> {
    let mut errors = Errors(FIELDS.iter().filter_map(|field| field.check(scenario)).collect());
    let in_range = errors.0.is_empty();
    blame_training(scenario, &mut errors);
    let hardware = hardware::resolve(&scenario.hardware, &mut errors);
    let architecture = model::resolve_answering(&scenario.model, &mut errors);
    let model = architecture.as_ref().and_then(|architecture| decoder(scenario, architecture, &mut errors));
    if scenario.hardware.nodes.is_some_and(|nodes| nodes > 1) {
        errors.push("/hardware/nodes", not_applicable(TASK, Workload::Inference.as_str(), &["1"]));
    }
    if let Some(architecture) = &architecture {
        suits::of_tokens(scenario, &Subject::of(scenario, architecture), &mut errors);
    }
    let (Some(hardware), Some(model)) = (hardware, model) else { return Err(errors.sorted()) };
    // How many are under way follows from a rate; llama.cpp and ExLlama alone are started with a number of them.
    let asked = &scenario.serving;
    let own = asked.engine.and_then(Word::of_tokens);
    let is_started_with = matches!(own, Some(ServingEngine::LlamaCpp | ServingEngine::Exllama));
    if asked.concurrency.is_some()
        && !is_started_with
        && let Some(rate) = asked.request_rate
    {
        errors.push("/serving/concurrency", not_applicable("/serving/request_rate", &rate.to_string(), &[]));
    }
    if in_range {
        suits::size(scenario, &model, &mut errors);
    }
    // What does not go together is told beside what is not read; of sizes that are out of range nothing more is known.
    let is_known = in_range && errors.0.iter().all(|error| matches!(error.reason, Reason::NotApplicable { .. }));
    if !errors.0.is_empty() {
        if let Some(Err(more)) = is_known.then(|| choose(scenario, &hardware, &model)) {
            errors.0.extend(more);
        }
        return Err(errors.sorted());
    }
    choose(scenario, &hardware, &model).map(|served| Served {
        // A candidate is the scenario with words in its open fields.
        inputs: Scenario { id: scenario.id.clone(), ..served.inputs },
        ..served
    })
}

/// The first candidate that works and gives users what was asked for, with some of it in the host's memory where nothing smaller comes
/// after it; else the first that works, else the one that lacks least, and where none goes together, what is wrong with the first.
fn choose(scenario: &Scenario, hardware: &Hardware, model: &Decoder) -> Result<Served, Vec<FieldError>> {
    let mut nearest: Option<(f64, Served)> = None;
    let mut faults: Option<Vec<FieldError>> = None;
    let mut works: Option<Served> = None;
    for candidate in candidates::of(scenario, hardware, model) {
        let served = match suiting(scenario, &candidate.serving, hardware, model) {
            Ok(served) => served,
            Err(errors) => {
                faults.get_or_insert(errors);
                continue;
            }
        };
        if memory::of(&served.question).works() {
            if is_met(&served.question) {
                return Ok(served);
            }
            if let Some(met) = split_otherwise(scenario, &candidate.serving, &served, hardware, model) {
                return Ok(met);
            }
            works.get_or_insert(served);
            continue;
        }
        if works.is_some() {
            continue;
        }
        let spilled = if candidate.may_spill { candidates::spilled(&candidate.serving, &served.question) } else { Vec::new() };
        let spilled: Vec<Served> =
            spilled.iter().filter_map(|serving| suiting(scenario, serving, hardware, model).ok()).collect();
        let speed = |served: &Served| plain(&served.question).decode_tokens_per_second;
        let working = spilled.iter().filter(|served| memory::of(&served.question).works());
        if let Some(fastest) = working.max_by(|one, other| speed(one).total_cmp(&speed(other))) {
            return Ok(fastest.clone());
        }
        for served in spilled.into_iter().chain([served]) {
            let shortage = memory::of(&served.question).shortage(&served.question);
            if nearest.as_ref().is_none_or(|(least, _)| shortage < *least) {
                nearest = Some((shortage, served));
            }
        }
    }
    works.or(nearest.map(|(_, served)| served)).ok_or_else(|| faults.unwrap_or_default())
}

/// An answer on the same cards, laid on them so that users get what was asked for; none where the split was named, or nothing helps.
fn split_otherwise(
    scenario: &Scenario,
    serving: &Serving,
    served: &Served,
    hardware: &Hardware,
    model: &Decoder,
) -> Option<Served> {
    laid_otherwise(scenario, serving, served, hardware, model).into_iter().find(|other| is_met(&other.question))
}

/// Answers laid otherwise on the same cards that work; none where the split was named.
fn laid_otherwise(scenario: &Scenario, serving: &Serving, served: &Served, hardware: &Hardware, model: &Decoder) -> Vec<Served> {
    if scenario.serving.parallel != ServingParallel::default() {
        return Vec::new();
    }
    let laid = |split| {
        let parallel = split::named(&served.question, split);
        let other = suiting(scenario, &Serving { parallel, ..serving.clone() }, hardware, model).ok()?;
        memory::of(&other.question).works().then_some(other)
    };
    levers::splits(&served.question).into_iter().filter_map(laid).collect()
}

/// Every usual way to serve what a scenario leaves open that works, in the order in which they are chosen: engines and the largest
/// weights first, with some of the model in the host's memory last.
#[must_use]
pub fn ways_to_serve(scenario: &Scenario) -> Vec<Served> {
    // The model alone is taken of it: what users are to get is not asked here.
    let mut open = scenario.clone();
    open.serving.request_rate = None;
    open.serving.min_tokens_per_second = None;
    open.serving.max_time_to_first_token_seconds = None;
    let Ok(first) = resolve_serving(&open) else { return Vec::new() };
    // The machine as it was asked for, before anything was installed for one way.
    let Some(hardware) = hardware::resolve(&scenario.hardware, &mut Errors(Vec::new())) else { return Vec::new() };
    let model = &first.question.model;
    let mut ways = Vec::new();
    for candidate in candidates::of(scenario, &hardware, model) {
        let Ok(served) = suiting(scenario, &candidate.serving, &hardware, model) else { continue };
        if memory::of(&served.question).works() {
            let otherwise = laid_otherwise(scenario, &candidate.serving, &served, &hardware, model);
            ways.push(served);
            ways.extend(otherwise);
        } else if candidate.may_spill {
            let spilled = candidates::spilled(&candidate.serving, &served.question);
            let spilled = spilled.iter().filter_map(|serving| suiting(scenario, serving, &hardware, model).ok());
            ways.extend(spilled.filter(|served| memory::of(&served.question).works()));
        }
    }
    ways
}

/// The question of a scenario with these settings, where they go together.
fn suiting(scenario: &Scenario, serving: &Serving, hardware: &Hardware, model: &Decoder) -> Result<Served, Vec<FieldError>> {
    let candidate = Scenario { serving: serving.clone(), ..scenario.clone() };
    let (question, format) = question(&candidate, hardware.clone(), model.clone());
    let mut errors = Errors(Vec::new());
    suits::check(&candidate, &question, format, &mut errors);
    if !errors.0.is_empty() {
        return Err(errors.sorted());
    }
    Ok(Served { inputs: defaults::inputs(&candidate, &question, format), question })
}

/// The settings of an answered question with a change of it: whole, so that they take the place of all that were asked for.
#[must_use]
pub fn changed(served: &Served, change: Change) -> Serving {
    let question = levers::with(&served.question, change);
    let format = match change {
        Change::Format(format) => WeightsFormat::ALL.iter().copied().find(|&word| format == word.into()),
        _ => served.inputs.serving.weights_format,
    };
    defaults::inputs(&served.inputs, &question, format.unwrap_or(WeightsFormat::Bf16)).serving
}

/// An answered question without what drafts ahead; none where nothing does.
#[must_use]
pub fn without_drafts(asked: &Scenario, served: &Served) -> Option<Served> {
    served.question.settings.drafts?;
    let serving = Serving {
        speculative: Some(Speculative::None),
        draft_model: None,
        speculative_tokens: None,
        speculative_acceptance: None,
        engine: served.inputs.serving.engine,
        weights_format: served.inputs.serving.weights_format,
        // What was left open is decided anew: what drafts took is free.
        ..asked.serving.clone()
    };
    resolve_serving(&Scenario { serving, ..asked.clone() }).ok()
}

/// Ways to draft ahead that an answered question leaves unused: by the model's own head, and by the smallest models of the same make that can, each
/// with what drafts. None where something drafts already, or where nobody wanted it to.
#[must_use]
pub fn ways_to_draft(asked: &Scenario, served: &Served) -> Vec<(Option<&'static catalog::ModelEntry>, Served)> {
    let question = &served.question;
    if question.settings.drafts.is_some() || asked.serving.speculative.is_some() || question.seen().is_some() {
        return Vec::new();
    }
    let own = ahead::has_drafting_head(asked).then_some(None);
    let smaller =
        drafters(asked.model.id.as_deref(), &question.model, question.settings.engine, question.settings.context_length);
    let smaller = smaller.into_iter().take(MOST_TRIED).map(Some);
    let way = |drafter: Option<&'static catalog::ModelEntry>| {
        let how = if drafter.is_some() { Speculative::Draft } else { Speculative::Mtp };
        let draft_model = drafter.map(|entry| entry.id.to_owned());
        let serving = Serving { speculative: Some(how), draft_model, ..served.inputs.serving.clone() };
        let changed = resolve_serving(&Scenario { serving, ..served.inputs.clone() }).ok()?;
        Some((drafter, changed))
    };
    own.into_iter().chain(smaller).filter_map(way).collect()
}

/// Smaller models that are tried; larger ones cost more than they are right more often.
const MOST_TRIED: usize = 2;

/// The model where it is one that is served here.
fn decoder(scenario: &Scenario, architecture: &Architecture, errors: &mut Errors) -> Option<Decoder> {
    if let Architecture::Decoder(decoder) = architecture {
        if !decoder.is_served() {
            errors.push(Subject::of(scenario, architecture).pointer, Reason::TrainedAlone);
            return None;
        }
        return Some(decoder.clone());
    }
    errors.push(Subject::of(scenario, architecture).pointer, Reason::NotServed);
    None
}
