//! Levers on what waits in host memory.

use super::candidate::{Candidate, set_or, setting};
use super::mixing::mixing;
use super::plan::Plan;
use super::weigh::WORTHWHILE;
use crate::advice::apply::applied;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::host::phases::HOST_MASTER_BYTES;
use crate::training::{Method, Offload, Training};
use crate::units::Bytes;

/// Whether a run's weights or states can wait in host memory: the host updates what Adam or SGD trains, and bitsandbytes
/// keeps quantized weights on the card.
pub(crate) fn can_wait(training: &Training, offload: Offload) -> bool {
    match offload {
        Offload::None => true,
        _ if !training.optimizer.steps_on_host() => false,
        Offload::Optimizer => true,
        Offload::All => !matches!(training.method, Method::Qlora(..)) && !training.method.uses_dora(),
    }
}

pub(super) fn optimizer(plan: &Plan) -> Candidate {
    let change = match plan.scenario.training.offload {
        // What such a run saves, it saves by the library's mixed precision.
        Offload::None if is_trifle(plan) => Err(RejectionReason::NoGain),
        Offload::None => offload_change(plan, Offload::Optimizer),
        Offload::Optimizer | Offload::All => Err(RejectionReason::AlreadySet),
    };
    lever(plan, "offload-optimizer", change, "Ren et al. 2021 (ZeRO-Offload)")
}

/// Whether states, FP32 masters and gradients of what trains are next to nothing, as those of adapters beside the weights are.
fn is_trifle(plan: &Plan) -> bool {
    let moved = plan.work.optimizer_state_bytes + Bytes(plan.work.trainable * HOST_MASTER_BYTES);
    moved < plan.asked.vram.needed.scaled(WORTHWHILE)
}

pub(super) fn all(plan: &Plan) -> Candidate {
    let change = offload_change(plan, Offload::All);
    lever(plan, "offload-all", change, "Rajbhandari et al. 2021 (ZeRO-Infinity); DeepSpeed offload_param")
}

fn lever(plan: &Plan, id: &'static str, change: Result<Vec<Change>, RejectionReason>, source: &'static str) -> Candidate {
    let effect = change.as_ref().map_or(Effect::None, |change| mixing(plan.scenario, &applied(plan.scenario, change)));
    setting(id, change, effect, source)
}

fn offload_change(plan: &Plan, offload: Offload) -> Result<Vec<Change>, RejectionReason> {
    let training = &plan.scenario.training;
    // Nothing can be moved away from memory in common.
    if can_wait(training, offload) && plan.scenario.hardware.gpu.pool.is_none() {
        set_or(&training.offload, offload, Change::Offload)
    } else {
        Err(RejectionReason::Unsupported)
    }
}

pub(super) fn none(plan: &Plan) -> Candidate {
    let change = set_or(&plan.scenario.training.offload, Offload::None, Change::Offload);
    setting("no-offload", change, Effect::None, "Ren et al. 2021 (ZeRO-Offload): what stays on the card need not travel")
}
