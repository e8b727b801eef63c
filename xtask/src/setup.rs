//! Installing what a fresh machine lacks, or saying exactly what to install.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace::{self, WASM_TARGET};
use crate::{cluster, process};

/// Chromium without windows, where Debian puts it: it draws the same pages in half the time.
const SHELL: &str = "/usr/bin/chromium-headless-shell";
/// The oldest Node that Playwright runs on; Debian 12 brings an older one.
const OLDEST_NODE: u32 = 20;

/// The compilation target of the browser's bundle.
pub fn wasm_target() -> Result<()> {
    if installed_by_rustup("target", WASM_TARGET)? {
        return Ok(());
    }
    process::run(process::program("rustup").args(["target", "add", WASM_TARGET]))
}

/// The formatter and the linter.
pub fn rust_components() -> Result<()> {
    for component in ["rustfmt", "clippy"] {
        // Distributions' toolchains have no rustup but bring both.
        let tool = if component == "clippy" { "clippy" } else { "fmt" };
        if !process::succeeds(process::cargo().args([tool, "--version"])) {
            process::run(process::program("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// A C compiler for SQLite, and Node for the browser tests.
pub fn system_tools() -> Result<()> {
    if !process::succeeds(process::program("cc").arg("--version")) {
        install(&["build-essential"], "a C compiler")?;
    }
    if node_major().is_none() || !process::succeeds(process::program("npm").arg("--version")) {
        install(&["nodejs", "npm"], "Node with npm")?;
    }
    match node_major() {
        Some(major) if major >= OLDEST_NODE => Ok(()),
        Some(major) => {
            bail!("Node {major} is too old for the browser tests; install Node {OLDEST_NODE} or later from https://nodejs.org")
        }
        None => bail!("Node cannot be started; install Node {OLDEST_NODE} or later from https://nodejs.org"),
    }
}

/// Python with its module for environments, for the measuring kit's tests.
pub fn python() -> Result<()> {
    let has_environments = process::succeeds(process::program("python3").args(["-c", "import ensurepip, venv"]));
    if !has_environments {
        install(&["python3", "python3-venv"], "Python with its module for environments")?;
    }
    if process::succeeds(process::program("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"])) {
        return Ok(());
    }
    bail!("python3 is older than 3.11, which the measuring kit needs; install Python 3.11 or later")
}

/// PostgreSQL's programs; servers are started by the tests that need one.
pub fn postgres() -> Result<()> {
    if cluster::programs().is_some() {
        return Ok(());
    }
    install(&["postgresql-common"], "PostgreSQL (package postgresql) for the tests of stored plans")?;
    // Debian makes and starts a server when the next package comes, unless told not to.
    let no_server = "s/^#? *create_main_cluster *=.*/create_main_cluster = false/";
    process::run(privileged("sed").args([
        "--in-place",
        "--regexp-extended",
        no_server,
        "/etc/postgresql-common/createcluster.conf",
    ]))?;
    install(&["postgresql"], "PostgreSQL (package postgresql) for the tests of stored plans")
}

/// The major version of the Node on the path.
fn node_major() -> Option<u32> {
    let version = process::output(process::program("node").arg("--version")).ok()?;
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Chromium and a font with Chinese characters.
pub fn browser() -> Result<()> {
    let mut missing = Vec::new();
    if chosen_browser().is_none() && !Path::new(SHELL).exists() {
        shell();
    }
    if chromium().is_none() {
        missing.push("chromium");
    }
    if !has_chinese_font() {
        missing.push("fonts-noto-cjk");
    }
    if missing.is_empty() {
        return Ok(());
    }
    install(&missing, "a browser and fonts for the browser tests")
}

/// The browser that the tests drive: `CHROME_PATH`, or where distributions put it, the one without windows first.
pub fn chromium() -> Option<PathBuf> {
    let usual = [SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].map(PathBuf::from);
    chosen_browser().into_iter().chain(usual).find(|path| path.exists())
}

fn chosen_browser() -> Option<PathBuf> {
    std::env::var_os("CHROME_PATH").map(PathBuf::from)
}

/// Installs Chromium without windows where that is possible; whatever becomes of it, the one with windows does as well.
fn shell() {
    if !can_install() {
        return;
    }
    println!("setup: installing chromium-headless-shell (Chromium without windows, for the browser tests)");
    let apt = |arguments: &[&str]| {
        let patience = ["--quiet=2", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=0"];
        process::succeeds(privileged("apt-get").args(patience).args(arguments))
    };
    if !(apt(&["update"]) && apt(&["install", "--yes", "--no-install-recommends", "chromium-headless-shell"])) {
        println!("setup: it cannot be installed; the tests take Chromium with windows, and twice the time");
    }
}

/// The packages of the browser tests, exactly as locked.
pub fn browser_test_packages() -> Result<()> {
    let folder = workspace::root().join("end2end");
    let (wanted, marker) = (folder.join("package-lock.json"), folder.join("node_modules/.rigwise-lock.json"));
    // `npm ci` starts by deleting everything: spare it where the lock has not changed.
    let lock = std::fs::read(&wanted)?;
    if std::fs::read(&marker).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    process::run(
        process::program("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
            .current_dir(&folder),
    )?;
    Ok(std::fs::write(marker, lock)?)
}

fn installed_by_rustup(kind: &str, name: &str) -> Result<bool> {
    let list = process::output(process::program("rustup").args([kind, "list", "--installed"]))?;
    Ok(list.lines().any(|line| line.trim() == name))
}

fn has_chinese_font() -> bool {
    // Where there is no fontconfig yet there are no fonts either.
    process::output(process::program("fc-list").args([":lang=zh", "family"])).is_ok_and(|list| !list.trim().is_empty())
}

/// Installs Debian packages as root or with a `sudo` that does not ask; otherwise names the command to run.
fn install(packages: &[&str], what: &str) -> Result<()> {
    let command = format!("apt-get install --yes --no-install-recommends {}", packages.join(" "));
    if !can_install() {
        bail!(
            "{what} is missing and cannot be installed from here; run `sudo apt-get update && sudo {command}` (or your system's equivalent) and start again"
        );
    }
    println!("setup: installing {} ({what})", packages.join(", "));
    process::run(privileged("apt-get").args(["update", "--quiet=2"]))?;
    process::run(privileged("apt-get").args(command.split(' ').skip(1)).arg("--quiet=2"))
}

/// Whether packages can be installed without asking anybody.
fn can_install() -> bool {
    let has_apt = process::succeeds(process::program("apt-get").arg("--version"));
    has_apt && (is_root() || process::succeeds(process::program("sudo").args(["--non-interactive", "true"])))
}

/// A program that runs as root, by a `sudo` that does not ask where this one does not.
fn privileged(name: &str) -> Command {
    let mut command = if is_root() { process::program(name) } else { process::program("sudo") };
    if !is_root() {
        command.args(["--non-interactive", "--preserve-env=DEBIAN_FRONTEND", name]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// Whether this program runs as the administrator.
pub fn is_root() -> bool {
    process::output(process::program("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
