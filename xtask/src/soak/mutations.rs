//! Mistakes that are made on purpose: each must be noticed by what is committed of the engine's answers.
//!
//! The sources are copied below `target/`, a mistake is put into the copy, and the copy is asked every question of the digest.
//! What changes no answer there could be wrong in the product without anybody's knowing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{process, workspace};

/// A mistake: what it is, where it is made, what stands there, and what then stands there.
type Mutation = (&'static str, &'static str, &'static str, &'static str);

/// One of each kind that was found unnoticed once, and neighbors.
const MUTATIONS: [Mutation; 17] = [
    ("DDP keeps next to no buckets", "engine/src/step/sharding/ddp.rs", "1 << 20, 25 << 20", "1 << 10, 1 << 10"),
    ("a loader prefetches one batch", "engine/src/host/loader.rs", "PREFETCH_FACTOR: u64 = 2", "PREFETCH_FACTOR: u64 = 1"),
    (
        "nodes are joined by a tenth of their link",
        "engine/src/device/roofline/traffic.rs",
        "from_gb_per_s(11.0)",
        "from_gb_per_s(1.1)",
    ),
    (
        "the host's update moves four times the bytes",
        "engine/src/device/roofline/traffic.rs",
        "HOST_UPDATE_BYTES: u64 = 28",
        "HOST_UPDATE_BYTES: u64 = 112",
    ),
    (
        "a desktop takes nothing",
        "engine/src/device/memory.rs",
        "(OperatingSystem::Linux, true) => DESKTOP",
        "(OperatingSystem::Linux, true) => Bytes::ZERO",
    ),
    ("the driver takes nothing", "engine/src/device/memory.rs", "hardware.gpu.memory.scaled(DRIVER_SHARE)", "Bytes::ZERO"),
    ("collectives hide one percent more", "engine/src/device/roofline/traffic.rs", "OVERLAP: f64 = 0.80", "OVERLAP: f64 = 0.81"),
    (
        "waiting for the slowest costs nothing",
        "engine/src/device/roofline/traffic.rs",
        "STRAGGLE: f64 = 0.03",
        "STRAGGLE: f64 = 0.0",
    ),
    (
        "page-locked copies are a percent faster",
        "engine/src/device/roofline/traffic.rs",
        "PCIE_PINNED_SHARE: f64 = 0.80",
        "PCIE_PINNED_SHARE: f64 = 0.808",
    ),
    (
        "a bridge is no faster than PCIe",
        "engine/src/device/roofline/traffic.rs",
        "NVLINK_SHARE: f64 = 0.80",
        "NVLINK_SHARE: f64 = 0.08",
    ),
    ("tensors are rounded to 1 KiB", "engine/src/graph.rs", "GRANULE: u64 = 512", "GRANULE: u64 = 1024"),
    (
        "a context is a MiB larger",
        "engine/src/device/memory.rs",
        "device: reserved + CONTEXT",
        "device: reserved + CONTEXT + Bytes::from_mib(1)",
    ),
    (
        "convolutional models need 0.9 % more",
        "engine/src/device/slack.rs",
        "blocks: 0.007, least: 0.031",
        "blocks: 0.007, least: 0.040",
    ),
    ("segmentation needs 0.9 % more", "engine/src/device/slack.rs", "blocks: 0.01, least: 0.046", "blocks: 0.01, least: 0.055"),
    ("encoders need 0.9 % more", "engine/src/device/slack.rs", "blocks: 0.006, least: 0.052", "blocks: 0.006, least: 0.061"),
    ("decoders need 0.9 % more", "engine/src/device/slack.rs", "blocks: 0.0005, least: 0.028", "blocks: 0.0005, least: 0.037"),
    ("diffusion needs 0.9 % more", "engine/src/device/slack.rs", "blocks: 0.005, least: 0.027", "blocks: 0.005, least: 0.036"),
];

/// Makes every mistake in turn.
pub fn run() -> Result<()> {
    let tree = workspace::target().join("mutations/tree");
    copy_sources(&tree)?;
    let committed = fs::read_to_string(tree.join(crate::digest::COMMITTED))?;
    ensure!(answers(&tree)? == committed, "the answers are not as committed to begin with: `cargo xtask digest`");
    let mut unnoticed = Vec::new();
    for (what, file, from, to) in MUTATIONS {
        let path = tree.join(file);
        let sound = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        if !sound.contains(from) {
            bail!("`{from}` is not in {file} any more; name the mistake \"{what}\" by what stands there now");
        }
        fs::write(&path, sound.replacen(from, to, 1))?;
        // A mistake that the compiler finds proves nothing of what is committed; one that panics is noticed.
        build(&tree).with_context(|| format!("the mistake \"{what}\" does not compile"))?;
        let is_noticed = answers(&tree).map_or(true, |answers| answers != committed);
        fs::write(&path, sound)?;
        println!("mutations: {} {what}", if is_noticed { "noticed  " } else { "UNNOTICED" });
        if !is_noticed {
            unnoticed.push(what);
        }
    }
    ensure!(unnoticed.is_empty(), "nothing notices that {}", unnoticed.join(", that "));
    Ok(())
}

fn copy_sources(tree: &Path) -> Result<()> {
    if tree.exists() {
        fs::remove_dir_all(tree)?;
    }
    for name in process::output(process::program("git").args(["ls-files"]))?.lines() {
        let (from, to) = (workspace::root().join(name), tree.join(name));
        fs::create_dir_all(to.parent().map_or_else(PathBuf::new, Path::to_path_buf))?;
        fs::copy(&from, &to).with_context(|| format!("cannot copy {name}"))?;
    }
    Ok(())
}

/// What the copy answers.
fn answers(tree: &Path) -> Result<String> {
    process::output(&mut cargo(tree, "run"))
}

fn build(tree: &Path) -> Result<()> {
    process::output(&mut cargo(tree, "build")).map(drop)
}

fn cargo(tree: &Path, command: &str) -> Command {
    let mut cargo = process::cargo();
    cargo
        .args([command, "--quiet", "--package", "engine-digest"])
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", workspace::target().join("mutations/build"))
        .env("RUSTFLAGS", "--cap-lints allow");
    cargo
}
