//! A backup becomes the database only where nothing is lost.

use server::store::maintenance::{MaintenanceError, backup, restore};
use server::store::{Store, StoreError, Unavailable};

use super::filled::{check_filled, every_row, fill, names, saved, url};
use crate::store::backend::{content, now, server_database};

#[tokio::test]
async fn a_backup_is_restored_only_where_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("plans.db"), folder.path().join("copy.db"));
    let store = Store::open(&url(&path)).await.unwrap();
    let ids = fill(&store).await;
    backup(&url(&path), &file).await.unwrap();
    let after = store.create(&content("after the backup"), None, None, now()).await.unwrap();

    assert!(matches!(restore(&url(&path), &file, false).await, Err(MaintenanceError::DatabaseExists(_))));
    let held = restore(&url(&path), &file, true).await;
    let locked = StoreError::Unavailable { kind: Unavailable::Locked, source: None };
    assert!(
        matches!(&held, Err(MaintenanceError::Store { source, .. }) if source.to_string() == locked.to_string()),
        "a server holds it: {held:?}"
    );
    assert_eq!(store.latest(&after.id, now()).await.unwrap().number, 1, "the server goes on");
    store.close().await;

    let restored = restore(&url(&path), &file, true).await.unwrap();
    let kept = restored.kept.unwrap();
    let store = Store::open(&url(&path)).await.unwrap();
    check_filled(&store, &ids).await;
    assert!(matches!(store.latest(&after.id, now()).await, Err(StoreError::NotFound)));
    let old = Store::open(&url(&kept)).await.unwrap();
    assert_eq!(old.latest(&after.id, now()).await.unwrap().number, 1, "what was there is kept");
    store.close().await;
    old.close().await;
    assert_eq!(names(&folder).len(), 3, "{:?}", names(&folder));
}

/// What is looked at is the restored file: the rows in it, byte for byte, and what a store makes of them.
#[tokio::test]
async fn a_backup_becomes_a_database_where_there_was_none() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file, place) = (folder.path().join("plans.db"), folder.path().join("copy.db"), folder.path().join("new.db"));
    let store = Store::open(&url(&path)).await.unwrap();
    let ids = fill(&store).await;
    store.close().await;
    backup(&url(&path), &file).await.unwrap();

    let restored = restore(&url(&place), &file, false).await.unwrap();
    assert_eq!(restored.kept, None);
    assert_eq!(names(&folder), ["copy.db", "new.db", "plans.db"], "nothing is left beside it");
    assert_eq!(every_row(&place).await, every_row(&path).await);
    check_filled(&Store::open(&url(&place)).await.unwrap(), &ids).await;
    assert!(matches!(restore(&url(&place), &file, false).await, Err(MaintenanceError::DatabaseExists(_))));
}

/// A log that outlived its database would be written into the one that takes its name.
#[tokio::test]
async fn a_log_without_its_database_is_kept_out_of_the_restored_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("plans.db"), folder.path().join("copy.db"));
    let store = Store::open(&url(&path)).await.unwrap();
    let ids = fill(&store).await;
    backup(&url(&path), &file).await.unwrap();
    let rows = every_row(&file).await;
    let late = store.create(&content("in the log alone"), None, None, now()).await.unwrap();
    let log = std::fs::read(folder.path().join("plans.db-wal")).unwrap();
    store.close().await;
    std::fs::remove_file(&path).unwrap();
    std::fs::write(folder.path().join("plans.db-wal"), &log).unwrap();

    let kept = restore(&url(&path), &file, false).await.unwrap().kept.unwrap();
    let kept_log = folder.path().join(format!("{}-wal", kept.file_name().unwrap().to_str().unwrap()));
    assert!(std::fs::read(kept_log).unwrap() == log, "nothing is thrown away");
    assert_eq!(every_row(&path).await, rows);
    let store = Store::open(&url(&path)).await.unwrap();
    check_filled(&store, &ids).await;
    assert!(matches!(store.latest(&late.id, now()).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn a_damaged_database_gives_way_to_a_backup_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("plans.db"), folder.path().join("copy.db"));
    let store = Store::open(&url(&path)).await.unwrap();
    let ids = fill(&store).await;
    backup(&url(&path), &file).await.unwrap();
    store.close().await;
    std::fs::write(&path, "overwritten by something else".repeat(500)).unwrap();
    let kept = restore(&url(&path), &file, true).await.unwrap().kept.unwrap();
    assert!(std::fs::read(kept).unwrap().starts_with(b"overwritten"));
    check_filled(&Store::open(&url(&path)).await.unwrap(), &ids).await;
}

#[tokio::test]
async fn a_backup_of_a_server_is_restored_to_an_empty_one() {
    let (Some(from), Some(to)) = (server_database().await, server_database().await) else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let store = Store::open(&from).await.unwrap();
    let ids = fill(&store).await;
    let saved = backup(&from, &file).await.unwrap();
    assert_eq!(restore(&to, &file, false).await.unwrap().inventory, saved);
    check_filled(&Store::open(&to).await.unwrap(), &ids).await;
    assert!(matches!(restore(&to, &file, false).await, Err(MaintenanceError::NotEmpty(_))));
    assert!(matches!(restore(&to, &file, true).await, Err(MaintenanceError::NoReplaceOnServer)));
    assert_eq!(names(&folder), ["copy.db"]);
}

#[tokio::test]
async fn a_replacement_leaves_the_old_database_beside_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = saved(&folder, "copy.db").await;
    let place = folder.path().join("plans.db");
    restore(&url(&place), &file, false).await.unwrap();
    let kept = restore(&url(&place), &file, true).await.unwrap().kept.unwrap();
    assert_eq!(names(&folder), ["copy.db", "plans.db", kept.file_name().unwrap().to_str().unwrap()]);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_not_the_backups_fault() {
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = saved(&folder, "copy.db").await;
    let missing = folder.path().join("no-such-folder");
    let refused = restore(&url(&missing.join("plans.db")), &file, false).await;
    assert!(matches!(&refused, Err(MaintenanceError::File { path, .. }) if *path == missing), "{refused:?}");
}
