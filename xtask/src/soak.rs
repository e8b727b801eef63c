//! `cargo xtask soak`: proofs that take too long for every change.

mod files;

use anyhow::Result;

use crate::{process, test};

/// Cases per property; the tests take 256 where nothing is said.
const CASES: &str = "20000";

/// Opens exported files in `LibreOffice`, looks up names of generated programs in the frameworks, and runs the property tests
/// of the pure crates with many cases.
pub fn run() -> Result<()> {
    files::open_in_office()?;
    test::programs::against_packages()?;
    test::deny::run()?;
    process::run(
        process::cargo()
            .args(["test", "--package", "engine", "--package", "catalog", "--package", "api"])
            .env("PROPTEST_CASES", CASES)
            .env("PROPTEST_MAX_SHRINK_ITERS", "100000"),
    )
}
