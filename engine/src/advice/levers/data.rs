//! Levers on the data: its size, and what of it is prepared once.

use super::candidate::{Candidate, set_or, setting};
use super::plan::Plan;
use crate::estimate::{Change, Effect, LeverKind, RejectionReason};
use crate::training::{Cache, DataKind};

/// Texts shorter than this are not cut further.
const SHORTEST_TEXT: u64 = 128;
/// Sides of smaller images are multiples of this, which every halving of usual networks divides.
const SIDE_STEP: u64 = 32;

/// Texts of half the length.
pub(super) fn shorter_sequence(plan: &Plan) -> Candidate {
    let data = &plan.scenario.data;
    // Of a text with pictures the words are cut, and not what the pictures take.
    let of_pictures = plan.scenario.picture_tokens();
    let words = data.sequence_length.saturating_sub(of_pictures);
    let change = match data.kind {
        DataKind::Text if words >= SHORTEST_TEXT => Ok(vec![Change::SequenceLength(of_pictures + words / 2)]),
        DataKind::Text => Err(RejectionReason::NoGain),
        DataKind::Images | DataKind::Latents | DataKind::Audio | DataKind::Tensors => Err(RejectionReason::Unsupported),
    };
    let source = "Vaswani et al. 2017: activations by the length, scores by its square; rule D7";
    Candidate { id: "shorter-sequence", kind: LeverKind::Data, change, effect: Effect::ChangesMethod, source }
}

/// Images of three quarters of the side.
pub(super) fn smaller_images(plan: &Plan) -> Candidate {
    let data = &plan.scenario.data;
    let of = plan.scenario.model.side_step();
    let step = if of > 1 { of } else { SIDE_STEP };
    let smaller = |side: u64| (side * 3 / 4 / step * step).max(step.max(SIDE_STEP));
    let (height, width) = (smaller(data.image_height), smaller(data.image_width));
    let fits_model = height.is_multiple_of(of) && width.is_multiple_of(of);
    let change = match data.kind {
        DataKind::Text if plan.scenario.active_tower().is_some() => smaller_among_words(plan),
        DataKind::Text | DataKind::Audio | DataKind::Tensors => Err(RejectionReason::Unsupported),
        DataKind::Images | DataKind::Latents if fits_model && height < data.image_height && width < data.image_width => {
            Ok(vec![Change::ImageSize(height, width)])
        }
        DataKind::Images | DataKind::Latents => Err(RejectionReason::NoGain),
    };
    let source = "Touvron et al. 2019 (FixRes): trained at smaller sizes; rule D7";
    Candidate { id: "smaller-images", kind: LeverKind::Data, change, effect: Effect::Small, source }
}

/// Pictures among words of three quarters of the side, and the sequence shorter by the tokens that this saves.
fn smaller_among_words(plan: &Plan) -> Result<Vec<Change>, RejectionReason> {
    let mut smaller = plan.scenario.clone();
    (smaller.data.image_height, smaller.data.image_width) = (smaller.data.image_height * 3 / 4, smaller.data.image_width * 3 / 4);
    let saved = plan.scenario.picture_tokens().saturating_sub(smaller.picture_tokens());
    if saved == 0 || smaller.data.image_height.min(smaller.data.image_width) < SIDE_STEP {
        return Err(RejectionReason::NoGain);
    }
    let size = Change::ImageSize(smaller.data.image_height, smaller.data.image_width);
    Ok(vec![size, Change::SequenceLength(smaller.data.sequence_length - saved)])
}

pub(super) fn latents_cache(plan: &Plan) -> Candidate {
    let source = "rule B12; diffusers and kohya-ss scripts: --cache_latents";
    let mut change = cache_change(plan, DataKind::Latents, Cache::Latents);
    // What has made the latents need not stay on the card.
    if plan.scenario.data.kind == DataKind::Latents && plan.scenario.training.resident_frozen_models {
        let mut all = change.unwrap_or_default();
        all.push(Change::ResidentFrozenModels(false));
        change = Ok(all);
    }
    setting("latents-cache", change, Effect::None, source)
}

pub(super) fn tokens_cache(plan: &Plan) -> Candidate {
    let source = "rule B10; Hugging Face datasets: map() writes its result once";
    let has_pictures = plan.scenario.active_tower().is_some();
    let change = if has_pictures { Err(RejectionReason::Unsupported) } else { cache_change(plan, DataKind::Text, Cache::Tokens) };
    setting("tokens-cache", change, Effect::None, source)
}

fn cache_change(plan: &Plan, kind: DataKind, cache: Cache) -> Result<Vec<Change>, RejectionReason> {
    if plan.scenario.data.kind == kind {
        set_or(&plan.scenario.training.loader.cache, cache, Change::Cache)
    } else {
        Err(RejectionReason::Unsupported)
    }
}

/// The stored set in memory: drives are read once.
pub(super) fn ram_cache(plan: &Plan) -> Candidate {
    let change = match plan.scenario.training.loader.cache {
        Cache::None => Ok(vec![Change::Cache(Cache::Ram)]),
        Cache::Ram => Err(RejectionReason::AlreadySet),
        Cache::Latents | Cache::Tokens => Err(RejectionReason::Covered),
    };
    setting("ram-cache", change, Effect::None, "rules A1, A5; encoded samples in the memory of the host")
}
