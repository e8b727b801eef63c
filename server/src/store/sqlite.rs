//! Plans in an SQLite file: one connection writes, several read.

mod database;
mod file;
mod open;
mod read;
pub mod whole;
mod write;
mod writer;

pub use database::Database;
pub use file::make_private;
