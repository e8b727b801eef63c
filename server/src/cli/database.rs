//! Backing up, restoring and moving the plans' database.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::output::{fail, print};
use crate::config::Config;
use crate::store::maintenance::{self, Inventory, MaintenanceError};
use crate::store::redact;

/// What can be done to the database as a whole.
#[derive(Debug, Clone, Subcommand)]
pub enum DatabaseCommand {
    /// Copy the database that `DATABASE_URL` names to a new file, while servers go on using it.
    Backup {
        /// The SQLite file to write; it must not be there yet.
        file: PathBuf,
    },
    /// Check a backup and put it in the place of the database that `DATABASE_URL` names; stop the server first.
    Restore {
        /// The backup; it is only read.
        file: PathBuf,
        /// Replace a database that is there; it is kept beside under another name.
        #[arg(long)]
        replace: bool,
    },
    /// Copy all plans from one database to another, which must be empty; stop the servers first.
    Move {
        /// Where the plans are, such as `sqlite:rigwise.db`; they stay there too.
        from: String,
        /// Where they shall be, such as `postgres://user:password@host/rigwise`.
        to: String,
    },
}

/// Does it, and says what was done.
pub fn run(command: DatabaseCommand) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("cannot start: {error}")),
    };
    match runtime.block_on(perform(command)) {
        Ok(said) => print(&said),
        Err(error) => fail(&error.to_string()),
    }
}

async fn perform(command: DatabaseCommand) -> Result<String, Box<dyn std::error::Error>> {
    Ok(match command {
        DatabaseCommand::Backup { file } => backup(&database_url()?, &file).await?,
        DatabaseCommand::Restore { file, replace } => restore(&database_url()?, &file, replace).await?,
        DatabaseCommand::Move { from, to } => {
            let inventory = maintenance::move_all(&from, &to).await?;
            format!("moved {}\nfrom {}\nto {}", describe(&inventory), redact(&from), redact(&to))
        }
    })
}

async fn backup(url: &str, file: &Path) -> Result<String, MaintenanceError> {
    let inventory = maintenance::backup(url, file).await?;
    Ok(format!("saved {}\nfrom {}\nto {}", describe(&inventory), redact(url), file.display()))
}

async fn restore(url: &str, file: &Path, replace: bool) -> Result<String, MaintenanceError> {
    let restored = maintenance::restore(url, file, replace).await?;
    let said = format!("restored {}\nfrom {}\nto {}", describe(&restored.inventory), file.display(), redact(url));
    Ok(match restored.kept {
        Some(kept) => format!("{said}\nthe database that was there is kept as {}", kept.display()),
        None => said,
    })
}

/// The database that the server would use.
fn database_url() -> Result<String, crate::config::ConfigErrors> {
    Config::from_environment().map(|config| config.database_url)
}

fn describe(inventory: &Inventory) -> String {
    let Inventory { plans, revisions, keys, checksum } = inventory;
    let checksum = data_encoding::HEXLOWER.encode(checksum);
    format!("{plans} plans with {revisions} revisions, and {keys} idempotency keys (SHA-256 of all rows: {checksum})")
}
