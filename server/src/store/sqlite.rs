//! Plans in an SQLite file: one connection writes, several read.

mod file;
mod open;
mod read;
mod rows;
pub mod whole;
mod write;
mod writer;

use file::DatabaseFile;
pub use file::make_private;
use sqlx::SqlitePool;
use writer::Writer;

/// An open SQLite database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    /// The queue before the one connection that writes.
    writer: Writer,
    /// That connection, so that writers queue here and not at SQLite's lock.
    writing: SqlitePool,
    /// Connections that only read; with a write-ahead log they never wait for the writer.
    readers: SqlitePool,
    /// The file that was opened, to notice when someone replaces it.
    file: DatabaseFile,
}
