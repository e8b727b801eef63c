//! Names of files, and what is written under them.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::maintenance::error::MaintenanceError;

/// A path with something appended to its last name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A new name is safe only when the folder is on the disk.
#[cfg(unix)]
pub fn sync_folder(path: &Path) -> Result<(), MaintenanceError> {
    let folder = folder_of(path);
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(MaintenanceError::file(folder))
}

#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> Result<(), MaintenanceError> {
    Ok(())
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a file that is not there, which no link may stand for either, for this account alone.
pub fn new_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Copies what is in a file and nothing of its rights: one that all may read, or that nobody may write, becomes neither.
pub fn copy_contents(from: &Path, mut to: &File) -> Result<(), MaintenanceError> {
    let mut source = File::open(from).map_err(MaintenanceError::file(from))?;
    io::copy(&mut source, &mut to).map_err(MaintenanceError::file(from))?;
    Ok(())
}
