//! Rules on the card's memory: B2 (usable share), B5 (batch linear in memory).

use super::{Facts, opinion};
use crate::estimate::{RuleOpinion, RuleReason, RuleSubject};

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

/// B5: (card times ratio - model and optimizer) / (data and activations of one sample), and the power of two below it
/// that the guide sets because of fragmentation.
pub(super) fn b5(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let parts = &facts.vram.parts;
    let base = parts.parameters + parts.gradients + parts.optimizer_state;
    let batch = facts.scenario.training.micro_batch_size.max(1);
    let per_sample = (parts.activations + parts.temporary + parts.inputs).as_gib() / batch as f64;
    if per_sample <= 0.0 {
        return None;
    }
    let usable = facts.card_gb() as f64 * allocation_ratio(facts.card_gb()).1;
    let room = usable - base.as_gib();
    let in_theory = if room > 0.0 { libm::floor(room / per_sample) } else { 0.0 };
    let set = power_of_two_below(in_theory as u64) as f64;
    Some(opinion(
        "B5",
        RuleSubject::MicroBatchSize,
        (set, in_theory),
        facts.max_micro_batch_size as f64,
        RuleReason::FragmentationModelled,
        RuleReason::FragmentationModelled,
    ))
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
