//! Plans of which none is ahead of another, each as its own estimate says.

use engine::estimate::{Effect, Estimate, FrontPlan};
use engine::inputs::{Field, Request, Scenario};
use proptest::prelude::*;

use super::plans::{holds, keeps_constraints, touched};
use super::requests::pinned;

/// Whether a plan is at least as good in everything, and better in something.
fn dominates(plan: &FrontPlan, other: &FrontPlan) -> bool {
    let measures = |plan: &FrontPlan| (plan.epoch.get(), plan.headroom, plan.effect_on_results);
    let (a, b) = (measures(plan), measures(other));
    a.0 <= b.0 && a.1 >= b.1 && a.2 <= b.2 && a != b
}

/// A plan that is said to leave the results as they are has as many samples in an update as was asked, where the batch was.
fn keeps_updates(request: &Request, plan: &FrontPlan) -> Result<(), TestCaseError> {
    let is_given = !request.open.contains(&Field::MicroBatchSize) && request.constraints.global_batch_size.is_none();
    if is_given && plan.effect_on_results == Effect::None {
        let samples = |scenario: &Scenario| scenario.training.micro_batch_size * scenario.training.gradient_accumulation_steps;
        prop_assert_eq!(samples(&plan.scenario), samples(&request.scenario), "{:?}", plan.changes);
    }
    Ok(())
}

pub fn is_a_front(request: &Request, front: &[FrontPlan], recommended: &Estimate) -> Result<(), TestCaseError> {
    prop_assert_eq!(front.iter().filter(|plan| plan.recommended).count(), usize::from(holds(recommended)));
    prop_assert!(front.len() <= 12);
    prop_assert!(front.windows(2).all(|pair| pair[0].epoch <= pair[1].epoch));
    for plan in front {
        prop_assert!(!front.iter().any(|other| dominates(other, plan)), "{:?}", plan.changes);
        prop_assert_eq!(touched(request, &plan.scenario), Vec::<&str>::new());
        let alone = engine::answer::estimate(&pinned(request, &plan.scenario));
        let same = FrontPlan::of(&alone, plan.changes.clone(), plan.effect_on_results, plan.recommended);
        prop_assert_eq!(&same, plan);
        prop_assert!(holds(&alone));
        keeps_constraints(request, &alone)?;
        keeps_updates(request, plan)?;
        prop_assert!(!plan.recommended || plan.scenario == recommended.scenario);
    }
    Ok(())
}
