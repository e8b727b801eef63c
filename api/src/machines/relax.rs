//! Which constraint to relax, and how far, where no machine keeps all of them.

use super::market::{MOST_CARDS, any_card};
use super::{Build, CURRENCY, Limits, Refusal, Survey, Workload, survey, workload};
use crate::error::{FieldError, Reason, Relax};
use crate::resolve::methods;
use crate::v1::Scenario;
use crate::v1::choices::Method;

/// The constraints at fault, each with the value that would do: alone where one suffices, else all of them together.
pub fn contradictions(work: &Workload, limits: Limits, found: &Survey) -> Vec<FieldError> {
    let free = survey(work, Limits::NONE);
    if free.builds.is_empty() {
        return beyond_limits(work, &free, found);
    }
    let (mut errors, priced) = (Vec::new(), priced(&free.builds));
    let in_time = |build: &&&Build| limits.deadline.is_none_or(|deadline| build.run_seconds() <= deadline);
    let affordable = |build: &&&Build| limits.budget.is_none_or(|budget| build.bill().amount <= budget);
    let money = priced.iter().filter(in_time).map(|build| build.bill().amount).min_by(f64::total_cmp);
    let seconds = {
        // Without a budget, a machine whose price is not known keeps a deadline as well.
        let all: Vec<&Build> = if limits.budget.is_some() { priced.clone() } else { free.builds.iter().collect() };
        all.iter().filter(affordable).map(|build| build.run_seconds()).min_by(f64::total_cmp)
    };
    if limits.budget.is_some() && let Some(least) = money {
        errors.push(budget(least));
    }
    if limits.deadline.is_some() && let Some(least) = seconds {
        errors.push(deadline(least));
    }
    if errors.is_empty() {
        // Neither alone is enough: the cheapest of the fastest machines keeps both.
        let fastest = priced.iter().min_by(|a, b| a.run_seconds().total_cmp(&b.run_seconds()));
        if let Some(fastest) = fastest {
            errors.push(deadline(fastest.run_seconds()));
            errors.push(budget(fastest.bill().amount));
        } else {
            errors.push(error("budget/amount", Relax::PriceUnknown));
        }
    }
    errors
}

fn priced(builds: &[Build]) -> Vec<&Build> {
    builds.iter().filter(|build| build.bill().unknown_parts == 0).collect()
}

/// No machine holds the run at all: the number of cards or the accepted methods forbid it, or the catalog ends before it.
fn beyond_limits(work: &Workload, free: &Survey, found: &Survey) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if work.most < MOST_CARDS && work.asked.hardware.gpu_count.is_none() {
        // The workload's own scenario no longer says how many cards are allowed.
        let fewest = machines_for(&work.asked).iter().map(|build| build.cards() * work.nodes).min();
        errors.extend(fewest.map(|least| error("max_gpus", Relax::Gpus { least })));
    }
    if let Some(accepted) = &work.asked.constraints.methods {
        let mut any = work.asked.clone();
        any.constraints.methods = None;
        any.training.method = None;
        let suited = suited(&any).into_iter().filter(|method| !accepted.contains(method));
        let holding = suited.filter(|method| {
            let mut scenario = any.clone();
            scenario.training.method = Some(*method);
            !machines_for(&scenario).is_empty()
        });
        let words: Vec<&'static str> = holding.map(|method| method.as_str()).collect();
        if !words.is_empty() {
            errors.push(error("methods", Relax::OneOf { words }));
        }
    }
    if errors.is_empty() {
        errors.push(FieldError::new("/model", Reason::Contradictory(nearest_miss(free, found))));
    }
    errors
}

/// Machines that hold a run, whatever they cost and however long it takes.
fn machines_for(asked: &Scenario) -> Vec<Build> {
    workload(asked).map_or_else(|_| Vec::new(), |work| survey(&work, Limits::NONE).builds)
}

/// The methods that the model can be trained by.
fn suited(asked: &Scenario) -> Vec<Method> {
    any_card(asked).0.map_or_else(Vec::new, |request| methods(&request.scenario.model).to_vec())
}

/// What the run needs of each card at the least, and what the card has, where the two are nearest.
fn nearest_miss(free: &Survey, found: &Survey) -> Relax {
    let misses = free.refused.iter().chain(&found.refused).filter_map(|(_, refusal)| match *refusal {
        Refusal::DoesNotFit { needed, capacity, .. } | Refusal::TooSmall { needed, capacity } => Some((needed, capacity)),
        _ => None,
    });
    let (needed, capacity) = misses.min_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1))).unwrap_or((0.0, 0.0));
    Relax::Memory { needed, capacity }
}

fn budget(least: f64) -> FieldError {
    error("budget/amount", Relax::Money { least, currency: CURRENCY })
}

fn deadline(least: f64) -> FieldError {
    error("deadline_seconds", Relax::Seconds { least: least.ceil() })
}

fn error(constraint: &str, relax: Relax) -> FieldError {
    FieldError::new(format!("/constraints/{constraint}"), Reason::Contradictory(relax))
}
