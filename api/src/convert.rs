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
