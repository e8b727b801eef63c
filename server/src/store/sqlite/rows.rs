//! Whole rows, as they are copied from one database to another.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::read::content;
use super::write::insert_revision;
use crate::store::StoreError;
use crate::store::maintenance::{KeyRow, PlanRow, RevisionRow, Rows};

const PLANS: &str = "SELECT id, edit_key_hash, created_at, expires_at, revoked_at FROM plans WHERE id > ?1 ORDER BY id LIMIT 500";

/// Revisions are large: a page of them stays below a few tens of megabytes.
const REVISIONS: &str = "SELECT plan_id, number, title, note, scenario, prices, result, bill, engine_version, catalog_version, \
     created_at FROM revisions WHERE (plan_id, number) > (?1, ?2) ORDER BY plan_id, number LIMIT 50";

const KEYS: &str = "SELECT key_hash, request_hash, salt, plan_id, created_at FROM idempotency_keys WHERE key_hash > ?1 \
     ORDER BY key_hash LIMIT 500";

const PUT_PLAN: &str = "INSERT INTO plans (id, edit_key_hash, created_at, expires_at, revoked_at) VALUES (?1, ?2, ?3, ?4, ?5)";

const PUT_KEY: &str =
    "INSERT INTO idempotency_keys (key_hash, request_hash, salt, plan_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5)";

impl Rows for SqliteConnection {
    async fn plans_after(&mut self, id: &str) -> Result<Vec<PlanRow>, StoreError> {
        sqlx::query(PLANS).bind(id).fetch_all(self).await?.iter().map(plan).collect()
    }

    async fn revisions_after(&mut self, plan_id: &str, number: i64) -> Result<Vec<RevisionRow>, StoreError> {
        sqlx::query(REVISIONS).bind(plan_id).bind(number).fetch_all(self).await?.iter().map(revision).collect()
    }

    async fn keys_after(&mut self, key_hash: &[u8]) -> Result<Vec<KeyRow>, StoreError> {
        sqlx::query(KEYS).bind(key_hash).fetch_all(self).await?.iter().map(key).collect()
    }

    async fn put_plan(&mut self, row: &PlanRow) -> Result<(), StoreError> {
        let PlanRow { id, edit_key_hash, created_at, expires_at, revoked_at } = row;
        let query = sqlx::query(PUT_PLAN).bind(id).bind(edit_key_hash).bind(created_at).bind(expires_at).bind(revoked_at);
        query.execute(self).await?;
        Ok(())
    }

    async fn put_revision(&mut self, row: &RevisionRow) -> Result<(), StoreError> {
        insert_revision(self, &row.plan_id, row.number, &row.content, row.created_at).await
    }

    async fn put_key(&mut self, row: &KeyRow) -> Result<(), StoreError> {
        let KeyRow { key_hash, request_hash, salt, plan_id, created_at } = row;
        sqlx::query(PUT_KEY).bind(key_hash).bind(request_hash).bind(salt).bind(plan_id).bind(created_at).execute(self).await?;
        Ok(())
    }
}

fn plan(row: &SqliteRow) -> Result<PlanRow, StoreError> {
    Ok(PlanRow {
        id: row.try_get("id")?,
        edit_key_hash: row.try_get("edit_key_hash")?,
        created_at: row.try_get("created_at")?,
        expires_at: row.try_get("expires_at")?,
        revoked_at: row.try_get("revoked_at")?,
    })
}

fn revision(row: &SqliteRow) -> Result<RevisionRow, StoreError> {
    Ok(RevisionRow {
        plan_id: row.try_get("plan_id")?,
        number: row.try_get("number")?,
        content: content(row)?,
        created_at: row.try_get("created_at")?,
    })
}

fn key(row: &SqliteRow) -> Result<KeyRow, StoreError> {
    Ok(KeyRow {
        key_hash: row.try_get("key_hash")?,
        request_hash: row.try_get("request_hash")?,
        salt: row.try_get("salt")?,
        plan_id: row.try_get("plan_id")?,
        created_at: row.try_get("created_at")?,
    })
}
