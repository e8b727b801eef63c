//! Requests made from the OpenAPI document, right and wrong ones; every answer is held against the document.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::{process, serve, setup, workspace};

/// What is installed, and what every run is told.
const REQUIREMENTS: &str = "bench/schemathesis/requirements.txt";
const SETTINGS: &str = "bench/schemathesis/schemathesis.toml";

/// A server that is ended when this is dropped.
struct Server {
    child: Child,
    url: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Paths whose questions are those of an estimate, or several: the short run covers each value of it once, by the estimate.
const LIKE_ESTIMATES: [&str; 8] = [
    "/api/v1/estimate/batch",
    "/api/v1/compare",
    "/api/v1/diagnose",
    "/api/v1/code",
    "/api/v1/code.zip",
    "/api/v1/recommend",
    "/api/v1/bom",
    "/api/v1/plans",
];
/// A plan that is revised is a plan.
const LIKE_OTHERS: [&str; 1] = ["PUT /api/v1/plans/{id}"];

/// Some minutes, always with the same requests: a change must not fail for what another one did.
pub fn short() -> Result<()> {
    let always = ["--seed", "7", "--max-failures", "20"];
    run(&[&always[..], &["--phases", "examples,fuzzing", "--max-examples", "3"]].concat())?;
    let paths = LIKE_ESTIMATES.iter().flat_map(|path| ["--exclude-path", path]);
    let others = paths.chain(LIKE_OTHERS.iter().flat_map(|name| ["--exclude-name", name]));
    let options: Vec<&str> = always.into_iter().chain(["--phases", "coverage"]).chain(others).collect();
    run(&options)
}

/// Many requests, other ones each time, and sequences of requests that belong together.
pub fn long() -> Result<()> {
    run(&["--max-examples", "100", "--max-time", "1800"])
}

fn run(options: &[&str]) -> Result<()> {
    let program = install()?;
    let server = start()?;
    process::run(
        process::program(program)
            .arg("--config-file")
            .arg(SETTINGS)
            .arg("run")
            .arg(format!("{}/api/v1/openapi.json", server.url))
            // One worker: Python 3.11 parses on several threads at a time with an error now and then.
            .args(["--checks", "all", "--workers", "1", "--wait-for-schema", "60", "--no-color"])
            // As long as the server gives an answer: its unoptimised searches share two cores with the browser's tests.
            .args(["--request-timeout", "30"])
            .args(options)
            // Examples that failed before are tried first from there; it belongs with other build results.
            .env("HYPOTHESIS_STORAGE_DIRECTORY", workspace::target().join("hypothesis")),
    )
}

/// The debug server on a free port, with a database of its own and without limits per client.
fn start() -> Result<Server> {
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let folder = workspace::target().join("schemathesis");
    // A database of an earlier run would hold plans of an earlier version.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    serve::build_server(serve::Profile::Debug)?;
    let child = process::program(workspace::binary("debug"))
        .arg("serve")
        .current_dir(&folder)
        .env("RIGWISE_ADDR", address.to_string())
        .env("DATABASE_URL", "sqlite:plans.db")
        .env("RIGWISE_WRITES_PER_MINUTE", "0")
        .env("RIGWISE_COMPUTE_PER_SECOND", "0")
        .env("RIGWISE_SEARCH_PER_SECOND", "0")
        .env("RUST_LOG", "warn")
        .stdin(Stdio::null())
        .stderr(fs::File::create(folder.join("server.log"))?)
        .spawn()
        .context("cannot start the server")?;
    std::thread::sleep(Duration::from_millis(300));
    Ok(Server { child, url: format!("http://{address}") })
}

/// The program, in an environment below `target/` with exactly the locked packages.
fn install() -> Result<PathBuf> {
    setup::python()?;
    let lock = fs::read(workspace::root().join(REQUIREMENTS))?;
    let folder = workspace::target().join("schemathesis-venv");
    let (program, marker) = (folder.join("bin/schemathesis"), folder.join("installed.txt"));
    if fs::read(&marker).is_ok_and(|installed| installed == lock)
        && process::succeeds(process::program(&program).arg("--version"))
    {
        return Ok(program);
    }
    process::run(process::program("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    process::run(
        process::program(folder.join("bin/python"))
            .args(["-m", "pip", "install", "--quiet", "--no-cache-dir", "--no-deps", "--only-binary", ":all:"])
            .args(["--disable-pip-version-check", "--retries", "10", "--requirement", REQUIREMENTS]),
    )
    .context("schemathesis cannot be installed")?;
    fs::write(&marker, lock)?;
    Ok(program)
}
