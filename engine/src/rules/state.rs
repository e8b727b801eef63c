//! Rules on what is stored: A5 (prepared data), A8 (training state and its copy), B12 (latents), B13 (weights by precision).

use super::facts::{Facts, Workload, workload};
use super::memory::cache_gb;
use super::opinion::{about, gb};
use crate::estimate::{RuleOpinion, RuleReason, RuleSubject};
use crate::host::sample;
use crate::training::{Cache, DataKind, Method, Precision};
use crate::units::{Bytes, GB};

/// Pictures, and texts, that rule A5's sizes are for.
const A5_PICTURES: f64 = 50_000.0;
const A5_TEXTS: f64 = 100_000.0;
/// Rule A8's multiple of the weights: gradients and states triple them, and host memory holds all of it once more.
const A8_FACTOR: f64 = 6.0;
/// Bytes of a latent by rule B12: 20 GB for 50,000 pictures of 512 x 512.
const B12_BYTES_PER_PIXEL: f64 = 20e9 / (50_000.0 * 512.0 * 512.0);
/// Bytes of a weight by rule B13: 28 GB, 14 GB and 2.8 GB for 7 billion.
const B13_FP32: f64 = 4.0;
const B13_FP16: f64 = 2.0;
const B13_QLORA: f64 = 0.4;

/// A5: the prepared data set, by its samples.
pub(super) fn a5(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let (samples, cache) = match (workload(&facts.scenario.model), facts.scenario.data.kind) {
        (Workload::Images, DataKind::Images) => (A5_PICTURES, Cache::Ram),
        (Workload::Language, DataKind::Text) => (A5_TEXTS, Cache::Tokens),
        _ => return None,
    };
    let says = cache_gb(facts) * facts.scenario.data.samples as f64 / samples;
    Some(about("A5", RuleSubject::CacheGb, says, gb(cached_bytes_with(facts, cache)), RuleReason::StoredSamples))
}

/// The data set as the loader keeps it under another setting.
fn cached_bytes_with(facts: &Facts<'_>, cache: Cache) -> Bytes {
    let mut scenario = facts.scenario.clone();
    scenario.training.loader.cache = cache;
    sample::cached_set(&scenario)
}

/// A8: FP32 weights, tripled by gradients and states, once on the card and once in host memory.
pub(super) fn a8(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let training = &facts.scenario.training;
    if training.method != Method::Full || training.precision == Precision::Bf16 {
        return None;
    }
    let says = A8_FACTOR * facts.work.parameters as f64 * 4.0 / GB;
    let work = facts.work;
    let on_card = work.parameter_bytes + work.gradient_bytes + work.optimizer_state_bytes;
    let host = &facts.ram.parts;
    let model = gb(on_card + host.checkpoint_staging + host.offload);
    Some(about("A8", RuleSubject::StateGb, says, model, RuleReason::CopiesDiffer))
}

/// B12: latents kept in memory.
pub(super) fn b12(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let data = &facts.scenario.data;
    if data.kind != DataKind::Latents {
        return None;
    }
    let pixels = data.samples as f64 * data.image_height as f64 * data.image_width as f64;
    let says = B12_BYTES_PER_PIXEL * pixels / GB;
    Some(about("B12", RuleSubject::CacheGb, says, gb(cached_bytes_with(facts, Cache::Latents)), RuleReason::LatentsAreSmaller))
}

/// B13: weights on the card, by precision.
pub(super) fn b13(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let training = &facts.scenario.training;
    let (bytes, reason) = match (&training.method, training.precision) {
        (Method::Qlora(..), _) if facts.is_quantized_to_four_bits() => (B13_QLORA, RuleReason::QuantizedWithScales),
        (Method::Qlora(..), _) => return None,
        (_, Precision::Fp32 | Precision::Tf32) => (B13_FP32, RuleReason::RunIsHeavier),
        (Method::Full | Method::FrozenBackbone, Precision::Fp16Amp | Precision::Bf16Amp) => {
            (B13_FP16, RuleReason::MixedPrecisionKeepsFp32)
        }
        _ => (B13_FP16, RuleReason::RunIsHeavier),
    };
    let says = bytes * facts.work.parameters as f64 / GB;
    Some(about("B13", RuleSubject::WeightsGb, says, gb(facts.work.parameter_bytes), reason))
}
