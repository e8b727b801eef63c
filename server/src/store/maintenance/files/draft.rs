//! A file in the making.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use super::companions::{COMPANIONS, LOGS};
use super::paths::{copy_contents, folder_of, new_private_file, sync_folder, with_suffix};
use crate::store::maintenance::error::MaintenanceError;

/// Random bytes of names that cannot be guessed.
const RANDOM_BYTES: usize = 16;

/// A file in the making, beside the one that it is to become; gone if it never does.
///
/// An administrator restores in a folder of the service's account, which must not gain by it. So the file is in a folder of its
/// own that nobody else may look into, neither of the two has a name that can be guessed, and its contents, owner and rights
/// are set on the open file and never by a path, which might lead elsewhere by then.
#[derive(Debug)]
pub struct Draft {
    folder: PathBuf,
    path: PathBuf,
    file: File,
}

impl Draft {
    /// An empty file for this account alone, in the folder of `path`.
    pub fn beside(path: &Path) -> Result<Self, MaintenanceError> {
        let parent = folder_of(path);
        let error = MaintenanceError::file(parent);
        let name = path.file_name().unwrap_or_default();
        let folder = parent.join(format!("{}.draft-{}", name.display(), random_name().map_err(&error)?));
        let file = folder.join(random_name().map_err(&error)?);
        private_folder(&folder).map_err(&error)?;
        match new_private_file(&file) {
            Ok(open) => Ok(Self { folder, path: file, file: open }),
            Err(source) => {
                let _ = fs::remove_dir(&folder);
                Err(error(source))
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies a database's file, and what its logs hold that it does not.
    pub fn take_database(&self, from: &Path) -> Result<(), MaintenanceError> {
        // Logs are opened before the database is read: one that is merged into it meanwhile still says what it said, and one that
        // was merged before has nothing that the database does not have.
        let mut logs: Vec<(&str, PathBuf, File)> = Vec::new();
        for suffix in LOGS {
            let log = with_suffix(from, suffix);
            match File::open(&log) {
                Ok(open) => logs.push((suffix, log, open)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(MaintenanceError::file(&log)(error)),
            }
        }
        copy_contents(from, &self.file)?;
        for (suffix, log, mut open) in logs {
            let beside = with_suffix(&self.path, suffix);
            let mut copy = new_private_file(&beside).map_err(MaintenanceError::file(&beside))?;
            io::copy(&mut open, &mut copy).map_err(MaintenanceError::file(&log))?;
        }
        Ok(())
    }

    /// Gives the file the owner and the rights of the one whose place it takes, or the owner of the folder.
    #[cfg(unix)]
    pub fn adopt_owner(&self, place: &Path) {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let old = fs::symlink_metadata(place).ok().filter(fs::Metadata::is_file);
        if let Some(owner) = old.clone().or_else(|| fs::metadata(folder_of(place)).ok()) {
            // Only the administrator may give files away; for anyone else the owner is right already.
            let _ = fchown(&self.file, Some(owner.uid()), Some(owner.gid()));
        }
        if let Some(old) = old {
            let _ = self.file.set_permissions(old.permissions());
        }
    }

    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "elsewhere files have no owner to adopt")]
    pub fn adopt_owner(&self, _: &Path) {}

    /// Gives the file its name, which must be free; it is on the disk when this returns.
    pub fn keep_as(self, path: &Path) -> Result<(), MaintenanceError> {
        self.finish()?;
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
        self.finish()?;
        fs::rename(&self.path, path).map_err(MaintenanceError::file(path))?;
        sync_folder(path)
    }

    /// Puts the file on the disk, and makes sure that its path still leads to it.
    fn finish(&self) -> Result<(), MaintenanceError> {
        let error = MaintenanceError::file(&self.path);
        self.file.sync_all().map_err(&error)?;
        let there = fs::symlink_metadata(&self.path).map_err(&error)?;
        if is_same(&there, &self.file.metadata().map_err(&error)?) {
            Ok(())
        } else {
            Err(error(io::Error::other("another file is in the place of the draft")))
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        for companion in COMPANIONS {
            let _ = fs::remove_file(with_suffix(&self.path, companion));
        }
        let _ = fs::remove_dir(&self.folder);
    }
}

fn random_name() -> io::Result<String> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(HEXLOWER.encode(&bytes))
}

fn private_folder(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "rights are set on Unix alone"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    one.is_file() && other.is_file()
}
