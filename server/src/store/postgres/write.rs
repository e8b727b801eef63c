//! Writes plans: what is confirmed is on the disk of the database's server.

use sqlx::PgConnection;

use super::Database;
use crate::store::columns::plan_state_at;
use crate::store::records::{Change, Inserted, NewPlan, PlanState, key_horizon};
use crate::store::statements::{SET_EXPIRY, SET_REVOCATION, bind_content, insert_revision};
use crate::store::{EditKey, PlanId, StoreError};

/// A plan and its first revision in one statement, which is one way to the server and back.
const INSERT_PLAN: &str = "WITH plan AS (\
         INSERT INTO plans (id, edit_key_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)) \
     INSERT INTO revisions (plan_id, number, title, note, scenario, prices, result, bill, engine_version, catalog_version, created_at) \
     VALUES ($1, 1, $5, $6, $7, $8, $9, $10, $11, $12, $3)";

/// [`INSERT_PLAN`] where the idempotency key is new or has been forgotten; otherwise no row.
///
/// Of two requests that come at once the second waits here until the first is stored, and then finds its key taken.
const INSERT_PLAN_WITH_KEY: &str = "WITH key AS (\
         INSERT INTO idempotency_keys (key_hash, request_hash, salt, plan_id, created_at) VALUES ($13, $14, $15, $1, $3) \
         ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, salt = excluded.salt, \
             plan_id = excluded.plan_id, created_at = excluded.created_at WHERE idempotency_keys.created_at <= $16 \
         RETURNING plan_id), \
     plan AS (INSERT INTO plans (id, edit_key_hash, created_at, expires_at) SELECT plan_id, $2, $3, $4 FROM key) \
     INSERT INTO revisions (plan_id, number, title, note, scenario, prices, result, bill, engine_version, catalog_version, created_at) \
     SELECT plan_id, 1, $5, $6, $7, $8, $9, $10, $11, $12, $3 FROM key";

/// A few at a time, so that no request pays for all that have come of age; those that another server forgets now are left to it.
const FORGET_KEYS: &str = "DELETE FROM idempotency_keys WHERE key_hash IN \
     (SELECT key_hash FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED)";

impl Database {
    /// Stores a plan with its first revision and its idempotency key, or nothing.
    pub async fn insert_plan(&self, plan: NewPlan) -> Result<Inserted, StoreError> {
        let sql = if plan.key.is_some() { INSERT_PLAN_WITH_KEY } else { INSERT_PLAN };
        let head =
            sqlx::query(sql).bind(plan.id.as_str()).bind(&plan.edit_key_hash[..]).bind(plan.created_at).bind(plan.expires_at);
        let mut query = bind_content(head, &plan.content);
        let horizon = key_horizon(plan.created_at);
        if let Some(key) = &plan.key {
            query = query.bind(&key.key_hash[..]).bind(&key.request_hash[..]).bind(&key.salt[..]).bind(horizon);
        }
        if query.execute(&self.pool).await?.rows_affected() == 0 {
            return Ok(Inserted::KeyTaken);
        }
        if plan.key.is_some() {
            // The plan is stored whatever becomes of old keys.
            let forgotten = sqlx::query(FORGET_KEYS).bind(horizon).execute(&self.pool).await;
            if let Err(error) = forgotten {
                tracing::warn!(error = &error as &dyn std::error::Error, "cannot forget old idempotency keys");
            }
        }
        Ok(Inserted::Stored)
    }

    /// Changes a plan for the holder of its key; returns the newest revision's number.
    pub async fn change_plan(&self, id: &PlanId, key: &EditKey, change: Change, now: i64) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let newest = lock_plan(&mut transaction, id).await?.ok_or(StoreError::NotFound)?.authorize(key, now)?;
        let number = match change {
            Change::Append { expected, .. } if expected != newest => return Err(StoreError::Stale { current: newest }),
            Change::Append { content, expires_at, .. } => {
                let number = newest.cast_signed() + 1;
                insert_revision(id.as_str(), number, &content, now).execute(&mut *transaction).await?;
                sqlx::query(SET_EXPIRY).bind(id.as_str()).bind(expires_at).execute(&mut *transaction).await?;
                newest + 1
            }
            Change::Revoke => {
                sqlx::query(SET_REVOCATION).bind(id.as_str()).bind(now).execute(&mut *transaction).await?;
                newest
            }
        };
        transaction.commit().await?;
        Ok(number)
    }
}

/// A plan that nobody else changes until the transaction ends.
///
/// The newest revision is asked for only when the lock is there: before it, another server's may come in between unseen.
async fn lock_plan(connection: &mut PgConnection, id: &PlanId) -> Result<Option<PlanState>, StoreError> {
    let row = sqlx::query("SELECT edit_key_hash, revoked_at, expires_at FROM plans WHERE id = $1 FOR UPDATE")
        .bind(id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let newest = sqlx::query_scalar("SELECT max(number) FROM revisions WHERE plan_id = $1")
        .bind(id.as_str())
        .fetch_one(connection)
        .await?;
    plan_state_at(&row, newest).map(Some)
}
