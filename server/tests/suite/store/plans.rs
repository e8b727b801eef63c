//! The life of a plan: created, extended, revoked, expired.

use jiff::Timestamp;
use server::store::{EditKey, PlanId, StoreError};

use super::backend::{content, database, execute, now};

#[tokio::test]
async fn revisions_are_added_only_with_the_key_and_onto_the_newest() {
    let database = database().await;
    let store = &database.store;
    let created = store.create(&content("one"), None, None, now()).await.unwrap();
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
    let database = database().await;
    let store = &database.store;
    let created = store.create(&content("one"), None, None, now()).await.unwrap();
    let (id, key) = (&created.id, &created.edit_key);
    assert!(matches!(store.revoke(id, &EditKey::from_caller("guess"), now()).await, Err(StoreError::WrongKey)));
    store.revoke(id, key, now()).await.unwrap();
    assert!(matches!(store.latest(id, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.revision(id, 1, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.append(id, key, 1, &content("two"), None, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.revoke(id, key, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.latest(&PlanId::random().unwrap(), now()).await, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn a_plan_is_shown_until_it_expires() {
    let database = database().await;
    let store = &database.store;
    let expires = Timestamp::from_second(now().as_second() + 60).unwrap();
    let id = store.create(&content("short"), Some(expires), None, now()).await.unwrap().id;
    assert_eq!(store.latest(&id, now()).await.unwrap().expires_at, Some(expires));
    assert!(matches!(store.latest(&id, expires).await, Err(StoreError::Expired)));
}

#[tokio::test]
async fn plans_saved_at_once_are_all_kept() {
    let database = database().await;
    let store = &database.store;
    let tasks: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.create(&content(&number.to_string()), None, None, now()).await })
        })
        .collect();
    for (number, task) in tasks.into_iter().enumerate() {
        let id = task.await.unwrap().unwrap().id;
        assert_eq!(store.latest(&id, now()).await.unwrap().content.title, number.to_string());
    }
}

/// Whatever a later version of the code does, the schema keeps what was shared, and takes no half of it.
#[tokio::test]
async fn the_schema_refuses_to_change_or_delete_a_revision() {
    let database = database().await;
    let created = database.store.create(&content("one"), None, None, now()).await.unwrap();
    database.store.revoke(&created.id, &created.edit_key, now()).await.unwrap();
    let mut statements = vec![
        "UPDATE revisions SET title = 'x'",
        "DELETE FROM revisions",
        "DELETE FROM plans",
        "UPDATE plans SET revoked_at = NULL",
        "INSERT INTO plans (id, edit_key_hash, created_at) VALUES ('short', 'x', 0)",
        "INSERT INTO revisions SELECT 'abcdefghijklmnopqrstuvwxyz', 1, '', '', '{}', NULL, '{}', '', '', 0, NULL",
        "INSERT INTO revisions SELECT id, 0, '', '', '{}', NULL, '{}', '', '', 0, NULL FROM plans",
        "INSERT INTO revisions SELECT id, 2, '', '', '{', NULL, '{}', '', '', 0, NULL FROM plans",
    ];
    if server::store::Kind::of(&database.url) == Some(server::store::Kind::Postgres) {
        statements.extend(["TRUNCATE plans, revisions, idempotency_keys", "TRUNCATE revisions"]);
    }
    for (sql, result) in statements.iter().zip(execute(&database.url, &statements).await) {
        assert!(result.is_err(), "{sql}");
    }
    database.store.ready().await.unwrap();
}

/// What cannot be stored everywhere is stored nowhere; the rest of the text stays.
#[tokio::test]
async fn a_character_that_databases_cannot_store_is_replaced() {
    let database = database().await;
    let created = database.store.create(&content("a\0b"), None, None, now()).await.unwrap();
    assert_eq!(database.store.latest(&created.id, now()).await.unwrap().content.title, "a\u{FFFD}b");
}

/// Of changes based on one revision the first is stored, and all others are told that it came before them.
#[tokio::test]
async fn changes_that_race_lose_nothing() {
    let database = database().await;
    let created = database.store.create(&content("one"), None, None, now()).await.unwrap();
    let (id, key) = (created.id.clone(), created.edit_key.expose().to_owned());
    let tasks: Vec<_> = (0..12)
        .map(|number| {
            let (store, id, key) = (database.store.clone(), id.clone(), EditKey::from_caller(&key));
            tokio::spawn(async move { store.append(&id, &key, 1, &content(&number.to_string()), None, now()).await })
        })
        .collect();
    let mut stored = Vec::new();
    for (number, task) in tasks.into_iter().enumerate() {
        match task.await.unwrap() {
            Ok(revision) => stored.push((revision, number.to_string())),
            Err(error) => assert!(matches!(error, StoreError::Stale { current: 2 }), "{error}"),
        }
    }
    assert_eq!(stored.len(), 1, "{stored:?}");
    let latest = database.store.latest(&id, now()).await.unwrap();
    assert_eq!((latest.number, latest.content.title), stored.remove(0));
}
