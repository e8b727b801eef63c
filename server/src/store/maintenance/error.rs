//! Why a database was not backed up, restored or moved.

use std::io;
use std::path::{Path, PathBuf};

use crate::store::StoreError;
use crate::store::address::redact;

/// Why a database was not backed up, restored or moved; in every case all data are where they were.
#[derive(Debug, thiserror::Error)]
pub enum MaintenanceError {
    /// A database cannot be used.
    #[error("{place}: {source}{}", driver(source))]
    Store {
        /// Its address, without a password.
        place: String,
        /// What is the matter.
        source: StoreError,
    },
    /// A file cannot be used.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file to be written is there.
    #[error("{} exists already and is left as it is; choose another name", .0.display())]
    BackupExists(PathBuf),
    /// There is a database where one is to be restored.
    #[error("{} exists already; stop the server and add --replace to put the backup in its place (the old one is kept beside)", .0.display())]
    DatabaseExists(PathBuf),
    /// A link stands for a database that is not there.
    #[error("{} is a link to a file that does not exist; remove the link, or name the file that is meant in DATABASE_URL", .0.display())]
    LeadsNowhere(PathBuf),
    /// A link stands where following it would reach the file of another user.
    #[error("{} is a link, which is not followed here; name the file that is meant, or remove the link", .0.display())]
    Link(PathBuf),
    /// There is no such database.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The file is no sound copy of plans.
    #[error("{} is damaged: {problem}; nothing was changed", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the check found first.
        problem: String,
    },
    /// The file is a database of something else.
    #[error("{} is not a database of plans; nothing was changed", .0.display())]
    Foreign(PathBuf),
    /// The database has columns or tables that this version does not know.
    #[error("{0} was last used by a newer version of Rigwise; use that version to copy it, so that nothing stays behind")]
    Newer(String),
    /// Plans would mix.
    #[error("{0} has plans already; they are left as they are, name an empty database")]
    NotEmpty(String),
    /// A row cannot be stored.
    #[error("a row of plan {plan} cannot be stored: {source}{}; nothing was changed", driver(source))]
    Row {
        /// The plan.
        plan: String,
        /// What is the matter.
        source: StoreError,
    },
    /// What arrived is not what was sent.
    #[error("the rows differ after they were copied, so nothing was kept; try again")]
    Different,
    /// A database in memory cannot be read by another process.
    #[error("a database in memory ends with its process; name a file or a server")]
    InMemory,
    /// PostgreSQL's own tools replace databases.
    #[error(
        "a PostgreSQL database is restored only where it is empty; make a new one with `createdb` and name it in DATABASE_URL"
    )]
    NoReplaceOnServer,
}

impl MaintenanceError {
    pub(super) fn store(url: &str) -> impl Fn(StoreError) -> Self + use<> {
        let place = redact(url);
        move |source| Self::Store { place: place.clone(), source }
    }

    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::File { path: path.clone(), source }
    }
}

/// The driver's words, for the operator who sits before it.
fn driver(error: &StoreError) -> String {
    std::error::Error::source(error).map_or_else(String::new, |source| format!(" ({source})"))
}
