//! The measuring kit's own tests: Python and PyTorch, on the CPU.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::{process, setup, workspace};

/// A Python with everything in it that is to be used instead of an environment of the step's own.
const PYTHON_VARIABLE: &str = "RIGWISE_MEASURE_PYTHON";
/// Where Python puts what it compiles.
pub const CACHE_VARIABLE: &str = "PYTHONPYCACHEPREFIX";
/// Threads of PyTorch: tiny models gain nothing from more, and lose where the processors are busy.
const THREADS: &str = "1";

/// Checks the kit's syntax and what needs no PyTorch with the system's Python, then lints and trains tiny models in an
/// environment below `target/`, which later runs use again.
pub fn run() -> Result<()> {
    setup::python()?;
    process::run(process::program("python3").args(["-m", "compileall", "-q", "-f", "measure"]).env(CACHE_VARIABLE, cache()))?;
    process::run(&mut tests(Path::new("python3"), "test_[rs]*.py"))?;
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
