//! Estimates.

mod feeding;
mod machine;
mod measured;
mod rules;
pub(super) mod vram;

pub use vram::parts as vram_parts;

use engine::estimate::{self as answer, NoteLevel, Unit};

use crate::locale::Locale;
use crate::measured::carry_into;
use crate::notes::notes;
use crate::pin::pin;
use crate::text;
use crate::v1::Scenario;
use crate::v1::estimate as wire;

/// The engine's answer to what was asked.
#[must_use]
pub fn estimate(asked: &Scenario, answer: &answer::Estimate) -> wire::Estimate {
    let answer::Estimate { scenario, parameters, vram: device, max_micro_batch_size, ram, speed, path, rules, notes: _ } = answer;
    wire::Estimate {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        inputs: pin(asked, scenario),
        parameters: wire::Parameters { total: parameters.total, trainable: parameters.trainable },
        vram: vram::vram(device),
        limits: wire::Limits { max_micro_batch_size: *max_micro_batch_size },
        ram: machine::ram(ram),
        speed: machine::speed(speed, scenario.training.epochs),
        path: carrying(machine::path(path, &crate::feeding::feeding(asked, answer)), asked, answer),
        measured: measured::measured(answer),
        rules: rules.iter().map(rules::rule).collect(),
        explain: engine::explain::explain(answer).iter().map(explanation).collect(),
        notes: notes(asked, answer).iter().map(note).collect(),
    }
}

/// The data path with changes that carry along what was measured.
fn carrying(mut path: wire::Path, asked: &Scenario, answer: &answer::Estimate) -> wire::Path {
    for remedy in path.remedies.iter_mut().chain(&mut path.remedy) {
        carry_into(&mut remedy.change, asked, &answer.scenario.measured);
    }
    path
}

fn explanation(explanation: &answer::Explanation) -> wire::Explanation {
    let answer::Explanation { id, formula, value, unit: of, inputs, source } = explanation;
    wire::Explanation {
        id: (*id).to_owned(),
        formula: (*formula).to_owned(),
        value: *value,
        unit: unit(*of),
        inputs: inputs
            .iter()
            .map(|(name, value, of)| wire::ExplanationInput { name: (*name).to_owned(), value: *value, unit: unit(*of) })
            .collect(),
        source: (*source).to_owned(),
    }
}

pub(super) const fn unit(unit: Unit) -> wire::Unit {
    match unit {
        Unit::Bytes => wire::Unit::Bytes,
        Unit::Seconds => wire::Unit::Seconds,
        Unit::SamplesPerSecond => wire::Unit::SamplesPerSecond,
        Unit::BytesPerSecond => wire::Unit::BytesPerSecond,
        Unit::Flops => wire::Unit::Flops,
        Unit::FlopsPerSecond => wire::Unit::FlopsPerSecond,
        Unit::Count => wire::Unit::Count,
    }
}

pub(super) fn note(note: &answer::Note) -> wire::Note {
    wire::Note {
        code: note.code().to_owned(),
        level: match note.level() {
            NoteLevel::Problem => wire::NoteLevel::Problem,
            NoteLevel::Warning => wire::NoteLevel::Warning,
            NoteLevel::Note => wire::NoteLevel::Note,
        },
        detail: text::note_detail(note, Locale::En),
    }
}
