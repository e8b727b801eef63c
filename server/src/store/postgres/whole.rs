//! A database as a whole: read at one moment, or filled.

use sqlx::PgConnection;

use super::open::{WHOLE_SETTINGS, connect, migrate, options};
use crate::store::StoreError;
use crate::store::statements::{self, NEWEST_MIGRATION};

/// Connects and begins to read; servers go on, and what is read does not change until the end.
pub async fn begin_reading(url: &str) -> Result<PgConnection, StoreError> {
    let mut connection = connect(&options(url)?.options(WHOLE_SETTINGS)).await?;
    sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut connection).await?;
    Ok(connection)
}

/// Connects, makes the tables where there are none, and keeps everybody else from writing until the end.
pub async fn begin_writing(url: &str) -> Result<PgConnection, StoreError> {
    let options = options(url)?;
    migrate(&options).await?;
    let mut connection = connect(&options.options(WHOLE_SETTINGS)).await?;
    sqlx::query("BEGIN").execute(&mut connection).await?;
    let lock = sqlx::query("LOCK TABLE plans, revisions, idempotency_keys IN SHARE ROW EXCLUSIVE MODE");
    lock.execute(&mut connection).await?;
    Ok(connection)
}

/// Ends what was begun, with or without what was written.
pub async fn end(connection: &mut PgConnection, keep: bool) -> Result<(), StoreError> {
    sqlx::query(statements::end(keep)).execute(connection).await?;
    Ok(())
}

/// The number of the last migration that ran.
pub async fn newest_migration(connection: &mut PgConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar(NEWEST_MIGRATION).fetch_one(connection).await?)
}
