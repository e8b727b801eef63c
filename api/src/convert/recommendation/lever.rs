//! Levers.

use engine::estimate as answer;
use engine::units::GIB;

use crate::convert::vram_parts;
use scenario::patch::patch_of;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::recommend as v1;

pub(super) fn lever(asked: &Scenario, lever: &answer::Lever, locale: Locale) -> v1::Lever {
    let answer::Lever { id, kind, change, follows, before, after, effect_on_results, fits, conflicts, requires, source } = lever;
    let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
    v1::Lever {
        id: (*id).to_owned(),
        kind: match kind {
            answer::LeverKind::Setting => v1::LeverKind::Setting,
            answer::LeverKind::Data => v1::LeverKind::Data,
            answer::LeverKind::Hardware => v1::LeverKind::Hardware,
        },
        change: patch_of(asked, &[change.as_slice(), follows.as_slice()].concat()),
        vram_before_bytes: before.vram.0,
        vram_after_bytes: after.vram.0,
        vram_parts_before: vram_parts(&before.parts),
        vram_parts_after: vram_parts(&after.parts),
        ram_before_bytes: before.ram.0,
        ram_after_bytes: after.ram.0,
        ram_minimum_gib_after: after.ram_minimum.0.div_ceil(GIB),
        step_seconds_before: before.step.get(),
        step_seconds_after: after.step.get(),
        epoch_seconds_before: before.epoch.get(),
        epoch_seconds_after: after.epoch.get(),
        samples_per_second_before: before.rate.get(),
        samples_per_second_after: after.rate.get(),
        effect_on_results: effect(*effect_on_results),
        fits: *fits,
        conflicts: ids(conflicts),
        requires: ids(requires),
        why: wording::lever_why(lever, locale),
        source: (*source).to_owned(),
    }
}

pub(super) const fn effect(effect: answer::Effect) -> v1::Effect {
    match effect {
        answer::Effect::None => v1::Effect::None,
        answer::Effect::Small => v1::Effect::Small,
        answer::Effect::ChangesMethod => v1::Effect::ChangesMethod,
    }
}
