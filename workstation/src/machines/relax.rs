//! Which constraint to relax, and how far, where no machine keeps all of them.

use super::any_card::any_card;
use super::build::Build;
use super::candidate::{COUNTS, Candidate, MOST_CARDS};
use super::circuit::Circuit as Fed;
use super::failure::Failure;
use super::hosts::Cost;
use super::limits::Limits;
use super::plan::plan_on;
use super::purse::Purse;
use super::question::survey;
use super::refusal::Refusal;
use super::survey::{Aim, Survey};
use engine::desk::Desk;
use engine::units::GIB;
use scenario::error::{FieldError, Reason, Relax};
use scenario::resolve::methods;
use wire::v1::Scenario;
use wire::v1::choices::{CaseStyle, Circuit, Method, Vendor};
use wire::v1::scenario::GpuChoice;

/// The constraints at fault, each with the value that would do.
pub fn contradictions(market: &mut Survey, limits: Limits, purse: &Purse) -> Failure {
    let in_time = |build: &Build| limits.deadline.is_none_or(|deadline| build.run_seconds() <= deadline);
    let affordable = |build: &Build| {
        // Without a budget, a machine whose price is not known keeps a deadline as well.
        let bill = build.bill();
        limits.budget.is_none_or(|budget| bill.unknown_parts == 0 && bill.amount <= budget)
    };
    let may_be_in_time = |_: &Candidate, cost: &Cost| limits.deadline.is_none_or(|deadline| cost.run <= deadline);
    let may_be_affordable =
        |_: &Candidate, cost: &Cost| limits.budget.is_none_or(|budget| cost.unknown == 0 && cost.price <= budget);
    let may_be_priced = |_: &Candidate, cost: &Cost| cost.unknown == 0;
    let mut errors = Vec::new();
    if limits.budget.is_some()
        && let Some(build) = market.least(
            Aim::Price,
            |candidate, cost| may_be_priced(candidate, cost) && may_be_in_time(candidate, cost),
            |build| is_priced(build) && in_time(build),
        )
    {
        errors.push(budget(price(&build), purse));
    }
    if limits.deadline.is_some()
        && let Some(build) = market.least(Aim::Run, may_be_affordable, affordable)
    {
        errors.push(deadline(build.run_seconds()));
    }
    if !errors.is_empty() {
        return Failure::Contradictory(errors);
    }
    // Neither alone is enough: the price of the fastest machine and its run keep both.
    if let Some(fastest) = market.least(Aim::Run, may_be_priced, is_priced) {
        return Failure::Apart(vec![deadline(fastest.run_seconds()), budget(price(&fastest), purse)]);
    }
    if market.least(Aim::Run, |_, _| true, |_| true).is_some() {
        return Failure::Contradictory(vec![error("budget/amount", Relax::PriceUnknown)]);
    }
    Failure::Contradictory(beyond_limits(market))
}

fn price(build: &Build) -> f64 {
    build.bill().amount
}

fn is_priced(build: &Build) -> bool {
    build.bill().unknown_parts == 0
}

/// No machine holds the run at all: the number of cards or the accepted methods forbid it, or the catalog ends before it.
fn beyond_limits(market: &Survey) -> Vec<FieldError> {
    let work = &market.work;
    let mut errors = Vec::new();
    if work.most < MOST_CARDS && work.order.asked.hardware.gpu_count.is_none() {
        // The workload's own scenario no longer says how many cards are allowed.
        let fewest = (work.most + 1..=MOST_CARDS).find(|count| {
            let mut scenario = work.order.asked.clone();
            scenario.hardware.gpu_count = Some(*count);
            COUNTS.contains(count) && holds(&scenario)
        });
        errors.extend(fewest.map(|count| error("max_gpus", Relax::Gpus { least: count * work.order.nodes })));
    }
    if let Some(accepted) = &work.order.asked.constraints.methods {
        let mut any = work.order.asked.clone();
        any.constraints.methods = None;
        let suited = suitable_methods(&any).into_iter().filter(|method| !accepted.contains(method));
        let holding = suited.filter(|method| {
            let mut scenario = any.clone();
            scenario.training.method = Some(*method);
            scenario.hardware.gpu_count = scenario.hardware.gpu_count.or_else(|| (work.most == 1).then_some(1));
            holds(&scenario)
        });
        let words: Vec<&'static str> = holding.map(Method::as_str).collect();
        if !words.is_empty() {
            errors.push(error("methods", Relax::OneOf { words }));
        }
    }
    errors.extend(circuits_that_do(&work.order.asked));
    errors.extend(cases_that_do(&work.order.asked));
    errors.extend(vendors_that_do(&work.order.asked));
    if errors.is_empty() {
        errors.extend(parts_in_the_way(&work.order.asked));
    }
    if errors.is_empty() {
        errors.push(nearest_miss(market));
    }
    errors
}

/// The circuits that feed a machine for the run, where the one that is there feeds none.
fn circuits_that_do(asked: &Scenario) -> Option<FieldError> {
    let carries = |circuit: Circuit| Fed::of(circuit).map_or(0.0, |rule| rule.carries.get());
    let own = carries(asked.hardware.circuit?);
    let holding = |circuit: &&Circuit| {
        let mut scenario = asked.clone();
        scenario.hardware.circuit = Some(**circuit);
        carries(**circuit) > own && holds(&scenario)
    };
    let words: Vec<&'static str> = Circuit::ALL.iter().filter(holding).map(|circuit| circuit.as_str()).collect();
    (!words.is_empty()).then(|| FieldError::new("/hardware/circuit", Reason::Contradictory(Relax::Allow { words })))
}

/// The kinds of case that a machine for the run goes into, where it goes into none of the kind that was asked for; none of them
/// where any other case does.
fn cases_that_do(asked: &Scenario) -> Option<FieldError> {
    let own = asked.hardware.case?;
    let with = |case: Option<CaseStyle>| {
        let mut scenario = asked.clone();
        scenario.hardware.case = case;
        holds(&scenario)
    };
    let others = CaseStyle::ALL.iter().copied().filter(|style| *style != own && with(Some(*style)));
    let words: Vec<&'static str> = others.map(CaseStyle::as_str).collect();
    let is_any = words.is_empty() && with(None);
    (!words.is_empty() || is_any).then(|| {
        FieldError::new("/hardware/case", Reason::Contradictory(if is_any { Relax::LeaveOut } else { Relax::Allow { words } }))
    })
}

/// The makers of whom one is needed for the run.
fn vendors_that_do(asked: &Scenario) -> Option<FieldError> {
    let excluded = asked.constraints.excluded_vendors.as_ref()?;
    let holding = |vendor: &&Vendor| {
        let mut scenario = asked.clone();
        let rest = excluded.iter().copied().filter(|other| other != *vendor).collect();
        scenario.constraints.excluded_vendors = Some(rest);
        holds(&scenario)
    };
    let words: Vec<&'static str> = excluded.iter().filter(holding).map(|vendor| vendor.as_str()).collect();
    (!words.is_empty()).then(|| error("excluded_vendors", Relax::Allow { words }))
}

/// Parts that were asked for and that no board of a machine takes together with the cards, where others would do.
fn parts_in_the_way(asked: &Scenario) -> Vec<FieldError> {
    let without = |change: fn(&mut Scenario)| {
        let mut scenario = asked.clone();
        change(&mut scenario);
        holds(&scenario)
    };
    let conflict = |pointer: &str, with| FieldError::new(pointer, Reason::Conflict { with });
    let mut errors = Vec::new();
    if asked.hardware.cpu.is_some() && without(|scenario| scenario.hardware.cpu = None) {
        errors.push(conflict("/hardware/cpu", "/hardware/gpu_count"));
    }
    if asked.hardware.ram_gib.is_some() && without(|scenario| scenario.hardware.ram_gib = None) {
        errors.push(conflict("/hardware/ram_gib", "/model"));
    }
    errors
}

/// Whether any machine holds a run, whatever it costs and however long it takes.
fn holds(asked: &Scenario) -> bool {
    survey(asked).is_ok_and(|mut market| market.least(Aim::Run, |_, _| true, |_| true).is_some())
}

/// The methods that the model can be trained by.
fn suitable_methods(asked: &Scenario) -> Vec<Method> {
    any_card(asked).0.map_or_else(Vec::new, |request| methods(&request.scenario.model))
}

/// What the run needs of each card at the least, and what the card has, where the two are nearest; where no run lacked memory
/// it is the parts that stand in each other's way.
fn nearest_miss(market: &Survey) -> FieldError {
    let misses = refusals(market).filter_map(|refusal| match refusal {
        Refusal::DoesNotFit { needed, capacity, .. } | Refusal::TooSmall { needed, capacity } => Some((needed, capacity)),
        _ => None,
    });
    // What leaves a device nothing at all is the host's need of memory in common.
    let misses = misses.filter(|(_, capacity)| *capacity > 0.0);
    if let Some((needed, capacity)) = misses.min_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1))) {
        return FieldError::new("/model", Reason::Contradictory(Relax::Memory { needed, capacity }));
    }
    let hardware = &market.work.order.asked.hardware;
    let named = [
        ("/hardware/cpu", hardware.cpu.is_some()),
        ("/hardware/ram_gib", hardware.ram_gib.is_some()),
        ("/hardware/storage", hardware.storage.is_some()),
        ("/hardware/gpu_count", hardware.gpu_count.is_some()),
    ];
    let named = named.into_iter().find(|(_, is_named)| *is_named).map(|(pointer, _)| pointer);
    // Cards that hold the run, and no host beside them: what hosts differ in is memory.
    if let (None, Some(needed_gib)) = (named, host_memory(market)) {
        return FieldError::new("/hardware/ram_gib", Reason::Contradictory(Relax::HostMemory { needed_gib }));
    }
    let pointer = named.unwrap_or("/hardware/gpu");
    FieldError::new(pointer, Reason::Contradictory(Relax::Parts))
}

/// The host memory that the run needs, in GiB, where cards hold it and no host was found for them.
fn host_memory(market: &Survey) -> Option<u64> {
    let (prospect, _) = market.outcomes().find(|(_, known)| known.refusal.is_none() && known.tried.is_empty())?;
    let mut scenario = market.work.order.asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(prospect.candidate.entry.id.to_owned()));
    scenario.hardware.gpu_count = Some(prospect.candidate.count);
    let needed = plan_on(&mut Desk::default(), &scenario, None)?.ram.minimum;
    Some(needed.0.div_ceil(GIB))
}

/// Why each machine was left out.
fn refusals(market: &Survey) -> impl Iterator<Item = Refusal> {
    let planned = market.outcomes().flat_map(|(_, known)| {
        let tried = known.tried.into_iter().filter_map(|tried| tried.as_ref().err().copied());
        known.refusal.into_iter().chain(tried).collect::<Vec<_>>()
    });
    planned.chain(market.refused.iter().map(|(_, refusal)| *refusal))
}

/// A whole amount: a cent less than it would be too little.
pub(super) fn budget(usd: f64, purse: &Purse) -> FieldError {
    let least = if purse.rate().is_some() { purse.of_dollars(usd).ceil() } else { usd };
    error("budget/amount", Relax::Money { least, currency: purse.currency().to_owned() })
}

fn deadline(least: f64) -> FieldError {
    error("deadline_seconds", Relax::Seconds { least: least.ceil() })
}

fn error(constraint: &str, relax: Relax) -> FieldError {
    FieldError::new(format!("/constraints/{constraint}"), Reason::Contradictory(relax))
}
