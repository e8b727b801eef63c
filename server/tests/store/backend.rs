//! An empty database for each test.

use jiff::Timestamp;
use server::store::{Content, Store, StoreError, Unavailable};
use tempfile::TempDir;

/// A database of the test's own, gone with it.
pub struct TestDatabase {
    pub store: Store,
    _folder: TempDir,
}

/// An empty database.
pub async fn database() -> TestDatabase {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&format!("sqlite:{}", folder.path().join("plans.db").display())).await.unwrap();
    TestDatabase { store, _folder: folder }
}

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
