//! Copies all plans from one database to another, and proves that they arrived.

use std::path::{Path, PathBuf};

use sqlx::{Connection as _, PgConnection, SqliteConnection};

use super::error::MaintenanceError;
use super::files::{Fresh, resolve};
use super::rows::{Count, Cursor, Inventory, Rows};
use crate::store::address::{Kind, redact};
use crate::store::{StoreError, Unavailable, migrations, postgres, sqlite};

/// One connection to a database.
pub enum Session {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Copies every plan, revision and key into another database, which must be empty; the first one stays as it is.
///
/// # Errors
/// Where either cannot be used, the second has plans, or what arrived differs; then the second stays empty.
pub async fn move_all(from: &str, to: &str) -> Result<Inventory, MaintenanceError> {
    let mut source = source(from).await?;
    // A file that was made for nothing is gone when this returns.
    let fresh = if Kind::of(to) == Some(Kind::Sqlite) { Some(Fresh::at(&file_of(to)?)) } else { None };
    let mut target = target(to).await?;
    let inventory = match copy(from, &mut source, to, &mut target).await {
        Ok(inventory) => inventory,
        Err(error) => {
            // Closed first, or it would write its log once more.
            let _ = target.release().await;
            return Err(error);
        }
    };
    source.release().await.map_err(MaintenanceError::store(from))?;
    target.close().await.map_err(MaintenanceError::store(to))?;
    if let Some(fresh) = fresh {
        fresh.keep();
    }
    Ok(inventory)
}

/// A database to read from, as it is at this moment; a file is held, so that no server writes to it meanwhile.
pub async fn source(url: &str) -> Result<Session, MaintenanceError> {
    let error = MaintenanceError::store(url);
    match Kind::of(url) {
        Some(Kind::Sqlite) => file_session(&existing_file(url)?, url).await,
        Some(Kind::Postgres) => postgres::whole::begin_reading(url).await.map(Session::Postgres).map_err(error),
        None => Err(error(StoreError::unavailable(Unavailable::Address))),
    }
}

/// A file to read from, which is there.
pub async fn file_session(path: &Path, name: &str) -> Result<Session, MaintenanceError> {
    let error = MaintenanceError::store(name);
    let mut connection = sqlite::whole::open_alone(path).await.map_err(&error)?;
    sqlite::whole::begin(&mut connection).await.map_err(error)?;
    Ok(Session::Sqlite(connection))
}

/// An empty database to write to.
pub async fn target(url: &str) -> Result<Session, MaintenanceError> {
    let error = MaintenanceError::store(url);
    match Kind::of(url) {
        Some(Kind::Sqlite) => empty_file(&resolve(&file_of(url)?)?, url).await,
        Some(Kind::Postgres) => {
            let mut connection = postgres::whole::begin_writing(url).await.map_err(error)?;
            refuse_plans(&mut connection, url).await?;
            Ok(Session::Postgres(connection))
        }
        None => Err(error(StoreError::unavailable(Unavailable::Address))),
    }
}

/// A file to write to, created where there is none.
pub async fn empty_file(path: &Path, url: &str) -> Result<Session, MaintenanceError> {
    let error = MaintenanceError::store(url);
    sqlite::make_private(path);
    let mut connection = sqlite::whole::create_alone(path).await.map_err(&error)?;
    sqlite::whole::begin(&mut connection).await.map_err(error)?;
    refuse_plans(&mut connection, url).await?;
    Ok(Session::Sqlite(connection))
}

async fn refuse_plans(connection: &mut impl Rows, url: &str) -> Result<(), MaintenanceError> {
    let plans = connection.plans_after("").await.map_err(MaintenanceError::store(url))?;
    if plans.is_empty() { Ok(()) } else { Err(MaintenanceError::NotEmpty(redact(url))) }
}

/// Copies everything, reads it back and commits.
pub async fn copy(from: &str, source: &mut Session, to: &str, target: &mut Session) -> Result<Inventory, MaintenanceError> {
    // Rows are copied column by column, so those that only a newer version knows would stay behind.
    if source.is_newer().await.map_err(MaintenanceError::store(from))? {
        return Err(MaintenanceError::Newer(redact(from)));
    }
    let sent = match (source, &mut *target) {
        (Session::Sqlite(source), Session::Sqlite(target)) => copy_rows(from, source, target).await?,
        (Session::Sqlite(source), Session::Postgres(target)) => copy_rows(from, source, target).await?,
        (Session::Postgres(source), Session::Sqlite(target)) => copy_rows(from, source, target).await?,
        (Session::Postgres(source), Session::Postgres(target)) => copy_rows(from, source, target).await?,
    };
    let error = MaintenanceError::store(to);
    let arrived = target.inventory().await.map_err(&error)?;
    if arrived != sent {
        return Err(MaintenanceError::Different);
    }
    target.end(true).await.map_err(error)?;
    Ok(arrived)
}

impl Session {
    /// Reads everything.
    pub async fn inventory(&mut self) -> Result<Inventory, StoreError> {
        match self {
            Self::Sqlite(connection) => inventory(connection).await,
            Self::Postgres(connection) => inventory(connection).await,
        }
    }

    /// Whether a newer version has changed the schema.
    async fn is_newer(&mut self) -> Result<bool, StoreError> {
        let (newest, known) = match self {
            Self::Sqlite(connection) => (sqlite::whole::newest_migration(connection).await?, migrations::sqlite()),
            Self::Postgres(connection) => (postgres::whole::newest_migration(connection).await?, migrations::postgres()),
        };
        Ok(!known.version_exists(newest))
    }

    /// Ends the transaction, with or without what was written.
    pub async fn end(&mut self, keep: bool) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::whole::end(connection, keep).await,
            Self::Postgres(connection) => postgres::whole::end(connection, keep).await,
        }
    }

    /// Ends reading.
    pub async fn release(mut self) -> Result<(), StoreError> {
        self.end(false).await?;
        self.close().await
    }

    /// Ends the connection, which has no transaction any more; a file is complete afterwards.
    pub async fn close(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::whole::close(connection).await,
            Self::Postgres(connection) => Ok(connection.close().await?),
        }
    }
}

async fn copy_rows(from: &str, source: &mut impl Rows, target: &mut impl Rows) -> Result<Inventory, MaintenanceError> {
    let (mut cursor, mut count) = (Cursor::default(), Count::default());
    loop {
        let rows = cursor.next(source).await.map_err(MaintenanceError::store(from))?;
        if rows.is_empty() {
            return Ok(count.finish());
        }
        for row in &rows {
            count.row(row);
            let stored = row.put(target).await;
            stored.map_err(|source| MaintenanceError::Row { plan: row.plan_id().to_owned(), source })?;
        }
    }
}

async fn inventory(connection: &mut impl Rows) -> Result<Inventory, StoreError> {
    let (mut cursor, mut count) = (Cursor::default(), Count::default());
    loop {
        let rows = cursor.next(connection).await?;
        if rows.is_empty() {
            return Ok(count.finish());
        }
        for row in &rows {
            count.row(row);
        }
    }
}

/// The file that an address names.
pub fn file_of(url: &str) -> Result<PathBuf, MaintenanceError> {
    sqlite::whole::file(url).map_err(MaintenanceError::store(url))?.ok_or(MaintenanceError::InMemory)
}

/// The file that an address names, which must be there.
pub fn existing_file(url: &str) -> Result<PathBuf, MaintenanceError> {
    let path = file_of(url)?;
    if path.exists() { Ok(path) } else { Err(MaintenanceError::Missing(path)) }
}
