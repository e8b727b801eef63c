//! Sees to it that the folder with the built site exists, so that the server compiles before the site is built.
//!
//! A release binary carries the site, so cargo runs this again, and compiles the server again, when a file of it changes.
//! A debug binary reads the site while it runs.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/site");
    std::fs::create_dir_all(&site)?;
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", site.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
