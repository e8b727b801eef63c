//! Formatting, lints and tests of the Rust crates.

use std::process::Command;

use anyhow::Result;

use crate::process;
use crate::workspace::{self, WASM_TARGET};

/// Set for the steps of a run in which `compile` has passed.
pub const COMPILED_VARIABLE: &str = "RIGWISE_TESTS_ARE_COMPILED";

/// Compiles every crate but this one with its tests, examples and programs, all at once.
///
/// Cargo settles the features of dependencies for the packages that it is asked for; asked for one of them alone, it would
/// compile the same libraries once more.
pub fn compile() -> Result<()> {
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    process::run(process::cargo().args(["build", "--quiet", "--workspace", "--exclude", "xtask"]).args(targets))
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

/// Lints of everything that runs on the server or on this machine; Leptos' two modes exclude each other, so the
/// browser's is linted apart.
pub fn lints_native() -> Result<()> {
    process::run(process::cargo().args(["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"]))
}

/// Lints of the pages as the browser compiles them.
pub fn lints_wasm() -> Result<()> {
    process::run(process::cargo().args(["clippy", "--quiet", "--package", "app", "--lib", "--target", WASM_TARGET]).args([
        "--no-default-features",
        "--features",
        "hydrate",
        "--",
        "--deny",
        "warnings",
    ]))
}

/// Unit and integration tests of every crate but this one, by nextest where it is installed.
pub fn tests() -> Result<()> {
    let mut command = process::cargo();
    if process::succeeds(process::cargo().args(["nextest", "--version"])) {
        command.args(["nextest", "run", "--no-fail-fast", "--status-level", "slow", "--no-tests", "pass"]);
    } else {
        command.args(["test", "--quiet", "--no-fail-fast", "--lib", "--bins", "--tests"]);
    }
    process::run(command.args(["--workspace", "--exclude", "xtask"]))
}

/// This crate's own tests, in the profile in which its dependencies are compiled already.
pub fn driver_tests() -> Result<()> {
    process::run(process::cargo().args(["test", "--quiet", "--package", "xtask", "--profile", "xtask"]))
}

/// The examples in the documentation.
pub fn doc_tests() -> Result<()> {
    process::run(process::cargo().args(["test", "--quiet", "--doc", "--workspace", "--exclude", "xtask"]))
}
