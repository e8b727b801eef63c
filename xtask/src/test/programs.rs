//! The programs that Rigwise writes: every one is compiled, those for PyTorch train tiny models on the processor.
//!
//! Names of TensorFlow and `MindSpore` are held against lists; `cargo xtask soak` holds the lists against the packages, which
//! are too large for every change.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::passed::Tested;
use super::{measure, rust};
use crate::{process, setup, workspace};

/// Scripts, lists of names and requirements.
const FOLDER: &str = "server/tests/code";
/// Where programs are written, under the same names wherever the build folder lies.
const OUTPUT: &str = "target/programs";
/// All of them.
const PROGRAMS: &str = "target/programs/programs.ndjson";

/// What running them rests on: every program's text, the scripts, the packages, and how they are asked.
const TESTED: Tested = Tested {
    name: "programs",
    rests_on: &[PROGRAMS, FOLDER, "measure/requirements-test.txt", "xtask/src/test/programs.rs", "xtask/src/test/measure.rs"],
};

/// Writes programs for every scenario and model, compiles them, compares their names with the lists, and runs PyTorch's
/// where one of them, or what runs them, has changed since they passed.
pub fn run() -> Result<()> {
    compile()?;
    TESTED.run_if_changed(run_pytorch)
}

/// Runs PyTorch's whatever has changed, and looks every listed name up in the packages themselves.
pub fn prove(write: bool) -> Result<()> {
    compile()?;
    measure::ensure_pinned(write)?;
    TESTED.run(write, run_pytorch)?;
    against_packages()
}

/// Writes all programs, compiles them, and compares their names with the lists.
fn compile() -> Result<()> {
    setup::python()?;
    write_programs()?;
    process::run(script(Path::new("python3"), "api_names.py").stdin(programs()?))
}

fn run_pytorch() -> Result<()> {
    let python = measure::python()?;
    process::run(script(&python, "run_pytorch.py").env("PYTHONPATH", additions(&python)?).stdin(programs()?))
}

/// Looks every listed name up, in environments that are made for it and removed.
///
/// `MindNLP`'s names are PyTorch libraries' and need no package of their own.
fn against_packages() -> Result<()> {
    let against = |python: &Path, name: &str| {
        let mut command = script(python, "api_names.py");
        command.args(["--against", name]).env("KERAS_BACKEND", "tensorflow").env("TF_CPP_MIN_LOG_LEVEL", "3").env("GLOG_v", "3");
        process::run(command.stdin(programs()?))
    };
    against(&measure::python()?, "mindnlp")?;
    for name in ["tensorflow", "mindspore"] {
        let folder = workspace::target().join(format!("programs-{name}"));
        process::run(process::program("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let python = folder.join("bin/python");
        let result = process::run(
            pip(&python)
                .args(["install", "--quiet", "--no-cache-dir", "--requirement"])
                .arg(format!("{FOLDER}/requirements-{name}.txt")),
        )
        .and_then(|()| against(&python, name));
        fs::remove_dir_all(&folder)?;
        result?;
    }
    Ok(())
}

/// Writes the programs of the committed scenarios and of one for each model, a line of JSON each.
fn write_programs() -> Result<()> {
    let folder = workspace::root().join(OUTPUT);
    fs::create_dir_all(&folder)?;
    let scenarios = folder.join("scenarios.ndjson");
    process::run(script(Path::new("python3"), "scenarios.py").stdout(File::create(&scenarios)?))?;
    let written = File::create(workspace::root().join(PROGRAMS))?;
    process::run(rust::example("api", "programs").stdin(File::open(&scenarios)?).stdout(written))
}

/// The programs, to be read from the beginning.
fn programs() -> Result<File> {
    File::open(workspace::root().join(PROGRAMS)).with_context(|| format!("cannot read {PROGRAMS}"))
}

/// Where packages lie that only programs need: they must not change what the measuring kit finds.
fn additions(python: &Path) -> Result<PathBuf> {
    let wanted = workspace::root().join(FOLDER).join("requirements.txt");
    let folder = workspace::root().join(OUTPUT).join("packages");
    let marker = folder.join("installed.txt");
    let lock = fs::read(&wanted)?;
    if fs::read(&marker).is_ok_and(|installed| installed == lock) {
        return Ok(folder);
    }
    process::run(
        pip(python)
            .args(["install", "--quiet", "--no-cache-dir", "--no-deps", "--upgrade", "--target"])
            .arg(&folder)
            .arg("--requirement")
            .arg(&wanted),
    )
    .with_context(|| format!("the packages of {} cannot be installed", wanted.display()))?;
    fs::write(&marker, lock)?;
    Ok(folder)
}

fn pip(python: &Path) -> Command {
    let mut command = process::program(python);
    command.args(["-m", "pip", "--disable-pip-version-check", "--retries", "10"]);
    command
}

/// One of the scripts, under the given Python.
fn script(python: &Path, name: &str) -> Command {
    let mut command = process::program(python);
    command.arg(format!("{FOLDER}/{name}")).env(measure::CACHE_VARIABLE, measure::cache()).env("PYTHONWARNINGS", "ignore");
    command
}
