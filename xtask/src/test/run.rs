//! Running steps side by side, each as a program of its own whose output is shown whole when it ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::known::Known;
use super::rust::COMPILED_VARIABLE;
use super::schedule::{Next, Schedule};
use super::step::{Share, Step};
use super::table::{Outcome, Row, Table};
use crate::workspace;

/// How often is looked after those that run.
const LOOK: Duration = Duration::from_millis(50);
/// What a step's program writes before the error that it ends with (`main.rs`).
const ERROR: &str = "xtask: ";

/// A step that runs.
struct Running {
    place: usize,
    child: Child,
    begin: Duration,
    output: PathBuf,
}

/// Runs the steps until all have ended.
pub fn all(steps: Vec<Step>, known: &Known) -> Result<Table> {
    let start = Instant::now();
    let mut schedule = Schedule::new(steps, available_parallelism().map_or(1, usize::from));
    let mut running: Vec<Running> = Vec::new();
    let mut table = Table::default();
    let mut is_compiled = false;
    loop {
        match schedule.next() {
            Next::Begin(place) if known.has_passed(schedule.step(place)) => {
                let now = start.elapsed();
                let row = Row { name: schedule.step(place).name, begin: now, end: now, outcome: Outcome::Unchanged };
                println!("==> {row}");
                schedule.end(place, true);
                table.add(row);
            }
            Next::Begin(place) => running.push(begin(place, schedule.step(place), start.elapsed(), is_compiled)?),
            Next::Skip(place, need) => {
                let now = start.elapsed();
                table.add(Row { name: schedule.step(place).name, begin: now, end: now, outcome: Outcome::Skipped(need) });
            }
            Next::Wait => {
                let (ended, status) = first_to_end(&mut running)?;
                let name = schedule.step(ended.place).name;
                let row = show(name, &ended, status, start.elapsed())?;
                known.remember(schedule.step(ended.place), row.outcome.is_good())?;
                schedule.end(ended.place, row.outcome.is_good());
                is_compiled |= name == super::COMPILE && row.outcome.is_good();
                table.add(row);
            }
            Next::Done => return Ok(table),
        }
    }
}

/// Starts a step with its output in a file.
fn begin(place: usize, step: &Step, begin: Duration, is_compiled: bool) -> Result<Running> {
    let folder = workspace::target().join("steps");
    fs::create_dir_all(&folder)?;
    let output = folder.join(format!("{}.txt", step.name));
    let file = File::create(&output).with_context(|| format!("cannot write {}", output.display()))?;
    println!("==> {} begins", step.name);
    let program = std::env::current_exe()?;
    let mut command = if step.share == Share::Rest { niced(&program) } else { Command::new(&program) };
    command.args(["test", "--here", step.name]).stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    if is_compiled {
        command.env(COMPILED_VARIABLE, "1");
    }
    let child = command.spawn().with_context(|| format!("cannot start the step {}", step.name))?;
    Ok(Running { place, child, begin, output })
}

/// How much less steps matter that take what others leave: a quarter of a core that others want, and less than half of what a server
/// that they start takes from its own searches (`server/src/services/compute/cpu.rs`), so that those still give way.
const NICENESS: &str = "5";

/// A program that matters less than others.
fn niced(program: &Path) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", NICENESS]).arg(program);
    command
}

/// Waits for one of them.
fn first_to_end(running: &mut Vec<Running>) -> Result<(Running, ExitStatus)> {
    loop {
        for position in 0..running.len() {
            if let Some(status) = running[position].child.try_wait()? {
                return Ok((running.remove(position), status));
            }
        }
        sleep(LOOK);
    }
}

/// Prints what a step has said.
fn show(name: &'static str, ended: &Running, status: ExitStatus, end: Duration) -> Result<Row> {
    let said = String::from_utf8_lossy(&fs::read(&ended.output)?).into_owned();
    let outcome = if status.success() {
        Outcome::Passed
    } else {
        let error = said.lines().rev().find_map(|line| line.strip_prefix(ERROR));
        Outcome::Failed(error.map_or_else(|| status.to_string(), str::to_owned))
    };
    let row = Row { name, begin: ended.begin, end, outcome };
    println!("\n==> {row}\n{said}");
    Ok(row)
}
