//! Links lead to no other file than the one that is meant.

use std::path::Path;

use server::store::Store;
use server::store::maintenance::{MaintenanceError, move_all, restore};

use super::filled::{check_filled, names, saved, url};
use super::rights::{mode, set_mode};

/// Somebody who owns the folder lays out links under every name that could be guessed; nothing behind them changes.
#[tokio::test]
async fn no_link_leads_a_restoration_to_another_file() {
    use std::os::unix::fs::symlink;
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (file, _) = saved(&elsewhere, "copy.db").await;
    let victim = elsewhere.path().join("victim");
    std::fs::write(&victim, "another's").unwrap();
    set_mode(&victim, 0o444);
    let check = || {
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "another's");
        assert_eq!(mode(&victim), 0o444);
    };
    let place = folder.path().join("plans.db");
    symlink(&victim, folder.path().join(format!("plans.db.draft-{}", std::process::id()))).unwrap();
    restore(&url(&place), &file, false).await.unwrap();
    check();
    // A log or journal of SQLite's is written where it lies.
    for companion in ["-wal", "-journal", "-shm"] {
        let link = folder.path().join(format!("plans.db{companion}"));
        symlink(&victim, &link).unwrap();
        let refused = restore(&url(&place), &file, true).await;
        assert!(matches!(refused, Err(MaintenanceError::Link(_))), "{companion}: {refused:?}");
        check();
        std::fs::remove_file(link).unwrap();
    }
    restore(&url(&place), &file, true).await.unwrap();
    check();
}

/// A link leads to the file that is meant, on whatever file system that is; one that leads nowhere is said to.
#[tokio::test]
async fn a_link_to_the_database_stays_one_and_one_that_leads_nowhere_is_named() {
    use std::os::unix::fs::symlink;
    let (folder, disk) = (tempfile::tempdir().unwrap(), Path::new("/dev/shm"));
    // Where there is a second file system, the database is there.
    let far = if disk.is_dir() { tempfile::tempdir_in(disk).unwrap() } else { tempfile::tempdir().unwrap() };
    let (file, ids) = saved(&folder, "copy.db").await;
    let (link, meant) = (folder.path().join("plans.db"), far.path().join("meant.db"));
    symlink(&meant, &link).unwrap();
    for replace in [false, true] {
        let nowhere = restore(&url(&link), &file, replace).await;
        assert!(matches!(nowhere, Err(MaintenanceError::LeadsNowhere(_))), "{nowhere:?}");
    }
    let moved = move_all(&url(&file), &url(&link)).await;
    assert!(matches!(moved, Err(MaintenanceError::LeadsNowhere(_))) && !meant.exists(), "{moved:?}");
    restore(&url(&meant), &file, false).await.unwrap();
    let kept = restore(&url(&link), &file, true).await.unwrap().kept.unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    check_filled(&Store::open(&url(&link)).await.unwrap(), &ids).await;
    assert_eq!(kept.parent(), meant.canonicalize().unwrap().parent());
    assert_eq!(names(&folder), ["copy.db", "plans.db"]);
}
