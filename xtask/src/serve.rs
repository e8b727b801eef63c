//! `cargo xtask serve`: from a checkout to a served page.

use std::process::Command;

use anyhow::{Context, Result};

use crate::test::rust;
use crate::{bundle, process, workspace};

/// How the server is compiled; the bundle is the release one either way.
#[derive(Debug, Clone, Copy)]
pub enum Profile {
    /// Optimised, assets embedded.
    Release,
    /// Quick to compile.
    Debug,
}

/// Builds bundle and server, then becomes the server.
pub fn serve(profile: Profile) -> Result<()> {
    bundle::build()?;
    if let Err(over) = bundle::check() {
        eprintln!("xtask: warning: {over:#}");
    }
    build_server(profile)?;
    let binary = workspace::binary(match profile {
        Profile::Release => "release",
        Profile::Debug => "debug",
    });
    let mut server = Command::new(&binary);
    server.arg("serve");
    become_program(&mut server).with_context(|| format!("cannot start {}", binary.display()))
}

/// Compiles the server; the bundle must exist, for the release binary carries it.
pub fn build_server(profile: Profile) -> Result<()> {
    if matches!(profile, Profile::Debug) && rust::is_compiled() {
        return Ok(());
    }
    let mut build = process::cargo();
    build.args(["build", "--package", "server"]);
    if matches!(profile, Profile::Release) {
        build.arg("--release");
    }
    process::run(&mut build)
}

/// Replaces this process, so that signals reach the server itself.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<()> {
    process::run(command)
}
