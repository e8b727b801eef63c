//! `cargo xtask accuracy`: the crate of that name does the work; this starts it with the repository's rows.

use anyhow::Result;

use crate::process;

/// Runs the comparison in the profile that the tests have already compiled.
pub fn run(arguments: &[&str]) -> Result<()> {
    process::run(process::cargo().args(["run", "--quiet", "--package", "accuracy", "--"]).args(arguments))
}
