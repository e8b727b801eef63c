//! Plans in SQLite: the only place that speaks SQL.
//!
//! A plan is an unguessable id with a list of revisions that never change; whoever holds the edit key may add a revision or revoke the plan.
//! One connection writes, several read; a write is on the disk before it is confirmed.

mod error;
mod head;
mod id;
mod idempotency;
mod migrations;
mod plans;
mod records;
mod sqlite;

pub use error::{StoreError, Unavailable};
pub use head::Head;
pub use id::{EditKey, PlanId};
pub use idempotency::Idempotency;
pub use plans::{Content, Created, Revision, RevisionLine, RevisionPage};

/// The plans' database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    database: sqlite::Database,
}

impl Store {
    /// Opens the database that a URL such as `sqlite:rigwise.db` names, creates the file where there is none, and migrates it.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the URL is wrong or the file is locked, read-only, damaged or of another schema.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Ok(Self { database: sqlite::Database::open(url).await? })
    }

    /// A database that is gone when the last clone of the store is.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn in_memory() -> Result<Self, StoreError> {
        Self::open("sqlite::memory:").await
    }

    /// Fails unless plans can be read and written right now.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] with the reason.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.database.ready().await
    }

    /// Waits for running statements, writes the log back and closes the file.
    pub async fn close(&self) {
        self.database.close().await;
    }
}
