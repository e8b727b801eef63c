//! How many answers at a time fit.

use super::plain::plain;
use super::question::{Question, Settings};

/// The most that can be asked for.
pub const MOST: u64 = 1 << 16;

/// Most answers at a time that fit the card, as far as they can be asked for; 0 where not even one does.
#[must_use]
pub fn largest_batch(question: &Question) -> u64 {
    let fits = |batch: u64| {
        let settings = Settings { batch, ..question.settings };
        let memory = plain(&Question { settings, ..question.clone() }).memory;
        // What shares one memory with the host has room for both or for neither.
        if question.hardware.gpu.pool.is_some() { memory.works() } else { memory.fits() }
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
