//! What tests of the store share.

use jiff::Timestamp;
use server::store::{Content, Kind, StoreError, Unavailable};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

pub use crate::database::{database, server_database};

pub fn content(title: &str) -> Content {
    Content {
        title: title.to_owned(),
        note: "first try\n第二行".to_owned(),
        scenario: r#"{"hardware":{"gpu":"rtx-4090"}}"#.to_owned(),
        prices: None,
        result: r#"{"vram":{}}"#.to_owned(),
        bill: Some(r#"{"parts":[]}"#.to_owned()),
        engine_version: "0.1.0".to_owned(),
        catalog_version: "2026.11".to_owned(),
    }
}

pub fn now() -> Timestamp {
    Timestamp::from_second(1_790_000_000).unwrap()
}

/// The time some seconds from now.
pub fn later(seconds: i64) -> Timestamp {
    Timestamp::from_second(now().as_second() + seconds).unwrap()
}

#[track_caller]
pub fn check_unavailable<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: Unavailable) {
    match result {
        Err(StoreError::Unavailable { kind, .. }) => assert_eq!(kind, expected),
        other => panic!("expected {expected:?}, got {other:?}"),
    }
}

/// Runs SQL past the store; each statement on its own.
pub async fn execute(url: &str, statements: &[&'static str]) -> Vec<Result<(), sqlx::Error>> {
    let mut results = Vec::new();
    if Kind::of(url) == Some(Kind::Postgres) {
        let mut connection = url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
        for &sql in statements {
            results.push(connection.execute(sql).await.map(|_| ()));
        }
    } else {
        let mut connection = url.parse::<SqliteConnectOptions>().unwrap().connect().await.unwrap();
        for &sql in statements {
            results.push(connection.execute(sql).await.map(|_| ()));
        }
    }
    results
}
