//! Files of a database are for their own account alone, whatever a backup's rights are.

use std::path::Path;

use server::store::Store;
use server::store::maintenance::{backup, move_all, restore};

use super::filled::{check_filled, fill, names, saved, url};
use crate::store::backend::{content, now};

/// Whatever the umask says: plans, and the hashes of their keys, are the account's own.
#[tokio::test]
async fn whatever_is_written_is_for_its_own_account_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let store = Store::open(&url(&at("served.db"))).await.unwrap();
    fill(&store).await;
    store.close().await;
    backup(&url(&at("served.db")), &at("saved.db")).await.unwrap();
    restore(&url(&at("restored.db")), &at("saved.db"), false).await.unwrap();
    move_all(&url(&at("served.db")), &url(&at("moved.db"))).await.unwrap();
    assert_eq!(names(&folder), ["moved.db", "restored.db", "saved.db", "served.db"]);
    for name in names(&folder) {
        let mode = std::fs::metadata(at(&name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

pub fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

pub fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// A backup that all may read makes no such database, and one that nobody may write makes one that can be written.
#[tokio::test]
async fn the_rights_of_a_backup_are_not_those_of_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let (file, ids) = saved(&folder, "copy.db").await;
    for (number, rights) in [0o644, 0o400, 0o444].into_iter().enumerate() {
        set_mode(&file, rights);
        let place = folder.path().join(format!("new{number}.db"));
        restore(&url(&place), &file, false).await.unwrap();
        assert_eq!(mode(&place), 0o600, "of a backup with {rights:o}");
        let store = Store::open(&url(&place)).await.unwrap();
        check_filled(&store, &ids).await;
        store.close().await;
    }
    // What gives way keeps its rights for the one that takes its place.
    let place = folder.path().join("new0.db");
    set_mode(&place, 0o640);
    restore(&url(&place), &file, true).await.unwrap();
    assert_eq!(mode(&place), 0o640);
}

/// However the address says that the file may be made.
#[tokio::test]
async fn whoever_makes_the_database_makes_it_for_its_own_account_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (name, parameters) in
        [("plain.db", ""), ("rwc.db", "?mode=rwc"), ("cache.db", "?cache=private&mode=rwc"), ("odd-mode=ro.db", "")]
    {
        let path = folder.path().join(name);
        let store = Store::open(&format!("{}{parameters}", url(&path))).await.unwrap();
        store.create(&content("one"), None, None, now()).await.unwrap();
        for companion in ["", "-wal", "-shm"] {
            assert_eq!(mode(&folder.path().join(format!("{name}{companion}"))), 0o600, "{name}{companion}");
        }
        store.close().await;
    }
}
