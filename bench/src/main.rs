//! Long proofs about the server, and short versions of them: load, crowds, floods, kills, full disks.
//!
//! Every figure is a ratio to a baseline that the same run measures, or a count of things that went wrong.

mod client;
mod connections;
mod echo;
mod flood;
mod full;
mod kills;
mod load;
mod process;
mod report;
mod samples;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Parser, Subcommand};

use report::Report;

/// Measures Rigwise's server.
#[derive(Debug, Parser)]
#[command(name = "bench")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// What a request costs around the engine, and plans read and created, each against a baseline.
    Load(Options),
    /// Many connections, some of them slow: nobody else is to notice.
    Connections(Options),
    /// Clients that search all the time: the others' pages and saves are not to notice.
    Flood(Options),
    /// Ends the server under a load of writes, again and again: nothing that it confirmed may be lost.
    Kills(Options),
    /// Fills the disk under the plans.
    Full(Options),
    /// The site with a handler that gives back what it reads, for `load` to compare with.
    #[command(hide = true)]
    Echo,
}

#[derive(Debug, Args)]
struct Options {
    /// The binary to measure.
    #[arg(long, value_name = "FILE")]
    server: PathBuf,
    /// A short version for every change: it looks for mistakes and holds no figure against its target.
    #[arg(long)]
    short: bool,
    /// Renews `bench/results` and the table of `bench/README.md`.
    #[arg(long, conflicts_with = "short")]
    write: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let command = Arguments::parse().command;
    if matches!(command, Command::Echo) {
        return server::serve::runtime()?.block_on(echo::serve());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (options, report) = match &command {
        Command::Load(options) => (options, runtime.block_on(load::run(options.short))?),
        Command::Connections(options) => (options, runtime.block_on(connections::run(&options.server, options.short))?),
        Command::Flood(options) => (options, runtime.block_on(flood::run(&options.server, options.short))?),
        Command::Kills(options) => (options, runtime.block_on(kills::run(&options.server, options.short))?),
        Command::Full(options) => match runtime.block_on(full::run(&options.server))? {
            Some(report) => (options, report),
            None => return Ok(()),
        },
        Command::Echo => return Ok(()),
    };
    finish(options, &report)
}

/// Prints the figures, writes them where asked to, and fails where one misses its target.
fn finish(options: &Options, report: &Report) -> Result<()> {
    print!("{}", report.text());
    if options.write {
        report.write()?;
    }
    let missed = report.missed();
    if options.short || missed.is_empty() {
        return Ok(());
    }
    bail!("these figures miss their targets: {}", missed.join("; "))
}
