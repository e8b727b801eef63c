//! What only a database server can do: be out of reach, serve many at once, refuse.
//!
//! Without `RIGWISE_TEST_DATABASE` most of these have nothing to test and pass.

use std::time::Duration;

use server::store::{Store, StoreError, Unavailable};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

use super::backend::{check_unavailable, content, execute, now, server_database};

#[tokio::test]
async fn a_server_that_does_not_answer_is_an_error_that_keeps_the_password() {
    for url in ["postgres://rigwise:s3cret@127.0.0.1:1/plans", "postgres://rigwise:s3cret@localhost/plans?host=/nowhere/at/all"] {
        let result = Store::open(url).await;
        let Err(StoreError::Unavailable { kind: Unavailable::Unreachable, source }) = &result else { panic!("{result:?}") };
        assert!(!format!("{source:?} {result:?}").contains("s3cret"));
    }
    for url in ["postgres://rigwise:s3cret@[db/plans", "postgres://rigwise:s3cret@db:port/plans", "mysql://db"] {
        let result = Store::open(url).await;
        assert!(!format!("{result:?}").contains("s3cret"), "{url}");
        check_unavailable(result, Unavailable::Address);
    }
}

#[tokio::test]
async fn servers_that_start_at_once_migrate_once() {
    let Some(url) = server_database().await else { return };
    let starting = (0..6).map(|_| Store::open(&url));
    let stores: Vec<Store> = futures_util::future::join_all(starting).await.into_iter().map(Result::unwrap).collect();
    let created = stores[0].create(&content("one"), None, None, now()).await.unwrap();
    for store in &stores {
        assert_eq!(store.latest(&created.id, now()).await.unwrap().content.title, "one");
        store.close().await;
    }
}

#[tokio::test]
async fn a_row_that_another_holds_is_an_error_that_says_so() {
    let Some(url) = server_database().await else { return };
    let store = Store::open(&url).await.unwrap();
    let created = store.create(&content("one"), None, None, now()).await.unwrap();
    let mut other = url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
    other.execute("BEGIN; SELECT 1 FROM plans FOR UPDATE").await.unwrap();
    let stuck = store.append(&created.id, &created.edit_key, 1, &content("two"), None, now()).await;
    check_unavailable(stuck, Unavailable::Locked);
    assert_eq!(store.latest(&created.id, now()).await.unwrap().number, 1, "reads go on");
    other.execute("ROLLBACK").await.unwrap();
    store.append(&created.id, &created.edit_key, 1, &content("two"), None, now()).await.unwrap();
}

#[tokio::test]
async fn a_database_that_cannot_be_written_is_an_error_at_start_and_when_asked() {
    let Some(url) = server_database().await else { return };
    let store = Store::open(&url).await.unwrap();
    store.ready().await.unwrap();
    let name = url.split('?').next().unwrap().rsplit('/').next().unwrap().to_owned();
    let mut other = url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
    let sql = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    other.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
    check_unavailable(Store::open(&url).await, Unavailable::ReadOnly);
    check_unavailable(Store::open(&url.replace(&name, "nobody_made_this")).await, Unavailable::Unreachable);
}

/// A database that was restarted has dropped its connections; those that rested are made again without a request noticing.
#[tokio::test]
async fn connections_that_were_dropped_are_opened_again() {
    let Some(url) = server_database().await else { return };
    let store = Store::open(&url).await.unwrap();
    let created = store.create(&content("one"), None, None, now()).await.unwrap();
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()";
    execute(&url, &[others]).await.remove(0).unwrap();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(store.latest(&created.id, now()).await.unwrap().number, 1);
}

#[tokio::test]
async fn tables_of_another_program_are_left_alone() {
    let Some(url) = server_database().await else { return };
    execute(&url, &["CREATE TABLE plans (name TEXT)"]).await.remove(0).unwrap();
    check_unavailable(Store::open(&url).await, Unavailable::Schema);
}
