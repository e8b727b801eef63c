//! Recommendations.

mod front;
mod lever;

use engine::estimate as answer;

use super::estimate;
use scenario::patch::patch_of;
use scenario::pin::pin;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::estimate::{Note, NoteLevel, RamLadder};
use wire::v1::recommend as v1;

/// The engine's advice on what was asked, with the recommended plan's ladder of memory.
#[must_use]
pub fn recommendation(
    asked: &Scenario,
    advice: &answer::Recommendation,
    ladder: Option<RamLadder>,
    locale: Locale,
) -> v1::Recommendation {
    let answer::Recommendation { recommended, why, changes, levers, single_change_fits, front, nearest, rejected } = advice;
    v1::Recommendation {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        recommended: v1::Recommended {
            scenario: pin(asked, &recommended.scenario),
            estimate: estimate(asked, recommended, ladder, locale),
            change: patch_of(asked, changes),
            why: wording::why(*why, locale).to_owned(),
            objective: wording::objective(locale).to_owned(),
        },
        levers: levers.iter().map(|lever| lever::lever(asked, lever, locale)).collect(),
        pareto: front.iter().map(|plan| front::plan(asked, plan)).collect(),
        nearest: nearest.iter().map(|nearest| front::nearest(asked, nearest)).collect(),
        machines: Vec::new(),
        single_change_fits: single_change_fits.iter().map(|&id| id.to_owned()).collect(),
        rejected: rejected
            .iter()
            .map(|rejection| v1::Rejection {
                what: rejection.what.to_owned(),
                reason: wording::rejection_reason(rejection.reason, locale).to_owned(),
            })
            .collect(),
        notes: unused_constraints(asked, locale),
    }
}

/// Constraints that bear on a purchase alone: for a given machine nothing is bought.
fn unused_constraints(asked: &Scenario, locale: Locale) -> Vec<Note> {
    asked
        .constraints
        .budget
        .is_some()
        .then(|| Note {
            code: "constraint-not-considered".to_owned(),
            level: NoteLevel::Note,
            detail: locale
                .pick(
                    "constraints.budget is for machines to buy; leave hardware.gpu out to have them chosen",
                    "constraints.budget 仅用于选购机器；省略 hardware.gpu 即由系统选择",
                )
                .to_owned(),
        })
        .into_iter()
        .collect()
}
