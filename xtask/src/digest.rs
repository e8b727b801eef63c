//! The same input gives the same bits, natively and in WebAssembly.

use anyhow::{Result, bail};

use crate::{bundle, process};

/// Runs the digest program natively and under Node, and compares.
pub fn check() -> Result<()> {
    let native = process::output(process::cargo().args(["run", "--quiet", "--package", "engine-digest"]))?;
    let wasm = process::output(&mut node("digest")?)?;
    let (native, wasm) = (native.trim(), wasm.trim());
    if native != wasm {
        bail!(
            "the engine's answers differ: {native} natively, {wasm} in WebAssembly; look for a std float function (engine/clippy.toml lists them) or a `usize`"
        );
    }
    println!("digest: {native}, the same natively and in WebAssembly");
    Ok(())
}

/// Prints how long one estimate takes in WebAssembly under Node, and fails where it is over its limit.
pub fn time_in_wasm() -> Result<()> {
    process::run(&mut node("time")?)
}

/// Node with the digest's module loaded and one of its tasks started.
fn node(task: &str) -> Result<std::process::Command> {
    let folder = bundle::build_digest()?;
    let mut node = process::program("node");
    node.arg("xtask/engine-digest/run.cjs").arg(folder.join("engine_digest.js")).arg(task);
    Ok(node)
}
