//! A database's file as a whole: copied, checked, held.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use crate::store::statements::{self, NEWEST_MIGRATION};
use crate::store::{StoreError, Unavailable, migrations};

/// How long to wait for another process that uses the file: a server holds it until it stops.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a copy waits for a writer; readers and writers of one file do not wait for each other otherwise.
const COPY_PATIENCE: Duration = Duration::from_secs(30);

/// The file that an address names; none for a database in memory.
pub fn file(url: &str) -> Result<Option<PathBuf>, StoreError> {
    if super::open::in_memory(url) {
        return Ok(None);
    }
    let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::unavailable(Unavailable::Address))?;
    Ok(Some(options.get_filename().to_owned()))
}

/// Opens a file that nobody else has open, keeps everybody else out, and brings its schema up to date.
///
/// # Errors
/// [`Unavailable::Locked`] where a server uses it.
pub async fn open_alone(path: &Path) -> Result<SqliteConnection, StoreError> {
    connect_and_migrate(alone(path)).await
}

/// As [`open_alone`] for a file that may have to be created.
pub async fn create_alone(path: &Path) -> Result<SqliteConnection, StoreError> {
    connect_and_migrate(alone(path).create_if_missing(true)).await
}

/// Opens a file that nobody else has open, with everything in it and nothing beside it, and keeps everybody else out.
///
/// # Errors
/// [`Unavailable::Locked`] where a server uses it.
pub async fn hold(path: &Path) -> Result<SqliteConnection, StoreError> {
    let mut connection = alone(path).connect().await?;
    sqlx::query("PRAGMA journal_mode = DELETE").fetch_all(&mut connection).await?;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut connection).await?;
    Ok(connection)
}

/// Begins to read or write; what is read does not change until the end.
pub async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(connection).await?;
    Ok(())
}

/// Ends what was begun, with or without what was written.
pub async fn end(connection: &mut SqliteConnection, keep: bool) -> Result<(), StoreError> {
    sqlx::query(statements::end(keep)).execute(connection).await?;
    Ok(())
}

/// Closes the file; everything is in it then, and nothing beside it.
pub async fn close(mut connection: SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("PRAGMA journal_mode = DELETE").fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Copies the database as it is at one moment, while others read and write it.
pub async fn copy_into(path: &Path, copy: &Path) -> Result<(), StoreError> {
    let mut connection = SqliteConnectOptions::new().filename(path).busy_timeout(COPY_PATIENCE).connect().await?;
    let copy = copy.to_str().ok_or(StoreError::unavailable(Unavailable::CannotOpen))?;
    sqlx::query("VACUUM INTO ?1").bind(copy).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Whether the file has the tables of plans.
pub async fn has_plans(path: &Path) -> Result<bool, StoreError> {
    const TABLES: &str = "SELECT count(*) FROM sqlite_schema \
         WHERE type = 'table' AND name IN ('plans', 'revisions', '_sqlx_migrations')";
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await?;
    let tables: i64 = sqlx::query_scalar(TABLES).fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(tables == 3)
}

/// The number of the last migration that ran.
pub async fn newest_migration(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar(NEWEST_MIGRATION).fetch_one(connection).await?)
}

/// The first thing that is wrong with the file, if anything is.
pub async fn integrity(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?;
    if found != "ok" {
        return Ok(Some(found));
    }
    let stray = sqlx::query("PRAGMA foreign_key_check").fetch_optional(connection).await?;
    Ok(stray.map(|_| "a revision has no plan".to_owned()))
}

fn alone(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .locking_mode(SqliteLockingMode::Exclusive)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
}

async fn connect_and_migrate(options: SqliteConnectOptions) -> Result<SqliteConnection, StoreError> {
    let mut connection = options.connect().await?;
    migrations::sqlite().run(&mut connection).await?;
    Ok(connection)
}
