//! `cargo xtask prices`: the crate of that name does the work.

use anyhow::Result;

use crate::process;
use crate::test::rust;

/// Reads public lists of prices into the catalog.
pub fn run(arguments: &[&str]) -> Result<()> {
    process::run(rust::program("prices").args(arguments))
}
