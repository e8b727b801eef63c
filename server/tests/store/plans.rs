//! The life of a plan: created, extended, revoked, expired.

use jiff::Timestamp;
use server::store::{EditKey, PlanId, StoreError};

use crate::backend::{content, database, now};

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
