//! What a page costs its reader: Lighthouse's figures, input to painted change, elements and stops of the Tab key.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::serve::{Profile, build_server};
use crate::{bundle, process, setup, workspace};

/// The scripts and their packages.
const SCRIPTS: &str = "end2end/figures";
/// Where the committed figures are.
const COMMITTED: &str = "bench";
/// How long the server may take to start.
const START: Duration = Duration::from_secs(30);

/// Measures the release build, five rounds of everything that is timed.
pub fn measure(write: bool) -> Result<()> {
    setup::browser()?;
    let browser = setup::chromium().context("no Chromium; `cargo xtask test setup` installs it")?;
    bundle::build()?;
    build_server(Profile::Release)?;
    let scripts = workspace::root().join(SCRIPTS);
    process::run(process::program("npm").args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(&scripts))?;
    let folder = if write { workspace::root().join(COMMITTED) } else { workspace::target().join("figures") };
    std::fs::create_dir_all(folder.join("results"))?;
    let server = Server::start()?;
    let script = scripts.join("pages.mjs");
    process::run(process::program("node").arg(script).arg(server.address()).arg(browser).arg(&folder))
}

/// A server with a database of its own, which ends with this value.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    fn start() -> Result<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let database = fresh_database()?;
        let mut command = Command::new(workspace::binary("release"));
        command.arg("serve").env("RIGWISE_ADDR", format!("127.0.0.1:{port}")).env("DATABASE_URL", format!("sqlite:{database}"));
        // One client asks for more than a reader does.
        for limit in ["RIGWISE_WRITES_PER_MINUTE", "RIGWISE_COMPUTE_PER_SECOND", "RIGWISE_SEARCH_PER_SECOND"] {
            command.env(limit, "0");
        }
        let process = command.env("RUST_LOG", "warn").spawn().context("cannot start the server")?;
        let mut server = Self { process, port };
        let begin = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if let Some(status) = server.process.try_wait()? {
                bail!("the server ended with {status}");
            }
            ensure!(begin.elapsed() < START, "the server does not answer");
            sleep(Duration::from_millis(50));
        }
        Ok(server)
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its database is thrown away, so it need not end in order; that it may have ended already is no fault.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A fresh database below `target/`.
fn fresh_database() -> Result<String> {
    let path = workspace::target().join("figures.db");
    for suffix in ["", "-wal", "-shm"] {
        let file = path.with_file_name(format!("figures.db{suffix}"));
        if file.exists() {
            std::fs::remove_file(file)?;
        }
    }
    Ok(path.display().to_string())
}
