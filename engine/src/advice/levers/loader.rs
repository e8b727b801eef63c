//! Levers on the loader: each setting as the advice on what feeds the GPUs has it.

use super::candidate::{Candidate, setting};
use super::plan::Plan;
use crate::estimate::{Change, Effect, LoaderSetting, RejectionReason, SettingValue};

pub(super) fn workers(plan: &Plan) -> Candidate {
    from_advice(plan, "loader-workers", LoaderSetting::NumWorkers)
}

pub(super) fn batched_preprocessing(plan: &Plan) -> Candidate {
    from_advice(plan, "batched-preprocessing", LoaderSetting::BatchedPreprocessing)
}

pub(super) fn pinned_memory(plan: &Plan) -> Candidate {
    from_advice(plan, "pinned-memory", LoaderSetting::PinMemory)
}

pub(super) fn prefetch(plan: &Plan) -> Candidate {
    from_advice(plan, "prefetch", LoaderSetting::PrefetchFactor)
}

pub(super) fn persistent_workers(plan: &Plan) -> Candidate {
    from_advice(plan, "persistent-workers", LoaderSetting::PersistentWorkers)
}

fn from_advice(plan: &Plan, id: &'static str, which: LoaderSetting) -> Candidate {
    let Some(advice) = plan.loader().settings.iter().find(|advice| advice.setting == which) else {
        return setting(id, Err(RejectionReason::NoGain), Effect::None, "");
    };
    let change = match (which, advice.after) {
        _ if advice.after == advice.before => Err(RejectionReason::AlreadySet),
        (LoaderSetting::NumWorkers, SettingValue::Count(workers)) => Ok(vec![Change::NumWorkers(workers)]),
        (LoaderSetting::PrefetchFactor, SettingValue::Count(batches)) => Ok(vec![Change::PrefetchFactor(batches)]),
        (LoaderSetting::BatchedPreprocessing, SettingValue::Flag(flag)) => Ok(vec![Change::BatchedPreprocessing(flag)]),
        (LoaderSetting::PinMemory, SettingValue::Flag(flag)) => Ok(vec![Change::PinMemory(flag)]),
        (LoaderSetting::PersistentWorkers, SettingValue::Flag(flag)) => Ok(vec![Change::PersistentWorkers(flag)]),
        _ => Err(RejectionReason::NoGain),
    };
    setting(id, change, Effect::None, advice.source)
}
