//! A database with one of everything, its backup, and what a copy must hold.

use std::path::Path;

use server::store::maintenance::backup;
use server::store::{Idempotency, PlanId, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;

use crate::store::backend::{content, later, now};

pub fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

pub fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn key() -> Idempotency {
    Idempotency::new("192.0.2.1", "order-7", b"request")
}

/// A database with one of everything; returns the plans' ids: plain with two revisions, revoked, expiring, with a key.
pub async fn fill(store: &Store) -> Vec<PlanId> {
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

pub async fn check_filled(store: &Store, ids: &[PlanId]) {
    assert_eq!(store.latest(&ids[0], now()).await.unwrap().content.title, "plain, again");
    assert_eq!(store.revision(&ids[0], 1, now()).await.unwrap().content, content("plain"));
    assert!(matches!(store.latest(&ids[1], now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.latest(&ids[2], later(60)).await, Err(StoreError::Expired)));
    let again = store.create(&content("keyed"), None, Some(&key()), later(10)).await.unwrap();
    assert!(again.replayed && again.id == ids[3]);
    assert_eq!(store.check_key(&again.id, &again.edit_key, now()).await.unwrap(), 1, "the key still opens");
}

/// Every row of every table of a file, as SQLite itself reads it.
pub async fn every_row(path: &Path) -> Vec<String> {
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

/// A backup with one of everything, and the ids of its plans.
pub async fn saved(folder: &TempDir, name: &str) -> (std::path::PathBuf, Vec<PlanId>) {
    let (path, file) = (folder.path().join("of-backup.db"), folder.path().join(name));
    let store = Store::open(&url(&path)).await.unwrap();
    let ids = fill(&store).await;
    store.close().await;
    backup(&url(&path), &file).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    (file, ids)
}
