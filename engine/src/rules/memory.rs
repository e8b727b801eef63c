//! Rules on host memory: A3 (twice the card plus cache), A4 (batch, copies and reserve), A6 (scenarios on a 24 GB card),
//! C1 (ratio tiers).

use super::facts::{Facts, Workload, workload};
use super::opinion::{gb, opinion};
use crate::architecture::Family;
use crate::estimate::{RuleOpinion, RuleReason, RuleSubject};
use crate::host::{kits, sample};
use crate::training::{Method, QuantizationBits};
use crate::units::{Bytes, GB};

/// Rule A3's factor on the card's memory.
const A3_FACTOR: f64 = 2.0;
/// Rule A4's reserve for the system and bursts, in GB.
const A4_RESERVE_GB: f64 = 20.0;
/// Weights from which on rule C1 speaks of large models.
const TEN_BILLION: u64 = 10_000_000_000;
/// A picture's side from which on the guides' larger cache applies.
const LARGE_PICTURE: u64 = 512;

/// Rule A5, the cache of preprocessed samples in GB: 8 for pictures of 224, 10 for 512, 5 for texts, 8 for texts of a
/// quantized 13B model.
pub(super) fn cache_gb(facts: &Facts<'_>) -> f64 {
    match workload(&facts.scenario.model) {
        Workload::Images if facts.scenario.data.image_height < LARGE_PICTURE => 8.0,
        Workload::Images | Workload::Diffusion => 10.0,
        Workload::Language if facts.parameters_reach(TEN_BILLION) && facts.is_quantized() => 8.0,
        Workload::Language => 5.0,
    }
}

/// A3: twice the memory of all cards, and the cache.
pub(super) fn a3(facts: &Facts<'_>) -> RuleOpinion {
    let gb = A3_FACTOR * facts.node_gb() as f64 + cache_gb(facts);
    opinion("A3", RuleSubject::RamGib, (gb, gb), facts.recommended_gib(), RuleReason::FactorTwoTooHigh, RuleReason::RunIsHeavier)
}

/// A4: what memory holds for the largest batch (its samples, the cache, a copy of the training state), 20 GB, rounded up
/// to a kit.
pub(super) fn a4(facts: &Facts<'_>) -> Option<RuleOpinion> {
    if facts.max_micro_batch_size == 0 {
        return None;
    }
    let batch = sample::prepared_bytes(facts.scenario)
        * facts.max_micro_batch_size.saturating_mul(facts.scenario.hardware.gpu_count.max(1));
    let copies = copied_state(facts);
    let kit = kits::rounded_up_gib(gb(batch) + gb(copies) + cache_gb(facts) + A4_RESERVE_GB) as f64;
    Some(opinion(
        "A4",
        RuleSubject::RamGib,
        (kit, kit),
        facts.recommended_gib(),
        RuleReason::ReserveDiffers,
        RuleReason::ReserveDiffers,
    ))
}

/// Rule A8's copy in host memory: what trains, with gradients and states; of frozen weights the card's bytes.
fn copied_state(facts: &Facts<'_>) -> Bytes {
    let work = facts.work;
    work.parameter_bytes + work.gradient_bytes + work.optimizer_state_bytes
}

/// A6: the guide's table for a 24 GB card.
pub(super) fn a6(facts: &Facts<'_>) -> Option<RuleOpinion> {
    if facts.card_gb() != 24 || facts.scenario.hardware.gpu_count != 1 {
        return None;
    }
    let weights_16_bit_gb = facts.work.parameters as f64 * 2.0 / GB;
    if matches!(facts.scenario.model.family(), Family::Segmentation | Family::Detection) {
        return None;
    }
    let gib = match (workload(&facts.scenario.model), &facts.scenario.training.method) {
        (Workload::Images | Workload::Diffusion, _) => 32.0,
        (Workload::Language, _) if weights_16_bit_gb <= 16.5 => 32.0,
        (Workload::Language, Method::Qlora(_, quantization))
            if quantization.bits == QuantizationBits::Eight && weights_16_bit_gb <= 32.0 =>
        {
            64.0
        }
        (Workload::Language, _) => return None,
    };
    Some(opinion(
        "A6",
        RuleSubject::RamGib,
        (gib, gib),
        facts.recommended_gib(),
        RuleReason::RunIsLighter,
        RuleReason::RunIsHeavier,
    ))
}

/// C1: host memory as a multiple of all cards' memory, by tier.
pub(super) fn c1(facts: &Facts<'_>) -> RuleOpinion {
    let all_cards = facts.node_gb() as f64;
    let (low, high) = tier(facts);
    opinion(
        "C1",
        RuleSubject::RamGib,
        (low * all_cards, high * all_cards),
        facts.recommended_gib(),
        RuleReason::RunIsLighter,
        RuleReason::RunIsHeavier,
    )
}

/// Tiers of C1: large (10B weights, or 80 GB cards) 4 to 5; mid (language models and image generation on more than 16 GB,
/// or any card of 32 GB) 3 to 4; entry 2 to 3.
fn tier(facts: &Facts<'_>) -> (f64, f64) {
    let card = facts.card_gb();
    let trains_large_weights = facts.parameters_reach(TEN_BILLION) && !facts.is_quantized();
    let tunes = match workload(&facts.scenario.model) {
        Workload::Images => false,
        Workload::Language => facts.parameters_reach(1_000_000_000),
        Workload::Diffusion => true,
    };
    if card >= 80 || trains_large_weights {
        (4.0, 5.0)
    } else if card >= 32 || (card > 16 && tunes) {
        (3.0, 4.0)
    } else {
        (2.0, 3.0)
    }
}
