//! Formatting, lints and tests of the Rust crates.

use anyhow::Result;

use crate::process;
use crate::workspace::WASM_TARGET;

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
