//! An empty database for each test: a file, or one of its own on the PostgreSQL server that `RIGWISE_TEST_DATABASE` names.

use server::store::Store;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};
use tempfile::TempDir;

/// Names a throw-away PostgreSQL server by the address of its database `postgres`; `cargo xtask test postgres` sets it.
const SERVER: &str = "RIGWISE_TEST_DATABASE";

/// A database of the test's own; a file goes with it, and one on a server with the server.
pub struct TestDatabase {
    pub store: Store,
    pub url: String,
    _folder: TempDir,
}

/// An empty database.
pub async fn database() -> TestDatabase {
    let folder = tempfile::tempdir().unwrap();
    let url = match server_database().await {
        Some(url) => url,
        None => format!("sqlite:{}", folder.path().join("plans.db").display()),
    };
    TestDatabase { store: Store::open(&url).await.unwrap(), url, _folder: folder }
}

/// The address of a new database without tables on the server, if there is one.
pub async fn server_database() -> Option<String> {
    let server = std::env::var(SERVER).ok()?;
    let mut name = *b"test_0000000000000000";
    getrandom::fill(&mut name[5..]).unwrap();
    for byte in &mut name[5..] {
        *byte = b'a' + *byte % 16;
    }
    let name = String::from_utf8(name.to_vec()).unwrap();
    let mut connection = server.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
    connection.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
    let url = server.replacen("/postgres?", &format!("/{name}?"), 1);
    assert_ne!(url, server, "{SERVER} has the form postgres://user@host/postgres?host=folder");
    Some(url)
}
