//! What an operator does to a database as a whole: back it up, restore it, move it to another.
//!
//! Nothing is ever overwritten: files appear under their names when they are complete, and a database that is replaced stays beside.

mod backup;
mod error;
mod files;
mod restore;
mod rows;
mod tables;
mod transfer;

pub use backup::backup;
pub use error::MaintenanceError;
pub use restore::{Restored, restore};
pub use rows::Inventory;
pub use transfer::move_all;
