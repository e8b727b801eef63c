//! The site's folder: written only where content changed, so that what embeds it is not compiled again for nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::compress;

/// A folder under construction: paths relative to it, with `/`, and what lies there.
#[derive(Debug)]
pub struct Site {
    folder: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    /// Starts a site in `folder`, which may hold an older one.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder, files: BTreeMap::new() }
    }

    /// Writes one file.
    pub fn add(&mut self, path: &str, content: &[u8]) -> Result<()> {
        let place = self.folder.join(path);
        if fs::read(&place).ok().as_deref() != Some(content) {
            if let Some(parent) = place.parent() {
                fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
            }
            fs::write(&place, content).with_context(|| format!("cannot write {}", place.display()))?;
        }
        self.files.insert(path.to_owned(), content.to_vec());
        Ok(())
    }

    /// Copies a folder with everything below it; one that does not exist is empty.
    pub fn add_folder(&mut self, source: &Path, under: &str) -> Result<()> {
        if !source.exists() {
            return Ok(());
        }
        for entry in fs::read_dir(source).with_context(|| format!("cannot read {}", source.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if under.is_empty() { name } else { format!("{under}/{name}") };
            if entry.file_type()?.is_dir() {
                self.add_folder(&entry.path(), &path)?;
            } else {
                self.add(&path, &fs::read(entry.path())?)?;
            }
        }
        Ok(())
    }

    /// Writes a `.br` and a `.gz` beside every file that gains from it.
    pub fn compress(&mut self) -> Result<()> {
        let plain: Vec<_> = self.files.iter().filter(|(path, _)| compress::gains(path)).collect();
        let mut siblings = Vec::new();
        for (path, content) in plain {
            siblings.push((format!("{path}.br"), compress::brotli(content)?));
            siblings.push((format!("{path}.gz"), compress::gzip(content)?));
        }
        siblings.iter().try_for_each(|(path, content)| self.add(path, content))
    }

    /// Removes what an older build left behind.
    pub fn remove_strangers(&self) -> Result<()> {
        self.remove_strangers_in(&self.folder, "")
    }

    fn remove_strangers_in(&self, folder: &Path, under: &str) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if under.is_empty() { name } else { format!("{under}/{name}") };
            if entry.file_type()?.is_dir() {
                self.remove_strangers_in(&entry.path(), &path)?;
            } else if !self.files.contains_key(&path) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}
