//! Plans in SQLite or PostgreSQL: the only place that speaks SQL.
//!
//! A plan is an unguessable id with a list of revisions that never change; whoever holds the edit key may add a revision or revoke the plan.
//! A write is on the disk before it is confirmed.
//! What a plan is and who may do what stands here, once; `sqlite` and `postgres` only read and write rows.

mod address;
mod columns;
mod database;
mod error;
mod head;
mod id;
mod idempotency;
pub mod maintenance;
mod migrations;
mod plans;
mod postgres;
mod recent;
mod records;
mod revision;
mod sqlite;
mod statements;

pub use address::{Kind, redact};
pub use error::{StoreError, Unavailable};
pub use head::Head;
pub use id::{EditKey, PlanId};
pub use idempotency::Idempotency;
pub use revision::{Content, Created, Revision, RevisionLine, RevisionPage};

use database::Database;
use recent::Recent;

/// The plans' database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    database: Database,
    recent: Recent,
}

impl Store {
    /// Opens the database that a URL such as `sqlite:rigwise.db` or `postgres://user@host/rigwise` names, and migrates it; a file is
    /// created where there is none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the URL is wrong, or the database is locked, out of reach, read-only, damaged or of another schema.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Ok(Self { database: Database::open(url).await?, recent: Recent::default() })
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

    /// Waits for running statements and lets go of the database; a file has all of its log then.
    pub async fn close(&self) {
        self.database.close().await;
    }
}
