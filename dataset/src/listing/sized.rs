//! A size and a path a line: `find -printf`, `du -ab`, `stat`, `gsutil ls -l`, and what the page itself writes of a chosen folder.
//!
//! ```text
//! 123456 ./train/cat/0001.jpg
//! 123456 (tab) 640x480 (tab) ./train/cat/0001.jpg
//! 123456  2024-01-15T10:31:05Z  gs://bucket/train/cat/0001.jpg
//! ```

use super::numbers::size;
use super::reading::{File, Reading};
use super::words::Words;
use crate::shapes::Pixels;

/// The size of an empty folder on the usual file systems of Linux.
const EMPTY_FOLDER: u64 = 4096;

/// A line that begins with a size.
pub fn read(line: &str) -> Reading<'_> {
    let mut words = Words::of(line);
    let Some((bytes, is_rounded)) = words.next().and_then(size) else { return Reading::Foreign };
    let file = |name| Reading::File(File { name, bytes, is_rounded, is_path: true, pixels: None });
    if let Some((shape, path)) = words.rest().split_once('\t')
        && let Some(pixels) = pixels(shape)
        && !path.is_empty()
    {
        return Reading::File(File { name: path, bytes, is_rounded, is_path: true, pixels: Some(pixels) });
    }
    let mut dated = words.clone();
    if dated.next().is_some_and(is_moment) {
        let name = dated.rest().trim_start_matches(' ');
        return if name.is_empty() || name.ends_with('/') { Reading::Nothing } else { file(name) };
    }
    let name = words.rest().trim_start_matches(' ');
    match name {
        "total" | "总计" | "总用量" => Reading::Nothing,
        // A line that only begins with a number names no file.
        name if name.contains(['/', '\\', '.']) => file(name),
        _ => Reading::Foreign,
    }
}

/// `640x480`.
fn pixels(word: &str) -> Option<Pixels> {
    let (width, height) = word.split_once('x')?;
    let side = |text: &str| if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None };
    Some(Pixels { width: side(width)?, height: side(height)? })
}

/// `2024-01-15T10:31:05Z`.
fn is_moment(word: &str) -> bool {
    word.split_once('T')
        .is_some_and(|(date, time)| super::numbers::is_date(date) && super::numbers::is_time(time.trim_end_matches('Z')))
}

/// A path with its size, which the path before or behind it may show to be a folder.
#[derive(Debug, Clone)]
pub struct Waiting {
    path: String,
    file: Option<(u64, bool, Option<Pixels>)>,
}

impl Waiting {
    /// Of a file.
    pub fn new(file: File<'_>) -> Self {
        let File { name, bytes, is_rounded, is_path: _, pixels } = file;
        Self { path: name.to_owned(), file: Some((bytes, is_rounded, pixels)) }
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What it is, once.
    pub const fn take(&mut self) -> Option<(u64, bool, Option<Pixels>)> {
        self.file.take()
    }

    /// It is no file.
    pub const fn drop_file(&mut self) {
        self.file = None;
    }

    /// Whether another path lies in this one.
    pub fn holds(&self, path: &str) -> bool {
        lies_in(path, &self.path)
    }

    /// Whether this path lies in another one.
    pub fn is_within(&self, folder: &str) -> bool {
        lies_in(&self.path, folder)
    }

    /// Whether it is a folder by itself: named as one, or as large as an empty one and without an extension.
    pub fn is_folder(&self) -> bool {
        let name = self.path.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_empty = matches!(self.file, Some((EMPTY_FOLDER, ..))) && !name.contains('.');
        is_empty || matches!(name, "" | "." | "..")
    }
}

fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with(['/', '\\']))
}
