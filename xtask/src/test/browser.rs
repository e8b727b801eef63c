//! Browser tests: Playwright starts the debug server with a database of its own and drives Chromium.

use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{process, setup, workspace};

/// Runs every spec, hydrated and without JavaScript.
pub fn run() -> Result<()> {
    process::run(&mut playwright()?)
}

/// Every spec in every language that it can be run in.
pub fn run_whole() -> Result<()> {
    setup::browser_test_packages()?;
    crate::bundle::build()?;
    crate::serve::build_server(crate::serve::Profile::Debug)?;
    process::run(playwright()?.env("RIGWISE_BROWSER_WHOLE", "1"))
}

/// Playwright with a browser, the debug server and a port for it.
pub fn playwright() -> Result<Command> {
    let browser = setup::chromium().context("no Chromium; `cargo xtask test setup browser` installs it")?;
    let mut playwright = process::program("npx");
    playwright
        .args(["--no-install", "playwright", "test"])
        .current_dir(workspace::root().join("end2end"))
        .env("CHROME_PATH", browser)
        .env("RIGWISE_BINARY", workspace::binary("debug"))
        .env("RIGWISE_TEST_PORT", free_port()?.to_string());
    Ok(playwright)
}

/// A port that was free a moment ago, so that a server that is being worked on need not be stopped.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
