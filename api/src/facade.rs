//! The questions, asked alike by pages, HTTP and command line.

use engine::desk::Desk;
use engine::estimate::Answer as Found;
use engine::inputs::{Constraints, Request};
use engine::training::Framework as Engine;

use crate::buy;
use crate::convert;
use crate::feeding;
use crate::ladder;
use crate::running;
use scenario::diagnose;
use scenario::error::{FieldError, Reason};
use scenario::json;
use scenario::measured::carry_into;
use scenario::resolve::{resolve, resolve_any, resolve_passing, resolve_serving};
use scenario::{patch, problem};
use wire::locale::Locale;
use wire::v1::choices::{Framework, Workload};
use wire::v1::diagnose::{Observed, Symptom};
use wire::v1::estimate::{Passed, Served};
use wire::v1::{Advised, Answer, Code, Diagnosis, Estimate, Problem, Recommendation, Scenario};

/// Version of the formulas behind every answer.
pub const ENGINE_VERSION: &str = engine::VERSION;
/// Version of the hardware and model data behind every answer.
pub const CATALOG_VERSION: &str = catalog::VERSION;

/// What a run needs, whether it fits and how fast it is, in the framework that is modeled.
///
/// # Errors
/// Every field at fault, a framework that is not modeled among them: [`answer`] takes any.
pub fn estimate(scenario: &Scenario) -> Result<Estimate, Problem> {
    estimate_at(&mut Desk::default(), scenario)
}

/// What a run needs, as [`estimate`], at a desk that may have played its step before.
///
/// # Errors
/// Every field at fault.
pub fn estimate_at(desk: &mut Desk, scenario: &Scenario) -> Result<Estimate, Problem> {
    let request = resolve(scenario).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    let estimate = desk.estimate(&request);
    let ladder = ladder::ladder(desk, &request, scenario, &estimate);
    Ok(convert::estimate(scenario, &estimate, ladder, Locale::En))
}

/// What a run in any framework needs, or where the task is inference, what serving needs, with its sentences in the reader's language: where the framework is not modeled, what is
/// sure of the run.
///
/// # Errors
/// Every field at fault.
pub fn answer(scenario: &Scenario, locale: Locale) -> Result<Answer, Problem> {
    answer_at(&mut Desk::default(), scenario, locale)
}

/// What serving a model needs, whether it fits and how fast it is.
///
/// # Errors
/// Every field at fault.
pub fn serve(scenario: &Scenario, locale: Locale) -> Result<Served, Problem> {
    let served = resolve_serving(scenario).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    Ok(convert::served(scenario, &served, locale))
}

/// What a model that answers in passes needs, whether it fits and how fast it is.
///
/// # Errors
/// Every field at fault.
pub fn pass(scenario: &Scenario, locale: Locale) -> Result<Passed, Problem> {
    let passing = resolve_passing(scenario).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    Ok(convert::passed(scenario, &passing, locale))
}

/// What a run in any framework needs, as [`answer`], at a desk that may have played its step before; of inference no step is played.
///
/// # Errors
/// Every field at fault.
pub fn answer_at(desk: &mut Desk, scenario: &Scenario, locale: Locale) -> Result<Answer, Problem> {
    if scenario.task == Some(Workload::Inference) {
        return convert::inference(scenario, locale).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()));
    }
    let request = resolve_any(scenario).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    let answer = desk.answer(&request);
    let ladder = match &answer {
        Found::Estimate(estimate) => ladder::ladder(desk, &request, scenario, estimate),
        Found::LowerBound(_) => None,
    };
    Ok(convert::answer(scenario, &answer, ladder, locale))
}

/// The advice on a run in any framework: where that is not modeled nothing is advised, and what is sure is said.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn advise(scenario: &Scenario, locale: Locale) -> Result<Advised, Problem> {
    if scenario.task == Some(Workload::Inference) && scenario.hardware.gpu.is_none() {
        return Ok(Advised::Running(Box::new(running::machines(scenario, locale)?)));
    }
    let is_other = scenario.training.framework.is_some_and(|framework| !Engine::from(framework).is_modeled());
    if !is_other {
        return Ok(Advised::Recommendation(Box::new(recommend_in(scenario, locale)?)));
    }
    let request =
        resolve_any(&convert::with_card(scenario)).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    Ok(Advised::NoAdvice(Box::new(convert::no_advice(scenario, &request, locale))))
}

/// How to run it, and what each single change would do; where no card is named, what to buy for it.
///
/// # Errors
/// Every field at fault, a framework that is not modeled among them ([`advise`] takes any), or every constraint to relax.
pub fn recommend(scenario: &Scenario) -> Result<Recommendation, Problem> {
    recommend_in(scenario, Locale::En)
}

/// How to run it, as [`recommend`], with its sentences in the reader's language.
fn recommend_in(scenario: &Scenario, locale: Locale) -> Result<Recommendation, Problem> {
    if scenario.hardware.gpu.is_none() {
        return buy::recommend(scenario, locale);
    }
    let scenario = patch::with_single_method(scenario);
    let request = resolve(&scenario).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    let advice = engine::recommend(&request, &feeding::market(&scenario))
        .map_err(|contradictions| problem::contradictory(&contradictions).of(scenario.id.clone()))?;
    // Everything of the recommended plan is decided.
    let plan = Request { scenario: advice.recommended.scenario.clone(), open: Vec::new(), constraints: Constraints::default() };
    let ladder = ladder::ladder(&mut Desk::default(), &plan, &scenario, &advice.recommended);
    let mut answer = convert::recommendation(&scenario, &advice, ladder, locale);
    let levers = answer.levers.iter_mut().map(|lever| &mut lever.change);
    let plans = answer.pareto.iter_mut().map(|plan| &mut plan.change);
    let elsewhere = answer.nearest.iter_mut().map(|nearest| &mut nearest.change);
    for change in levers.chain(plans).chain(elsewhere).chain([&mut answer.recommended.change]) {
        carry_into(change, &scenario, &request.scenario.measured);
    }
    Ok(answer)
}

/// Programs that run it, as an estimate decides what it leaves open; `framework` takes precedence over the scenario's own, and
/// with neither there are programs of all that have such a run.
///
/// # Errors
/// Every field at fault.
pub fn code_of(scenario: &Scenario, framework: Option<Framework>, locale: Locale) -> Result<Code, Problem> {
    if scenario.model.graph.is_some() {
        return Err(problem::invalid(&[FieldError::new("/model/graph", Reason::NoProgram)]).of(scenario.id.clone()));
    }
    let mut wanted = scenario.clone();
    wanted.training.framework = framework.or(wanted.training.framework);
    let request = resolve_any(&wanted).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    let (inputs, snippets, refusals) = programs::programs(&wanted, &engine::answer_of(&request), locale);
    Ok(Code {
        id: scenario.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        inputs,
        snippets,
        refusals,
    })
}

/// Where each program lies in a folder that holds all of them, and its text.
#[must_use]
pub fn folder_of(code: &Code) -> Vec<(String, &str)> {
    programs::folder(&code.snippets)
}

/// What may be behind a symptom, in the order to look, with remedies.
///
/// # Errors
/// Every field at fault.
pub fn diagnose_plan(scenario: &Scenario, symptom: Symptom, observed: Observed, locale: Locale) -> Result<Diagnosis, Problem> {
    let request = resolve(scenario).map_err(|errors| problem::invalid(&errors).of(scenario.id.clone()))?;
    let estimate = engine::answer::estimate(&request);
    let diagnosis =
        engine::diagnosis::diagnose(&estimate, diagnose::engine_symptom(symptom, observed), &feeding::market(scenario));
    Ok(convert::diagnosis(scenario, &estimate, symptom, observed, &diagnosis, locale))
}

/// A scenario from JSON.
///
/// # Errors
/// The text is not JSON, or every field at fault.
pub fn parse_scenario_json(text: &str) -> Result<Scenario, Problem> {
    json::parse_scenario(text.as_bytes())
}

/// [`estimate`] of a scenario as JSON, in the framework that is modeled.
///
/// # Errors
/// The text is not JSON, or every field at fault.
pub fn estimate_json(text: &str) -> Result<Estimate, Problem> {
    estimate(&parse_scenario_json(text)?)
}

/// [`recommend`] of a scenario as JSON.
///
/// # Errors
/// The text is not JSON, or every field at fault.
pub fn recommend_json(text: &str) -> Result<Recommendation, Problem> {
    recommend(&parse_scenario_json(text)?)
}
