//! Reads plans.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteExecutor};

use super::Database;
use crate::store::records::{EarlierKey, PlanState, RevisionRow, timestamp};
use crate::store::{Content, PlanId, RevisionLine, StoreError};

/// A revision and its plan, for one or all numbers; the newest first.
const SELECT_REVISION: &str = "SELECT number, title, note, scenario, prices, result, bill, engine_version, catalog_version, \
     revisions.created_at AS created_at, expires_at, revoked_at, \
     (SELECT max(number) FROM revisions WHERE plan_id = plans.id) AS newest \
     FROM plans JOIN revisions ON revisions.plan_id = plans.id \
     WHERE plans.id = ?1 AND (?2 IS NULL OR number = ?2) ORDER BY number DESC LIMIT 1";

const SELECT_PLAN: &str = "SELECT edit_key_hash, revoked_at, expires_at, \
     (SELECT max(number) FROM revisions WHERE plan_id = plans.id) AS newest FROM plans WHERE id = ?1";

const SELECT_LINES: &str = "SELECT number, title, engine_version, catalog_version, created_at FROM revisions \
     WHERE plan_id = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3";

const SELECT_KEY: &str = "SELECT request_hash, salt, plan_id FROM idempotency_keys WHERE key_hash = ?1 AND created_at > ?2";

impl Database {
    /// A revision by its number, or the newest.
    pub async fn select_revision(&self, id: &PlanId, number: Option<i64>) -> Result<Option<RevisionRow>, StoreError> {
        self.file.check()?;
        let row = sqlx::query(SELECT_REVISION).bind(id.as_str()).bind(number).fetch_optional(&self.readers).await?;
        row.as_ref().map(revision).transpose()
    }

    /// What may be done with a plan.
    pub async fn select_plan(&self, id: &PlanId) -> Result<Option<PlanState>, StoreError> {
        self.file.check()?;
        plan_state(&self.readers, id).await
    }

    /// Revisions numbered below `below`, the newest first.
    pub async fn select_lines(&self, id: &PlanId, below: i64, limit: i64) -> Result<Vec<RevisionLine>, StoreError> {
        let rows = sqlx::query(SELECT_LINES).bind(id.as_str()).bind(below).bind(limit).fetch_all(&self.readers).await?;
        rows.iter().map(line).collect()
    }

    /// The request that came with an idempotency key after the horizon.
    pub async fn select_key(&self, key_hash: &[u8; 32], horizon: i64) -> Result<Option<EarlierKey>, StoreError> {
        self.file.check()?;
        let row = sqlx::query(SELECT_KEY).bind(&key_hash[..]).bind(horizon).fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(EarlierKey {
            request_hash: row.try_get("request_hash")?,
            salt: row.try_get("salt")?,
            plan_id: row.try_get("plan_id")?,
        }))
    }
}

/// What may be done with a plan, inside a transaction or out of it.
pub async fn plan_state(executor: impl SqliteExecutor<'_>, id: &PlanId) -> Result<Option<PlanState>, StoreError> {
    let Some(row) = sqlx::query(SELECT_PLAN).bind(id.as_str()).fetch_optional(executor).await? else { return Ok(None) };
    Ok(Some(PlanState {
        edit_key_hash: row.try_get("edit_key_hash")?,
        revoked_at: row.try_get("revoked_at")?,
        expires_at: row.try_get("expires_at")?,
        newest: row.try_get("newest")?,
    }))
}

fn revision(row: &SqliteRow) -> Result<RevisionRow, StoreError> {
    Ok(RevisionRow {
        number: row.try_get("number")?,
        newest: row.try_get("newest")?,
        content: content(row)?,
        created_at: row.try_get("created_at")?,
        expires_at: row.try_get("expires_at")?,
        revoked_at: row.try_get("revoked_at")?,
    })
}

/// What a revision's row says.
pub fn content(row: &SqliteRow) -> Result<Content, StoreError> {
    Ok(Content {
        title: row.try_get("title")?,
        note: row.try_get("note")?,
        scenario: row.try_get("scenario")?,
        prices: row.try_get("prices")?,
        result: row.try_get("result")?,
        bill: row.try_get("bill")?,
        engine_version: row.try_get("engine_version")?,
        catalog_version: row.try_get("catalog_version")?,
    })
}

fn line(row: &SqliteRow) -> Result<RevisionLine, StoreError> {
    Ok(RevisionLine {
        number: row.try_get::<i64, _>("number")?.unsigned_abs(),
        title: row.try_get("title")?,
        engine_version: row.try_get("engine_version")?,
        catalog_version: row.try_get("catalog_version")?,
        created_at: timestamp(row.try_get("created_at")?),
    })
}
