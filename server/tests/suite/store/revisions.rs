//! Lists of revisions, and who may add to them.

use server::store::{EditKey, PlanId, StoreError};

use super::backend::{content, database, later, now};

#[tokio::test]
async fn revisions_come_in_pages_the_newest_first() {
    let database = database().await;
    let store = &database.store;
    let created = store.create(&content("1"), None, None, now()).await.unwrap();
    let id = &created.id;
    for number in 1..7_u64 {
        let title = (number + 1).to_string();
        store.append(id, &created.edit_key, number, &content(&title), None, now()).await.unwrap();
    }
    let page = async |before, limit| {
        let page = store.revisions(id, before, limit, now()).await.unwrap();
        assert_eq!(page.newest, 7);
        let numbers: Vec<u64> = page.revisions.iter().map(|line| line.number).collect();
        assert!(page.revisions.iter().all(|line| line.title == line.number.to_string() && line.created_at == now()));
        (numbers, page.more)
    };
    assert_eq!(page(None, 3).await, (vec![7, 6, 5], true));
    assert_eq!(page(Some(5), 3).await, (vec![4, 3, 2], true));
    assert_eq!(page(Some(2), 3).await, (vec![1], false));
    assert_eq!(page(Some(1), 3).await, (vec![], false));
    assert_eq!(page(Some(u64::MAX), 7).await, (vec![7, 6, 5, 4, 3, 2, 1], false));
    assert_eq!(store.revision(id, 3, now()).await.unwrap().newest, 7);
    assert_eq!(store.latest(id, now()).await.unwrap().newest, 7);
}

#[tokio::test]
async fn no_list_of_a_plan_that_is_not_shown() {
    let database = database().await;
    let store = &database.store;
    let unknown = PlanId::random().unwrap();
    assert!(matches!(store.revisions(&unknown, None, 10, now()).await, Err(StoreError::NotFound)));
    let created = store.create(&content("one"), Some(later(60)), None, now()).await.unwrap();
    assert!(matches!(store.revisions(&created.id, None, 10, later(60)).await, Err(StoreError::Expired)));
    store.revoke(&created.id, &created.edit_key, now()).await.unwrap();
    assert!(matches!(store.revisions(&created.id, None, 10, now()).await, Err(StoreError::Revoked)));
}

#[tokio::test]
async fn a_key_is_checked_before_anything_is_changed() {
    let database = database().await;
    let store = &database.store;
    let created = store.create(&content("one"), None, None, now()).await.unwrap();
    let (id, key) = (&created.id, &created.edit_key);
    assert_eq!(store.check_key(id, key, now()).await.unwrap(), 1);
    store.append(id, key, 1, &content("two"), None, now()).await.unwrap();
    assert_eq!(store.check_key(id, key, now()).await.unwrap(), 2);
    assert!(matches!(store.check_key(id, &EditKey::from_caller("guess"), now()).await, Err(StoreError::WrongKey)));
    assert!(matches!(store.check_key(&PlanId::random().unwrap(), key, now()).await, Err(StoreError::NotFound)));
    store.revoke(id, key, now()).await.unwrap();
    assert!(matches!(store.check_key(id, key, now()).await, Err(StoreError::Revoked)));
}

/// What was shown is kept to the last byte, the bill included; a plan without one has none.
#[tokio::test]
async fn the_content_comes_back_as_it_was_stored() {
    let database = database().await;
    let store = &database.store;
    let mut plain = content("größe 显存 \u{1F600} 'quoted' \\ ;--");
    plain.prices = Some(r#"{"rtx-4090": 1599.90,  "x":1e-7}"#.to_owned());
    let created = store.create(&plain, None, None, now()).await.unwrap();
    assert_eq!(store.latest(&created.id, now()).await.unwrap().content, plain);
    plain.bill = None;
    store.append(&created.id, &created.edit_key, 1, &plain, None, now()).await.unwrap();
    assert_eq!(store.latest(&created.id, now()).await.unwrap().content, plain);
}

#[tokio::test]
async fn the_newest_number_is_known_at_once_after_each_change() {
    let database = database().await;
    let store = &database.store;
    let created = store.create(&content("one"), Some(later(60)), None, now()).await.unwrap();
    let (id, key) = (&created.id, &created.edit_key);
    assert_eq!(store.head(id, now()).await.unwrap().newest, 1);
    assert!(matches!(store.head(id, later(60)).await, Err(StoreError::Expired)));
    for number in 1..5 {
        store.append(id, key, number, &content("next"), None, now()).await.unwrap();
        assert_eq!(store.head(id, later(60)).await.unwrap().newest, number + 1);
    }
    store.revoke(id, key, now()).await.unwrap();
    assert!(matches!(store.head(id, now()).await, Err(StoreError::Revoked)));
    assert!(matches!(store.head(&PlanId::random().unwrap(), now()).await, Err(StoreError::NotFound)));
}
