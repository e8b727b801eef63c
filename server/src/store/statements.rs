//! Statements that both databases take, and what is bound to them.
//!
//! Parameters are written as PostgreSQL has them. SQLite takes `$1` for a name, and its driver binds a name of that form by its
//! number. Statements that one database alone takes are beside what executes them.

use sqlx::query::Query;
use sqlx::{Database, Encode, Type};

use super::revision::Content;

/// A revision and its plan, for one or all numbers; the newest first.
pub const SELECT_REVISION: &str = "SELECT number, title, note, scenario, prices, result, bill, engine_version, catalog_version, \
     revisions.created_at AS created_at, expires_at, revoked_at, \
     (SELECT max(number) FROM revisions WHERE plan_id = plans.id) AS newest \
     FROM plans JOIN revisions ON revisions.plan_id = plans.id \
     WHERE plans.id = $1 AND ($2 IS NULL OR number = $2) ORDER BY number DESC LIMIT 1";

/// What may be done with a plan.
pub const SELECT_PLAN: &str = "SELECT edit_key_hash, revoked_at, expires_at, \
     (SELECT max(number) FROM revisions WHERE plan_id = plans.id) AS newest FROM plans WHERE id = $1";

/// Revisions below a number, the newest first.
pub const SELECT_LINES: &str = "SELECT number, title, engine_version, catalog_version, created_at FROM revisions \
     WHERE plan_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3";

/// An idempotency key that is not forgotten.
pub const SELECT_KEY: &str = "SELECT request_hash, salt, plan_id FROM idempotency_keys WHERE key_hash = $1 AND created_at > $2";

/// Whether anything can be read.
pub const SELECT_ANY: &str = "SELECT number FROM revisions LIMIT 1";

/// A write that changes nothing, to see whether there could be one.
pub const CHANGE_NOTHING: &str = "UPDATE plans SET expires_at = NULL WHERE id = ''";

/// When a plan expires.
pub const SET_EXPIRY: &str = "UPDATE plans SET expires_at = $2 WHERE id = $1";

/// When a plan was revoked.
pub const SET_REVOCATION: &str = "UPDATE plans SET revoked_at = $2 WHERE id = $1";

const INSERT_REVISION: &str = "INSERT INTO revisions \
     (plan_id, number, title, note, scenario, prices, result, bill, engine_version, catalog_version, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

/// The number of the last migration that ran.
pub const NEWEST_MIGRATION: &str = "SELECT max(version) FROM _sqlx_migrations";

/// Whole plans after an id, in pages.
pub const PLANS_AFTER: &str =
    "SELECT id, edit_key_hash, created_at, expires_at, revoked_at FROM plans WHERE id > $1 ORDER BY id LIMIT 500";

/// Whole revisions after one. They are large: a page of them stays below a few tens of megabytes.
pub const REVISIONS_AFTER: &str = "SELECT plan_id, number, title, note, scenario, prices, result, bill, engine_version, \
     catalog_version, created_at FROM revisions WHERE (plan_id, number) > ($1, $2) ORDER BY plan_id, number LIMIT 50";

/// Whole idempotency keys after a hash, in pages.
pub const KEYS_AFTER: &str = "SELECT key_hash, request_hash, salt, plan_id, created_at FROM idempotency_keys WHERE key_hash > $1 \
     ORDER BY key_hash LIMIT 500";

/// A whole plan.
pub const PUT_PLAN: &str =
    "INSERT INTO plans (id, edit_key_hash, created_at, expires_at, revoked_at) VALUES ($1, $2, $3, $4, $5)";

/// A whole idempotency key.
pub const PUT_KEY: &str =
    "INSERT INTO idempotency_keys (key_hash, request_hash, salt, plan_id, created_at) VALUES ($1, $2, $3, $4, $5)";

/// A query of one of the databases.
type QueryOf<'q, DB> = Query<'q, DB, <DB as Database>::Arguments>;

/// Ends a transaction, with or without what was written.
pub const fn end(keep: bool) -> &'static str {
    if keep { "COMMIT" } else { "ROLLBACK" }
}

/// Stores a revision.
pub fn insert_revision<'q, DB: Database>(plan_id: &'q str, number: i64, content: &'q Content, now: i64) -> QueryOf<'q, DB>
where
    i64: Encode<'q, DB> + Type<DB>,
    &'q str: Encode<'q, DB> + Type<DB>,
    Option<&'q str>: Encode<'q, DB>,
{
    bind_content(sqlx::query(INSERT_REVISION).bind(plan_id).bind(number), content).bind(now)
}

/// Binds what a revision says, in the order in which every statement has it.
pub fn bind_content<'q, DB: Database>(query: QueryOf<'q, DB>, content: &'q Content) -> QueryOf<'q, DB>
where
    &'q str: Encode<'q, DB> + Type<DB>,
    Option<&'q str>: Encode<'q, DB>,
{
    let Content { title, note, scenario, prices, result, bill, engine_version, catalog_version } = content;
    query
        .bind(title.as_str())
        .bind(note.as_str())
        .bind(scenario.as_str())
        .bind(prices.as_deref())
        .bind(result.as_str())
        .bind(bill.as_deref())
        .bind(engine_version.as_str())
        .bind(catalog_version.as_str())
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, Row as _, SqliteConnection};

    use super::*;
    use crate::store::migrations;

    const SELECTS: [&str; 7] = [SELECT_REVISION, SELECT_PLAN, SELECT_LINES, SELECT_KEY, PLANS_AFTER, REVISIONS_AFTER, KEYS_AFTER];

    /// The numbers of a statement's parameters, in the order in which they stand in it.
    fn parameters(sql: &str) -> Vec<usize> {
        let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
        sql.split('$').skip(1).map(|rest| digits(rest).parse().unwrap()).collect()
    }

    /// PostgreSQL counts from the highest number, SQLite by names: both have the same parameters only without gaps.
    #[test]
    fn parameters_are_numbered_without_gaps() {
        let others = [SET_EXPIRY, SET_REVOCATION, INSERT_REVISION, PUT_PLAN, PUT_KEY];
        for sql in SELECTS.iter().chain(&others) {
            let mut numbers = parameters(sql);
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "{sql}");
            assert!(!sql.contains('?'), "{sql}");
        }
    }

    /// Names appear in SQLite's table of parameters as they come, which for `$2 ... $1` is not the order of their numbers.
    #[tokio::test]
    async fn sqlite_binds_by_number_whatever_comes_first() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let row = sqlx::query("SELECT $2 AS second, $1 AS first, $2 AS again").bind(1_i64).bind(2_i64);
        let row = row.fetch_one(&mut connection).await.unwrap();
        let [first, second, again] = ["first", "second", "again"].map(|name| row.get::<i64, _>(name));
        assert_eq!((first, second, again), (1, 2, 2));
    }

    #[tokio::test]
    async fn sqlite_takes_every_statement() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        migrations::sqlite().run(&mut connection).await.unwrap();
        for sql in SELECTS.into_iter().chain([SELECT_ANY, NEWEST_MIGRATION]) {
            let rows = sqlx::query(sql).bind(1_i64).bind(1_i64).bind(1_i64).fetch_all(&mut connection).await;
            assert!(rows.is_ok(), "{sql}: {rows:?}");
        }
    }
}
