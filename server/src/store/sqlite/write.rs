//! What can be written, inside a transaction.

use sqlx::SqliteConnection;

use crate::store::columns::plan_state;
use crate::store::records::{Change, Inserted, NewKey, NewPlan, key_horizon};
use crate::store::statements::{CHANGE_NOTHING, SELECT_PLAN, SET_EXPIRY, SET_REVOCATION, bind_content, insert_revision};
use crate::store::{EditKey, PlanId, StoreError};

/// A plan and its first revision in one go: every statement on its own costs a way to the connection's thread and back.
const INSERT_PLAN: &str = "INSERT INTO plans (id, edit_key_hash, created_at, expires_at) VALUES ($1, $2, $3, $4); \
     INSERT INTO revisions \
     (plan_id, number, title, note, scenario, prices, result, bill, engine_version, catalog_version, created_at) \
     VALUES ($1, 1, $5, $6, $7, $8, $9, $10, $11, $12, $3)";

/// Takes the place of a key that has been forgotten, but not of one that still counts.
const INSERT_KEY: &str = "INSERT INTO idempotency_keys (key_hash, request_hash, salt, plan_id, created_at) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, \
     salt = excluded.salt, plan_id = excluded.plan_id, created_at = excluded.created_at \
     WHERE idempotency_keys.created_at <= $6";

/// A few at a time, so that no request pays for all that have come of age.
const FORGET_KEYS: &str = "DELETE FROM idempotency_keys WHERE key_hash IN \
     (SELECT key_hash FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT 20)";

/// What is to be written.
#[derive(Debug)]
pub enum Write {
    /// A plan with its first revision and its idempotency key.
    Plan(Box<NewPlan>),
    /// A change of a plan for the holder of its key.
    Change { id: PlanId, key: EditKey, change: Change, now: i64 },
    /// Nothing, to see whether it could be: the lock alone proves little, for on a read-only file SQLite quietly grants one for reading.
    Nothing,
}

/// What was written.
#[derive(Debug)]
pub enum Written {
    Plan(Inserted),
    /// The plan's newest revision.
    Change(u64),
    Nothing,
}

/// Writes inside a transaction.
///
/// Whatever else than [`StoreError::Unavailable`] it fails with, it has written nothing.
pub async fn write(connection: &mut SqliteConnection, write: &Write) -> Result<Written, StoreError> {
    match write {
        Write::Plan(plan) => insert_plan(connection, plan).await.map(Written::Plan),
        Write::Change { id, key, change, now } => change_plan(connection, id, key, change, *now).await.map(Written::Change),
        Write::Nothing => {
            sqlx::query(CHANGE_NOTHING).execute(connection).await?;
            Ok(Written::Nothing)
        }
    }
}

async fn insert_plan(connection: &mut SqliteConnection, plan: &NewPlan) -> Result<Inserted, StoreError> {
    // The key comes first: where it is taken nothing is written.
    if let Some(key) = &plan.key
        && !insert_key(connection, &plan.id, key, plan.created_at).await?
    {
        return Ok(Inserted::KeyTaken);
    }
    let head =
        sqlx::query(INSERT_PLAN).bind(plan.id.as_str()).bind(&plan.edit_key_hash[..]).bind(plan.created_at).bind(plan.expires_at);
    bind_content(head, &plan.content).execute(connection).await?;
    Ok(Inserted::Stored)
}

/// Whether the key is stored; one that came before is left as it is.
async fn insert_key(connection: &mut SqliteConnection, id: &PlanId, key: &NewKey, now: i64) -> Result<bool, StoreError> {
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
        return Ok(false);
    }
    sqlx::query(FORGET_KEYS).bind(key_horizon(now)).execute(connection).await?;
    Ok(true)
}

async fn change_plan(
    connection: &mut SqliteConnection,
    id: &PlanId,
    key: &EditKey,
    change: &Change,
    now: i64,
) -> Result<u64, StoreError> {
    let row = sqlx::query(SELECT_PLAN).bind(id.as_str()).fetch_optional(&mut *connection).await?;
    let newest = plan_state(&row.ok_or(StoreError::NotFound)?)?.authorize(key, now)?;
    match change {
        Change::Append { expected, .. } if *expected != newest => Err(StoreError::Stale { current: newest }),
        Change::Append { content, expires_at, .. } => {
            let number = newest.cast_signed() + 1;
            insert_revision(id.as_str(), number, content, now).execute(&mut *connection).await?;
            sqlx::query(SET_EXPIRY).bind(id.as_str()).bind(*expires_at).execute(connection).await?;
            Ok(newest + 1)
        }
        Change::Revoke => {
            sqlx::query(SET_REVOCATION).bind(id.as_str()).bind(now).execute(connection).await?;
            Ok(newest)
        }
    }
}
