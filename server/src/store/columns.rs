//! Rows of either database, read by the names of their columns.

use sqlx::{ColumnIndex, Decode, Row, Type};

use super::StoreError;
use super::records::{EarlierKey, PlanState, RevisionRow, timestamp};
use super::revision::{Content, RevisionLine};

/// A row whose columns can be read by name, whatever the database.
pub trait Columns {
    /// A text.
    fn text(&self, column: &'static str) -> Result<String, StoreError>;
    /// A text, where there is one.
    fn optional_text(&self, column: &'static str) -> Result<Option<String>, StoreError>;
    /// A number.
    fn integer(&self, column: &'static str) -> Result<i64, StoreError>;
    /// A number, where there is one.
    fn optional_integer(&self, column: &'static str) -> Result<Option<i64>, StoreError>;
    /// Bytes.
    fn bytes(&self, column: &'static str) -> Result<Vec<u8>, StoreError>;
}

impl<R: Row> Columns for R
where
    &'static str: ColumnIndex<R>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
{
    fn text(&self, column: &'static str) -> Result<String, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn optional_text(&self, column: &'static str) -> Result<Option<String>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn integer(&self, column: &'static str) -> Result<i64, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn optional_integer(&self, column: &'static str) -> Result<Option<i64>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn bytes(&self, column: &'static str) -> Result<Vec<u8>, StoreError> {
        Ok(self.try_get(column)?)
    }
}

/// What may be done with a plan.
pub fn plan_state(row: &impl Columns) -> Result<PlanState, StoreError> {
    plan_state_at(row, row.integer("newest")?)
}

/// What may be done with a plan, with the newest revision's number from elsewhere.
pub fn plan_state_at(row: &impl Columns, newest: i64) -> Result<PlanState, StoreError> {
    Ok(PlanState {
        edit_key_hash: row.bytes("edit_key_hash")?,
        revoked_at: row.optional_integer("revoked_at")?,
        expires_at: row.optional_integer("expires_at")?,
        newest,
    })
}

/// A revision and what its plan says about showing it.
pub fn revision(row: &impl Columns) -> Result<RevisionRow, StoreError> {
    Ok(RevisionRow {
        number: row.integer("number")?,
        newest: row.integer("newest")?,
        content: content(row)?,
        created_at: row.integer("created_at")?,
        expires_at: row.optional_integer("expires_at")?,
        revoked_at: row.optional_integer("revoked_at")?,
    })
}

/// What a revision says.
pub fn content(row: &impl Columns) -> Result<Content, StoreError> {
    Ok(Content {
        title: row.text("title")?,
        note: row.text("note")?,
        scenario: row.text("scenario")?,
        prices: row.optional_text("prices")?,
        result: row.text("result")?,
        bill: row.optional_text("bill")?,
        engine_version: row.text("engine_version")?,
        catalog_version: row.text("catalog_version")?,
    })
}

/// A revision in a list.
pub fn line(row: &impl Columns) -> Result<RevisionLine, StoreError> {
    Ok(RevisionLine {
        number: row.integer("number")?.unsigned_abs(),
        title: row.text("title")?,
        engine_version: row.text("engine_version")?,
        catalog_version: row.text("catalog_version")?,
        created_at: timestamp(row.integer("created_at")?),
    })
}

/// A request that came before.
pub fn earlier_key(row: &impl Columns) -> Result<EarlierKey, StoreError> {
    Ok(EarlierKey { request_hash: row.bytes("request_hash")?, salt: row.bytes("salt")?, plan_id: row.text("plan_id")? })
}
