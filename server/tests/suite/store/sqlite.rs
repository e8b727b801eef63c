//! What only files can do: be copied, locked, damaged, moved and deleted.

use std::path::Path;

use server::store::{Store, Unavailable};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Executor as _};

use super::backend::{check_unavailable, content, now};

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

#[tokio::test]
async fn a_plan_is_still_there_after_the_server_was_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    let created = store.create(&content("resnet at home"), None, None, now()).await.unwrap();
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
    let created = store.create(&content("kept"), None, None, now()).await.unwrap();

    let crashed = folder.path().join("crashed.db");
    std::fs::copy(&path, &crashed).unwrap();
    std::fs::copy(folder.path().join("plans.db-wal"), folder.path().join("crashed.db-wal")).unwrap();
    let store = Store::open(&url(&crashed)).await.unwrap();
    assert_eq!(store.latest(&created.id, now()).await.unwrap().content.title, "kept");
}

#[tokio::test]
async fn a_locked_database_is_an_error_that_says_so_and_saves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&url(&path)).await.unwrap();
    let mut other = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();

    check_unavailable(store.create(&content("one"), None, None, now()).await, Unavailable::Locked);
    check_unavailable(store.ready().await, Unavailable::Locked);
    check_unavailable(Store::open(&url(&path)).await, Unavailable::Locked);

    other.execute("ROLLBACK").await.unwrap();
    other.close().await.unwrap();
    store.ready().await.unwrap();
    store.create(&content("one"), None, None, now()).await.unwrap();
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
    check_unavailable(store.create(&content("one"), None, None, now()).await, Unavailable::Moved);
    check_unavailable(store.ready().await, Unavailable::Moved);
}
