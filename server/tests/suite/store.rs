//! The store: what was saved is there again, and a database that cannot serve says so.
//!
//! Where `RIGWISE_TEST_DATABASE` names a PostgreSQL server, everything that holds for every database is tested there.

mod backend;
#[cfg(target_os = "linux")]
mod full_disk;
mod idempotency;
mod maintenance;
mod plans;
mod postgres;
mod revisions;
mod sqlite;
