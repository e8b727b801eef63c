//! The plan of a workload on one machine: the single place that asks the engine's search.

use std::mem::discriminant;

use engine::advice::search;
use engine::device::roofline::training_gpus;
use engine::estimate::{Estimate, Request, run_time};

use crate::pin::pin;
use crate::resolve::resolve;
use crate::v1::Scenario;
use crate::v1::choices::Sharding;

/// The best plan on a machine whose hardware is given, RAM aside; none where the scenario cannot be asked of such a card.
///
/// Several cards train together, so the data is spread over them, and the states as well where the card is too small
/// without.
pub fn plan_on(asked: &Scenario) -> Option<(Scenario, Estimate)> {
    let mut best: Option<(Scenario, Estimate, Rank)> = None;
    for scenario in variants(asked) {
        let Ok(request) = resolve(&scenario) else { continue };
        let plan = plan(&request);
        let rank = Rank {
            misses: !plan.vram.fit.fits(),
            changes_method: discriminant(&plan.scenario.training.method) != discriminant(&request.scenario.training.method),
            seconds: run_time(&plan).get(),
        };
        let settled = !rank.misses && !rank.changes_method;
        if best.as_ref().is_none_or(|(_, _, best)| rank.better_than(best)) {
            best = Some((scenario, plan, rank));
        }
        if settled {
            break;
        }
    }
    let (scenario, plan, _) = best?;
    Some(with_global_batch(&scenario, &plan).unwrap_or((scenario, plan)))
}

/// The plan with accumulation steps that give the global batch asked for; none where there is nothing to change.
fn with_global_batch(scenario: &Scenario, plan: &Estimate) -> Option<(Scenario, Estimate)> {
    let global = scenario.constraints.global_batch_size?;
    let asked = &scenario.training;
    let training = &plan.scenario.training;
    let cards = training_gpus(&plan.scenario.hardware, training);
    let of_card = global / cards.max(1);
    let micro =
        asked.micro_batch_size.or_else(|| (1..=training.micro_batch_size).rev().find(|size| of_card.is_multiple_of(*size)))?;
    let steps = of_card.checked_div(micro).filter(|steps| *steps > 0)?;
    let mut pinned = pin(scenario, &plan.scenario);
    pinned.training.micro_batch_size = Some(micro);
    pinned.training.gradient_accumulation_steps = asked.gradient_accumulation_steps.or(Some(steps));
    pinned.training.loader = scenario.training.loader.clone();
    pinned.hardware.ram_gib = scenario.hardware.ram_gib;
    let answer = engine::estimate(&resolve(&pinned).ok()?);
    Some((pinned, answer))
}

/// What the engine would run.
fn plan(request: &Request) -> Estimate {
    search::best(request, engine::estimate(request))
}

/// What a search of one machine leaves open: how several cards share the work, and which of the accepted methods.
fn variants(asked: &Scenario) -> Vec<Scenario> {
    let cards = asked.hardware.gpu_count.unwrap_or(1) * asked.hardware.nodes.unwrap_or(1);
    let shardings = match asked.training.sharding {
        Some(sharding) => vec![Some(sharding)],
        None if cards > 1 => vec![Some(Sharding::Ddp), Some(Sharding::Zero3)],
        None => vec![None],
    };
    let methods = match (asked.training.method, &asked.constraints.methods) {
        (None, Some(methods)) => methods.iter().copied().map(Some).collect(),
        (method, _) => vec![method],
    };
    let mut variants = Vec::new();
    for method in methods {
        for sharding in &shardings {
            let mut scenario = asked.clone();
            scenario.training.method = method;
            scenario.training.sharding = *sharding;
            variants.push(scenario);
        }
    }
    variants
}

/// What makes one plan better than another.
struct Rank {
    misses: bool,
    changes_method: bool,
    seconds: f64,
}

impl Rank {
    fn better_than(&self, other: &Self) -> bool {
        (self.misses, self.changes_method)
            .cmp(&(other.misses, other.changes_method))
            .then(self.seconds.total_cmp(&other.seconds))
            .is_lt()
    }
}
