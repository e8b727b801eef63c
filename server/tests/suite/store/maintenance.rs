//! Backups, restores and moves: nothing is lost, nothing is overwritten.

use std::path::Path;

use server::store::maintenance::{MaintenanceError, backup, move_all, restore};
use server::store::{Idempotency, PlanId, Store, StoreError, Unavailable};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;

use super::backend::{content, database, execute, later, now, server_database};

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn key() -> Idempotency {
    Idempotency::new("192.0.2.1", "order-7", b"request")
}

/// A database with one of everything; returns the plans' ids: plain with two revisions, revoked, expiring, with a key.
async fn fill(store: &Store) -> Vec<PlanId> {
    let plain = store.create(&content("plain"), None, None, now()).await.unwrap();
    let mut second = content("plain, again");
    second.bill = None;
    second.prices = Some("{\"x\": 1}".to_owned());
    store.append(&plain.id, &plain.edit_key, 1, &second, None, later(5)).await.unwrap();
    let revoked = store.create(&content("revoked"), None, None, now()).await.unwrap();
    store.revoke(&revoked.id, &revoked.edit_key, later(9)).await.unwrap();
    let expiring = store.create(&content("expiring"), Some(later(60)), None, now()).await.unwrap();
    let keyed = store.create(&content("keyed"), None, Some(&key()), now()).await.unwrap();
    vec![plain.id, revoked.id, expiring.id, keyed.id]
}

async fn check_filled(store: &Store, ids: &[PlanId]) {
    assert_eq!(store.latest(&ids[0], now()).await.unwrap().content.title, "plain, again");
    assert_eq!(store.revision(&ids[0], 1, now()).await.unwrap().content, content("plain"));
    assert!(matches!(store.latest(&ids[1], now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.latest(&ids[2], later(60)).await, Err(StoreError::Expired)));
    let again = store.create(&content("keyed"), None, Some(&key()), later(10)).await.unwrap();
    assert!(again.replayed && again.id == ids[3]);
    assert_eq!(store.check_key(&again.id, &again.edit_key, now()).await.unwrap(), 1, "the key still opens");
}

/// Every row of every table of a file, as SQLite itself reads it.
async fn every_row(path: &Path) -> Vec<String> {
    let mut connection = url(path).parse::<SqliteConnectOptions>().unwrap().read_only(true).connect().await.unwrap();
    let mut rows = Vec::new();
    for sql in [
        "SELECT 'plan ' || id || hex(edit_key_hash) || created_at || ifnull(expires_at, '') || ifnull(revoked_at, '') FROM plans",
        "SELECT 'revision ' || plan_id || number || title || note || scenario || ifnull(prices, '') || result || engine_version \
         || catalog_version || created_at || ifnull(bill, '') FROM revisions",
        "SELECT 'key ' || hex(key_hash) || hex(request_hash) || hex(salt) || plan_id || created_at FROM idempotency_keys",
    ] {
        let table: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
        assert!(!table.is_empty(), "{sql}");
        rows.extend(table);
    }
    connection.close().await.unwrap();
    rows
}

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

/// Whatever the umask says: plans, and the hashes of their keys, are the account's own.
#[cfg(unix)]
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

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// A backup with one of everything, and the ids of its plans.
async fn saved(folder: &TempDir, name: &str) -> (std::path::PathBuf, Vec<PlanId>) {
    let (path, file) = (folder.path().join("of-backup.db"), folder.path().join(name));
    let store = Store::open(&url(&path)).await.unwrap();
    let ids = fill(&store).await;
    store.close().await;
    backup(&url(&path), &file).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    (file, ids)
}

/// A backup that all may read makes no such database, and one that nobody may write makes one that can be written.
#[cfg(unix)]
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

/// Somebody who owns the folder lays out links under every name that could be guessed; nothing behind them changes.
#[cfg(unix)]
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
#[cfg(unix)]
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

/// However the address says that the file may be made.
#[cfg(unix)]
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
