//! `cargo xtask bench`: how long an estimate takes.

use anyhow::Result;

use crate::{digest, process};

/// Times the engine natively, then in WebAssembly.
pub fn run() -> Result<()> {
    process::run(process::cargo().args(["bench", "--package", "engine", "--bench", "*"]))?;
    digest::time_in_wasm()
}
