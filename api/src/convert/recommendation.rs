//! Recommendations.

mod front;
mod lever;

use engine::estimate as answer;

use super::estimate;
use crate::locale::Locale;
use crate::patch::patch_of;
use crate::pin::pin;
use crate::text;
use crate::v1::Scenario;
use crate::v1::estimate::{Note, NoteLevel};
use crate::v1::recommend as wire;

/// What was asked, with the constraints that say the same as a field written into that field.
#[must_use]
pub fn constrained(asked: &Scenario) -> Scenario {
    let mut scenario = asked.clone();
    // A single method that is accepted is the method.
    if let (None, Some([method])) = (asked.training.method, asked.constraints.methods.as_deref()) {
        scenario.training.method = Some(*method);
    }
    scenario
}

/// The engine's advice on what was asked.
#[must_use]
pub fn recommendation(asked: &Scenario, advice: &answer::Recommendation) -> wire::Recommendation {
    let answer::Recommendation { recommended, why, changes, levers, single_change_fits, front, nearest, rejected } = advice;
    wire::Recommendation {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        recommended: wire::Recommended {
            scenario: pin(asked, &recommended.scenario),
            estimate: estimate(asked, recommended),
            change: patch_of(asked, changes),
            why: text::why(*why, Locale::En).to_owned(),
            objective: text::objective(Locale::En).to_owned(),
        },
        levers: levers.iter().map(|lever| lever::lever(asked, lever)).collect(),
        pareto: front.iter().map(|plan| front::plan(asked, plan)).collect(),
        nearest: nearest.iter().map(|nearest| front::nearest(asked, nearest)).collect(),
        machines: Vec::new(),
        single_change_fits: single_change_fits.iter().map(|&id| id.to_owned()).collect(),
        rejected: rejected
            .iter()
            .map(|rejection| wire::Rejection {
                what: rejection.what.to_owned(),
                reason: text::rejection_reason(rejection.reason, Locale::En).to_owned(),
            })
            .collect(),
        notes: unused_constraints(asked),
    }
}

/// Constraints that bear on a purchase alone: for a given machine nothing is bought.
fn unused_constraints(asked: &Scenario) -> Vec<Note> {
    asked
        .constraints
        .budget
        .is_some()
        .then(|| Note {
            code: "constraint-not-considered".to_owned(),
            level: NoteLevel::Note,
            detail: "constraints.budget is for machines to buy; leave hardware.gpu out to have them chosen".to_owned(),
        })
        .into_iter()
        .collect()
}
