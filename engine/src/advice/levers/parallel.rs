//! Levers on how several GPUs share a run.

use super::candidate::{Candidate, setting};
use super::mixing::mixing;
use super::plan::Plan;
use crate::advice::apply::applied;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::inputs::Scenario;
use crate::training::Sharding;

pub(super) fn ddp(plan: &Plan) -> Candidate {
    sharding_lever(plan, "ddp", Sharding::Ddp, "PyTorch DistributedDataParallel (Li et al. 2020); rule B11")
}

pub(super) fn zero_1(plan: &Plan) -> Candidate {
    sharding_lever(plan, "zero-1", Sharding::Zero1, "Rajbhandari et al. 2020 (ZeRO), section 5; rule B11")
}

pub(super) fn zero_2(plan: &Plan) -> Candidate {
    sharding_lever(plan, "zero-2", Sharding::Zero2, "Rajbhandari et al. 2020 (ZeRO), section 5; rule B11")
}

pub(super) fn zero_3(plan: &Plan) -> Candidate {
    sharding_lever(
        plan,
        "zero-3",
        Sharding::Zero3,
        "Rajbhandari et al. 2020 (ZeRO), section 5; Zhao et al. 2023 (FSDP); rule B11",
    )
}

fn sharding_lever(plan: &Plan, id: &'static str, sharding: Sharding, source: &'static str) -> Candidate {
    let gpus = plan.scenario.hardware.total_gpus();
    let now = plan.scenario.training.sharding;
    let (change, effect): (Result<Vec<Change>, RejectionReason>, Effect) = match now {
        _ if gpus < 2 => (Err(RejectionReason::NeedsGpus), Effect::None),
        _ if !plan.scenario.training.optimizer.takes_sharding(sharding) => (Err(RejectionReason::OtherOptimizer), Effect::None),
        _ if !plan.scenario.training.takes_sharding(sharding) => (Err(RejectionReason::UsesDora), Effect::None),
        now if now == sharding => (Err(RejectionReason::AlreadySet), Effect::None),
        // The GPUs that train stay the same.
        Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => {
            (Ok(vec![Change::Sharding(sharding)]), Effect::None)
        }
        Sharding::None => {
            let (change, effect) = join_gpus(plan.scenario, sharding, gpus);
            (Ok(change), effect)
        }
    };
    let effect = change.as_ref().map_or(effect, |change| effect.max(mixing(plan.scenario, &applied(plan.scenario, change))));
    setting(id, change, effect, source)
}

/// This many GPUs on what one trained: fewer accumulation steps where they divide, so that an update sees the same samples,
/// else a larger batch.
pub(super) fn join_gpus(scenario: &Scenario, sharding: Sharding, gpus: u64) -> (Vec<Change>, Effect) {
    let steps = scenario.training.gradient_accumulation_steps;
    let mut change = vec![Change::Sharding(sharding)];
    if steps.is_multiple_of(gpus) {
        change.push(Change::GradientAccumulationSteps(steps / gpus));
        return (change, Effect::None);
    }
    (change, Effect::Small)
}
