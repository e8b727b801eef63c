//! How many answers at a time fit.

use super::components;
use super::memory;
use super::question::{Question, Settings};
use super::stages;

/// More at a time are not looked for.
const MOST: u64 = 4096;

/// Most answers at a time that fit the card; 0 where not even one does.
#[must_use]
pub fn largest_batch(question: &Question) -> u64 {
    let fits = |batch: u64| {
        let question = Question { settings: Settings { batch, ..question.settings }, ..question.clone() };
        let components = components::of(&question);
        let stages = stages::of(&question, &components);
        memory::of(&question, &components, &stages).fits()
    };
    let (mut fitting, mut beyond) = (0, 1);
    while beyond <= MOST && fits(beyond) {
        (fitting, beyond) = (beyond, 2 * beyond);
    }
    while fitting < MOST && beyond - fitting > 1 {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    fitting
}
