//! The store on real files: what was saved is there again, and a file that cannot serve says so.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::Path;

use jiff::Timestamp;
use server::store::{Content, EditKey, PlanId, Store, StoreError, Unavailable};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Executor as _};

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

fn content(title: &str) -> Content {
    Content {
        title: title.to_owned(),
        note: "first try\n第二行".to_owned(),
        scenario: r#"{"hardware":{"gpu":"rtx-4090"}}"#.to_owned(),
        prices: None,
        result: r#"{"vram":{}}"#.to_owned(),
        engine_version: "0.1.0".to_owned(),
        catalog_version: "2026.11".to_owned(),
    }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_790_000_000).unwrap()
}

#[track_caller]
fn check_unavailable<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: Unavailable) {
    match result {
        Err(StoreError::Unavailable { kind, .. }) => assert_eq!(kind, expected),
        other => panic!("expected {expected:?}, got {other:?}"),
    }
}

#[tokio::test]
async fn a_plan_is_still_there_after_the_server_was_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    let created = store.create(&content("resnet at home"), None, now()).await.unwrap();
    store.close().await;

    let store = Store::open(&url(&path)).await.unwrap();
    let revision = store.latest(&created.id, now()).await.unwrap();
    assert_eq!(revision.number, 1);
    assert_eq!(revision.content, content("resnet at home"));
    assert_eq!(revision.created_at, now());
    store.ready().await.unwrap();
}

/// A crash leaves the write-ahead log behind; what was confirmed is in it.
#[tokio::test]
async fn a_confirmed_plan_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    let created = store.create(&content("kept"), None, now()).await.unwrap();

    let crashed = folder.path().join("crashed.db");
    std::fs::copy(&path, &crashed).unwrap();
    std::fs::copy(folder.path().join("plans.db-wal"), folder.path().join("crashed.db-wal")).unwrap();
    let store = Store::open(&url(&crashed)).await.unwrap();
    assert_eq!(store.latest(&created.id, now()).await.unwrap().content.title, "kept");
}

#[tokio::test]
async fn revisions_are_added_only_with_the_key_and_onto_the_newest() {
    let store = Store::in_memory().await.unwrap();
    let created = store.create(&content("one"), None, now()).await.unwrap();
    let (id, key) = (&created.id, &created.edit_key);

    let stranger = EditKey::random().unwrap();
    assert!(matches!(store.append(id, &stranger, 1, &content("two"), None, now()).await, Err(StoreError::WrongKey)));
    assert_eq!(store.append(id, key, 1, &content("two"), None, now()).await.unwrap(), 2);
    assert!(matches!(store.append(id, key, 1, &content("late"), None, now()).await, Err(StoreError::Stale { current: 2 })));

    assert_eq!(store.latest(id, now()).await.unwrap().content.title, "two");
    assert_eq!(store.revision(id, 1, now()).await.unwrap().content.title, "one");
    assert!(matches!(store.revision(id, 3, now()).await, Err(StoreError::NotFound)));
    assert!(matches!(store.revision(id, u64::MAX, now()).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn a_revoked_plan_stays_revoked() {
    let store = Store::in_memory().await.unwrap();
    let created = store.create(&content("one"), None, now()).await.unwrap();
    let (id, key) = (&created.id, &created.edit_key);
    assert!(matches!(store.revoke(id, &EditKey::presented("guess"), now()).await, Err(StoreError::WrongKey)));
    store.revoke(id, key, now()).await.unwrap();
    assert!(matches!(store.latest(id, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.revision(id, 1, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.append(id, key, 1, &content("two"), None, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.revoke(id, key, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.latest(&PlanId::random().unwrap(), now()).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn a_plan_is_shown_until_it_expires() {
    let store = Store::in_memory().await.unwrap();
    let expires = Timestamp::from_second(now().as_second() + 60).unwrap();
    let id = store.create(&content("short"), Some(expires), now()).await.unwrap().id;
    assert_eq!(store.latest(&id, now()).await.unwrap().expires_at, Some(expires));
    assert!(matches!(store.latest(&id, expires).await, Err(StoreError::Expired)));
}

/// Whatever a later version of the code does, the schema keeps what was shared.
#[tokio::test]
async fn the_schema_refuses_to_change_or_delete_a_revision() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    let created = store.create(&content("one"), None, now()).await.unwrap();
    store.revoke(&created.id, &created.edit_key, now()).await.unwrap();
    let mut connection = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    for sql in
        ["UPDATE revisions SET title = 'x'", "DELETE FROM revisions", "DELETE FROM plans", "UPDATE plans SET revoked_at = NULL"]
    {
        assert!(connection.execute(sql).await.is_err(), "{sql}");
    }
}

#[tokio::test]
async fn a_locked_database_is_an_error_that_says_so_and_saves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    let mut other = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();

    check_unavailable(store.create(&content("one"), None, now()).await, Unavailable::Locked);
    check_unavailable(store.ready().await, Unavailable::Locked);
    check_unavailable(Store::open(&url(&path)).await, Unavailable::Locked);

    other.execute("ROLLBACK").await.unwrap();
    other.close().await.unwrap();
    store.ready().await.unwrap();
    store.create(&content("one"), None, now()).await.unwrap();
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_an_error_at_start() {
    let folder = tempfile::tempdir().unwrap();
    check_unavailable(Store::open(&url(&folder.path().join("missing/plans.db"))).await, Unavailable::CannotOpen);
    check_unavailable(Store::open(&url(folder.path())).await, Unavailable::CannotOpen);

    let garbage = folder.path().join("garbage.db");
    std::fs::write(&garbage, "this is a letter, not a database; it only has the wrong name".repeat(100)).unwrap();
    check_unavailable(Store::open(&url(&garbage)).await, Unavailable::Corrupt);

    let path = folder.path().join("plans.db");
    Store::open(&url(&path)).await.unwrap().close().await;
    check_unavailable(Store::open(&format!("{}?mode=ro", url(&path))).await, Unavailable::ReadOnly);

    let foreign = folder.path().join("foreign.db");
    let mut connection = SqliteConnectOptions::new().filename(&foreign).create_if_missing(true).connect().await.unwrap();
    connection.execute("CREATE TABLE plans (name TEXT)").await.unwrap();
    check_unavailable(Store::open(&url(&foreign)).await, Unavailable::Schema);
}

/// On Unix the deleted file would still take writes, and lose them with the process.
#[cfg(unix)]
#[tokio::test]
async fn a_plan_is_not_confirmed_into_a_file_that_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    check_unavailable(store.create(&content("one"), None, now()).await, Unavailable::Moved);
    check_unavailable(store.ready().await, Unavailable::Moved);
}

#[tokio::test]
async fn plans_saved_at_once_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&url(&folder.path().join("plans.db"))).await.unwrap();
    let tasks: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.create(&content(&number.to_string()), None, now()).await })
        })
        .collect();
    for (number, task) in tasks.into_iter().enumerate() {
        let id = task.await.unwrap().unwrap().id;
        assert_eq!(store.latest(&id, now()).await.unwrap().content.title, number.to_string());
    }
}
