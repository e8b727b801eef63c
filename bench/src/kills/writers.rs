//! Clients that create plans and revise them until the server is gone.

use std::net::SocketAddr;

use anyhow::{Result, ensure};
use tokio::task::JoinHandle;

use super::ledger::{Confirmed, Ledger};
use crate::client::{Call, Connection};
use crate::samples::{Numbers, plan};

/// Revisions after which a writer begins another plan.
const REVISIONS: u64 = 4;
/// The longest note, in letters.
const LONGEST_NOTE: u64 = 1500;

/// Writers at work.
#[derive(Debug)]
pub struct Writers(Vec<JoinHandle<Result<Vec<Confirmed>>>>);

/// Starts writers, the first of which goes on with a plan from before the last kill.
pub fn start(server: SocketAddr, count: u64, kill: u64, ledger: &Ledger) -> Writers {
    let old = ledger.last_of_plan(0);
    let writers = (0..count).map(|writer| {
        let old = if writer == 0 { old.clone() } else { None };
        tokio::spawn(write(server, kill, writer, old))
    });
    Writers(writers.collect())
}

impl Writers {
    /// Waits until all have noticed that the server is gone, and gives what was confirmed to them.
    ///
    /// # Errors
    /// Where an answer was wrong.
    pub async fn end(self) -> Result<Vec<Confirmed>> {
        let mut all = Vec::new();
        for writer in self.0 {
            all.append(&mut writer.await??);
        }
        Ok(all)
    }
}

async fn write(server: SocketAddr, kill: u64, writer: u64, old: Option<Confirmed>) -> Result<Vec<Confirmed>> {
    let mut confirmed = Vec::new();
    // Whatever breaks here is the kill, which is no fault of the server's.
    let Ok(mut connection) = Connection::open(server).await else { return Ok(confirmed) };
    let mut numbers = Numbers::new(kill * 1000 + writer);
    let mut newest = old;
    for turn in 0_u64.. {
        let title = format!("{kill}-{writer}-{turn}");
        let note = vec!["note"; 1 + numbers.below(LONGEST_NOTE / 5) as usize].join(" ");
        let written = match &newest {
            Some(plan) if plan.number % REVISIONS != 0 || turn == 0 => revise(&mut connection, plan, title, note).await?,
            _ => create(&mut connection, title, note).await?,
        };
        match written {
            Written::Confirmed(written) => {
                confirmed.push(written.clone());
                newest = Some(written);
            }
            Written::Stale => newest = None,
            Written::ServerGone => break,
        }
    }
    Ok(confirmed)
}

/// How a write ended.
enum Written {
    Confirmed(Confirmed),
    /// A revision that was written just before the kill was never confirmed: it is there, and rightly so.
    Stale,
    ServerGone,
}

async fn create(connection: &mut Connection, title: String, note: String) -> Result<Written> {
    let Ok(answer) = connection.send(&Call::post("/api/v1/plans", plan(&title, &note))).await else {
        return Ok(Written::ServerGone);
    };
    ensure!(answer.status == 201, "creating a plan: {}", answer.shown());
    let created = answer.json()?;
    let text = |name: &str| created[name].as_str().unwrap_or_default().to_owned();
    Ok(Written::Confirmed(Confirmed { id: text("id"), key: text("edit_key"), number: 1, title, note }))
}

async fn revise(connection: &mut Connection, newest: &Confirmed, title: String, note: String) -> Result<Written> {
    let call = Call::put(format!("/api/v1/plans/{}", newest.id), plan(&title, &note))
        .with("authorization", format!("Bearer {}", newest.key))
        .with("if-match", format!("\"{}\"", newest.number));
    let Ok(answer) = connection.send(&call).await else { return Ok(Written::ServerGone) };
    if answer.status == 412 {
        return Ok(Written::Stale);
    }
    ensure!(answer.status == 200, "revising a plan: {}", answer.shown());
    Ok(Written::Confirmed(Confirmed { number: newest.number + 1, title, note, ..newest.clone() }))
}
