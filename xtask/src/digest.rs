//! The engine's answers: as they are committed, and the same bits natively and in WebAssembly.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::test::rust;
use crate::{bundle, process, workspace};

/// The answers of the last change that moved any, reviewed like code.
pub const COMMITTED: &str = "xtask/engine-digest/answers.txt";
/// Lines that a failure shows.
const SHOWN: usize = 12;

/// Asks every question natively and under Node, and compares both with each other and with what is committed.
pub fn check() -> Result<()> {
    let native = native()?;
    let wasm = process::output(&mut node("answers")?)?;
    if let Some(differences) = differences(&native, &wasm) {
        bail!(
            "the engine's answers differ natively (-) and in WebAssembly (+); look for a std float function \
             (engine/clippy.toml lists them) or a `usize`:\n{differences}"
        );
    }
    let committed = fs::read_to_string(workspace::root().join(COMMITTED)).with_context(|| format!("cannot read {COMMITTED}"))?;
    if let Some(differences) = differences(&committed, &native) {
        bail!(
            "answers have moved, from {COMMITTED} (-) to what the engine says (+); where that is meant, `cargo xtask digest --write`, \
             review it, and list what moved under \"Changed estimates\" in CHANGELOG.md:\n{differences}"
        );
    }
    println!("digest: {} answers as committed, the same natively and in WebAssembly", native.lines().count());
    Ok(())
}

/// Commits to what the engine answers now.
pub fn write() -> Result<()> {
    Ok(fs::write(workspace::root().join(COMMITTED), native()?)?)
}

fn native() -> Result<String> {
    process::output(&mut rust::program("engine-digest"))
}

/// The first lines that differ, before and after; none where all are equal.
fn differences(before: &str, after: &str) -> Option<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("  - {line}"));
    let come = new.iter().filter(|line| !old.contains(line)).map(|line| format!("  + {line}"));
    let (gone, come): (Vec<String>, Vec<String>) = (gone.collect(), come.collect());
    if before == after {
        return None;
    }
    let pairs = gone.iter().zip(&come).take(SHOWN).flat_map(|(old, new)| [old.as_str(), new.as_str()]);
    let lone = gone.iter().skip(come.len()).chain(come.iter().skip(gone.len())).take(SHOWN).map(String::as_str);
    let shown: Vec<&str> = pairs.chain(lone).collect();
    Some(format!("{}\n  {} lines are gone, {} are new", shown.join("\n"), gone.len(), come.len()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_bit_is_shown_before_and_after() {
        let before = "one 1\ntwo 2\n";
        assert_eq!(differences(before, before), None);
        let shown = differences(before, "one 1\ntwo 3\nthree 3\n").unwrap();
        assert!(shown.contains("- two 2") && shown.contains("+ two 3") && shown.contains("+ three 3"), "{shown}");
        assert!(differences(before, "two 2\none 1\n").is_some(), "the order is part of it");
    }
}
