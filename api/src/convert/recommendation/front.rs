//! The front of plans, and hardware on which one would fit.

use engine::estimate as answer;
use engine::estimate::Change;

use super::lever::effect;
use scenario::patch::{apply_change, patch_of};
use scenario::pin::pin;
use wire::v1::Scenario;
use wire::v1::recommend as v1;
use wire::v1::scenario::{GpuChoice, Hardware};

pub(super) fn plan(asked: &Scenario, plan: &answer::FrontPlan) -> v1::ParetoPlan {
    v1::ParetoPlan {
        scenario: pin(asked, &plan.scenario),
        change: patch_of(asked, &plan.changes),
        step_seconds: plan.step.get(),
        epoch_seconds: plan.epoch.get(),
        run_seconds: plan.run.get(),
        samples_per_second: plan.rate.get(),
        needed_bytes: plan.vram_needed.0,
        headroom_bytes: plan.headroom.0,
        method_changed: plan.changes.iter().any(|change| matches!(change, Change::Method(_))),
        effect_on_results: effect(plan.effect_on_results),
        recommended: plan.recommended,
    }
}

pub(super) fn nearest(asked: &Scenario, nearest: &answer::Nearest) -> v1::Nearest {
    let (kind, plan, changes) = match nearest {
        answer::Nearest::Card { gpu, plan } => (v1::NearestKind::Card, plan, vec![Change::Gpu(*gpu)]),
        answer::Nearest::Cards { count, sharding, plan } => {
            (v1::NearestKind::Cards, plan, vec![Change::GpuCount(*count), Change::Sharding(*sharding)])
        }
    };
    // The processor stays, though another card or number of cards would by default come with another one.
    let mut stays = asked.clone();
    stays.hardware.cpu = Some(resolved_cpu(asked).to_owned());
    let mut changed = stays.clone();
    for change in &changes {
        apply_change(&mut changed, change);
    }
    let patch = patch_of(asked, &changes);
    v1::Nearest {
        kind,
        gpu: changed.hardware.gpu.as_ref().and_then(GpuChoice::id).unwrap_or_default().to_owned(),
        gpu_count: plan.scenario.hardware.gpu_count,
        change: Scenario { hardware: Hardware { cpu: stays.hardware.cpu, ..patch.hardware }, ..patch },
        scenario: pin(&changed, &plan.scenario),
        vram_bytes: plan.vram.device_peak.0,
        epoch_seconds: plan.speed.epoch.get(),
    }
}

/// The processor that was asked for, or comes with the card.
fn resolved_cpu(asked: &Scenario) -> &str {
    scenario::processor::processor(&asked.hardware)
}
