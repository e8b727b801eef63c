//! The tracer's own tests: Python and PyTorch, on the CPU, in the measuring kit's environment.

use std::path::Path;

use anyhow::Result;

use super::measure;
use super::passed::Tested;
use crate::process;

/// Where the tracer lies.
const FOLDER: &str = "trace";

/// What they rest on: the tracer, the traces that it wrote, the packages, and how they are asked.
const TESTED: Tested = Tested {
    name: "trace",
    rests_on: &[FOLDER, "engine/reference/traced", "measure/requirements-test.txt", "xtask/src/test/trace.rs"],
};

/// Checks the tracer's syntax; lints it and traces networks where something has changed since that passed.
pub fn run() -> Result<()> {
    cheap()?;
    TESTED.run_if_changed(false, with_pytorch)
}

/// Everything, whatever has changed.
pub fn prove(write: bool) -> Result<()> {
    cheap()?;
    measure::ensure_pinned(write)?;
    TESTED.run(write, with_pytorch)
}

fn cheap() -> Result<()> {
    let compile = ["-m", "compileall", "-q", "-f", FOLDER];
    process::run(process::program("python3").args(compile).env(measure::CACHE_VARIABLE, measure::cache()))
}

fn with_pytorch() -> Result<()> {
    let python = measure::python()?;
    for ruff in [&["check", "--quiet"][..], &["format", "--check", "--quiet"]] {
        process::run(process::program(&python).args(["-m", "ruff"]).args(ruff).args(["--no-cache", FOLDER]))?;
    }
    process::run(&mut tests(&python))
}

/// Its modules are named from its own folder.
fn tests(python: &Path) -> std::process::Command {
    let mut command = process::program(python);
    command
        .args(["-m", "unittest", "discover", "-t", FOLDER, "-s", "trace/tests"])
        .env("OMP_NUM_THREADS", "1")
        .env(measure::CACHE_VARIABLE, measure::cache())
        .env("PYTHONWARNINGS", "ignore");
    command
}
