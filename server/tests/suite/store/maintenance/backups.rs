//! A backup is whole while plans are saved, and one that is not sound is refused.

use server::store::Store;
use server::store::maintenance::{MaintenanceError, backup, restore};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::filled::{check_filled, every_row, fill, names, saved, url};
use crate::store::backend::{content, database, execute, now};

#[tokio::test]
async fn a_backup_is_complete_and_sound_while_plans_are_saved() {
    let database = database().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let ids = fill(&database.store).await;
    let store = database.store.clone();
    let writing = tokio::spawn(async move {
        for number in 0..200 {
            store.create(&content(&number.to_string()), None, None, now()).await.unwrap();
        }
    });
    let saved = backup(&database.url, &file).await.unwrap();
    writing.await.unwrap();
    assert!(saved.plans >= 4 && saved.revisions == saved.plans + 1 && saved.keys == 1, "{saved:?}");
    assert_eq!(names(&folder), ["copy.db"], "nothing is left beside it");
    check_filled(&Store::open(&url(&file)).await.unwrap(), &ids).await;

    let bytes = std::fs::read(&file).unwrap();
    assert!(matches!(backup(&database.url, &file).await, Err(MaintenanceError::BackupExists(_))));
    assert!(std::fs::read(&file).unwrap() == bytes, "a backup is never overwritten");
}

#[tokio::test]
async fn a_backup_that_is_not_sound_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("plans.db"), folder.path().join("copy.db"));
    let store = Store::open(&url(&path)).await.unwrap();
    for _ in 0..200 {
        store.create(&content("one"), None, None, now()).await.unwrap();
    }
    backup(&url(&path), &file).await.unwrap();
    store.close().await;
    let (before, sound) = (std::fs::read(&path).unwrap(), std::fs::read(&file).unwrap());

    let mut flipped = sound.clone();
    let middle = sound.len() / 2;
    flipped[middle..middle + 2048].fill(0xa5);
    for bytes in [&flipped[..], &sound[..sound.len() - 8192], &b"a letter, not a database"[..], &b""[..]] {
        std::fs::write(&file, bytes).unwrap();
        let refused = restore(&url(&path), &file, true).await;
        assert!(refused.is_err(), "{} bytes: {refused:?}", bytes.len());
        assert!(std::fs::read(&path).unwrap() == before);
        assert!(std::fs::read(&file).unwrap() == bytes, "the backup is only read");
    }
    let foreign = folder.path().join("foreign.db");
    execute(&format!("{}?mode=rwc", url(&foreign)), &["CREATE TABLE music (name TEXT)"]).await.remove(0).unwrap();
    assert!(matches!(restore(&url(&path), &foreign, true).await, Err(MaintenanceError::Foreign(_))));
    let missing = folder.path().join("missing.db");
    assert!(matches!(restore(&url(&path), &missing, true).await, Err(MaintenanceError::Missing(_))));
    assert!(matches!(backup(&url(&missing), &folder.path().join("x.db")).await, Err(MaintenanceError::Missing(_))));
    assert_eq!(names(&folder), ["copy.db", "foreign.db", "plans.db"]);
}

/// A crash in the middle of a write leaves a journal, without which the file is not whole.
#[tokio::test]
async fn a_backup_with_its_journal_is_sound() {
    use sqlx::Executor as _;
    let folder = tempfile::tempdir().unwrap();
    let (file, ids) = saved(&folder, "copy.db").await;
    let rows = every_row(&file).await;
    let mut connection = url(&file).parse::<SqliteConnectOptions>().unwrap().connect().await.unwrap();
    for sql in [
        "PRAGMA journal_mode = DELETE",
        // The smallest cache writes changed pages to the file long before the end.
        "PRAGMA cache_size = 1",
        "PRAGMA cache_spill = 1",
        "BEGIN IMMEDIATE",
        "CREATE TABLE filler (text BLOB)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO filler SELECT randomblob(3000) FROM n",
        "DROP TABLE idempotency_keys",
    ] {
        connection.execute(sql).await.unwrap();
    }
    let crashed = folder.path().join("crashed.db");
    std::fs::copy(&file, &crashed).unwrap();
    std::fs::copy(folder.path().join("copy.db-journal"), folder.path().join("crashed.db-journal")).unwrap();
    assert!(std::fs::read(&crashed).unwrap() != std::fs::read(&file).unwrap() || crashed.metadata().unwrap().len() > 300 * 3000);
    let place = folder.path().join("new.db");
    restore(&url(&place), &crashed, false).await.unwrap();
    assert_eq!(every_row(&place).await, rows);
    check_filled(&Store::open(&url(&place)).await.unwrap(), &ids).await;
    assert!(folder.path().join("crashed.db-journal").exists(), "the backup is only read");
}
