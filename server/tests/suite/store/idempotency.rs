//! Requests that come twice.

use server::store::{Idempotency, StoreError};

use super::backend::{content, database, later, now};

fn key(request: &str) -> Idempotency {
    Idempotency::new("192.0.2.1", "5bd3c2a6-purchase", request.as_bytes())
}

#[tokio::test]
async fn the_same_request_gets_the_same_plan_and_key() {
    let database = database().await;
    let store = &database.store;
    let first = store.create(&content("one"), None, Some(&key("a")), now()).await.unwrap();
    assert!(!first.replayed);
    let again = store.create(&content("one"), None, Some(&key("a")), later(3600)).await.unwrap();
    assert!(again.replayed);
    assert_eq!((&again.id, again.edit_key.expose()), (&first.id, first.edit_key.expose()));
    assert_eq!(store.append(&first.id, &again.edit_key, 1, &content("two"), None, now()).await.unwrap(), 2);

    let other = Idempotency::new("192.0.2.2", "5bd3c2a6-purchase", b"a");
    assert_ne!(store.create(&content("one"), None, Some(&other), now()).await.unwrap().id, first.id, "another client");
    assert_ne!(store.create(&content("one"), None, None, now()).await.unwrap().id, first.id, "without a key");
}

#[tokio::test]
async fn another_request_with_the_same_key_is_refused() {
    let database = database().await;
    let store = &database.store;
    store.create(&content("one"), None, Some(&key("a")), now()).await.unwrap();
    let reused = store.create(&content("two"), None, Some(&key("b")), now()).await;
    assert!(matches!(reused, Err(StoreError::KeyReused)), "{reused:?}");
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let database = database().await;
    let store = &database.store;
    let day = 24 * 60 * 60;
    let first = store.create(&content("one"), None, Some(&key("a")), now()).await.unwrap();
    assert!(store.create(&content("one"), None, Some(&key("a")), later(day - 1)).await.unwrap().replayed);
    let second = store.create(&content("two"), None, Some(&key("b")), later(day)).await.unwrap();
    assert!(!second.replayed && second.id != first.id);
    let third = store.create(&content("two"), None, Some(&key("b")), later(day + 1)).await.unwrap();
    assert!(third.replayed && third.id == second.id);
    assert_eq!(store.latest(&first.id, later(day)).await.unwrap().content.title, "one", "the plan outlives its key");
}

#[tokio::test]
async fn requests_that_race_make_one_plan() {
    let database = database().await;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = database.store.clone();
            tokio::spawn(async move { store.create(&content("one"), None, Some(&key("a")), now()).await })
        })
        .collect();
    let mut made = Vec::new();
    for task in tasks {
        let created = task.await.unwrap().unwrap();
        made.push((created.id.to_string(), created.edit_key.expose().to_owned(), created.replayed));
    }
    assert!(made.iter().all(|(id, key, _)| (id, key) == (&made[0].0, &made[0].1)), "{made:?}");
    assert_eq!(made.iter().filter(|(_, _, replayed)| !replayed).count(), 1);
}
