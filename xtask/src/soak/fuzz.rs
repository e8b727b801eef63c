//! Random input to every parser, guided by what the compiler counts (`cargo fuzz`, a nightly compiler).

use std::fs;
use std::num::NonZero;
use std::process::Command;
use std::thread::{self, available_parallelism};

use anyhow::{Context, Result, bail, ensure};

use crate::{process, workspace};

/// Runs every target for some minutes, from the corpus that earlier runs have left and the committed seeds.
pub fn run(minutes: u32) -> Result<()> {
    prepare()?;
    let folder = workspace::root().join("fuzz/targets");
    let mut targets: Vec<String> = fs::read_dir(folder)?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    targets.sort();
    process::run(&mut fuzz("build"))?;
    let mut crashed = Vec::new();
    // A target keeps one core busy.
    for several in targets.chunks(available_parallelism().map_or(1, NonZero::get)) {
        let ended: Vec<Result<()>> = thread::scope(|scope| {
            let running: Vec<_> = several.iter().map(|target| scope.spawn(|| one(target, minutes))).collect();
            running.into_iter().map(|run| run.join().unwrap_or_else(|_| bail!("the thread panicked"))).collect()
        });
        for (target, ended) in several.iter().zip(ended) {
            if let Err(error) = ended {
                eprintln!("fuzz: {target}: {error:#}");
                crashed.push(target.as_str());
            }
        }
    }
    ensure!(crashed.is_empty(), "inputs in fuzz/artifacts crash {}", crashed.join(", "));
    println!("fuzz: no crash in {} targets of {minutes} minutes each", targets.len());
    Ok(())
}

/// Runs a target that is built.
fn one(target: &str, minutes: u32) -> Result<()> {
    let corpus = workspace::root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus)?;
    println!("fuzz: {target}, {minutes} minutes");
    process::run(
        fuzz("run")
            .arg(target)
            .arg(&corpus)
            .arg(workspace::root().join("fuzz/seeds"))
            .args(["--", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"])
            .arg(format!("-max_total_time={}", minutes * 60)),
    )
}

/// A command of `cargo fuzz` under the nightly compiler.
fn fuzz(command: &str) -> Command {
    let mut cargo = process::program("cargo");
    cargo.args(["+nightly", "fuzz", command, "--fuzz-dir", "fuzz"]);
    // Cargo tells programs that it runs which compiler to use; here it is another one.
    cargo.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
    cargo
}

/// A nightly compiler and `cargo fuzz`, installed where they are missing.
fn prepare() -> Result<()> {
    let nightly =
        || process::program("rustup").args(["run", "nightly", "rustc", "--version"]).env_remove("RUSTUP_TOOLCHAIN").output();
    if !nightly().is_ok_and(|output| output.status.success()) {
        process::run(process::program("rustup").args(["toolchain", "install", "nightly", "--profile", "minimal"]))
            .context("fuzzing needs a nightly compiler")?;
    }
    if !process::succeeds(process::cargo().args(["fuzz", "--version"])) {
        process::run(process::cargo().args(["install", "cargo-fuzz"])).context("fuzzing needs cargo-fuzz")?;
    }
    Ok(())
}
