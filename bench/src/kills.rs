//! Ends the server without a warning while clients write, starts it again, and looks for everything that it had confirmed.

pub mod ledger;
mod writers;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::load::scratch;
use crate::process::{Program, database};
use crate::report::{Figure, Report, Target};
use crate::samples::Numbers;
use ledger::Ledger;

/// Kills of the long version, and of the short one.
const KILLS: [u64; 2] = [200, 5];
/// Clients that write at once.
const WRITERS: u64 = 8;
/// How long writing goes on before the kill, in milliseconds: from "hardly begun" to "the log has been written back".
const LONGEST: u64 = 400;
/// Every how many kills all that was ever confirmed is read again, rather than what came since the last kill.
const WHOLE_CHECK: u64 = 25;

/// Kills and looks, again and again, over one database.
pub async fn run(program: &Path, short: bool) -> Result<Report> {
    let kills = KILLS[usize::from(short)];
    let folder = tempfile::tempdir_in(scratch()?)?;
    let program = Program::rigwise(program);
    let mut numbers = Numbers::new(kills);
    let mut ledger = Ledger::default();
    for kill in 1..=kills {
        let mut server = program.start(folder.path()).await.with_context(|| format!("start {kill}"))?;
        ledger.check(server.address(), kill % WHOLE_CHECK == 1).await.with_context(|| format!("after kill {}", kill - 1))?;
        let writers = writers::start(server.address(), WRITERS, kill, &ledger);
        tokio::time::sleep(Duration::from_millis(20 + numbers.below(LONGEST))).await;
        server.kill()?;
        ledger.take(writers.end().await?);
    }
    let server = program.start(folder.path()).await?;
    ledger.check(server.address(), true).await.context("after the last kill")?;
    ledger::check_database(&database(folder.path())).await?;
    ensure!(ledger.confirmed() > kills, "hardly anything was written between the kills: {}", ledger.confirmed());
    let mut report = Report::new("kills");
    report.add(Figure::count("kills under a load of writes", kills, Target::None));
    report.add(Figure::count("confirmed plans and revisions", ledger.confirmed(), Target::None));
    report.add(Figure::count(
        "of them lost or changed, rows half written, or failed starts and integrity checks",
        0,
        Target::AtMost(0.0),
    ));
    Ok(report)
}
