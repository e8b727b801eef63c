//! Files that appear under their names only when they are complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use super::error::MaintenanceError;

/// What SQLite may keep beside a database.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];
/// Those of them that hold what the database itself does not hold yet.
const LOGS: [&str; 2] = ["-wal", "-journal"];
/// Random bytes of names that nobody is to guess.
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
        copy_contents(from, &self.file)?;
        for log in LOGS.map(|log| with_suffix(from, log)).iter().zip(LOGS).filter(|(log, _)| log.exists()) {
            let (log, suffix) = log;
            let beside = with_suffix(&self.path, suffix);
            copy_contents(log, &new_private_file(&beside).map_err(MaintenanceError::file(&beside))?)?;
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

/// Makes a file that is not there, which no link may stand for either, for this account alone.
fn new_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Copies what is in a file and nothing of its rights: one that all may read, or that nobody may write, becomes neither.
fn copy_contents(from: &Path, mut to: &File) -> Result<(), MaintenanceError> {
    let mut source = File::open(from).map_err(MaintenanceError::file(from))?;
    io::copy(&mut source, &mut to).map_err(MaintenanceError::file(from))?;
    Ok(())
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

/// The file that a path means, which may be a link's; refuses links that lead nowhere, and those that somebody made to another's
/// file: an administrator who follows one would replace what the link's owner may not touch.
pub fn resolved(path: &Path) -> Result<PathBuf, MaintenanceError> {
    for beside in COMPANIONS.map(|companion| with_suffix(path, companion)) {
        if is_link(&beside) {
            return Err(MaintenanceError::Link(beside));
        }
    }
    if !is_link(path) {
        return Ok(path.to_owned());
    }
    let target = fs::canonicalize(path).map_err(|_| MaintenanceError::LeadsNowhere(path.to_owned()))?;
    if is_trusted(path, &target) { resolved(&target) } else { Err(MaintenanceError::Link(path.to_owned())) }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// Whether a link is the administrator's, or of whoever owns what it leads to.
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

/// A database that was given a second name; it loses that again unless it is [kept](Aside::keep).
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
    kept: PathBuf,
    is_kept: bool,
}

impl Aside {
    /// Gives a database a second name beside the first, and all that lies beside it as well.
    pub fn put(path: &Path, kept: &Path) -> Result<Self, MaintenanceError> {
        if fs::hard_link(path, kept).is_err() {
            let copy = new_private_file(kept).map_err(MaintenanceError::file(kept))?;
            copy_contents(path, &copy)?;
            copy.sync_all().map_err(MaintenanceError::file(kept))?;
        }
        let aside = Self { path: path.to_owned(), kept: kept.to_owned(), is_kept: false };
        keep_companions(path, kept)?;
        sync_folder(kept)?;
        Ok(aside)
    }

    /// Keeps the second name; the first is about to be another's.
    pub fn keep(mut self) -> PathBuf {
        self.is_kept = true;
        std::mem::take(&mut self.kept)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if self.is_kept {
            return;
        }
        let _ = fs::remove_file(&self.kept);
        for companion in COMPANIONS {
            let _ = fs::rename(with_suffix(&self.kept, companion), with_suffix(&self.path, companion));
        }
    }
}

/// A file that is removed again, and what lies beside it, unless all goes well.
#[derive(Debug)]
pub struct Fresh(Option<PathBuf>);

impl Fresh {
    /// Watches over a file that is about to be made; one that is there is left alone.
    pub fn at(path: &Path) -> Self {
        Self((!path.exists() && !is_link(path)).then(|| path.to_owned()))
    }

    /// All went well.
    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        let Some(path) = &self.0 else { return };
        let _ = fs::remove_file(path);
        for companion in COMPANIONS {
            let _ = fs::remove_file(with_suffix(path, companion));
        }
    }
}

/// Keeps what lies beside a database under a second name; returns whether there was anything.
///
/// A log that stays would be taken for the new database's; the one that it belongs to keeps it.
pub fn keep_companions(path: &Path, kept: &Path) -> Result<bool, MaintenanceError> {
    let mut any = false;
    for companion in COMPANIONS {
        let file = with_suffix(path, companion);
        if companion == "-journal" && is_spent(&file) {
            let _ = fs::remove_file(&file);
        } else if file.exists() {
            fs::rename(&file, with_suffix(kept, companion)).map_err(MaintenanceError::file(&file))?;
            any = true;
        }
    }
    Ok(any)
}

/// Whether a rollback journal has nothing to roll back: SQLite leaves one with an empty head behind where it has held a file for
/// itself.
fn is_spent(journal: &Path) -> bool {
    let mut head = [0; 8];
    let read = File::open(journal).and_then(|mut file| file.read(&mut head));
    read.is_ok() && head == [0; 8]
}

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

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
