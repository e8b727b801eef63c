//! Cards that are too small for any plan, told by larger ones that were.
//!
//! The smallest plan needs as much of every card of a kind, so a card that it does not fit stands for all smaller ones.

use std::collections::BTreeMap;

use engine::hardware::Gpu;
use engine::units::Bytes;

use crate::machines::candidate::Candidate;
use crate::machines::refusal::Refusal;

/// What the smallest plan needs of each card, by maker, how many cards share it and whether they multiply in BF16: known once
/// a card was too small for it, and the same for every other card of the kind.
#[derive(Debug, Default)]
pub struct Failed(BTreeMap<(&'static str, u64, bool), Bytes>);

/// How much less a smaller card may need: what drivers keep for themselves differs by some hundred MiB.
const DRIVERS_DIFFER: Bytes = Bytes::from_mib(512);

impl Failed {
    /// Remembers what a set of cards lacked memory for.
    pub fn record(&mut self, candidate: &Candidate, refusal: Refusal) {
        let Refusal::DoesNotFit { needed, .. } = refusal else { return };
        let needed = Bytes(needed as u64);
        let least = self.0.entry(kind(candidate)).or_insert(needed);
        *least = needed.min(*least);
    }

    /// Why a set of cards need not be planned for: one of its kind needed more than it has.
    pub fn at(&self, candidate: &Candidate) -> Option<Refusal> {
        let needed = *self.0.get(&kind(candidate))?;
        let capacity = candidate.entry.spec.memory;
        let is_short = capacity + DRIVERS_DIFFER < needed;
        is_short.then(|| Refusal::DoesNotFit { needed: needed.as_f64(), capacity: capacity.as_f64(), cards: candidate.count })
    }
}

const fn kind(candidate: &Candidate) -> (&'static str, u64, bool) {
    let Gpu { bf16, .. } = candidate.entry.spec;
    (candidate.entry.vendor, candidate.count, bf16.is_some())
}
