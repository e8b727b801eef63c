//! All figures of an estimate with their notes, before any rule's opinion.

use super::batch::largest_in;
use super::card::Detail;
use super::notes;
use super::plays::Plays;
use crate::estimate::{Estimate, Note};
use crate::inputs::Scenario;
use crate::order::sort_by_key;

/// The figures of a pinned scenario as its estimate has them, without the rules' opinions.
pub(crate) fn plain(plays: &mut Plays, scenario: Scenario, detail: Detail) -> Estimate {
    let largest = largest_in(plays, &scenario);
    plain_with_largest(plays, scenario, largest, detail)
}

pub(crate) fn plain_with_largest(plays: &mut Plays, scenario: Scenario, largest: u64, detail: Detail) -> Estimate {
    let vram = plays.vram(&scenario, detail);
    let ram = plays.ram(&scenario);
    let (path, speed) = plays.path_and_speed(&scenario);
    let mut notes = notes::notes(&scenario, &vram, &ram, &speed);
    if detail == Detail::Replayed {
        notes.extend(notes::measured::notes(&scenario, &vram, &speed).into_iter().map(Note::Measured));
        sort_by_key(&mut notes, Note::level);
    }
    let parameters = plays.step(&scenario).parameters;
    Estimate { parameters, vram, max_micro_batch_size: largest, ram, speed, path, rules: Vec::new(), notes, scenario }
}
