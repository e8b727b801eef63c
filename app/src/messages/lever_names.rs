//! Names of the advisor's changes where only their id is known: those that were considered and dropped.

pub use wording::lever_name as name;
