//! What the catalog's tables weigh in the browser.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use super::{budget, compress, wasm};
use crate::setup;

/// A tenth of the bundle: the planner has other things to bring.
const LIMIT: usize = 25 * budget::KB;

/// Compares a module that holds all tables with one that holds none, both after compression; fails above the limit.
///
/// Within the bundle the tables share some text with the rest, so this is the most that they can weigh there.
pub fn check() -> Result<()> {
    setup::wasm_target()?;
    let with = compressed_size(&wasm::compile_example("catalog", "shipped", &[])?)?;
    let without = compressed_size(&wasm::compile_example("catalog", "empty", &[])?)?;
    let size = with.saturating_sub(without);
    println!("catalog: {} kB with brotli (limit {} kB)", budget::kb(size), budget::kb(LIMIT));
    if size > LIMIT {
        bail!(
            "the catalog takes {} kB with brotli, {} kB are allowed; put what only a server's page shows behind `parts`",
            budget::kb(size),
            budget::kb(LIMIT)
        );
    }
    Ok(())
}

fn compressed_size(module: &Path) -> Result<usize> {
    Ok(compress::brotli(&fs::read(module)?)?.len())
}
