//! A look over the market that plans only what could win.
//!
//! Every prospect has a least price and a shortest run before it is planned. Whoever looks for the least of something
//! takes the prospects in the order of their bound and stops at the first that cannot undercut what was found: so of some
//! hundred machines a few are planned, and the answer is that of planning all of them.

use std::collections::BTreeMap;

use engine::answer::desk::Desk;
use engine::units::Bytes;

use super::build::{self, Build};
use super::market::{self, Candidate, Prospect};
use super::{Refusal, Workload};

/// What a plan on one machine came to.
pub type Tried = Result<Vec<Build>, Refusal>;

/// The market for one workload, and what was planned so far.
#[derive(Debug)]
pub struct Survey {
    /// The workload.
    pub work: Workload,
    /// Machines that could be worth it.
    pub prospects: Vec<Prospect>,
    /// All others, with the reason.
    pub refused: Vec<(Candidate, Refusal)>,
    tried: BTreeMap<usize, Tried>,
    desk: Desk,
    failed: Failed,
}

impl Survey {
    /// The market for a workload; nothing is planned yet.
    pub fn of(work: Workload, desk: Desk) -> Self {
        let mut refused = Vec::new();
        let candidates = market::candidates(&work, &mut refused);
        let prospects = market::prospects(&work, candidates, &mut refused);
        Self { work, prospects, refused, tried: BTreeMap::new(), desk, failed: Failed::default() }
    }

    /// The machine with the least of something among those accepted. `bound` says of a prospect what its machines have at
    /// least, or nothing to leave it out.
    pub fn least(
        &mut self,
        bound: impl Fn(&Prospect) -> Option<f64>,
        exact: impl Fn(&Build) -> f64,
        accepts: impl Fn(&Build) -> bool,
    ) -> Option<Build> {
        let bounds = self.prospects.iter().enumerate().filter_map(|(place, prospect)| Some((bound(prospect)?, place)));
        let mut order: Vec<(f64, usize)> = bounds.collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut best: Option<Build> = None;
        for (bound, place) in order {
            if best.as_ref().is_some_and(|best| exact(best) < bound) {
                break;
            }
            let Ok(builds) = self.plan(place) else { continue };
            for build in builds.iter().filter(|build| accepts(build)) {
                let is_less = best.as_ref().is_none_or(|best| {
                    let order = exact(build).total_cmp(&exact(best));
                    order
                        .then(build.bill().amount.total_cmp(&best.bill().amount))
                        .then_with(|| build.key().cmp(&best.key()))
                        .is_lt()
                });
                if is_less {
                    best = Some(build.clone());
                }
            }
        }
        best
    }

    /// The machines of a prospect, planned once.
    fn plan(&mut self, place: usize) -> &Tried {
        let Self { work, prospects, tried, desk, failed, .. } = self;
        tried.entry(place).or_insert_with(|| {
            let candidate = prospects[place].candidate;
            if let Some(refusal) = failed.at(&candidate) {
                return Err(refusal);
            }
            let tried = build::builds(work, desk, &candidate);
            if let Err(refusal) = &tried {
                failed.record(&candidate, *refusal);
            }
            tried
        })
    }

    /// Each prospect with what its plan came to, where it was planned.
    pub fn outcomes(&self) -> impl Iterator<Item = (&Prospect, Option<&Tried>)> {
        self.prospects.iter().enumerate().map(|(place, prospect)| (prospect, self.tried.get(&place)))
    }
}

/// What the smallest plan needs of each card, by maker, how many cards share it and whether they multiply in BF16: known once
/// a card was too small for it, and the same for every other card of the kind.
#[derive(Debug, Default)]
struct Failed(BTreeMap<(&'static str, u64, bool), Bytes>);

/// How much less a smaller card may need: what drivers keep for themselves differs by some hundred MiB.
const DRIVERS_DIFFER: Bytes = Bytes::from_mib(512);

impl Failed {
    fn record(&mut self, candidate: &Candidate, refusal: Refusal) {
        let Refusal::DoesNotFit { needed, .. } = refusal else { return };
        let needed = Bytes(needed as u64);
        let least = self.0.entry(kind(candidate)).or_insert(needed);
        *least = needed.min(*least);
    }

    fn at(&self, candidate: &Candidate) -> Option<Refusal> {
        let needed = *self.0.get(&kind(candidate))?;
        let capacity = candidate.entry.spec.memory;
        let is_short = capacity + DRIVERS_DIFFER < needed;
        is_short.then(|| Refusal::DoesNotFit { needed: needed.as_f64(), capacity: capacity.as_f64(), cards: candidate.count })
    }
}

const fn kind(candidate: &Candidate) -> (&'static str, u64, bool) {
    (candidate.entry.vendor, candidate.count, candidate.entry.spec.bf16.is_some())
}

#[cfg(test)]
mod tests {
    use crate::query::parse_string;

    /// A prospect's least price is no more than that of any machine of it, so that looking in the order of prices finds the
    /// cheapest; and where it has none, no machine of it is priced in full.
    #[test]
    fn no_machine_costs_less_than_its_prospect() {
        for query in [
            "model=resnet18&batch=8&method=full&precision=fp32",
            "model=gpt2&batch=4&method=full&ram=128",
            "model=gpt2&batch=4&method=full&owned=rtx-3060-12gb:1,rtx-4090:2",
            "model=resnet18&batch=8&method=full&owned=case-tower-mid,rtx-5090:1",
        ] {
            let mut market = super::super::survey(&parse_string(query).scenario).expect("a workload");
            for place in 0..market.prospects.len() {
                let prospect = market.prospects[place];
                let Ok(builds) = market.plan(place) else { continue };
                for bill in builds.iter().map(super::Build::bill).filter(|bill| bill.unknown_parts == 0) {
                    let least = prospect.price.unwrap_or(f64::INFINITY);
                    assert!(least <= bill.amount + 0.01, "{query}: {} {least} {bill:?}", prospect.candidate.name());
                }
            }
        }
    }
}
