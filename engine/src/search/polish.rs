//! The last touch: what gains nothing goes back to what was asked, and no single lever is left that would gain.

use super::batch::Care;
use super::difference::changes;
use super::objective::intrusion;
use super::order::better;
use super::space::{exists, keeps_adapters, keeps_library};
use super::workbench::{Weighed, Workbench};
use crate::advice::apply::applied;
use crate::advice::levers::settings;
use crate::device::roofline::training_gpus;
use crate::estimate::Change;
use crate::inputs::{Field, Request, Scenario};
use crate::sizing::card::Detail;
use crate::sizing::plain::plain;
use crate::training::{ActivationCheckpointing, Offload, Sharding, Training};

/// Rounds after which a plan is good enough: each gains at least half a percent.
const MOST_ROUNDS: u64 = 64;

/// Puts back what is not worth its change, one field at a time.
pub(super) fn revert(bench: &mut Workbench, plan: Weighed, asked: &Scenario) -> Weighed {
    let mut plan = plan;
    loop {
        let mut back = None;
        for change in changes(&plan.scenario, asked) {
            let batch = matches!(change, Change::MicroBatchSize(_) | Change::GradientAccumulationSteps(_));
            if batch || is_settled(&change) || changes_more(&change) {
                continue;
            }
            let Some(candidate) = weigh_change(bench, &plan, &[change]) else { continue };
            if candidate.standing.is_as_good(&plan.standing) {
                back = Some(candidate);
                break;
            }
        }
        match back {
            Some(candidate) => plan = candidate,
            None => return plan,
        }
    }
}

/// Whether loader and memory follow from the rest anyway.
const fn is_settled(change: &Change) -> bool {
    matches!(
        change,
        Change::NumWorkers(_)
            | Change::Cache(_)
            | Change::PrefetchFactor(_)
            | Change::PinMemory(_)
            | Change::PersistentWorkers(_)
            | Change::Ram(_)
    )
}

/// Whether a step back would change another field's meaning: the number of GPUs that share a batch.
const fn changes_more(change: &Change) -> bool {
    matches!(change, Change::Sharding(_))
}

/// Pulls levers of open fields until none gains.
pub(super) fn polish(bench: &mut Workbench, plan: Weighed) -> Weighed {
    let mut plan = plan;
    for _ in 0..MOST_ROUNDS {
        let answer = plain(bench.plays, plan.scenario.clone(), Detail::Least);
        let mut best: Option<Weighed> = None;
        for candidate in settings(&answer, &bench.request.open, bench.plays) {
            let Ok(change) = candidate.change else { continue };
            let Some(candidate) = weigh_change(bench, &plan, &change) else { continue };
            let held = best.as_ref().unwrap_or(&plan);
            if candidate.standing.is_worth(&plan.standing) && candidate.standing.order(&held.standing).is_lt() {
                best = Some(candidate);
            }
        }
        match best {
            Some(candidate) => plan = candidate,
            None => break,
        }
    }
    plan
}

/// Takes back whatever frees memory at the price of time or code and is not needed: a plan without it holds and is as fast,
/// with the batch of the plan or with one of its own.
pub(super) fn relieve(bench: &mut Workbench, plan: Weighed) -> Weighed {
    let mut plan = plan;
    while plan.standing.holds() {
        let lighter = lighter(&bench.request.open, &plan.scenario.training);
        let lighter = lighter.into_iter().find_map(|training| {
            let scenario = Scenario { training, ..plan.scenario.clone() };
            let ahead = alternatives(bench, &scenario).into_iter().filter(|other| other.standing.order(&plan.standing).is_lt());
            ahead.reduce(|best, other| better(best, &other))
        });
        match lighter {
            Some(lighter) => plan = lighter,
            None => break,
        }
    }
    plan
}

/// A plan as it is, and with its batch chosen again, where constraints and frameworks allow it.
fn alternatives(bench: &mut Workbench, scenario: &Scenario) -> Vec<Weighed> {
    let request = bench.request;
    let mut scenario = scenario.clone();
    if request.open.contains(&Field::Ram) {
        scenario.hardware.ram = request.scenario.hardware.ram;
    }
    if !is_possible(request, &scenario) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Like every batch that is chosen, it fits by its high estimate.
    if keeps_batch(bench, &scenario) && bench.memory(&scenario).range.1 <= bench.available(&scenario) {
        found.push(bench.weigh(scenario.clone(), &request.open));
    }
    found.extend(bench.with_batch(scenario, request.constraints.global_batch_size, Care::Thorough));
    found
}

/// Whether there is such a run, by the library that was asked for.
pub(crate) fn is_possible(request: &Request, scenario: &Scenario) -> bool {
    exists(request, scenario) && keeps_library(request, scenario)
}

/// The settings with one of those that free memory taken back, each that is the search's to set.
pub(crate) fn lighter(open: &[Field], training: &Training) -> Vec<Training> {
    let with = |field: Field, change: &dyn Fn(&mut Training)| {
        let mut lighter = training.clone();
        change(&mut lighter);
        (open.contains(&field) && intrusion(&lighter) < intrusion(training)).then_some(lighter)
    };
    [
        with(Field::Offload, &|training| training.offload = Offload::None),
        with(Field::Offload, &|training| training.offload = Offload::Optimizer),
        with(Field::ActivationCheckpointing, &|training| training.activation_checkpointing = ActivationCheckpointing::None),
        with(Field::Sharding, &|training| training.sharding = Sharding::Ddp),
        with(Field::Sharding, &|training| training.sharding = Sharding::Zero1),
        with(Field::Sharding, &|training| training.sharding = Sharding::Zero2),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A plan with changes, where they are the search's to make.
fn weigh_change(bench: &mut Workbench, plan: &Weighed, change: &[Change]) -> Option<Weighed> {
    let scenario = apply_if_permitted(bench, &plan.scenario, change)?;
    let open: &[Field] = if bench.request.open.contains(&Field::Ram) { &[Field::Ram] } else { &[] };
    Some(bench.weigh(scenario, open))
}

/// The scenario that changes make of a plan, host memory open again, where they are the search's to make.
pub(super) fn apply_if_permitted(bench: &Workbench, plan: &Scenario, change: &[Change]) -> Option<Scenario> {
    let request = bench.request;
    let is_open = |change: &Change| change.field().is_some_and(|field| request.open.contains(&field));
    if !change.iter().all(is_open) {
        return None;
    }
    let mut scenario = applied(plan, change);
    let is_ram_open = request.open.contains(&Field::Ram);
    if is_ram_open && !change.iter().any(|change| matches!(change, Change::Ram(_))) {
        scenario.hardware.ram = request.scenario.hardware.ram;
    }
    (is_allowed(bench, &scenario) && !is_regrouped(plan, &scenario)).then_some(scenario)
}

/// Weighs a changed plan, the host's open fields decided for it again.
pub(super) fn weigh_with_host(bench: &mut Workbench, plan: &Scenario, mut scenario: Scenario) {
    let request = bench.request;
    if request.open.contains(&Field::Ram) {
        scenario.hardware.ram = request.scenario.hardware.ram;
    }
    if is_allowed(bench, &scenario) && !is_regrouped(plan, &scenario) {
        bench.weigh(scenario, &request.open);
    }
}

/// Whether accumulation would put other samples into an update: that is a lever for who pulls it, not for a search.
fn is_regrouped(plan: &Scenario, changed: &Scenario) -> bool {
    let steps = |scenario: &Scenario| scenario.training.gradient_accumulation_steps;
    steps(plan) != steps(changed) && update(plan) != update(changed)
}

/// Samples of an update.
fn update(scenario: &Scenario) -> u64 {
    let Scenario { hardware, training, .. } = scenario;
    training.micro_batch_size * training.gradient_accumulation_steps * training_gpus(hardware, training)
}

/// Whether constraints and frameworks allow a plan.
pub(super) fn is_allowed(bench: &Workbench, scenario: &Scenario) -> bool {
    let request = bench.request;
    let is_kept = keeps_library(request, scenario) && keeps_adapters(request, scenario);
    is_kept && request.constraints.accepts(&scenario.training.method) && exists(request, scenario) && keeps_batch(bench, scenario)
}

/// Whether the samples of an update are those that the caller wants.
fn keeps_batch(bench: &Workbench, scenario: &Scenario) -> bool {
    bench.request.constraints.global_batch_size.is_none_or(|global| update(scenario) == global)
}
