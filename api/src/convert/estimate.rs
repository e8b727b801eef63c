//! Estimates.

mod feeding;
mod machine;
mod measured;
mod rules;
mod stage;
pub(super) mod vram;

pub use vram::parts as vram_parts;

use engine::estimate::{self as answer, NoteLevel, Unit};

use crate::notes::notes;
use scenario::measured::carry_into;
use scenario::pin::pin;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::estimate as v1;

/// The engine's answer to what was asked, with its ladder of memory and its sentences in the reader's language.
#[must_use]
pub fn estimate(asked: &Scenario, answer: &answer::Estimate, ladder: Option<v1::RamLadder>, locale: Locale) -> v1::Estimate {
    let answer::Estimate { scenario, parameters, vram: device, max_micro_batch_size, ram, speed, path, rules, notes: _ } = answer;
    v1::Estimate {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        inputs: pin(asked, scenario),
        parameters: v1::Parameters { total: parameters.total, trainable: parameters.trainable },
        vram: vram::vram(device),
        limits: v1::Limits { max_micro_batch_size: *max_micro_batch_size },
        ram: machine::ram(ram, ladder),
        speed: machine::speed(speed, scenario.training.epochs, locale),
        path: carrying(machine::path(path, &crate::feeding::feeding(asked, answer), locale), asked, answer),
        measured: measured::measured(answer),
        rules: rules.iter().map(|opinion| rules::rule(opinion, locale)).collect(),
        explain: engine::explain::explain(answer).iter().map(explanation).collect(),
        notes: notes(asked, answer).iter().map(|found| note(found, locale)).collect(),
    }
}

/// The data path with changes that carry along what was measured.
fn carrying(mut path: v1::Path, asked: &Scenario, answer: &answer::Estimate) -> v1::Path {
    for remedy in path.remedies.iter_mut().chain(&mut path.remedy) {
        carry_into(&mut remedy.change, asked, &answer.scenario.measured);
    }
    path
}

fn explanation(explanation: &answer::Explanation) -> v1::Explanation {
    let answer::Explanation { id, formula, value, unit: of, inputs, source } = explanation;
    v1::Explanation {
        id: (*id).to_owned(),
        formula: (*formula).to_owned(),
        value: *value,
        unit: unit(*of),
        inputs: inputs
            .iter()
            .map(|(name, value, of)| v1::ExplanationInput { name: (*name).to_owned(), value: *value, unit: unit(*of) })
            .collect(),
        source: (*source).to_owned(),
    }
}

pub(super) const fn unit(unit: Unit) -> v1::Unit {
    match unit {
        Unit::Bytes => v1::Unit::Bytes,
        Unit::Seconds => v1::Unit::Seconds,
        Unit::SamplesPerSecond => v1::Unit::SamplesPerSecond,
        Unit::BytesPerSecond => v1::Unit::BytesPerSecond,
        Unit::Flops => v1::Unit::Flops,
        Unit::FlopsPerSecond => v1::Unit::FlopsPerSecond,
        Unit::Count => v1::Unit::Count,
    }
}

pub(crate) fn note(note: &answer::Note, locale: Locale) -> v1::Note {
    v1::Note { code: note.code().to_owned(), level: level(note.level()), detail: wording::note_detail(note, locale) }
}

/// How much a note weighs.
pub(crate) const fn level(level: NoteLevel) -> v1::NoteLevel {
    match level {
        NoteLevel::Problem => v1::NoteLevel::Problem,
        NoteLevel::Warning => v1::NoteLevel::Warning,
        NoteLevel::Note => v1::NoteLevel::Note,
    }
}
