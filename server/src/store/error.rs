//! What can go wrong with a plan, one variant per thing the person can be told.

use sqlx::error::DatabaseError;

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No plan or revision of this name was ever made.
    #[error("there is no such plan or revision")]
    NotFound,
    /// The plan was there and its owner revoked it.
    #[error("the plan was revoked by whoever created it")]
    Revoked,
    /// The plan was there until the day its owner chose.
    #[error("the plan has expired")]
    Expired,
    /// The key that came with the request is not this plan's.
    #[error("the edit key does not belong to this plan")]
    WrongKey,
    /// Someone else added a revision in between.
    #[error("the plan is at revision {current}; read it again before changing it")]
    Stale {
        /// The newest revision's number.
        current: u64,
    },
    /// The idempotency key came before with another request.
    #[error("this Idempotency-Key was used before with another body; use a fresh one for another plan")]
    KeyReused,
    /// The database cannot serve now; nothing was saved.
    #[error("{kind}")]
    Unavailable {
        /// What is the matter, in words for the operator.
        kind: Unavailable,
        /// What the driver said.
        #[source]
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
}

/// Why the database cannot serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Another process holds the lock.
    #[error("the database is locked by another process; close that process and try again")]
    Locked,
    /// The file or its folder may not be written.
    #[error("the database is read-only; let the server write the file and its folder")]
    ReadOnly,
    /// The file cannot be opened or created.
    #[error("the database file cannot be opened; see that its folder exists and the server may use it")]
    CannotOpen,
    /// The file is no database, or is damaged.
    #[error("the database file is damaged or is not an SQLite database; restore it from a copy")]
    Corrupt,
    /// No room on the disk.
    #[error("the disk that holds the database is full; free some room")]
    Full,
    /// The file was moved, replaced or deleted under the running server.
    #[error("the database file was moved or deleted while the server was running; put it back and restart the server")]
    Moved,
    /// The file's schema is not one that this version can use.
    #[error("the database's schema does not fit this version of the server; use the version that made it, or restore a copy")]
    Schema,
    /// Something else; the log has the details.
    #[error("the database failed")]
    Failed,
}

impl StoreError {
    /// The database cannot serve, without a driver's word.
    pub(super) const fn unavailable(kind: Unavailable) -> Self {
        Self::Unavailable { kind, source: None }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Unavailable { kind: kind_of(&error), source: Some(Box::new(error)) }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        use sqlx::migrate::MigrateError as Migrate;
        let kind = match &error {
            Migrate::Execute(cause) | Migrate::ExecuteMigration(cause, _) => match kind_of(cause) {
                // SQL that fails on its own is a schema that is not ours, such as a table of the same name.
                Unavailable::Failed => Unavailable::Schema,
                kind => kind,
            },
            _ => Unavailable::Schema,
        };
        Self::Unavailable { kind, source: Some(Box::new(error)) }
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(error: getrandom::Error) -> Self {
        Self::Unavailable { kind: Unavailable::Failed, source: Some(Box::new(error)) }
    }
}

/// Sorts a driver's error by what the operator must do.
fn kind_of(error: &sqlx::Error) -> Unavailable {
    match error {
        sqlx::Error::Database(error) => code(error.as_ref()).map_or(Unavailable::Failed, kind_of_code),
        // The single writer stayed busy for the whole waiting time.
        sqlx::Error::PoolTimedOut => Unavailable::Locked,
        sqlx::Error::Io(_) => Unavailable::CannotOpen,
        _ => Unavailable::Failed,
    }
}

/// SQLite's extended result code (<https://www.sqlite.org/rescode.html>).
fn code(error: &dyn DatabaseError) -> Option<u32> {
    error.code()?.parse().ok()
}

/// The kinds of result code that say what to do; the low byte is the kind, the rest its circumstances.
const fn kind_of_code(code: u32) -> Unavailable {
    /// The index of the log cannot grow: it is a file beside the database, and nothing else stops it than a full disk.
    const INDEX_CANNOT_GROW: u32 = 4874;
    match code & 0xff {
        _ if code == INDEX_CANNOT_GROW => Unavailable::Full,
        5 | 6 => Unavailable::Locked,
        3 | 8 => Unavailable::ReadOnly,
        11 | 26 => Unavailable::Corrupt,
        13 => Unavailable::Full,
        14 => Unavailable::CannotOpen,
        _ => Unavailable::Failed,
    }
}
