//! Rules on the card's memory: B2 (usable share), B5 (batch linear in memory).

use super::Facts;
use super::opinion::opinion;
use crate::estimate::{RuleOpinion, RuleReason, RuleSubject, RuleVerdict};
use crate::units::Bytes;

/// Rule B2's emergency reserve, least and most, as a share of the card.
const RESERVE: (f64, f64) = (0.05, 0.10);

/// Rule B2's allocation ratio, least and most: 85 to 90 % on 24 GB, 90 to 92 % on 48 GB.
const fn allocation_ratio(card_gb: u64) -> (f64, f64) {
    if card_gb < 48 { (0.85, 0.90) } else { (0.90, 0.92) }
}

/// B2: card times ratio, less the reserve.
pub(super) fn b2(facts: &Facts<'_>) -> RuleOpinion {
    let card = facts.card_gb() as f64;
    let ratio = allocation_ratio(facts.card_gb());
    let says = (card * (ratio.0 - RESERVE.1), card * (ratio.1 - RESERVE.0));
    let usable = facts.vram.capacity.saturating_sub(facts.vram.desktop).as_gib();
    opinion("B2", RuleSubject::UsableVramGib, says, usable, RuleReason::CapacityMeasured, RuleReason::CapacityMeasured)
}

/// B5: (card times ratio - base) / (what a sample adds), and the power of two below it that the guide sets because of
/// fragmentation. Base and slope are those of the line through two batches: what shards, gathers and updates whatever the
/// batch belongs to the base.
pub(super) fn b5(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let usable = facts.card_gb() as f64 * allocation_ratio(facts.card_gb()).1;
    let room = usable - facts.trials.base.as_gib();
    let in_theory = if room <= 0.0 {
        0.0
    } else if facts.trials.per_sample == Bytes::ZERO {
        return None;
    } else {
        libm::floor(room / facts.trials.per_sample.as_gib())
    };
    let set = power_of_two_below(in_theory as u64) as f64;
    let opinion = opinion(
        "B5",
        RuleSubject::MicroBatchSize,
        (set, in_theory),
        facts.max_micro_batch_size as f64,
        RuleReason::FragmentationModelled,
        RuleReason::FragmentationModelled,
    );
    if in_theory < 1.0 && facts.max_micro_batch_size == 0 {
        return Some(RuleOpinion { verdict: RuleVerdict::NotComparable, reason: RuleReason::NothingFits, ..opinion });
    }
    Some(opinion)
}

/// The largest power of two that is not above `batch`; 0 for 0.
const fn power_of_two_below(batch: u64) -> u64 {
    match batch.checked_ilog2() {
        Some(exponent) => 1 << exponent,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guides_example_of_166_is_set_to_128() {
        assert_eq!(power_of_two_below(166), 128);
        assert_eq!(power_of_two_below(0), 0);
    }
}
