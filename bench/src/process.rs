//! A server in a process of its own, with a database of its own.

use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::client::{Call, ask};

/// How long a server may take from its start to its first answer.
const START: Duration = Duration::from_mins(1);

/// A running server; it is killed when this is dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
}

/// How to start a server.
#[derive(Debug, Clone)]
pub struct Program {
    /// The binary.
    pub path: PathBuf,
    /// What it is told to do.
    pub command: &'static str,
    /// Settings beyond address, database and limits.
    pub settings: Vec<(&'static str, String)>,
}

impl Program {
    /// The product's own binary.
    pub fn rigwise(path: &Path) -> Self {
        Self { path: path.to_owned(), command: "serve", settings: Vec::new() }
    }

    /// Starts on a free port with the database in the given folder, without limits per client, and waits for an answer.
    ///
    /// # Errors
    /// Where the server stops or stays silent; the end of its log is in the message.
    pub async fn start(&self, folder: &Path) -> Result<Server> {
        // The port was free a moment ago; if it is taken in between, the start fails, not the figures.
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let log = folder.join("server.log");
        let child = Command::new(&self.path)
            .arg(self.command)
            .current_dir(folder)
            .env("RIGWISE_ADDR", address.to_string())
            .env("DATABASE_URL", format!("sqlite:{}", database(folder).display()))
            .env("RIGWISE_WRITES_PER_MINUTE", "0")
            .env("RIGWISE_COMPUTE_PER_SECOND", "0")
            .env("RIGWISE_SEARCH_PER_SECOND", "0")
            .env("RUST_LOG", "warn")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::options().create(true).append(true).open(&log)?)
            .spawn()
            .with_context(|| format!("cannot start {}", self.path.display()))?;
        let mut server = Server { child, address, log };
        server.wait_until_ready().await?;
        Ok(server)
    }
}

/// The database in a folder.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("plans.db")
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    async fn wait_until_ready(&mut self) -> Result<()> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server stopped with {status}: {}", self.end_of_log());
            }
            if ask(self.address, &Call::get("/healthz")).await.is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            if begin.elapsed() > START {
                bail!("the server does not answer: {}", self.end_of_log());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Ends the process without a warning, as a power cut for it alone would.
    ///
    /// # Errors
    /// Where it cannot be ended.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Whether the process still runs.
    ///
    /// # Errors
    /// Where the system does not say.
    pub fn lives(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }

    /// The most memory that the process has had, in bytes.
    ///
    /// # Errors
    /// Where the system does not say.
    pub fn peak_memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no line VmHWM")?;
        let kib: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kib * 1024)
    }

    /// Files that the process has open, its connections among them.
    ///
    /// # Errors
    /// Where the system does not say.
    pub fn open_files(&self) -> Result<usize> {
        Ok(fs::read_dir(format!("/proc/{}/fd", self.child.id()))?.count())
    }

    /// The last lines that it has logged.
    pub fn end_of_log(&self) -> String {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(5)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        let _ = self.kill();
    }
}
