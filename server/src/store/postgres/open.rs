//! Connects to the database, migrates it, and finds out at once whether it can be written.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::Database;
use crate::store::statements::{CHANGE_NOTHING, SELECT_ANY};
use crate::store::{StoreError, Unavailable, migrations};

/// How long a request waits for a connection, and for the server that gives it.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(4);
/// Connections of one server: ten servers stay below the hundred that PostgreSQL allows by default.
const CONNECTIONS: u32 = 8;
/// A connection that has rested this long is asked whether it still lives before it is used.
const RESTED: Duration = Duration::from_secs(1);
/// What every connection sets, whatever the server's own settings: an acknowledged write is on the disk, and nothing waits for ever.
const SETTINGS: [(&str, &str); 4] = [
    ("synchronous_commit", "on"),
    ("statement_timeout", "10s"),
    ("lock_timeout", "3s"),
    ("idle_in_transaction_session_timeout", "30s"),
];
/// What takes longer than a request: migrations, where servers that start at once wait for the one that does it, and copies.
pub const WHOLE_SETTINGS: [(&str, &str); 3] =
    [("statement_timeout", "0"), ("lock_timeout", "60s"), ("idle_in_transaction_session_timeout", "0")];

/// The database that a URL names, with our settings.
///
/// # Errors
/// [`Unavailable::Address`] where the URL cannot be understood. The driver's own words are left out: they may repeat the password.
pub fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|_| StoreError::unavailable(Unavailable::Address))?;
    Ok(options.application_name("rigwise").options(SETTINGS))
}

/// One connection, or an error where the server does not answer in time.
pub async fn connect(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let timed_out = |_| StoreError::unavailable(Unavailable::Unreachable);
    Ok(tokio::time::timeout(ACQUIRE_TIMEOUT, options.connect()).await.map_err(timed_out)??)
}

/// Brings the schema up to date; one server at a time, by a lock that the migrator takes.
///
/// # Errors
/// [`StoreError::Unavailable`] where the server cannot be reached, or the schema is not ours.
pub async fn migrate(options: &PgConnectOptions) -> Result<(), StoreError> {
    let mut connection = connect(&options.clone().options(WHOLE_SETTINGS)).await?;
    migrations::postgres().run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

impl Database {
    /// Connects to the database that a URL such as `postgres://user@host/rigwise` names and migrates it.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the URL is wrong or the database cannot be reached, is read-only or of another schema.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let options = options(url)?;
        migrate(&options).await?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .min_connections(1)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(|connection, meta| {
                Box::pin(async move { if meta.idle_for < RESTED { Ok(true) } else { connection.ping().await.map(|()| true) } })
            })
            .connect_with(options)
            .await?;
        let database = Self { pool };
        database.check_writable().await?;
        Ok(database)
    }

    /// Fails unless plans can be read and written right now.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] with the reason.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.check_writable().await?;
        sqlx::query(SELECT_ANY).fetch_optional(&self.pool).await?;
        Ok(())
    }

    /// Waits for running statements and closes all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Starts a write that changes nothing: a standby server and a user without rights refuse it.
    async fn check_writable(&self) -> Result<(), StoreError> {
        sqlx::query(CHANGE_NOTHING).execute(&self.pool).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_waits_for_the_disk_but_not_for_ever() {
        let options = options("postgres://rigwise@db/plans?options=-c%20synchronous_commit%3Doff").unwrap();
        let settings = options.get_options().unwrap();
        let last = settings.rfind("synchronous_commit").unwrap();
        assert!(settings[last..].starts_with("synchronous_commit=on"), "{settings}");
        assert!(settings.contains("statement_timeout=10s") && settings.contains("lock_timeout=3s"), "{settings}");
    }
}
