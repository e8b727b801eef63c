//! From the engine's answers to the wire's.

mod bound;
pub mod catalog;
pub mod catalog_found;
pub mod catalog_item;
pub mod catalog_parts;
pub mod catalog_products;
mod catalog_row;
mod diagnosis;
mod estimate;
mod passed;
mod recommendation;
mod rented;
mod served;
mod undecided;

pub use bound::{answer, lower_bound};
pub use catalog::{cpus, gpus, memory_kits, models, storages};
pub use diagnosis::diagnosis;
pub use estimate::estimate;
pub(crate) use estimate::note;
use estimate::vram_parts;
pub use passed::passed;
pub use recommendation::recommendation;
pub use served::served;
pub use undecided::{no_advice, with_card};

use scenario::FieldError;
use scenario::resolve::{answers_in_passes, resolve_passing, resolve_serving};
use wire::Locale;
use wire::v1::{Answer, Scenario};

/// The answer to a scenario whose task is inference, with its sentences in the reader's language.
///
/// # Errors
/// Every field at fault.
pub fn inference(asked: &Scenario, locale: Locale) -> Result<Answer, Vec<FieldError>> {
    Ok(if answers_in_passes(asked) {
        Answer::Passes(Box::new(passed(asked, &resolve_passing(asked)?, locale)))
    } else {
        Answer::Serving(Box::new(served(asked, &resolve_serving(asked)?, locale)))
    })
}
