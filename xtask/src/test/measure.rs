//! The measuring kit's own tests: Python and PyTorch, on the CPU.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::passed::Tested;
use crate::{process, setup, workspace};

/// A Python with everything in it that is to be used instead of an environment of the step's own.
const PYTHON_VARIABLE: &str = "RIGWISE_MEASURE_PYTHON";
/// Where Python puts what it compiles.
pub const CACHE_VARIABLE: &str = "PYTHONPYCACHEPREFIX";
/// Where it puts it when nobody says.
pub const CACHE_FOLDER: &str = "__pycache__";
/// Threads of PyTorch: tiny models gain nothing from more, and lose where the processors are busy.
const THREADS: &str = "1";

/// What lints and training rest on: the kit, the packages, how they are asked, and the models that it names.
const TESTED: Tested = Tested { name: "measure", rests_on: &["measure", "xtask/src/test/measure.rs"] };

/// Checks the kit's syntax and what needs no PyTorch with the system's Python; lints it and trains tiny models where
/// something has changed since that passed.
pub fn run() -> Result<()> {
    cheap()?;
    TESTED.run_if_changed(false, with_pytorch)
}

/// Everything, whatever has changed.
pub fn prove(write: bool) -> Result<()> {
    cheap()?;
    ensure_pinned(write)?;
    TESTED.run(write, with_pytorch)
}

/// Fails where a pass would be committed that other packages than the pinned ones gave.
pub fn ensure_pinned(write: bool) -> Result<()> {
    ensure!(!write || std::env::var_os(PYTHON_VARIABLE).is_none(), "what passes with {PYTHON_VARIABLE} is not committed to");
    Ok(())
}

fn cheap() -> Result<()> {
    setup::python()?;
    process::run(process::program("python3").args(["-m", "compileall", "-q", "-f", "measure"]).env(CACHE_VARIABLE, cache()))?;
    process::run(&mut tests(Path::new("python3"), "test_[rs]*.py"))
}

/// In an environment below `target/`, which later runs use again.
fn with_pytorch() -> Result<()> {
    let python = python()?;
    process::run(process::program(&python).args(["-m", "ruff", "check", "--quiet", "--no-cache", "measure"]))?;
    process::run(process::program(&python).args(["-m", "ruff", "format", "--check", "--quiet", "--no-cache", "measure"]))?;
    process::run(&mut tests(&python, "test_[dt]*.py"))
}

/// A Python with PyTorch and the libraries of models: the one that was chosen, or the environment's.
pub fn python() -> Result<PathBuf> {
    match std::env::var_os(PYTHON_VARIABLE) {
        Some(chosen) => Ok(PathBuf::from(chosen)),
        None => environment(),
    }
}

/// Compiled Python lies with all other build results, not in the tree.
pub fn cache() -> PathBuf {
    workspace::target().join("pycache")
}

/// A run of those of the kit's tests whose file's name matches.
fn tests(python: &Path, pattern: &str) -> std::process::Command {
    let mut command = process::program(python);
    command
        .args(["-m", "unittest", "discover", "-t", ".", "-s", "measure/tests", "-p", pattern])
        .env("OMP_NUM_THREADS", THREADS)
        .env(CACHE_VARIABLE, cache())
        .env("PYTHONWARNINGS", "ignore");
    command
}

/// The environment's Python, with exactly the locked packages.
fn environment() -> Result<PathBuf> {
    let lock = fs::read(workspace::root().join("measure/requirements-test.txt"))?;
    let folder = workspace::target().join("measure-test-venv");
    let (python, marker) = (folder.join("bin/python"), folder.join("installed.txt"));
    if fs::read(&marker).is_ok_and(|installed| installed == lock) && process::succeeds(process::program(&python).arg("--version"))
    {
        return Ok(python);
    }
    println!("measure: installing PyTorch in {} (4 GB, once)", folder.display());
    process::run(process::program("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    process::run(
        process::program(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-cache-dir", "--no-compile", "--no-deps"])
            .args(["--disable-pip-version-check", "--retries", "10"])
            .args(["--requirement", "measure/requirements-test.txt"]),
    )
    .with_context(|| {
        format!("PyTorch cannot be installed; point {PYTHON_VARIABLE} at a Python that has measure/requirements.txt and ruff")
    })?;
    fs::write(&marker, lock)?;
    Ok(python)
}
