//! Plans in an SQLite file: one connection writes, several read.

mod file;
mod open;
mod read;
mod write;

use file::DatabaseFile;
use sqlx::SqlitePool;

/// An open SQLite database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    /// The one connection that writes, so that writers queue here and not at SQLite's lock.
    writer: SqlitePool,
    /// Connections that only read; with a write-ahead log they never wait for the writer.
    readers: SqlitePool,
    /// The file that was opened, to notice when someone replaces it.
    file: DatabaseFile,
}
