//! What a single change must not gain over a plan.

use engine::estimate::{Advice, Change, Effect, Estimate, FrontPlan, Lever, LeverKind, Recommendation};
use engine::inputs::{Field, Request};
use engine::search::recommend;
use engine::training::MethodKind;
use proptest::prelude::*;

use super::plans::holds;
use super::requests::{market, pinned};

/// Plans that differ by less than this share are one to the eye; a little above the advisor's own threshold.
const VISIBLE: f64 = 0.035;
/// A lever that gains less than this is not worth its change; a little above the advisor's own threshold.
const WORTHWHILE: f64 = 0.006;

/// Whether a lever is a setting that a search may pull: over open fields and within constraints.
pub fn is_at_hand(request: &Request, lever: &Lever) -> bool {
    let is_open = |change: &Change| change.field().is_some_and(|field| request.open.contains(&field));
    let is_kept = |change: &Change| match change {
        Change::Method(method) => request.constraints.accepts(method),
        Change::Sharding(_) => request.constraints.global_batch_size.is_none(),
        _ => true,
    };
    let all = || lever.change.iter().chain(&lever.follows);
    let regroups = lever.change.iter().any(|change| matches!(change, Change::MicroBatchSize(_)))
        != lever.change.iter().any(|change| matches!(change, Change::GradientAccumulationSteps(_)));
    let keeps_batch = !regroups || request.constraints.global_batch_size.is_none();
    lever.kind == LeverKind::Setting && all().all(is_open) && all().all(is_kept) && keeps_batch
}

/// No single lever over open fields improves a plan by more than is worth a change.
pub fn no_lever_improves(request: &Request, plan: &Estimate) -> Result<(), TestCaseError> {
    let Advice::Ok(again) = recommend(&pinned(request, &plan.scenario), &market()) else {
        return Err(TestCaseError::fail("the plan itself is refused"));
    };
    for lever in again.levers.iter().filter(|lever| is_at_hand(request, lever)) {
        prop_assert!(!lever.fits || holds(plan), "{} would make it fit", lever.id);
        let gains = lever.after.epoch.get() < plan.speed.epoch.get() * (1.0 - WORTHWHILE);
        prop_assert!(
            !(lever.fits && lever.effect_on_results == Effect::None && gains),
            "{}: {:?} -> {:?}",
            lever.id,
            plan.speed.epoch,
            lever.after.epoch
        );
    }
    Ok(())
}

/// Whether what a lever leads to is at least as good as a plan in time and memory, and visibly better in one of them.
pub fn is_beyond(lever: &Lever, plan: &FrontPlan) -> bool {
    let (epoch, needed) = (plan.epoch.get(), plan.vram_needed.as_f64());
    let (lever_epoch, lever_needed) = (lever.after.epoch.get(), lever.after.vram_needed.as_f64());
    let is_visible = lever_epoch < epoch * (1.0 - VISIBLE) || lever_needed < needed * (1.0 - VISIBLE);
    // A search installs no more host memory than the processor takes.
    let has_host = lever.after.ram_minimum <= plan.scenario.hardware.cpu.max_memory;
    lever.fits && has_host && lever_epoch <= epoch && lever_needed <= needed && is_visible
}

/// No single lever leads from what was asked to a plan that is ahead of one of the front. Accumulation alone puts other
/// samples into an update, which is for whoever pulls it; and what was asked, and so a lever's run, may miss a deadline or a
/// global batch, or train by a method that the constraints leave out.
pub fn no_lever_is_ahead(request: &Request, advice: &Recommendation) -> Result<(), TestCaseError> {
    let accumulates = |lever: &Lever| lever.change.iter().any(|change| matches!(change, Change::GradientAccumulationSteps(_)));
    let methods = &request.constraints.methods;
    let is_left_out = !methods.is_empty() && !methods.contains(&MethodKind::of(&request.scenario.training.method));
    if request.constraints.deadline.is_some() || request.constraints.global_batch_size.is_some() || is_left_out {
        return Ok(());
    }
    for lever in advice.levers.iter().filter(|lever| is_at_hand(request, lever) && !accumulates(lever)) {
        for plan in advice.front.iter().filter(|plan| !plan.recommended) {
            let is_as_gentle = lever.effect_on_results <= plan.effect_on_results;
            prop_assert!(!(is_as_gentle && is_beyond(lever, plan)), "{} is ahead of {:?}", lever.id, plan.changes);
        }
        // What is recommended may take more memory than another plan, but no more time at the same price to the results. A
        // batch that a search chooses fits by its high estimate, that of a lever by its own.
        let is_batch_given = !request.open.contains(&Field::MicroBatchSize);
        for plan in advice.front.iter().filter(|plan| plan.recommended && is_batch_given) {
            // Two small differences may be more than one.
            let is_as_gentle = lever.effect_on_results == Effect::None;
            let is_faster = lever.fits
                && lever.after.ram_minimum <= plan.scenario.hardware.cpu.max_memory
                && lever.after.epoch.get() < plan.epoch.get() * (1.0 - VISIBLE);
            prop_assert!(!(is_as_gentle && is_faster), "{} is faster than {:?}", lever.id, plan.changes);
        }
    }
    Ok(())
}
