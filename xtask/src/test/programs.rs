//! The programs that Rigwise writes: every one is compiled, those for PyTorch train tiny models on the processor, and those for
//! several cards do so in two processes, whose weights must go where those of one process go.
//!
//! Names of TensorFlow and `MindSpore` are held against lists; `cargo xtask soak` holds the lists against the packages, which
//! are too large for every change, and runs TensorFlow's programs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::passed::Tested;
use super::{measure, rust};
use crate::{process, setup, workspace};

/// Scripts, lists of names and requirements.
const FOLDER: &str = "server/tests/code";
/// What programs are filled in from.
const TEMPLATES: &str = "programs/templates";
/// Where programs are written, under the same names wherever the build folder lies.
const OUTPUT: &str = "target/programs";
/// All of them.
const PROGRAMS: &str = "target/programs/programs.ndjson";
/// Those that two processes run with every change of a program.
const SHARED: &str = "target/programs/shared-short.ndjson";

/// Asks the advisor, and takes what it recommends apart.
const ADVISED: &str = "advised.py";

/// What running them rests on: every program's text, the scripts, the packages, and how they are asked.
const TESTED: Tested = Tested {
    name: "programs",
    rests_on: &[
        PROGRAMS,
        SHARED,
        FOLDER,
        TEMPLATES,
        "measure/requirements-test.txt",
        "xtask/src/test/programs.rs",
        "xtask/src/test/measure.rs",
    ],
};

/// What runs each of them: a program that has run under these need not run again for another's sake.
const ENVIRONMENT: Tested = Tested {
    name: "each-program",
    rests_on: &[FOLDER, "measure/requirements-test.txt", "xtask/src/test/programs.rs", "xtask/src/test/measure.rs"],
};
/// Hashes of the programs that have run, behind that of what ran them.
const EACH: &str = "xtask/passed/each-program.txt";

/// Writes programs for every scenario and model, compiles them, compares their names with the lists, and runs PyTorch's
/// where one of them, or what runs them, has changed since they passed: those that have, or all of them.
///
/// Away from continuous integration it takes down what ran, to be committed.
pub fn run() -> Result<()> {
    compile()?;
    TESTED.run_if_changed(std::env::var_os("CI").is_none(), || run_everything(true))
}

/// Runs PyTorch's whatever has changed, and looks every listed name up in the packages themselves.
pub fn prove(write: bool) -> Result<()> {
    compile()?;
    measure::ensure_pinned(write)?;
    TESTED.run(write, || run_everything(false))?;
    let python = measure::python()?;
    let others = additions(&python, "requirements.txt")?;
    for which in [&["shared.py", "all"], &["advised.py", "shared"]] {
        in_two_processes(&python, which, &[&others])?;
    }
    let deepspeed = additions(&python, "requirements-deepspeed.txt")?;
    for which in [&["shared.py", "deepspeed"], &["advised.py", "deepspeed"]] {
        in_two_processes(&python, which, &[&others, &deepspeed])?;
    }
    against_packages()
}

/// Writes all programs, compiles them, and compares their names with the lists.
fn compile() -> Result<()> {
    setup::python()?;
    write_programs(&[&["scenarios.py"], &["advised.py", "alone"]], PROGRAMS)?;
    write_programs(&[&["shared.py", "short"]], SHARED)?;
    process::run(script(Path::new("python3"), "api_names.py").stdin(programs()?))
}

/// Runs PyTorch's, alone and a few of them shared by two processes; of those alone, if wanted, those that have not run as they are.
fn run_everything(only_changed: bool) -> Result<()> {
    let python = measure::python()?;
    for rule in [&["check"][..], &["format", "--check"]] {
        let mut ruff = process::program(&python);
        process::run(ruff.args(["-m", "ruff"]).args(rule).args(["--quiet", "--no-cache", TEMPLATES]))?;
    }
    let additions = additions(&python, "requirements.txt")?;
    let folder = workspace::root().join(OUTPUT);
    let (unchanged, ran) = (folder.join("unchanged.txt"), folder.join("ran.txt"));
    let environment = ENVIRONMENT.digest()?;
    let known = fs::read_to_string(workspace::root().join(EACH)).unwrap_or_default();
    let is_same = only_changed && known.lines().next() == Some(environment.as_str());
    fs::write(&unchanged, if is_same { known.as_str() } else { "" })?;
    let mut alone = script(&python, "run_pytorch.py");
    process::run(alone.env("PYTHONPATH", &additions).env("UNCHANGED", &unchanged).env("RAN", &ran).stdin(programs()?))?;
    in_two_processes(&python, &["shared.py", "short"], &[&additions])?;
    if std::env::var_os("CI").is_none() {
        let ran = fs::read_to_string(&ran).with_context(|| format!("cannot read {}", ran.display()))?;
        fs::write(workspace::root().join(EACH), format!("{environment}\n{ran}"))?;
    }
    Ok(())
}

/// Runs programs for several cards in two processes, with the real wrappers of PyTorch, and the real engine of `DeepSpeed` on
/// the processor where its packages are among these.
fn in_two_processes(python: &Path, scenarios: &[&str], packages: &[&Path]) -> Result<()> {
    let path = format!("{OUTPUT}/{}.ndjson", scenarios.join("-").replace(".py", ""));
    write_programs(&[scenarios], &path)?;
    let found = std::env::var_os("PATH").unwrap_or_default();
    let programs = packages.iter().map(|folder| folder.join("bin"));
    process::run(
        script(python, "two_processes.py")
            .env("PYTHONPATH", std::env::join_paths(packages)?)
            .env("PATH", std::env::join_paths(programs.chain(std::env::split_paths(&found)))?)
            .env("DS_ACCELERATOR", "cpu")
            .env("TORCH_EXTENSIONS_DIR", workspace::root().join(OUTPUT).join("extensions"))
            .stdin(File::open(workspace::root().join(path))?),
    )
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
        .and_then(|()| against(&python, name))
        .and_then(|()| {
            if name == "tensorflow" { process::run(script(&python, "run_tensorflow.py").stdin(programs()?)) } else { Ok(()) }
        });
        fs::remove_dir_all(&folder)?;
        result?;
    }
    Ok(())
}

/// Writes the programs of the scenarios that scripts print, a line of JSON each.
fn write_programs(scripts: &[&[&str]], path: &str) -> Result<()> {
    let folder = workspace::root().join(OUTPUT);
    fs::create_dir_all(&folder)?;
    let scenarios = folder.join("scenarios.ndjson");
    let output = File::create(&scenarios)?;
    for scenarios_of in scripts {
        let mut printing = script(Path::new("python3"), scenarios_of[0]);
        if scenarios_of[0] == ADVISED {
            printing.stdin(advice(&folder)?);
        }
        process::run(printing.args(&scenarios_of[1..]).stdout(output.try_clone()?))?;
    }
    let written = File::create(workspace::root().join(path))?;
    process::run(rust::example("api", "programs").stdin(File::open(&scenarios)?).stdout(written))
}

/// What the advisor recommends for every model on several machines.
fn advice(folder: &Path) -> Result<File> {
    let (questions, picks) = (folder.join("questions.ndjson"), folder.join("picks.ndjson"));
    process::run(script(Path::new("python3"), ADVISED).arg("questions").stdout(File::create(&questions)?))?;
    process::run(rust::example("api", "advised").stdin(File::open(questions)?).stdout(File::create(&picks)?))?;
    Ok(File::open(picks)?)
}

/// The programs, to be read from the beginning.
fn programs() -> Result<File> {
    File::open(workspace::root().join(PROGRAMS)).with_context(|| format!("cannot read {PROGRAMS}"))
}

/// Where packages of a list lie that only programs need: they must not change what the measuring kit finds.
fn additions(python: &Path, list: &str) -> Result<PathBuf> {
    let wanted = workspace::root().join(FOLDER).join(list);
    let folder = workspace::root().join(OUTPUT).join(list.replace("requirements", "packages").replace(".txt", ""));
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
