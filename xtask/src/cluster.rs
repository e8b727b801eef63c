//! A PostgreSQL server of one run's own: in a folder of its own, behind a socket in it, gone afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self as system, Command};

use anyhow::{Context, Result, bail};

use crate::process;
use crate::setup::is_root;

/// Where Debian and others keep the server's programs; the newest version's folder wins.
const INSTALLATIONS: [&str; 3] = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt/postgresql"];
/// The user that the server runs as where this program runs as root, which the server refuses.
const SERVER_USER: &str = "postgres";
/// What tests need no disk for: their data are gone with them.
const SETTINGS: &str = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=300 -c shared_buffers=64MB";

/// A running server; it stops with the value.
pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
}

impl Cluster {
    /// Makes and starts a server.
    pub fn start() -> Result<Self> {
        let programs = programs().context("no PostgreSQL; `cargo xtask test setup` installs it")?;
        // A socket's path may have a hundred characters: short, and not below the workspace.
        let folder = std::env::temp_dir().join(format!("rigwise-postgres-{}", system::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let cluster = Self { programs, folder };
        if is_root() {
            process::run(Command::new("chown").arg(SERVER_USER).arg(&cluster.folder))?;
        }
        let data = cluster.data();
        cluster.run(
            "initdb",
            &["--pgdata", &data, "--username", SERVER_USER, "--auth", "trust", "--no-sync", "--encoding", "UTF8"],
        )?;
        let settings = format!("{SETTINGS} -c unix_socket_directories={}", cluster.folder.display());
        let log = cluster.folder.join("log").display().to_string();
        cluster.run("pg_ctl", &["start", "--wait", "--silent", "--pgdata", &data, "--log", &log, "--options", &settings])?;
        Ok(cluster)
    }

    /// The address of the server's own database.
    pub fn url(&self) -> String {
        format!("postgres://{SERVER_USER}@localhost/postgres?host={}", self.folder.display())
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// Runs one of the server's programs silently, as a user that it accepts.
    fn run(&self, name: &str, arguments: &[&str]) -> Result<()> {
        let program = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", SERVER_USER, "--"]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        // To a file: a server that inherits a pipe would keep its reader waiting.
        let said = self.folder.join("said");
        let file = fs::File::create(&said)?;
        let status = command.args(arguments).current_dir(&self.folder).stdout(file.try_clone()?).stderr(file).status();
        let status = status.with_context(|| format!("cannot start {}", program.display()))?;
        if !status.success() {
            let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            bail!("{name} failed with {status}: {}{log}", fs::read_to_string(said).unwrap_or_default());
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.run("pg_ctl", &["stop", "--wait", "--silent", "--mode", "immediate", "--pgdata", &self.data()]) {
            eprintln!("xtask: {error:#}");
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of `initdb` and `pg_ctl`, if PostgreSQL is installed.
pub fn programs() -> Option<PathBuf> {
    let versions = INSTALLATIONS.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    let mut found: Vec<PathBuf> = folders.filter(|folder| has_server(folder)).collect();
    found.sort_by_key(|folder| version(folder));
    found.pop().or_else(|| on_path.into_iter().find(|folder| has_server(folder)))
}

fn has_server(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).exists())
}

/// The number in `/usr/lib/postgresql/15/bin`.
fn version(folder: &Path) -> u32 {
    folder.parent().and_then(Path::file_name).and_then(|name| name.to_str()).and_then(|name| name.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version(Path::new("/usr/lib/postgresql/15/bin")), 15);
        assert!(version(Path::new("/usr/lib/postgresql/9/bin")) < version(Path::new("/usr/lib/postgresql/15/bin")));
    }
}
