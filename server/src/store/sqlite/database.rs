//! An open database: its connections, and the queue before the one that writes.

use sqlx::SqlitePool;

use super::file::DatabaseFile;
use super::write::{Write, Written};
use super::writer::Writer;
use crate::store::records::{Change, Inserted, NewPlan};
use crate::store::{EditKey, PlanId, StoreError, Unavailable};

/// An open SQLite database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    /// The queue before the one connection that writes.
    pub(super) writer: Writer,
    /// That connection, so that writers queue here and not at SQLite's lock.
    pub(super) writing: SqlitePool,
    /// Connections that only read; with a write-ahead log they never wait for the writer.
    pub(super) readers: SqlitePool,
    /// The file that was opened, to notice when someone replaces it.
    pub(super) file: DatabaseFile,
}

impl Database {
    /// Stores a plan with its first revision and its idempotency key, or nothing.
    pub async fn insert_plan(&self, plan: NewPlan) -> Result<Inserted, StoreError> {
        match self.writer.write(Write::Plan(Box::new(plan))).await? {
            Written::Plan(inserted) => Ok(inserted),
            Written::Change(_) | Written::Nothing => Err(StoreError::unavailable(Unavailable::Failed)),
        }
    }

    /// Changes a plan for the holder of its key; returns the newest revision's number.
    pub async fn change_plan(&self, id: &PlanId, key: &EditKey, change: Change, now: i64) -> Result<u64, StoreError> {
        let change = Write::Change { id: id.clone(), key: key.clone(), change, now };
        match self.writer.write(change).await? {
            Written::Change(newest) => Ok(newest),
            Written::Plan(_) | Written::Nothing => Err(StoreError::unavailable(Unavailable::Failed)),
        }
    }
}
