//! The plans of which none is better in time, headroom and results at once.

use super::difference::changes;
use super::workbench::Weighed;
use crate::device::memory::desktop;
use crate::estimate::{Effect, FrontPlan};
use crate::inputs::Scenario;
use crate::training::MethodKind;
use std::collections::BTreeSet;

/// Most plans that are shown: more are no choice.
const MOST: usize = 8;
/// Plans that differ by less than this share of time and of memory are one to the eye.
const VISIBLE: f64 = 0.03;

/// The front of the plans that were weighed, fastest first; `recommended` is among them.
pub(super) fn front(seen: &[Weighed], recommended: &Weighed, asked: &Scenario) -> Vec<FrontPlan> {
    let mut front: Vec<FrontPlan> = choose(seen, recommended)
        .into_iter()
        .map(|plan| {
            let Scenario { hardware, .. } = &plan.scenario;
            FrontPlan {
                changes: changes(asked, &plan.scenario),
                effect_on_results: plan.standing.severity.effect(),
                recommended: std::ptr::eq(plan, recommended),
                step: plan.speed.step,
                epoch: plan.standing.epoch,
                run: plan.standing.run,
                rate: plan.speed.rate,
                vram_needed: plan.standing.needed,
                headroom: hardware.gpu.memory.saturating_sub(desktop(hardware) + plan.standing.needed),
                scenario: plan.scenario.clone(),
            }
        })
        .collect();
    // The recommended plan stays: what is ahead of it by less than is worth a change goes instead.
    let drop: Vec<bool> = front
        .iter()
        .enumerate()
        .map(|(index, plan)| {
            let beaten = front.iter().enumerate().any(|(other, ahead)| {
                dominates(ahead, plan) || (other < index && !dominates(plan, ahead) && is_same(ahead, plan))
            });
            let ahead = front.iter().any(|best| best.recommended && (dominates(plan, best) || is_same(plan, best)));
            !plan.recommended && (beaten || ahead)
        })
        .collect();
    let mut index = 0;
    front.retain(|_| {
        index += 1;
        !drop[index - 1]
    });
    crate::order::sort_by(&mut front, |a, b| {
        a.epoch
            .get()
            .total_cmp(&b.epoch.get())
            .then(b.headroom.cmp(&a.headroom))
            .then(a.effect_on_results.cmp(&b.effect_on_results))
    });
    front
}

/// The plans to show, by their figures: the recommended one first.
pub(super) fn choose<'a>(seen: &'a [Weighed], recommended: &'a Weighed) -> Vec<&'a Weighed> {
    let mut plans: Vec<&Weighed> = seen.iter().collect();
    plans.sort_by(|a, b| {
        let (a, b) = (&a.standing, &b.standing);
        a.epoch.get().total_cmp(&b.epoch.get()).then(a.needed.cmp(&b.needed)).then(a.severity.cmp(&b.severity))
    });
    let mut kept: Vec<&Weighed> = vec![recommended];
    // What is ahead of the recommended plan by more changes is not shown, nor is what it is ahead of.
    let mut ahead: Vec<&Weighed> = Vec::new();
    for plan in plans {
        if kept.iter().chain(&ahead).any(|held| is_near(held, plan)) {
            continue;
        }
        if is_near(plan, recommended) { ahead.push(plan) } else { kept.push(plan) }
    }
    spread(&kept)
}

/// Whether a plan is as good as another in everything, or short of it by less than matters.
fn is_near(plan: &Weighed, other: &Weighed) -> bool {
    let (a, b) = (&plan.standing, &other.standing);
    a.epoch.get() * (1.0 - VISIBLE) <= b.epoch.get()
        && a.needed.as_f64() * (1.0 - VISIBLE) <= b.needed.as_f64()
        && a.severity.effect() <= b.severity.effect()
}

/// At most as many as are shown: the recommended one first, then the ends and an even choice between them for each
/// effect.
fn spread<'a>(plans: &[&'a Weighed]) -> Vec<&'a Weighed> {
    let (recommended, others) = plans.split_at(1);
    let mut front = recommended.to_vec();
    let of = |effect: Effect| {
        others.iter().copied().filter(|plan| plan.standing.severity.effect() == effect).collect::<Vec<&'a Weighed>>()
    };
    let groups: Vec<Vec<&Weighed>> =
        [Effect::None, Effect::Small, Effect::ChangesMethod].map(of).into_iter().filter(|group| !group.is_empty()).collect();
    let mut room = MOST - 1;
    for (index, group) in groups.iter().enumerate() {
        let share = (room / (groups.len() - index)).min(group.len());
        room -= share;
        let last = group.len() - 1;
        let mut places: Vec<usize> = vec![0, last];
        // Each method by its fastest plan, then evenly.
        for (place, plan) in group.iter().enumerate() {
            let kind = MethodKind::of(&plan.scenario.training.method);
            if group[..place].iter().all(|faster| MethodKind::of(&faster.scenario.training.method) != kind) {
                places.push(place);
            }
        }
        places.extend((0..share).map(|place| place * last / share.max(2).saturating_sub(1)));
        let mut chosen = BTreeSet::new();
        for place in places {
            if chosen.len() < share {
                chosen.insert(place);
            }
        }
        front.extend(chosen.into_iter().map(|place| group[place]));
    }
    front
}

fn measures(plan: &FrontPlan) -> (f64, u64, Effect) {
    (plan.epoch.get(), plan.headroom.0, plan.effect_on_results)
}

/// Whether a plan is at least as good in everything, and better in something.
fn dominates(plan: &FrontPlan, other: &FrontPlan) -> bool {
    let (a, b) = (measures(plan), measures(other));
    a.0 <= b.0 && a.1 >= b.1 && a.2 <= b.2 && a != b
}

fn is_same(plan: &FrontPlan, other: &FrontPlan) -> bool {
    measures(plan) == measures(other)
}
