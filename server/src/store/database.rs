//! One database of two kinds, behind the same questions.

use std::time::Instant;

use super::address::Kind;
use super::records::{Change, EarlierKey, Inserted, NewPlan, PlanState, RevisionRow};
use super::{EditKey, PlanId, RevisionLine, StoreError, Unavailable, postgres, sqlite};
use crate::metrics;

/// An open database.
#[derive(Debug, Clone)]
pub enum Database {
    /// A file, for one server.
    Sqlite(sqlite::Database),
    /// A server of its own, for any number of ours.
    Postgres(postgres::Database),
}

impl Database {
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        match Kind::of(url) {
            Some(Kind::Sqlite) => sqlite::Database::open(url).await.map(Self::Sqlite),
            Some(Kind::Postgres) => postgres::Database::open(url).await.map(Self::Postgres),
            None => Err(StoreError::unavailable(Unavailable::Address)),
        }
    }

    pub async fn ready(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(database) => database.ready().await,
            Self::Postgres(database) => database.ready().await,
        }
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite(database) => database.close().await,
            Self::Postgres(database) => database.close().await,
        }
    }

    /// A revision by its number, or the newest.
    pub async fn select_revision(&self, id: &PlanId, number: Option<i64>) -> Result<Option<RevisionRow>, StoreError> {
        time("read", async {
            match self {
                Self::Sqlite(database) => database.select_revision(id, number).await,
                Self::Postgres(database) => database.select_revision(id, number).await,
            }
        })
        .await
    }

    /// What may be done with a plan.
    pub async fn select_plan(&self, id: &PlanId) -> Result<Option<PlanState>, StoreError> {
        time("read", async {
            match self {
                Self::Sqlite(database) => database.select_plan(id).await,
                Self::Postgres(database) => database.select_plan(id).await,
            }
        })
        .await
    }

    /// Revisions numbered below `below`, the newest first.
    pub async fn select_lines(&self, id: &PlanId, below: i64, limit: i64) -> Result<Vec<RevisionLine>, StoreError> {
        time("list", async {
            match self {
                Self::Sqlite(database) => database.select_lines(id, below, limit).await,
                Self::Postgres(database) => database.select_lines(id, below, limit).await,
            }
        })
        .await
    }

    /// The request that came with an idempotency key after the horizon.
    pub async fn select_key(&self, key_hash: &[u8; 32], horizon: i64) -> Result<Option<EarlierKey>, StoreError> {
        time("read", async {
            match self {
                Self::Sqlite(database) => database.select_key(key_hash, horizon).await,
                Self::Postgres(database) => database.select_key(key_hash, horizon).await,
            }
        })
        .await
    }

    /// Stores a plan with its first revision and its idempotency key, or nothing.
    pub async fn insert_plan(&self, plan: NewPlan) -> Result<Inserted, StoreError> {
        time("create", async {
            match self {
                Self::Sqlite(database) => database.insert_plan(plan).await,
                Self::Postgres(database) => database.insert_plan(plan).await,
            }
        })
        .await
    }

    /// Changes a plan for the holder of its key; returns the newest revision's number.
    pub async fn change_plan(&self, id: &PlanId, key: &EditKey, change: Change, now: i64) -> Result<u64, StoreError> {
        time("change", async {
            match self {
                Self::Sqlite(database) => database.change_plan(id, key, change, now).await,
                Self::Postgres(database) => database.change_plan(id, key, change, now).await,
            }
        })
        .await
    }
}

/// Tells the metrics how long a question took.
async fn time<T>(operation: &'static str, question: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let start = Instant::now();
    let answer = question.await;
    metrics::record_store(operation, start.elapsed());
    answer
}
