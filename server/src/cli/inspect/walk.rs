//! A walk through a folder: every file is counted, links are not followed, and what cannot be read is named.

use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use dataset::{Entry, Holdings};

use super::contents::Contents;
use super::progress::Progress;
use super::reason::reason;

/// A folder that is still to be walked: where it is, and its path within the data set.
struct Folder {
    path: PathBuf,
    within: String,
}

/// Walks a folder, up to so many files; a path of a file is a data set of one.
///
/// # Errors
/// Where there is nothing at the path, or it cannot be read.
pub fn walk(root: &Path, most: u64) -> io::Result<Holdings> {
    let mut holdings = Holdings::default();
    let mut contents = Contents::default();
    // The path itself may be a link: it is what was asked for.
    let metadata = fs::metadata(root)?;
    if metadata.is_file() {
        let name = root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        contents.add(root, Entry { path: &name, bytes: metadata.len(), pixels: None }, &mut holdings);
        return Ok(holdings);
    }
    let mut progress = Progress::new();
    let mut folders = vec![Folder { path: root.to_owned(), within: String::new() }];
    while let Some(Folder { path, within }) = folders.pop() {
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if within.is_empty() => return Err(error),
            Err(error) => {
                holdings.add_unreadable(&within, &reason(&error));
                continue;
            }
        };
        for entry in entries {
            if let Err(error) = entry.and_then(|entry| step(&entry, &within, most, &mut folders, &mut contents, &mut holdings)) {
                holdings.add_unreadable(&within, &reason(&error));
            }
            progress.at(holdings.count());
            if holdings.is_stopped() {
                return Ok(holdings);
            }
        }
    }
    Ok(holdings)
}

/// Takes one entry of a folder.
fn step(
    entry: &DirEntry,
    within: &str,
    most: u64,
    folders: &mut Vec<Folder>,
    contents: &mut Contents,
    holdings: &mut Holdings,
) -> io::Result<()> {
    let name = entry.file_name();
    let within =
        if within.is_empty() { name.to_string_lossy().into_owned() } else { format!("{within}/{}", name.to_string_lossy()) };
    let kind: FileType = entry.file_type()?;
    if kind.is_symlink() {
        holdings.add_link();
    } else if kind.is_dir() {
        folders.push(Folder { path: entry.path(), within });
    } else if kind.is_file() {
        if holdings.count() == most {
            holdings.stop(most);
            return Ok(());
        }
        match entry.metadata() {
            Ok(metadata) => contents.add(&entry.path(), Entry { path: &within, bytes: metadata.len(), pixels: None }, holdings),
            Err(error) => holdings.add_unreadable(&within, &reason(&error)),
        }
    }
    Ok(())
}
