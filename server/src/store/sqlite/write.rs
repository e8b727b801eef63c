//! Writes plans: what is confirmed is on the disk.

use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::Database;
use super::read::plan_state;
use crate::store::records::{Change, Inserted, NewKey, NewPlan, key_horizon};
use crate::store::{Content, EditKey, PlanId, StoreError};

const INSERT_PLAN: &str = "INSERT INTO plans (id, edit_key_hash, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)";

const INSERT_REVISION: &str = "INSERT INTO revisions \
     (plan_id, number, title, note, scenario, prices, result, bill, engine_version, catalog_version, created_at) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";

/// Takes the place of a key that has been forgotten, but not of one that still counts.
const INSERT_KEY: &str = "INSERT INTO idempotency_keys (key_hash, request_hash, salt, plan_id, created_at) \
     VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, \
     salt = excluded.salt, plan_id = excluded.plan_id, created_at = excluded.created_at WHERE idempotency_keys.created_at <= ?6";

/// A few at a time, so that no request pays for all that have come of age.
const FORGET_KEYS: &str = "DELETE FROM idempotency_keys WHERE key_hash IN \
     (SELECT key_hash FROM idempotency_keys WHERE created_at <= ?1 ORDER BY created_at LIMIT 20)";

impl Database {
    /// Stores a plan with its first revision and its idempotency key, or nothing.
    pub async fn insert_plan(&self, plan: NewPlan) -> Result<Inserted, StoreError> {
        let mut transaction = self.begin_write().await?;
        let inserted = insert_plan(&mut transaction, &plan).await?;
        if inserted == Inserted::Stored {
            self.commit(transaction).await?;
        } else {
            transaction.rollback().await?;
        }
        Ok(inserted)
    }

    /// Changes a plan for whoever holds its key; returns the newest revision's number.
    pub async fn change_plan(&self, id: &PlanId, key: &EditKey, change: Change, now: i64) -> Result<u64, StoreError> {
        let mut transaction = self.begin_write().await?;
        let newest = change_plan(&mut transaction, id, key, &change, now).await?;
        self.commit(transaction).await?;
        Ok(newest)
    }

    /// Takes the write lock at once: a transaction that reads first may not get it afterwards.
    pub(super) async fn begin_write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.file.check()?;
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Writes to the disk, and confirms only what is still in the file that people will open tomorrow.
    async fn commit(&self, transaction: Transaction<'static, Sqlite>) -> Result<(), StoreError> {
        transaction.commit().await?;
        self.file.check()
    }
}

async fn insert_plan(connection: &mut SqliteConnection, plan: &NewPlan) -> Result<Inserted, StoreError> {
    sqlx::query(INSERT_PLAN)
        .bind(plan.id.as_str())
        .bind(&plan.edit_key_hash[..])
        .bind(plan.created_at)
        .bind(plan.expires_at)
        .execute(&mut *connection)
        .await?;
    insert_revision(connection, &plan.id, 1, &plan.content, plan.created_at).await?;
    match &plan.key {
        Some(key) => insert_key(connection, &plan.id, key, plan.created_at).await,
        None => Ok(Inserted::Stored),
    }
}

async fn insert_key(connection: &mut SqliteConnection, id: &PlanId, key: &NewKey, now: i64) -> Result<Inserted, StoreError> {
    let result = sqlx::query(INSERT_KEY)
        .bind(&key.key_hash[..])
        .bind(&key.request_hash[..])
        .bind(&key.salt[..])
        .bind(id.as_str())
        .bind(now)
        .bind(key_horizon(now))
        .execute(&mut *connection)
        .await?;
    if result.rows_affected() == 0 {
        return Ok(Inserted::KeyTaken);
    }
    sqlx::query(FORGET_KEYS).bind(key_horizon(now)).execute(connection).await?;
    Ok(Inserted::Stored)
}

async fn change_plan(
    connection: &mut SqliteConnection,
    id: &PlanId,
    key: &EditKey,
    change: &Change,
    now: i64,
) -> Result<u64, StoreError> {
    let newest = plan_state(&mut *connection, id).await?.ok_or(StoreError::NotFound)?.authorize(key, now)?;
    match change {
        Change::Append { expected, .. } if *expected != newest => Err(StoreError::Stale { current: newest }),
        Change::Append { content, expires_at, .. } => {
            insert_revision(connection, id, newest + 1, content, now).await?;
            sqlx::query("UPDATE plans SET expires_at = ?2 WHERE id = ?1")
                .bind(id.as_str())
                .bind(*expires_at)
                .execute(connection)
                .await?;
            Ok(newest + 1)
        }
        Change::Revoke => {
            sqlx::query("UPDATE plans SET revoked_at = ?2 WHERE id = ?1").bind(id.as_str()).bind(now).execute(connection).await?;
            Ok(newest)
        }
    }
}

async fn insert_revision(
    connection: &mut SqliteConnection,
    id: &PlanId,
    number: u64,
    content: &Content,
    now: i64,
) -> Result<(), StoreError> {
    let Content { title, note, scenario, prices, result, bill, engine_version, catalog_version } = content;
    sqlx::query(INSERT_REVISION)
        .bind(id.as_str())
        .bind(number.cast_signed())
        .bind(title)
        .bind(note)
        .bind(scenario)
        .bind(prices.as_deref())
        .bind(result)
        .bind(bill.as_deref())
        .bind(engine_version)
        .bind(catalog_version)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}
