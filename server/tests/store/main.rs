//! The store: what was saved is there again, and a database that cannot serve says so.
//!
//! Where `RIGWISE_TEST_DATABASE` names a PostgreSQL server, everything that holds for every database is tested there.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod backend;
mod idempotency;
mod plans;
mod revisions;
mod sqlite;
