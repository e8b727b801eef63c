//! Plans beside the best one that a front should know: the fastest of every method and effect, what single levers lead to,
//! and from each plan of the front on what is better in everything.

use super::batch::shrunk;
use super::descent::Walk;
use super::order::EFFECTS;
use super::space::{AXES, CHECKPOINTING, IMPLEMENTATION, LOSS, METHOD, OFFLOAD, PRECISION, Picks};
use super::workbench::{Weighed, Workbench};
use super::{front, polish};
use crate::advice::levers::settings;
use crate::estimate::{Effect, Estimate};
use crate::sizing::card::Detail;
use crate::sizing::plain::plain;
use std::cmp::Ordering;

/// Rounds of looking beside each plan of a front: a plan that the first of them finds has neighbors of its own.
const ROUNDS: usize = 2;

impl Walk<'_, '_, '_> {
    /// Weighs what a front around the best plan should know; `picks` are where the search for it ended.
    pub(super) fn weigh_surroundings(&mut self, best: &Weighed, picks: Picks, asked: &Estimate) {
        for method in 0..self.length(METHOD) {
            for effect in self.effects(method) {
                if let Some(fastest) = self.fastest(picks, method, effect).and_then(|fastest| self.refine(&fastest)) {
                    shrunk(self.bench, &fastest);
                }
            }
        }
        weigh_levers(self.bench, asked);
        if best.scenario != asked.scenario {
            let plain = plain(self.bench.plays, best.scenario.clone(), Detail::Least);
            weigh_levers(self.bench, &plain);
        }
        let mut looked: Vec<Weighed> = Vec::new();
        for _ in 0..ROUNDS {
            let shown: Vec<Weighed> = front::choose(&self.bench.seen, best).into_iter().cloned().collect();
            let before = looked.len();
            for plan in shown {
                if looked.iter().all(|other| other.scenario != plan.scenario) {
                    for neighbor in self.space.neighbors(&plan.scenario) {
                        polish::weigh_with_host(self.bench, &plan.scenario, neighbor);
                    }
                    looked.push(plan);
                }
            }
            if looked.len() == before {
                return;
            }
        }
    }

    /// The effects that tell plans of a method apart: a method of its own has the strongest in any case.
    fn effects(&self, method: u8) -> Vec<Effect> {
        let least = self.space.axes[METHOD][usize::from(method)].effect;
        EFFECTS.into_iter().filter(|&effect| effect >= least).collect()
    }

    /// The fastest plan of a method that single fields lead to; offload only where nothing fits without.
    fn fastest(&mut self, best: Picks, method: u8, effect: Effect) -> Option<Picks> {
        let mut plain = [0; AXES];
        plain[METHOD] = method;
        let mut lean = plain;
        for axis in [PRECISION, CHECKPOINTING, LOSS, IMPLEMENTATION] {
            lean[axis] = self.last(axis, effect);
        }
        let mut beside = best;
        beside[METHOD] = method;
        let mut bare = beside;
        (bare[OFFLOAD], bare[CHECKPOINTING]) = (0, 0);
        let mut at: Option<Picks> = None;
        for start in [bare, lean] {
            let is_gentle = (0..AXES).all(|axis| self.space.axes[axis][usize::from(start[axis])].effect <= effect);
            if is_gentle {
                at = self.faster(at, start);
            }
        }
        let mut at = at?;
        loop {
            let before = at;
            for axis in METHOD + 1..AXES {
                let is_held = self.weigh(&at).is_some_and(|plan| plan.standing.holds());
                let saves = (axis == CHECKPOINTING || axis == OFFLOAD) && self.space.is_saving[usize::from(axis == OFFLOAD)];
                if saves && at[axis] == 0 && is_held && (axis == OFFLOAD || self.weigh(&at).is_some_and(|plan| plan.is_roomy)) {
                    continue;
                }
                for pick in 0..self.length(axis) {
                    if pick != at[axis] && self.space.axes[axis][usize::from(pick)].effect <= effect {
                        let mut tried = at;
                        tried[axis] = pick;
                        at = self.faster(Some(at), tried).unwrap_or(at);
                    }
                }
            }
            if at == before {
                return Some(at);
            }
        }
    }

    /// The one that holds and is faster, whatever it does to the results; the first of equals.
    fn faster(&mut self, best: Option<Picks>, picks: Picks) -> Option<Picks> {
        let Some(standing) = self.weigh(&picks).map(|plan| plan.standing) else { return best };
        match best.and_then(|best| self.weigh(&best).map(|plan| plan.standing)) {
            Some(held) if held.haste(&standing) != Ordering::Greater => best,
            _ => Some(picks),
        }
    }
}

/// Weighs what each lever makes of a plan.
fn weigh_levers(bench: &mut Workbench, plan: &Estimate) {
    for candidate in settings(plan, &bench.request.open, bench.plays) {
        if let Ok(change) = candidate.change
            && let Some(scenario) = polish::apply_if_permitted(bench, &plan.scenario, &change)
        {
            polish::weigh_with_host(bench, &plan.scenario, scenario);
        }
    }
}
