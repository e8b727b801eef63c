//! Answers for frameworks that are not modeled.

use engine::estimate::{self as found, Answer};

use super::estimate;
use super::estimate::note;
use crate::notes::with_unread_keys;
use scenario::pin::pin_bound;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::estimate as v1;

/// The engine's answer to what was asked, whichever framework runs it; an estimate has a ladder of memory.
#[must_use]
pub fn answer(asked: &Scenario, answer: &Answer, ladder: Option<v1::RamLadder>, locale: Locale) -> v1::Answer {
    match answer {
        Answer::Estimate(answer) => v1::Answer::Estimate(Box::new(estimate(asked, answer, ladder, locale))),
        Answer::LowerBound(bound) => v1::Answer::LowerBound(Box::new(lower_bound(asked, bound, locale))),
    }
}

/// What is sure of a run in a framework that is not modeled.
#[must_use]
pub fn lower_bound(asked: &Scenario, bound: &found::LowerBound, locale: Locale) -> v1::LowerBound {
    let found::LowerBound { scenario: _, parameters, parts, capacity, verdict, notes } = bound;
    let found::LowerBoundParts { parameters: weights, gradients, optimizer_state } = *parts;
    v1::LowerBound {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        inputs: pin_bound(asked, bound),
        parameters: v1::Parameters { total: parameters.total, trainable: parameters.trainable },
        vram: v1::LowerBoundVram {
            lower_bound_bytes: parts.total().0,
            lower_bound_parts: v1::LowerBoundParts {
                parameters: weights.0,
                gradients: gradients.0,
                optimizer_state: optimizer_state.0,
            },
            capacity_bytes: capacity.0,
            fits: verdict.fits(),
            verdict: match verdict {
                found::Verdict::DoesNotFit => v1::Verdict::Short,
                // A bound never says that something fits.
                found::Verdict::Fits | found::Verdict::NotModeled => v1::Verdict::NotModeled,
            },
            reason: wording::bound_reason(bound.scenario.training.framework, parts, *verdict, locale),
            allocated_peak_bytes: None,
            torch_allocated_peak_bytes: None,
            reserved_peak_bytes: None,
            device_peak_bytes: None,
            range_bytes: None,
            needed_bytes: None,
            headroom_bytes: None,
            peak: None,
        },
        limits: None,
        ram: None,
        speed: None,
        path: None,
        notes: with_unread_keys(asked, notes).iter().map(|found| note(found, locale)).collect(),
    }
}
