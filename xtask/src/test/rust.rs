//! Formatting, lints and tests of the Rust crates.

use std::process::Command;

use anyhow::Result;

use crate::process;
use crate::workspace::{self, WASM_TARGET};

/// Set for the steps of a run in which `compile` has passed.
pub const COMPILED_VARIABLE: &str = "RIGWISE_TESTS_ARE_COMPILED";

/// Cargo with clippy's driver in the compiler's place for our own crates, its warnings errors: what is compiled is linted in
/// passing. Apart, lints would read every crate and all that it rests on once more, three minutes of a cold run.
///
/// What ships is compiled without it, for the driver leaves out optimisations.
pub fn linting_cargo() -> Command {
    let mut command = process::cargo();
    command.envs(LINTING);
    command
}

/// As `cargo clippy -- --deny warnings` sets them; unlike it, `cargo build` then also leaves programs.
const LINTING: [(&str, &str); 2] =
    [("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"), ("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")];

/// Compiles and lints every crate but this one with its tests, examples, benchmarks and programs, all at once.
///
/// Cargo settles the features of dependencies for the packages that it is asked for; asked for one of them alone, it would
/// compile the same libraries once more.
pub fn compile() -> Result<()> {
    process::run(linting_cargo().args(["build", "--quiet", "--workspace", "--exclude", "xtask", "--all-targets"]))
}

/// Whether the programs of all crates are there, of this very state of the sources.
pub fn is_compiled() -> bool {
    std::env::var_os(COMPILED_VARIABLE).is_some()
}

/// The program that a package is named after: as `compile` has left it, or by way of cargo.
pub fn program(package: &str) -> Command {
    if is_compiled() {
        return process::program(workspace::debug_program(package));
    }
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--package", package, "--"]);
    command
}

/// An example of a package: as `compile` has left it, or by way of cargo.
pub fn example(package: &str, name: &str) -> Command {
    if is_compiled() {
        return process::program(workspace::debug_program(&format!("examples/{name}")));
    }
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--package", package, "--example", name, "--"]);
    command
}

/// `cargo fmt --check` over the workspace.
pub fn formatting() -> Result<()> {
    process::run(process::cargo().args(["fmt", "--all", "--check"]))
}

/// Lints of the pages as the browser compiles them; Leptos' two modes exclude each other.
pub fn lints_wasm() -> Result<()> {
    process::run(process::cargo().args(["clippy", "--quiet", "--package", "app", "--lib", "--target", WASM_TARGET]).args([
        "--no-default-features",
        "--features",
        "hydrate,text,media",
        "--",
        "--deny",
        "warnings",
    ]))
}

/// How many cases a law is tried on that says nothing itself, and their number here; proofs take many more.
pub const CASES_VARIABLE: &str = "PROPTEST_CASES";
const CASES: &str = "96";

/// What laws draw their cases from, here always the same: what fails in one place fails in every other. Proofs draw anew.
const SEED_VARIABLE: &str = "PROPTEST_RNG_SEED";
const SEED: &str = "20260701";

/// Unit and integration tests of every crate but this one, by nextest where it is installed.
pub fn tests() -> Result<()> {
    let mut command = linting_cargo();
    if process::succeeds(process::cargo().args(["nextest", "--version"])) {
        command.args(["nextest", "run", "--no-fail-fast", "--status-level", "slow", "--no-tests", "pass"]);
    } else {
        command.args(["test", "--quiet", "--no-fail-fast", "--lib", "--bins", "--tests"]);
    }
    for (variable, usual) in [(CASES_VARIABLE, CASES), (SEED_VARIABLE, SEED)] {
        if std::env::var_os(variable).is_none() {
            command.env(variable, usual);
        }
    }
    process::run(command.args(["--workspace", "--exclude", "xtask"]))
}

/// This crate's own lints and tests, in the profile in which its dependencies are compiled already.
pub fn driver_tests() -> Result<()> {
    process::run(linting_cargo().args(["test", "--quiet", "--package", "xtask", "--profile", "xtask"]))
}

/// The examples in the documentation.
pub fn doc_tests() -> Result<()> {
    process::run(linting_cargo().args(["test", "--quiet", "--doc", "--workspace", "--exclude", "xtask"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_is_linted_and_warnings_are_errors() {
        let folder = workspace::target().join("lint-test");
        std::fs::create_dir_all(&folder).unwrap();
        let source = folder.join("sample.rs");
        std::fs::write(&source, "pub fn is_bare(list: &[u8]) -> bool { list.len() == 0 }").unwrap();
        let mut command = process::program(LINTING[0].1);
        command
            .envs(LINTING)
            .env("CARGO_PRIMARY_PACKAGE", "1")
            .arg("rustc")
            .args(["--crate-type", "lib", "--out-dir"])
            .arg(&folder);
        let output = command.arg(&source).output().unwrap();
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("error: length comparison to zero"));
    }
}
