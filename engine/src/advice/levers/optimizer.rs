//! Levers on the optimizer and its states.

use super::candidate::{Candidate, set_or, setting};
use super::plan::Plan;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::training::{Offload, Optimizer, OptimizerImplementation};

pub(super) fn fused(plan: &Plan) -> Candidate {
    let training = &plan.scenario.training;
    let change = if training.optimizer.has_fused_implementation() {
        set_or(&training.optimizer_implementation, OptimizerImplementation::Fused, Change::OptimizerImplementation)
    } else {
        Err(RejectionReason::OtherOptimizer)
    };
    setting("fused-optimizer", change, Effect::None, "PyTorch torch.optim, fused=True")
}

pub(super) fn adamw_8bit(plan: &Plan) -> Candidate {
    let change = instead_of_adamw(plan, Optimizer::Adamw8bit);
    setting("adamw-8bit", change, Effect::Small, "Dettmers et al. 2022 (8-bit optimizers)")
}

pub(super) fn adafactor(plan: &Plan) -> Candidate {
    let change = instead_of_adamw(plan, Optimizer::Adafactor);
    setting("adafactor", change, Effect::ChangesMethod, "Shazeer and Stern 2018; rule B1")
}

pub(super) fn sgd(plan: &Plan) -> Candidate {
    let change = instead_of_adamw(plan, Optimizer::SgdMomentum);
    setting("sgd", change, Effect::ChangesMethod, "PyTorch torch.optim.SGD: one state a weight; rule B1")
}

fn instead_of_adamw(plan: &Plan, optimizer: Optimizer) -> Result<Vec<Change>, RejectionReason> {
    let training = &plan.scenario.training;
    match training.optimizer {
        // The host updates what is offloaded.
        Optimizer::Adamw if training.offload != Offload::None && !optimizer.steps_on_host() => Err(RejectionReason::Unsupported),
        Optimizer::Adamw => Ok(vec![Change::Optimizer(optimizer)]),
        now if now == optimizer => Err(RejectionReason::AlreadySet),
        _ => Err(RejectionReason::OtherOptimizer),
    }
}
