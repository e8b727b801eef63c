//! Notices when the database file is no longer the one that was opened.
//!
//! On Unix a deleted file lives on for the process that holds it open: writes would succeed and vanish with the process.

use std::path::{Path, PathBuf};

use crate::store::{StoreError, Unavailable};

/// The file behind the store, or nothing for a database in memory.
#[derive(Debug, Clone)]
pub struct DatabaseFile(Option<(PathBuf, Identity)>);

/// What tells one file from another that has the same path.
type Identity = (u64, u64);

impl DatabaseFile {
    /// A database in memory, which nobody can move.
    pub const IN_MEMORY: Self = Self(None);

    /// Remembers the file that is at `path` now.
    pub fn at(path: &Path) -> Result<Self, StoreError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let identity = identity(&path).ok_or(StoreError::unavailable(Unavailable::CannotOpen))?;
        Ok(Self(Some((path, identity))))
    }

    /// Fails where the path no longer leads to the file that was opened.
    pub fn check(&self) -> Result<(), StoreError> {
        match &self.0 {
            Some((path, opened)) if identity(path).as_ref() != Some(opened) => Err(StoreError::unavailable(Unavailable::Moved)),
            _ => Ok(()),
        }
    }
}

/// Makes the file where there is none, for this account alone: SQLite would leave plans and backups to whatever the umask lets
/// read them. The files that it keeps beside take the same rights.
///
/// Where it cannot be made, SQLite says why when it opens it.
pub fn make_private(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// Device and inode of the file at a path.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Elsewhere an open file cannot be replaced, so that it exists is enough.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.exists().then_some((0, 0))
}
