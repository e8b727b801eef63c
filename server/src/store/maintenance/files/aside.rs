//! A database that gives way to another.

use std::fs;
use std::path::{Path, PathBuf};

use super::companions::{COMPANIONS, keep_companions};
use super::paths::{copy_contents, new_private_file, sync_folder, with_suffix};
use crate::store::maintenance::error::MaintenanceError;

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
