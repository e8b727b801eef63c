//! `cargo xtask soak`: proofs that take too long for every change, and the figures of `bench/`.

mod files;
mod fuzz;
mod mutations;
mod pages;
pub mod schemathesis;
pub mod server;

use anyhow::{Result, bail, ensure};

use crate::{process, test, workspace};

/// Cases per property; the tests take 256 where nothing is said.
const CASES: &str = "20000";

/// A proof by its name.
struct Proof {
    name: &'static str,
    run: fn(&Options) -> Result<()>,
}

/// Options of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Renews the committed figures.
    write: bool,
    /// How long each target is fuzzed.
    minutes: u32,
}

const PROOFS: [Proof; 19] = [
    Proof { name: "files", run: |_| files::open_in_office() },
    Proof { name: "measure", run: |options| test::measure::prove(options.write) },
    Proof { name: "trace", run: |options| test::trace::prove(options.write) },
    Proof { name: "programs", run: |options| test::programs::prove(options.write) },
    Proof { name: "deny", run: |options| test::deny::prove(options.write) },
    Proof { name: "properties", run: |_| properties() },
    Proof { name: "laws", run: |_| laws() },
    Proof { name: "mutations", run: |_| mutations::run() },
    Proof { name: "search", run: |_| search() },
    Proof { name: "llama", run: |_| llama() },
    Proof { name: "load", run: |options| server::measure("load", options.write) },
    Proof { name: "connections", run: |options| server::measure("connections", options.write) },
    Proof { name: "flood", run: |options| server::measure("flood", options.write) },
    Proof { name: "kills", run: |options| server::measure("kills", options.write) },
    Proof { name: "full", run: |options| server::measure("full", options.write) },
    Proof { name: "browser", run: |_| test::browser::run_whole() },
    Proof { name: "pages", run: |options| pages::measure(options.write) },
    Proof { name: "schemathesis", run: |_| schemathesis::long() },
    Proof { name: "fuzz", run: |options| fuzz::run(options.minutes) },
];

/// Runs all proofs, or those named; all of them run even if one fails.
pub fn run(words: &[&str]) -> Result<()> {
    let (names, options) = read(words)?;
    let mut failed = Vec::new();
    for proof in PROOFS.iter().filter(|proof| names.is_empty() || names.contains(&proof.name)) {
        println!("\n==> {}", proof.name);
        if let Err(error) = (proof.run)(&options) {
            eprintln!("==> {} failed: {error:#}", proof.name);
            failed.push(proof.name);
        }
    }
    ensure!(failed.is_empty(), "these proofs did not hold: {}", failed.join(", "));
    Ok(())
}

/// Buffers of llama.cpp as the engine says them, against those that a real one makes of small models.
fn llama() -> Result<()> {
    process::run(process::cargo().args(["build", "--quiet", "--package", "server"]))?;
    let script = workspace::root().join("engine/reference/llama_cpp/run.sh");
    let binary = workspace::target().join("debug/rigwise");
    process::run(process::program("sh").arg(script).arg(binary).env("WORK", workspace::target().join("llama-cpp")))
}

fn read<'a>(words: &[&'a str]) -> Result<(Vec<&'a str>, Options)> {
    let mut options = Options { write: false, minutes: 10 };
    let mut names = Vec::new();
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "--write" => options.write = true,
            "--minutes" => match words.next().and_then(|minutes| minutes.parse().ok()) {
                Some(minutes) => options.minutes = minutes,
                None => bail!("--minutes wants a whole number"),
            },
            name if PROOFS.iter().any(|proof| proof.name == name) => names.push(name),
            unknown => {
                let known: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
                bail!("there is no proof `{unknown}`; there are {}", known.join(", "))
            }
        }
    }
    Ok((names, options))
}

/// The property tests of the pure crates with many cases.
fn properties() -> Result<()> {
    process::run(
        process::cargo()
            .args(["test", "--package", "engine", "--package", "catalog", "--package", "api"])
            .env(test::rust::CASES_VARIABLE, CASES)
            .env("PROPTEST_MAX_SHRINK_ITERS", "100000"),
    )
}

/// Laws over everything that there is, of which the tests of every change take a share in turn.
fn laws() -> Result<()> {
    let packages = ["--package", "api", "--package", "app", "--package", "server", "--package", "workstation"];
    process::run(process::cargo().arg("test").args(packages).env("RIGWISE_THOROUGH", "1"))
}

/// Naming parts of the whole catalog beside many workloads beats no machine that the open search recommends, and no builder
/// would object to one.
fn search() -> Result<()> {
    let test = ["--test", "suite", "--", "undercut", "purchases", "named_alone", "--include-ignored", "--nocapture"];
    process::run(process::cargo().args(["test", "--release", "--package", "api"]).args(test))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_options_may_come_in_any_order() {
        let (names, options) = read(&["--minutes", "2", "fuzz", "--write", "load"]).unwrap();
        assert_eq!(names, ["fuzz", "load"]);
        assert_eq!(options, Options { write: true, minutes: 2 });
        assert!(read(&["laod"]).is_err());
        assert!(read(&["--minutes"]).is_err());
    }
}
