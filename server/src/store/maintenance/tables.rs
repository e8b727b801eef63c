//! Whole rows, as connections to either database read and write them: the statements are the same, the types of the drivers are not.

use sqlx::{PgConnection, SqliteConnection};

use super::rows::{KeyRow, PlanRow, RevisionRow, Rows};
use crate::store::StoreError;
use crate::store::columns::{Columns, content};
use crate::store::statements::{KEYS_AFTER, PLANS_AFTER, PUT_KEY, PUT_PLAN, REVISIONS_AFTER, insert_revision};

macro_rules! tables {
    ($connection:ty) => {
        impl Rows for $connection {
            async fn plans_after(&mut self, id: &str) -> Result<Vec<PlanRow>, StoreError> {
                sqlx::query(PLANS_AFTER).bind(id).fetch_all(self).await?.iter().map(plan).collect()
            }

            async fn revisions_after(&mut self, plan_id: &str, number: i64) -> Result<Vec<RevisionRow>, StoreError> {
                sqlx::query(REVISIONS_AFTER).bind(plan_id).bind(number).fetch_all(self).await?.iter().map(revision).collect()
            }

            async fn keys_after(&mut self, key_hash: &[u8]) -> Result<Vec<KeyRow>, StoreError> {
                sqlx::query(KEYS_AFTER).bind(key_hash).fetch_all(self).await?.iter().map(key).collect()
            }

            async fn put_plan(&mut self, row: &PlanRow) -> Result<(), StoreError> {
                let PlanRow { id, edit_key_hash, created_at, expires_at, revoked_at } = row;
                let query = sqlx::query(PUT_PLAN).bind(id).bind(edit_key_hash).bind(created_at).bind(expires_at).bind(revoked_at);
                query.execute(self).await?;
                Ok(())
            }

            async fn put_revision(&mut self, row: &RevisionRow) -> Result<(), StoreError> {
                insert_revision(&row.plan_id, row.number, &row.content, row.created_at).execute(self).await?;
                Ok(())
            }

            async fn put_key(&mut self, row: &KeyRow) -> Result<(), StoreError> {
                let KeyRow { key_hash, request_hash, salt, plan_id, created_at } = row;
                let query = sqlx::query(PUT_KEY).bind(key_hash).bind(request_hash).bind(salt).bind(plan_id).bind(created_at);
                query.execute(self).await?;
                Ok(())
            }
        }
    };
}

tables!(SqliteConnection);
tables!(PgConnection);

fn plan(row: &impl Columns) -> Result<PlanRow, StoreError> {
    Ok(PlanRow {
        id: row.text("id")?,
        edit_key_hash: row.bytes("edit_key_hash")?,
        created_at: row.integer("created_at")?,
        expires_at: row.optional_integer("expires_at")?,
        revoked_at: row.optional_integer("revoked_at")?,
    })
}

fn revision(row: &impl Columns) -> Result<RevisionRow, StoreError> {
    Ok(RevisionRow {
        plan_id: row.text("plan_id")?,
        number: row.integer("number")?,
        content: content(row)?,
        created_at: row.integer("created_at")?,
    })
}

fn key(row: &impl Columns) -> Result<KeyRow, StoreError> {
    Ok(KeyRow {
        key_hash: row.bytes("key_hash")?,
        request_hash: row.bytes("request_hash")?,
        salt: row.bytes("salt")?,
        plan_id: row.text("plan_id")?,
        created_at: row.integer("created_at")?,
    })
}
