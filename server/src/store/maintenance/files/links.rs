//! Links, and whose may be followed.

use std::fs;
use std::path::{Path, PathBuf};

use super::companions::COMPANIONS;
use super::paths::with_suffix;
use crate::store::maintenance::error::MaintenanceError;

/// The file that a path means, which may be a link's; refuses links that lead nowhere, and those that somebody made to another's
/// file: an administrator who follows one would replace what the link's owner may not touch.
pub fn resolve(path: &Path) -> Result<PathBuf, MaintenanceError> {
    for beside in COMPANIONS.map(|companion| with_suffix(path, companion)) {
        if is_link(&beside) {
            return Err(MaintenanceError::Link(beside));
        }
    }
    if !is_link(path) {
        return Ok(path.to_owned());
    }
    let target = fs::canonicalize(path).map_err(|_| MaintenanceError::LeadsNowhere(path.to_owned()))?;
    if is_trusted(path, &target) { resolve(&target) } else { Err(MaintenanceError::Link(path.to_owned())) }
}

/// Whether a path names a link.
pub fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// Whether a link belongs to the administrator, or to the owner of what it leads to.
#[cfg(unix)]
fn is_trusted(link: &Path, target: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (link, target) = (fs::symlink_metadata(link), fs::metadata(target));
    link.is_ok_and(|link| link.uid() == 0 || target.is_ok_and(|target| target.uid() == link.uid()))
}

#[cfg(not(unix))]
fn is_trusted(_: &Path, _: &Path) -> bool {
    true
}
