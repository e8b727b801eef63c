//! Plans in PostgreSQL, for many servers behind a balancer: each of them reads and writes, and the database keeps them in order.

mod open;
mod read;
pub mod whole;
mod write;

use sqlx::PgPool;

/// An open PostgreSQL database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    pool: PgPool,
}
