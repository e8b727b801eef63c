//! `cargo xtask accuracy`: the crate of that name does the work; this starts it with the repository's rows.

use anyhow::Result;

use crate::process;
use crate::test::rust;

/// Runs the comparison as the tests have compiled it where they have.
pub fn run(arguments: &[&str]) -> Result<()> {
    process::run(rust::program("accuracy").args(arguments))
}
