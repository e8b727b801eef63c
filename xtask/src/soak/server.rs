//! The server under load, crowded, flooded, killed and without room: `bench` does it, this builds and starts it.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::test::rust;
use crate::{bundle, process, workspace};

/// What `bench` can do.
const ALL: [&str; 5] = ["load", "connections", "flood", "kills", "full"];

/// The long version on release builds; fails where a figure misses its target.
pub fn measure(name: &str, write: bool) -> Result<()> {
    // The release binary carries the site; what is measured is the binary that ships.
    if !workspace::site().join("pkg").exists() {
        bundle::build()?;
    }
    process::run(process::cargo().args(["build", "--release", "--package", "server", "--package", "bench"]))?;
    bench("release", name, if write { &["--write"] } else { &[] })
}

/// The short versions on debug builds: whatever goes wrong shows, figures are not held against their targets.
pub fn short() -> Result<()> {
    if !rust::is_compiled() {
        process::run(process::cargo().args(["build", "--package", "server", "--package", "bench"]))?;
    }
    let failed: Vec<&str> = ALL
        .into_iter()
        .filter(|name| {
            let result = bench("debug", name, &["--short"]);
            if let Err(error) = &result {
                eprintln!("==> {name}: {error:#}");
            }
            result.is_err()
        })
        .collect();
    ensure!(failed.is_empty(), "these did not hold: {}", failed.join(", "));
    Ok(())
}

fn bench(profile: &str, name: &str, options: &[&str]) -> Result<()> {
    let server = workspace::binary(profile);
    let bench: PathBuf = server.with_file_name(format!("bench{}", std::env::consts::EXE_SUFFIX));
    process::run(process::program(bench).arg(name).arg("--server").arg(server).args(options))
}
