//! Sees to it that the folder with the built site exists, so that the server compiles before the site is built.
//!
//! Cargo runs this again, and compiles the server again, when a file of the site changes: a release binary carries them.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/site");
    std::fs::create_dir_all(&site)?;
    println!("cargo::rerun-if-changed={}", site.display());
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
