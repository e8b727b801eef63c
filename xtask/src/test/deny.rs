//! What the workspace depends on: licenses, banned crates, sources and known flaws, by cargo-deny and `deny.toml`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::passed::Tested;
use crate::{process, workspace};

/// The version that is installed where none of its series is on the path.
const VERSION: &str = "0.20.2";
/// What the versions that read this `deny.toml` begin with.
const SERIES: &str = "cargo-deny 0.20.";
/// How long the database of flaws may take to download: some megabytes.
const FETCH_TIME: Duration = Duration::from_mins(2);
/// How often a program that may hang is looked after.
const LOOK: Duration = Duration::from_millis(100);

/// What licenses, bans and sources follow from: which packages there are, and what is allowed.
const TESTED: Tested = Tested {
    name: "deny",
    rests_on: &[
        "Cargo.lock",
        "deny.toml",
        "Cargo.toml",
        "engine/Cargo.toml",
        "catalog/Cargo.toml",
        "wire/Cargo.toml",
        "wording/Cargo.toml",
        "scenario/Cargo.toml",
        "workstation/Cargo.toml",
        "programs/Cargo.toml",
        "probe/Cargo.toml",
        "checkpoint/Cargo.toml",
        "dataset/Cargo.toml",
        "runlog/Cargo.toml",
        "api/Cargo.toml",
        "markup/Cargo.toml",
        "app/Cargo.toml",
        "server/Cargo.toml",
        "bench/Cargo.toml",
        "xtask/Cargo.toml",
        "xtask/accuracy/Cargo.toml",
        "xtask/engine-digest/Cargo.toml",
        "xtask/prices/Cargo.toml",
        "xtask/src/test/deny.rs",
    ],
};

/// Checks everything where cargo-deny is there; where it must be compiled first, only what has changed since it passed.
pub fn run() -> Result<()> {
    match installed() {
        Some(tool) => check_all(&tool),
        None => TESTED.run_if_changed(false, || check_all(&install()?)),
    }
}

/// Everything, whatever has changed.
pub fn prove(write: bool) -> Result<()> {
    TESTED.run(write, || check_all(&installed().map_or_else(install, Ok)?))
}

/// Known flaws as well where their database can be had, which is not on a network of package registries alone.
fn check_all(tool: &Path) -> Result<()> {
    check(tool, &["bans", "licenses", "sources"])?;
    if fetch_database(tool)? {
        return check(tool, &["--disable-fetch", "advisories"]);
    }
    println!(
        "deny: NOT CHECKED: the database of known flaws (https://github.com/RustSec/advisory-db) cannot be fetched from here; \
         `cargo xtask test deny` on a machine that reaches it looks for vulnerable and yanked versions"
    );
    Ok(())
}

/// Errors only; `cargo deny check` itself tells of crates in two versions as well.
fn check(tool: &Path, what: &[&str]) -> Result<()> {
    let options = ["--locked", "--log-level", "error", "check", "--hide-inclusion-graph"];
    process::run(process::program(tool).args(options).args(what))
}

/// cargo-deny: the one on the path, or one of our own below `target/`.
fn installed() -> Option<PathBuf> {
    [PathBuf::from("cargo-deny"), own()].into_iter().find(|candidate| {
        let output = Command::new(candidate).arg("--version").stdin(Stdio::null()).output();
        output.is_ok_and(|output| output.stdout.starts_with(SERIES.as_bytes()))
    })
}

fn folder() -> PathBuf {
    workspace::target().join("tools")
}

fn own() -> PathBuf {
    folder().join("bin/cargo-deny")
}

/// Compiles a cargo-deny of our own.
fn install() -> Result<PathBuf> {
    let folder = folder();
    println!("deny: installing cargo-deny {VERSION} in {} (once)", folder.display());
    let build = folder.join("build");
    let installed = process::run(
        process::cargo()
            // Not optimised: it takes a second instead of a fraction, and half the time to compile.
            .args(["install", "cargo-deny", "--locked", "--quiet", "--debug", "--version", VERSION, "--root"])
            .arg(&folder)
            .env("CARGO_TARGET_DIR", &build)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
            .env("CARGO_INCREMENTAL", "0"),
    );
    if build.exists() {
        std::fs::remove_dir_all(&build)?;
    }
    installed.with_context(|| format!("cargo-deny cannot be installed; put version {VERSION} on the path"))?;
    Ok(own())
}

/// Whether the database of flaws could be brought up to date.
fn fetch_database(tool: &Path) -> Result<bool> {
    let mut fetch = process::program(tool);
    fetch.args(["fetch", "db"]).env("GIT_TERMINAL_PROMPT", "0");
    let child =
        fetch.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().context("cannot start cargo-deny")?;
    ends_well(child, FETCH_TIME)
}

/// Whether a program ends well in time; otherwise it is stopped.
fn ends_well(mut child: Child, time: Duration) -> Result<bool> {
    let start = Instant::now();
    while start.elapsed() < time {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        sleep(LOOK);
    }
    child.kill()?;
    child.wait()?;
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_rests_on_the_manifest_of_every_member() {
        let manifest = std::fs::read_to_string(workspace::root().join("Cargo.toml")).unwrap();
        let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).unwrap();
        let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
        assert!(members.len() > 10);
        for member in members {
            let own = format!("{member}/Cargo.toml");
            assert!(TESTED.rests_on.contains(&own.as_str()), "{own}");
        }
    }
}
