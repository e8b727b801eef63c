//! Walks over the plans of a space: whole where it is small, else by one and by two fields at a time from several starts.

use super::batch::{Care, shrunk};
use super::objective::Standing;
use super::space::{
    AXES, CHECKPOINTING, IMPLEMENTATION, LOSS, MEMORY, METHOD, OFFLOAD, OPTIMIZER, PRECISION, Picks, SHARDING, Space,
};
use super::workbench::{Weighed, Workbench};
use crate::estimate::Effect;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Spaces up to this many plans are walked whole.
const WHOLE: usize = 16;
/// Walks begin from so many of the best starts.
const STARTS: usize = 2;

/// How far a space is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Only if one of the starts fits.
    IfItHolds,
    /// In any case.
    Full,
}

/// A walk with the plans that it has been to.
pub(super) struct Walk<'s, 'w, 'a> {
    pub(super) space: &'s Space<'a>,
    pub(super) bench: &'w mut Workbench<'a>,
    global: Option<u64>,
    been: BTreeMap<Picks, Option<Weighed>>,
}

impl<'s, 'w, 'a> Walk<'s, 'w, 'a> {
    pub(super) fn new(space: &'s Space<'a>, bench: &'w mut Workbench<'a>) -> Self {
        let global = bench.request.constraints.global_batch_size;
        Self { space, bench, global, been: BTreeMap::new() }
    }

    /// The plan of these picks; none where there is no such run.
    pub(super) fn weigh(&mut self, picks: &Picks) -> Option<&Weighed> {
        if !self.been.contains_key(picks) {
            let weighed = self.space.plan(picks).and_then(|plan| self.bench.with_batch(plan, self.global, Care::Quick));
            self.been.insert(*picks, weighed);
        }
        self.been.get(picks).and_then(Option::as_ref)
    }

    /// The plan of these picks with its batch chosen by the time of every size that may be best; none where there is no such
    /// run.
    pub(super) fn refine(&mut self, picks: &Picks) -> Option<Weighed> {
        let plan = self.space.plan(picks)?;
        let refined = self.bench.with_batch(plan, self.global, Care::Thorough)?;
        self.been.insert(*picks, Some(refined.clone()));
        Some(refined)
    }

    /// The plan of these picks with its batch chosen with care, or of others that only spread it otherwise: what cards say to
    /// one another is a matter of the batch, which the walk has guessed.
    pub(super) fn spread(&mut self, picks: Picks, effect: Effect) -> Option<Weighed> {
        let mut best = self.refine(&picks)?;
        if !best.standing.fits_card {
            return Some(best);
        }
        let mut at = picks;
        loop {
            let before = at;
            for axis in [SHARDING, CHECKPOINTING, OFFLOAD] {
                for pick in 0..self.length(axis) {
                    let mut tried = at;
                    tried[axis] = pick;
                    let is_other = pick != at[axis] && self.space.axes[axis][usize::from(pick)].effect <= effect;
                    let needs = axis != SHARDING && pick != 0 && best.is_roomy;
                    if is_other
                        && !needs
                        && let Some(other) = self.refine(&tried)
                        && other.standing.order(&best.standing).is_lt()
                    {
                        (best, at) = (other, tried);
                    }
                }
            }
            if at == before {
                return Some(best);
            }
        }
    }

    fn standing(&mut self, picks: &Picks) -> Option<Standing> {
        self.weigh(picks).map(|weighed| weighed.standing)
    }

    /// The best plan whose fields each do no more to the results than this.
    pub(super) fn best(&mut self, effect: Effect, depth: Depth) -> Option<Picks> {
        let mut best: Option<Picks> = None;
        if self.space.count(effect) <= WHOLE {
            let mut picks = [0; AXES];
            loop {
                best = self.better(best, picks);
                if !self.next(&mut picks, effect) {
                    return best;
                }
            }
        }
        let mut starts: Vec<(Picks, Standing)> =
            self.starts(effect).into_iter().filter_map(|start| Some((start, self.standing(&start)?))).collect();
        crate::order::sort_by(&mut starts, |(_, a), (_, b)| a.order(b));
        // Where none of the leanest plans fits, stronger effects are tried before this one is searched to its end.
        let is_hopeless = starts.first().is_none_or(|(_, best)| !(best.fits_card && best.fits_host));
        if is_hopeless && depth == Depth::IfItHolds {
            return starts.first().map(|(start, _)| *start);
        }
        for (start, _) in starts.into_iter().take(STARTS) {
            let end = self.descend(start, effect);
            best = self.better(best, end);
        }
        best
    }

    /// Weighs plans around the best one that a front should know: every method as it comes, and those with fields that
    /// trade time for memory the other way; smaller batches of the best.
    pub(super) fn explore(&mut self, best: &Weighed) {
        if !best.standing.holds() {
            return;
        }
        let Some(picks) = self.picks_of(best) else { return };
        for method in 0..self.length(METHOD) {
            let mut other = picks;
            other[METHOD] = method;
            self.weigh(&other);
            for axis in [PRECISION, CHECKPOINTING, OPTIMIZER, OFFLOAD] {
                for pick in (0..self.length(axis)).filter(|&pick| pick != picks[axis]) {
                    let mut next = other;
                    next[axis] = pick;
                    if method == picks[METHOD] || axis == CHECKPOINTING {
                        self.weigh(&next);
                    }
                }
            }
        }
        shrunk(self.bench, best);
    }

    /// The picks that a plan came from.
    pub(super) fn picks_of(&self, plan: &Weighed) -> Option<Picks> {
        self.been
            .iter()
            .find(|(_, been)| been.as_ref().is_some_and(|been| been.scenario == plan.scenario))
            .map(|(picks, _)| *picks)
    }

    /// The better of two plans; the first of equals.
    fn better(&mut self, best: Option<Picks>, picks: Picks) -> Option<Picks> {
        let Some(standing) = self.standing(&picks) else { return best };
        match best.and_then(|best| self.standing(&best)) {
            Some(held) if held.order(&standing) != Ordering::Greater => best,
            _ => Some(picks),
        }
    }

    /// The next picks in order; false after the last.
    fn next(&self, picks: &mut Picks, effect: Effect) -> bool {
        for (pick, choices) in picks.iter_mut().zip(&self.space.axes) {
            for next in *pick + 1..u8::try_from(choices.len()).unwrap_or(u8::MAX) {
                if choices[usize::from(next)].effect <= effect {
                    *pick = next;
                    return true;
                }
            }
            *pick = 0;
        }
        false
    }

    pub(super) fn length(&self, axis: usize) -> u8 {
        u8::try_from(self.space.axes[axis].len()).unwrap_or(u8::MAX)
    }

    /// The last value of a field that does no more to the results than this: the leanest.
    pub(super) fn last(&self, axis: usize, effect: Effect) -> u8 {
        (0..self.length(axis)).rev().find(|&pick| self.space.axes[axis][usize::from(pick)].effect <= effect).unwrap_or(0)
    }

    /// Where walks begin: every method as it was asked otherwise, and as lean as it gets.
    fn starts(&self, effect: Effect) -> Vec<Picks> {
        let last = |axis: usize| self.last(axis, effect);
        let mut starts = Vec::new();
        for method in 0..self.length(METHOD) {
            if self.space.axes[METHOD][usize::from(method)].effect > effect {
                continue;
            }
            let mut plain = [0; AXES];
            plain[METHOD] = method;
            for precision in [0, last(PRECISION)] {
                plain[PRECISION] = precision;
                starts.push(plain);
                let mut lean = plain;
                lean[CHECKPOINTING] = last(CHECKPOINTING);
                (lean[LOSS], lean[IMPLEMENTATION], lean[SHARDING]) = (last(LOSS), last(IMPLEMENTATION), last(SHARDING));
                starts.push(lean);
                starts.extend((1..self.length(OFFLOAD)).map(|offload| {
                    let mut offloaded = lean;
                    offloaded[OFFLOAD] = offload;
                    offloaded
                }));
                (lean[OPTIMIZER], lean[IMPLEMENTATION]) = (last(OPTIMIZER), 0);
                starts.push(lean);
            }
        }
        // A batch may be possible on one GPU only, or on all of them: what was asked, and the next value, are of either kind.
        if self.global.is_some() && self.length(SHARDING) > 1 {
            let on = |sharding: u8| {
                move |start: &Picks| {
                    let mut other = *start;
                    other[SHARDING] = sharding;
                    other
                }
            };
            let others: Vec<Picks> = starts.iter().map(on(0)).chain(starts.iter().map(on(1))).collect();
            starts.extend(others);
        }
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// From a plan on by whatever single field improves it, then by pairs of fields that spend memory, until none does.
    fn descend(&mut self, start: Picks, effect: Effect) -> Picks {
        let mut at = start;
        loop {
            let before = at;
            for axis in 0..AXES {
                at = self.improve(at, &[axis], effect);
            }
            if at == before {
                for (index, &first) in MEMORY.iter().enumerate() {
                    for &second in &MEMORY[index + 1..] {
                        at = self.improve(at, &[first, second], effect);
                    }
                }
            }
            if at == before {
                return at;
            }
        }
    }

    /// The best of the plans that differ in just these fields.
    fn improve(&mut self, at: Picks, axes: &[usize], effect: Effect) -> Picks {
        let mut best = at;
        let mut tried = at;
        let (first, second) = (axes[0], axes.get(1).copied());
        // What only frees memory at the price of time is for plans that lack memory.
        let saves = |axis: usize| (axis == CHECKPOINTING || axis == OFFLOAD) && at[axis] == 0;
        if axes.iter().any(|&axis| saves(axis) && self.space.is_saving[usize::from(axis == OFFLOAD)])
            && self.weigh(&at).is_some_and(|weighed| weighed.is_roomy)
        {
            return at;
        }
        for pick in 0..self.length(first) {
            if self.space.axes[first][usize::from(pick)].effect > effect {
                continue;
            }
            tried[first] = pick;
            let Some(second) = second else {
                best = self.better(Some(best), tried).unwrap_or(best);
                continue;
            };
            if pick == at[first] {
                continue;
            }
            for pick in 0..self.length(second) {
                if pick != at[second] && self.space.axes[second][usize::from(pick)].effect <= effect {
                    tried[second] = pick;
                    best = self.better(Some(best), tried).unwrap_or(best);
                }
            }
        }
        best
    }
}
