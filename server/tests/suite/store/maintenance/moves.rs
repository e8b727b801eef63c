//! Plans move from one database to another, or nothing does.

use server::store::Store;
use server::store::maintenance::{MaintenanceError, move_all};

use super::filled::{check_filled, fill, names, url};
use crate::store::backend::{content, execute, now, server_database};

#[tokio::test]
async fn plans_move_to_an_empty_database_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (first, last) = (url(&folder.path().join("first.db")), url(&folder.path().join("last.db")));
    // Without a server the way leads through a second file.
    let between = server_database().await.unwrap_or_else(|| url(&folder.path().join("between.db")));
    let store = Store::open(&first).await.unwrap();
    let ids = fill(&store).await;
    for number in 0..120 {
        store.create(&content(&number.to_string()), None, None, now()).await.unwrap();
    }
    let used = move_all(&first, &between).await;
    assert!(matches!(used, Err(MaintenanceError::Store { .. })), "a server uses it: {used:?}");
    store.close().await;

    let moved = move_all(&first, &between).await.unwrap();
    assert_eq!((moved.plans, moved.revisions, moved.keys), (124, 125, 1));
    assert_eq!(move_all(&between, &last).await.unwrap(), moved, "the same, row for row");
    for url in [&first, &between, &last] {
        let store = Store::open(url).await.unwrap();
        check_filled(&store, &ids).await;
        store.close().await;
    }
    assert!(matches!(move_all(&first, &between).await, Err(MaintenanceError::NotEmpty(_))));
    assert!(matches!(move_all(&url(&folder.path().join("no.db")), &last).await, Err(MaintenanceError::Missing(_))));
    assert!(matches!(move_all("sqlite::memory:", &last).await, Err(MaintenanceError::InMemory)));
}

/// A move that is refused leaves no file that was not there.
#[tokio::test]
async fn a_move_that_is_refused_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from.db"), folder.path().join("to.db"));
    Store::open(&url(&from)).await.unwrap().close().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (99999999999999, 'of a newer version', TRUE, x'00', 0)";
    execute(&url(&from), &[newer]).await.remove(0).unwrap();
    let refused = move_all(&url(&from), &url(&to)).await;
    assert!(refused.is_err(), "{refused:?}");
    // The source's own log may still be there while its last connection closes.
    let left = names(&folder);
    assert!(left.iter().all(|name| name.starts_with("from.db")), "{left:?}");
}
