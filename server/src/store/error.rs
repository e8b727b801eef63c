//! What can go wrong with a plan, one variant for each message.

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

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
    #[error("the database is read-only; let the server write it (a file and its folder, or the tables of a primary server)")]
    ReadOnly,
    /// The file cannot be opened or created.
    #[error("the database file cannot be opened; see that its folder exists and the server may use it")]
    CannotOpen,
    /// The file is no database, or is damaged.
    #[error("the database is damaged or is not an SQLite database; restore it from a backup")]
    Corrupt,
    /// The database's server does not answer, or not in time.
    #[error("the database does not answer; see that it runs, that DATABASE_URL is right and that it has connections to spare")]
    Unreachable,
    /// `DATABASE_URL` is no address of a database.
    #[error(
        "the database's address cannot be understood; write it as sqlite:rigwise.db or postgres://user:password@host/database"
    )]
    Address,
    /// No room on the disk.
    #[error("the disk that holds the database is full; free some room")]
    Full,
    /// The file was moved, replaced or deleted under the running server.
    #[error("the database file was moved or deleted while the server was running; put it back and restart the server")]
    Moved,
    /// The file's schema is not one that this version can use.
    #[error(
        "the database's schema does not fit this version of the server; nothing is damaged: use the version that made it, or a newer one"
    )]
    Schema,
    /// Something else; the log has the details.
    #[error("the database failed")]
    Failed,
}

impl StoreError {
    /// The message in Chinese; what is the matter with the database is for the operator alone.
    #[must_use]
    pub fn chinese(&self) -> String {
        match self {
            Self::NotFound => "没有此方案或版本".to_owned(),
            Self::Revoked => "该方案已被创建者撤销".to_owned(),
            Self::Expired => "该方案已过期".to_owned(),
            Self::WrongKey => "编辑密钥不属于此方案".to_owned(),
            Self::Stale { current } => format!("方案已是第 {current} 版；请重新读取后再修改"),
            Self::KeyReused => "此 Idempotency-Key 已用于另一请求正文；新方案请换用新的键".to_owned(),
            Self::Unavailable { kind: Unavailable::Full, .. } => "存放数据库的磁盘已满；未保存任何内容".to_owned(),
            Self::Unavailable { .. } => "暂时无法读取或保存方案；未保存任何内容，请稍后重试".to_owned(),
        }
    }

    /// The database cannot serve, without a driver's word.
    pub(super) const fn unavailable(kind: Unavailable) -> Self {
        Self::Unavailable { kind, source: None }
    }

    /// This error for another request that it struck; the driver's words go to the first.
    pub(super) fn again(&self) -> Self {
        match self {
            Self::Unavailable { kind, .. } => Self::unavailable(*kind),
            _ => Self::unavailable(Unavailable::Failed),
        }
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
        sqlx::Error::Database(error) => kind_of_database(error.as_ref()),
        sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::Tls(_) => Unavailable::Unreachable,
        sqlx::Error::Configuration(_) => Unavailable::Address,
        _ => Unavailable::Failed,
    }
}

fn kind_of_database(error: &dyn DatabaseError) -> Unavailable {
    let Some(code) = error.code() else { return Unavailable::Failed };
    if error.as_error().is::<PgDatabaseError>() {
        kind_of_state(&code)
    } else {
        code.parse().map_or(Unavailable::Failed, kind_of_code)
    }
}

/// By SQLite's extended result code, the low byte of which is the kind (<https://www.sqlite.org/rescode.html>).
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

/// By PostgreSQL's state (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn kind_of_state(state: &str) -> Unavailable {
    match state {
        // disk_full
        "53100" => Unavailable::Full,
        // read_only_sql_transaction, insufficient_privilege
        "25006" | "42501" => Unavailable::ReadOnly,
        // lock_not_available, query_canceled (by its timeout), serialization_failure, deadlock_detected
        "55P03" | "57014" | "40001" | "40P01" => Unavailable::Locked,
        // invalid_catalog_name; too_many_connections; admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
        "3D000" | "53300" | "57P01" | "57P02" | "57P03" | "57P04" | "57P05" => Unavailable::Unreachable,
        // undefined_table, undefined_column, duplicate_table, duplicate_object, undefined_function
        "42P01" | "42703" | "42P07" | "42710" | "42883" => Unavailable::Schema,
        // data_corrupted, index_corrupted
        "XX001" | "XX002" => Unavailable::Corrupt,
        // connection_exception, invalid_authorization_specification
        _ if state.starts_with("08") || state.starts_with("28") => Unavailable::Unreachable,
        _ => Unavailable::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_to_do() {
        for (code, kind) in [
            (5, Unavailable::Locked),
            (261, Unavailable::Locked),
            (1032, Unavailable::ReadOnly),
            (11, Unavailable::Corrupt),
            (13, Unavailable::Full),
            (4874, Unavailable::Full),
            (778, Unavailable::Failed),
            (14, Unavailable::CannotOpen),
            (1, Unavailable::Failed),
        ] {
            assert_eq!(kind_of_code(code), kind, "{code}");
        }
        for (state, kind) in [
            ("53100", Unavailable::Full),
            ("25006", Unavailable::ReadOnly),
            ("55P03", Unavailable::Locked),
            ("57014", Unavailable::Locked),
            ("08006", Unavailable::Unreachable),
            ("28P01", Unavailable::Unreachable),
            ("3D000", Unavailable::Unreachable),
            ("42P01", Unavailable::Schema),
            ("23505", Unavailable::Failed),
        ] {
            assert_eq!(kind_of_state(state), kind, "{state}");
        }
    }
}
