//! Levers on what waits in host memory.

use super::plan::Plan;
use super::{Candidate, set_or, setting};
use crate::estimate::{Change, Effect, RejectionReason};
use crate::training::Offload;

pub(super) fn optimizer(plan: &Plan) -> Candidate {
    let change = match plan.scenario.training.offload {
        Offload::None => Ok(vec![Change::Offload(Offload::Optimizer)]),
        Offload::Optimizer | Offload::All => Err(RejectionReason::AlreadySet),
    };
    setting("offload-optimizer", change, Effect::None, "Ren et al. 2021 (ZeRO-Offload)")
}

pub(super) fn all(plan: &Plan) -> Candidate {
    let change = set_or(&plan.scenario.training.offload, Offload::All, Change::Offload);
    setting("offload-all", change, Effect::None, "Rajbhandari et al. 2021 (ZeRO-Infinity); DeepSpeed offload_param")
}

pub(super) fn none(plan: &Plan) -> Candidate {
    let change = set_or(&plan.scenario.training.offload, Offload::None, Change::Offload);
    setting("no-offload", change, Effect::None, "Ren et al. 2021 (ZeRO-Offload): what stays on the card need not travel")
}
