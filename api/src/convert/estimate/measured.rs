//! What a measurement changed.

use engine::estimate as answer;
use engine::estimate::MeasuredNote;
use engine::estimate::Note;
use engine::measured::SCALED;

use wire::v1::estimate as v1;

/// What was measured of an answer; none where nothing was, or nothing of it is used.
pub(super) fn measured(answer: &answer::Estimate) -> Option<v1::MeasuredParts> {
    let measured = &answer.scenario.measured;
    if !measured.is_any() {
        return None;
    }
    let part = |id: &str| measured.factor_on(id).map(|factor| v1::MeasuredPart { id: id.to_owned(), factor });
    Some(v1::MeasuredParts {
        parts: SCALED.iter().filter_map(|(id, _)| part(id)).collect(),
        device_peak_bytes_before: answer.notes.iter().find_map(|note| match note {
            Note::Measured(MeasuredNote::Memory { before, .. }) => Some(before.0),
            _ => None,
        }),
        samples_per_second_before: answer.notes.iter().find_map(|note| match note {
            Note::Measured(MeasuredNote::Speed { before, .. }) => Some(before.get()),
            _ => None,
        }),
    })
}
