//! A file that is there only if all goes well.

use std::fs;
use std::path::{Path, PathBuf};

use super::companions::COMPANIONS;
use super::links::is_link;
use super::paths::with_suffix;

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
