//! Opens the database: creates and migrates it, and finds out at once whether it can be written.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::database::Database;
use super::file::{DatabaseFile, make_private};
use super::write::Write;
use super::writer::Writer;
use crate::store::statements::SELECT_ANY;
use crate::store::{StoreError, Unavailable, migrations};

/// How long a statement waits for another process's lock: longer than any of our writes, shorter than a person's patience.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a request waits for a connection: a little longer than the one before it may wait for a lock.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(4);
/// Connections that read: reads take well under a millisecond, so a few serve thousands a second.
const READERS: u32 = 4;

impl Database {
    /// Opens the database that a URL such as `sqlite:rigwise.db` names, creates the file where there is none, and migrates it.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the URL is wrong or the file is locked, read-only, damaged or of another schema.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::unavailable(Unavailable::Address))?;
        let options = options.foreign_keys(true).busy_timeout(BUSY_TIMEOUT);
        let mode = mode(url);
        let options = if mode.is_none() { options.create_if_missing(true) } else { options };
        if !matches!(mode, Some("ro" | "rw")) && !in_memory(url) {
            make_private(options.get_filename());
        }
        let database =
            if in_memory(url) { Self::connect_in_memory(options).await? } else { Self::connect_to_file(options).await? };
        migrations::sqlite().run(&database.writing).await?;
        database.check_writable().await?;
        Ok(database)
    }

    /// One connection does everything: a second one to the same memory would see locks instead of a write-ahead log.
    async fn connect_in_memory(options: SqliteConnectOptions) -> Result<Self, StoreError> {
        let pool = pool(1).connect_with(options).await?;
        let file = DatabaseFile::IN_MEMORY;
        Ok(Self { writer: Writer::start(pool.clone(), file.clone()), writing: pool.clone(), readers: pool, file })
    }

    async fn connect_to_file(options: SqliteConnectOptions) -> Result<Self, StoreError> {
        let path = options.get_filename().to_owned();
        let writing = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .optimize_on_close(true, None);
        let writing = pool(1).connect_with(writing).await?;
        let file = DatabaseFile::at(&path)?;
        let reading = options.create_if_missing(false).pragma("query_only", "ON");
        let readers = pool(READERS).connect_lazy_with(reading);
        Ok(Self { writer: Writer::start(writing.clone(), file.clone()), writing, readers, file })
    }

    /// Fails unless plans can be read and written right now.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] with the reason.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.check_writable().await?;
        sqlx::query(SELECT_ANY).fetch_optional(&self.readers).await?;
        Ok(())
    }

    /// Waits for running statements, writes the log back and closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writing.close().await;
    }

    /// Starts a write that changes nothing.
    async fn check_writable(&self) -> Result<(), StoreError> {
        self.writer.write(Write::Nothing).await.map(|_| ())
    }
}

/// Whether an address names a database that ends with its process.
pub fn in_memory(url: &str) -> bool {
    let place = url.split_once('?').map_or(url, |(place, _)| place);
    place.trim_start_matches("sqlite:").trim_start_matches("//") == ":memory:" || mode(url) == Some("memory")
}

/// What an address says of how to open the file: `ro`, `rw`, `rwc` or `memory`; nothing where that is left to us.
fn mode(url: &str) -> Option<&str> {
    let (_, parameters) = url.split_once('?')?;
    parameters.split('&').filter_map(|pair| pair.strip_prefix("mode=")).next_back()
}

/// A pool that keeps its connections: opening one costs more than any query.
fn pool(size: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(size)
        .min_connections(size)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
}
