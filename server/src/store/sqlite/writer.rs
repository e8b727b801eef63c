//! The queue before the one connection that writes (group commit).
//!
//! What waits is written in one transaction: a write is confirmed when it is on the disk, which takes as long for many as for one.
//! A task of its own writes, so that a client that goes away leaves no transaction half done.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::file::DatabaseFile;
use super::write::{self, Write, Written};
use crate::store::{StoreError, Unavailable};

/// Writes that may wait; each is a request that waits, and those have their own limit.
const QUEUE: usize = 1024;
/// Writes of one transaction: enough to share the disk's time, few enough that the first need not wait long for the last.
const GROUP: usize = 64;
/// How long a write may wait before its turn: a little longer than the one before it may wait for another process's lock.
const PATIENCE: Duration = Duration::from_secs(4);
/// What SQLite says where it has ended a transaction of its own accord, as it does when the disk is full.
const ENDED_ALREADY: &str = "no transaction is active";

/// Hands writes to the task that does them; cheap to clone, and the task ends with the last clone.
#[derive(Debug, Clone)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
}

/// A write, and the task that waits for it.
#[derive(Debug)]
struct Job {
    write: Write,
    since: Instant,
    answer: oneshot::Sender<Result<Written, StoreError>>,
}

impl Writer {
    /// Starts the task; the pool has the one connection that writes.
    pub fn start(pool: SqlitePool, file: DatabaseFile) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(run(pool, file, jobs));
        Self { queue }
    }

    /// Writes, and returns when it is on the disk.
    pub async fn write(&self, write: Write) -> Result<Written, StoreError> {
        let (answer, written) = oneshot::channel();
        let job = Job { write, since: Instant::now(), answer };
        let full = |_| StoreError::unavailable(Unavailable::Locked);
        self.queue.send_timeout(job, PATIENCE).await.map_err(full)?;
        written.await.map_err(|_| StoreError::unavailable(Unavailable::Failed))?
    }
}

async fn run(pool: SqlitePool, file: DatabaseFile, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut waiting, GROUP).await > 0 {
        let (mut writes, mut answers) = (Vec::with_capacity(waiting.len()), Vec::with_capacity(waiting.len()));
        for Job { write, since, answer } in waiting.drain(..) {
            if since.elapsed() > PATIENCE {
                let _ = answer.send(Err(StoreError::unavailable(Unavailable::Locked)));
            } else if !answer.is_closed() {
                writes.push(write);
                answers.push(answer);
            }
        }
        let results = write_all(&pool, &file, &writes).await;
        for (answer, result) in answers.into_iter().zip(results) {
            // The client may have left; what is written stays written.
            let _ = answer.send(result);
        }
    }
}

/// Writes all in one transaction or, where that fails, each in its own: one too large for the disk takes no other down.
async fn write_all(pool: &SqlitePool, file: &DatabaseFile, writes: &[Write]) -> Vec<Result<Written, StoreError>> {
    let error = match write_group(pool, file, writes).await {
        Ok(results) => return results,
        Err(error) => error,
    };
    let alone = !matches!(error, StoreError::Unavailable { kind: Unavailable::Locked | Unavailable::Moved, .. });
    let mut results = Vec::with_capacity(writes.len());
    if writes.len() > 1 && alone {
        for write in writes {
            let result = write_group(pool, file, std::slice::from_ref(write)).await;
            results.push(result.and_then(|mut only| only.pop().unwrap_or(Err(StoreError::unavailable(Unavailable::Failed)))));
        }
    } else {
        results.extend(writes.iter().skip(1).map(|_| Err(error.again())));
        results.insert(0, Err(error));
    }
    results
}

/// Writes all or nothing; each write's own refusal, such as a wrong key, has written nothing and is no error here.
async fn write_group(
    pool: &SqlitePool,
    file: &DatabaseFile,
    writes: &[Write],
) -> Result<Vec<Result<Written, StoreError>>, StoreError> {
    if writes.is_empty() {
        return Ok(Vec::new());
    }
    file.check()?;
    let mut connection = pool.acquire().await?;
    // Takes the write lock at once: a transaction that reads first may not get it afterwards.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let results = match transact(&mut connection, writes).await {
        Ok(results) => results,
        Err(error) => {
            undo(connection).await;
            return Err(error);
        }
    };
    drop(connection);
    // Confirms only what is in the file that people will open tomorrow.
    file.check()?;
    Ok(results)
}

async fn transact(
    connection: &mut PoolConnection<Sqlite>,
    writes: &[Write],
) -> Result<Vec<Result<Written, StoreError>>, StoreError> {
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        match write::write(connection, write).await {
            Err(error @ StoreError::Unavailable { .. }) => return Err(error),
            result => results.push(result),
        }
    }
    sqlx::query("COMMIT").execute(&mut **connection).await?;
    Ok(results)
}

/// Ends a transaction that failed, so that the connection can begin another, or gives the connection up.
async fn undo(mut connection: PoolConnection<Sqlite>) {
    let undone = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    if undone.is_err_and(|error| !error.to_string().contains(ENDED_ALREADY)) {
        let _ = connection.close().await;
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::store::sqlite::Database;
    use crate::store::{Content, PlanId, records};

    fn plan(result_bytes: usize) -> Write {
        let text = String::new;
        let result = format!("\"{}\"", "x".repeat(result_bytes));
        let (scenario, title) = ("{}".to_owned(), text());
        let content = Content {
            title,
            note: text(),
            scenario,
            prices: None,
            result,
            bill: None,
            engine_version: text(),
            catalog_version: text(),
        };
        let created_at = Timestamp::UNIX_EPOCH.as_second();
        let id = PlanId::random().unwrap();
        Write::Plan(Box::new(records::NewPlan { id, edit_key_hash: [0; 32], content, created_at, expires_at: None, key: None }))
    }

    fn is_full(result: &Result<Written, StoreError>) -> bool {
        matches!(result, Err(StoreError::Unavailable { kind: Unavailable::Full, .. }))
    }

    /// SQLite ends the transaction itself when a file cannot grow; the connection must be fit for the next.
    #[tokio::test]
    async fn a_full_file_takes_what_fits_and_all_again_when_it_may_grow() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite:{}", folder.path().join("plans.db").display())).await.unwrap();
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&database.writing).await.unwrap();
        let limit = async |pages: i64| {
            let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            sqlx::query(sql).execute(&database.writing).await.unwrap();
        };
        limit(pages + 8).await;
        for _ in 0..3 {
            assert!(is_full(&database.writer.write(plan(1 << 20)).await));
        }
        // Together the large one would take the small ones down.
        let together = [plan(10), plan(1 << 20), plan(20), plan(1 << 20), plan(30)];
        let results = write_all(&database.writing, &DatabaseFile::IN_MEMORY, &together).await;
        assert_eq!(results.iter().map(is_full).collect::<Vec<_>>(), [false, true, false, true, false], "{results:?}");
        limit(1 << 20).await;
        database.writer.write(plan(1 << 20)).await.unwrap();
        let plans: i64 = sqlx::query_scalar("SELECT count(*) FROM plans").fetch_one(&database.writing).await.unwrap();
        assert_eq!(plans, 4);
    }

    /// A client that goes away takes its own write with it at most, and leaves the connection fit for others.
    #[tokio::test]
    async fn requests_that_are_given_up_hold_nobody_up() {
        let database = Database::open("sqlite::memory:").await.unwrap();
        for _ in 0..20 {
            let writer = database.writer.clone();
            let request = tokio::spawn(async move { writer.write(plan(1000)).await });
            tokio::task::yield_now().await;
            request.abort();
        }
        database.writer.write(plan(10)).await.unwrap();
        let halves = "SELECT count(*) FROM plans WHERE id NOT IN (SELECT plan_id FROM revisions)";
        let halves: i64 = sqlx::query_scalar(halves).fetch_one(&database.writing).await.unwrap();
        assert_eq!(halves, 0);
    }
}
