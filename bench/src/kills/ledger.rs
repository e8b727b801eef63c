//! What the server has confirmed, and whether it still knows.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::client::{Call, Connection};

/// A revision that was confirmed, by its plan, its number, and what it says.
#[derive(Debug, Clone)]
pub struct Confirmed {
    /// The plan.
    pub id: String,
    /// The plan's key.
    pub key: String,
    /// The revision, from 1.
    pub number: u64,
    /// Its title, which no other revision has.
    pub title: String,
    /// Its note.
    pub note: String,
}

/// Everything confirmed, oldest first.
#[derive(Debug, Default)]
pub struct Ledger {
    all: Vec<Confirmed>,
    /// How many were there at the last check.
    checked: usize,
}

/// What must not be in the database, whatever was going on when the server ended.
const STRANGE: [(&str, &str); 4] = [
    ("a plan without a revision", "SELECT count(*) FROM plans WHERE id NOT IN (SELECT plan_id FROM revisions)"),
    ("a revision without a plan", "SELECT count(*) FROM revisions WHERE plan_id NOT IN (SELECT id FROM plans)"),
    (
        "a gap between revisions",
        "SELECT count(*) FROM (SELECT plan_id FROM revisions GROUP BY plan_id HAVING max(number) <> count(*) OR min(number) <> 1)",
    ),
    (
        "a document that is cut off",
        "SELECT count(*) FROM revisions WHERE NOT json_valid(scenario) OR NOT json_valid(result) OR length(result) < 100",
    ),
];

impl Ledger {
    /// Adds what writers were told.
    pub fn take(&mut self, confirmed: Vec<Confirmed>) {
        self.all.extend(confirmed);
    }

    /// Revisions that were confirmed.
    pub fn confirmed(&self) -> u64 {
        self.all.len() as u64
    }

    /// A plan that was confirmed before, for writers to go on with.
    pub fn last_of_plan(&self, back: usize) -> Option<Confirmed> {
        self.all.len().checked_sub(1 + back).and_then(|position| self.all.get(position)).cloned()
    }

    /// Reads what is new since the last check, or everything.
    ///
    /// # Errors
    /// Where a revision is gone or says something else.
    pub async fn check(&mut self, server: SocketAddr, everything: bool) -> Result<()> {
        let mut connection = Connection::open(server).await?;
        let from = if everything { 0 } else { self.checked };
        for confirmed in &self.all[from..] {
            check_one(&mut connection, confirmed)
                .await
                .with_context(|| format!("revision {} of plan {} was confirmed", confirmed.number, confirmed.id))?;
        }
        self.checked = self.all.len();
        Ok(())
    }
}

async fn check_one(connection: &mut Connection, confirmed: &Confirmed) -> Result<()> {
    let path = format!("/api/v1/plans/{}/revisions/{}", confirmed.id, confirmed.number);
    let answer = connection.send(&Call::get(path)).await?;
    ensure!(answer.status == 200, "it is gone: {}", answer.shown());
    let plan = answer.json()?;
    ensure!(plan["title"] == confirmed.title.as_str(), "its title is {}", plan["title"]);
    ensure!(plan["note"] == confirmed.note.as_str(), "its note has changed");
    ensure!(plan["estimate"]["vram"].is_object(), "its estimate is gone");
    Ok(())
}

/// Looks for anything half written, past the server.
///
/// # Errors
/// Names what was found.
pub async fn check_database(path: &Path) -> Result<()> {
    let mut connection = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await?;
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await?;
    ensure!(verdict == "ok", "the integrity check says {verdict}");
    if let Some(row) = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut connection).await? {
        bail!("a foreign key leads nowhere: {row:?}");
    }
    for (what, query) in STRANGE {
        let count: i64 = sqlx::query_scalar(query).fetch_one(&mut connection).await?;
        ensure!(count == 0, "{what}: {count}");
    }
    Ok(())
}
