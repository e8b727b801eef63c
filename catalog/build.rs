//! Checks the files under `data/` and turns them into constants.
//!
//! Every problem of every file is reported before the build stops, each with its file, line and field.

#[path = "build/emit.rs"]
mod emit;
#[path = "build/gpus.rs"]
mod gpus;
#[path = "build/hardware.rs"]
mod hardware;
#[path = "build/models.rs"]
mod models;
#[path = "build/parts.rs"]
mod parts;
#[path = "build/row.rs"]
mod row;
#[path = "build/tables.rs"]
mod tables;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use row::{File, Problems};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=data");
    match run() {
        Ok(problems) if problems.is_empty() => ExitCode::SUCCESS,
        Ok(problems) => {
            eprintln!("the catalog's data has {} problems:", problems.len());
            for problem in problems {
                eprintln!("  {problem}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("cannot read the catalog's data or write its tables: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads, checks and writes; the problems of the data, or what kept the files from being read or written.
fn run() -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    collect(Path::new("data"), &mut files)?;
    let problems = Problems::default();
    let tables = tables::all(&files, &problems);
    let target = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&target).join("tables.rs"), tables)?;
    Ok(problems.into_sorted())
}

/// All data files below a folder, in the order of their paths.
fn collect(folder: &Path, files: &mut Vec<File>) -> io::Result<()> {
    let mut paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(File { path: path.display().to_string(), text: fs::read_to_string(&path)? });
        }
    }
    Ok(())
}
