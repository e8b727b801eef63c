//! Files that appear under their names only when they are complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::MaintenanceError;
use crate::store::sqlite::make_private;

/// What SQLite may keep beside a database.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A file in the making, beside the one that it is to become; gone if it never does.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
}

impl Draft {
    /// A name beside `path` that nobody else uses.
    pub fn beside(path: &Path) -> Self {
        let draft = Self { path: with_suffix(path, &format!(".draft-{}", std::process::id())) };
        // One that a process of the same number left behind when it was killed.
        draft.remove();
        make_private(&draft.path);
        draft
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, which must be free; it is on the disk when this returns.
    pub fn keep_as(self, path: &Path) -> Result<(), MaintenanceError> {
        File::open(&self.path).and_then(|file| file.sync_all()).map_err(MaintenanceError::file(&self.path))?;
        // A link never replaces a file, unlike a renaming.
        match fs::hard_link(&self.path, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(MaintenanceError::BackupExists(path.to_owned()));
            }
            // Some file systems have no links.
            Err(_) if !path.exists() => fs::rename(&self.path, path).map_err(MaintenanceError::file(path))?,
            result => result.map_err(MaintenanceError::file(path))?,
        }
        sync_folder(path)
    }

    /// Gives the file the name of one that may be there, which then is gone.
    pub fn replace(self, path: &Path) -> Result<(), MaintenanceError> {
        File::open(&self.path).and_then(|file| file.sync_all()).map_err(MaintenanceError::file(&self.path))?;
        fs::rename(&self.path, path).map_err(MaintenanceError::file(path))?;
        sync_folder(path)
    }

    fn remove(&self) {
        let _ = fs::remove_file(&self.path);
        for companion in COMPANIONS {
            let _ = fs::remove_file(with_suffix(&self.path, companion));
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Copies a database's file, and its write-ahead log where there is one.
pub fn copy_database(from: &Path, to: &Path) -> Result<(), MaintenanceError> {
    fs::copy(from, to).map_err(MaintenanceError::file(from))?;
    let log = with_suffix(from, "-wal");
    if log.exists() {
        fs::copy(&log, with_suffix(to, "-wal")).map_err(MaintenanceError::file(&log))?;
    }
    Ok(())
}

/// Keeps a database under a second name beside the first.
pub fn keep_beside(path: &Path, kept: &Path) -> Result<(), MaintenanceError> {
    if fs::hard_link(path, kept).is_err() {
        fs::copy(path, kept).map_err(MaintenanceError::file(kept))?;
        File::open(kept).and_then(|file| file.sync_all()).map_err(MaintenanceError::file(kept))?;
    }
    keep_companions(path, kept)?;
    sync_folder(kept)
}

/// Keeps what lies beside a database under a second name; returns whether there was anything.
///
/// A log that stays would be taken for the new database's; the one that it belongs to keeps it.
pub fn keep_companions(path: &Path, kept: &Path) -> Result<bool, MaintenanceError> {
    let mut any = false;
    for companion in COMPANIONS {
        let file = with_suffix(path, companion);
        if file.exists() {
            fs::rename(&file, with_suffix(kept, companion)).map_err(MaintenanceError::file(&file))?;
            any = true;
        }
    }
    Ok(any)
}

/// Gives a new file the owner and the rights of the one whose place it takes, or the owner of the folder.
#[cfg(unix)]
pub fn adopt_owner(path: &Path, place: &Path) {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = folder_of(place);
    let old = fs::metadata(place);
    if let Some(owner) = old.as_ref().ok().cloned().or_else(|| fs::metadata(folder).ok()) {
        // Only the administrator may give files away; for anyone else the owner is right already.
        let _ = chown(path, Some(owner.uid()), Some(owner.gid()));
    }
    if let Ok(old) = old {
        let _ = fs::set_permissions(path, old.permissions());
    }
}

#[cfg(not(unix))]
pub fn adopt_owner(_: &Path, _: &Path) {}

/// A path with something appended to its last name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A new name is safe only when the folder is on the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> Result<(), MaintenanceError> {
    let folder = folder_of(path);
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(MaintenanceError::file(folder))
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> Result<(), MaintenanceError> {
    Ok(())
}

#[cfg(unix)]
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
