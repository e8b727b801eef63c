//! Plans in SQLite: the only place that speaks SQL.
//!
//! A plan is an unguessable id with a list of revisions that never change; whoever holds the edit key may add a revision or revoke the plan.
//! One connection writes, several read; a write is on the disk before it is confirmed.

mod error;
mod file;
mod id;
mod migrations;
mod open;
mod plans;

pub use error::{StoreError, Unavailable};
pub use id::{EditKey, PlanId};
pub use plans::{Content, Created, Revision};

use file::DatabaseFile;
use sqlx::SqlitePool;

/// The plans' database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    /// The one connection that writes, so that writers queue here and not at SQLite's lock.
    writer: SqlitePool,
    /// Connections that only read; with a write-ahead log they never wait for the writer.
    readers: SqlitePool,
    /// The file that was opened, to notice when someone replaces it.
    file: DatabaseFile,
}
