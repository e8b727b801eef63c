//! Counts of files, put together as they come; no name of any is kept but those of folders with pictures.

use std::collections::BTreeMap;

use scenario::limits;

use crate::file::{Format, Role};
use crate::folders::Folders;
use crate::place::{self, Split};
use crate::rows::Rows;
use crate::script::Letters;
use crate::shapes::{Pixels, Shapes};
use crate::tally::Sizes;

/// A file.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// Its path, from wherever the data set begins.
    pub path: &'a str,
    /// Its size.
    pub bytes: u64,
    /// Width and height, where it is a picture that somebody has looked at.
    pub pixels: Option<Pixels>,
}

/// What a group of files is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Pictures to train on.
    Pictures,
    /// Pictures that are answers, such as masks.
    Labels,
    /// Files with a sample a row.
    Rows,
    /// Files with a text each.
    Documents,
    /// Files with a clip of sound each.
    Sounds,
    /// Files whose samples cannot be seen.
    Packed,
    /// Samples of a kind that no plan has.
    Unmodeled,
}

/// Files of one group in one part of the set.
#[derive(Debug, Clone, Default)]
pub struct Part {
    /// Their sizes.
    pub files: Sizes,
    /// Lengths of the texts in counted rows.
    pub rows: Sizes,
    /// Bytes of the files whose rows were counted.
    pub counted: u64,
    /// Bytes of programs among the documents, by their names.
    pub code: u64,
    /// What those texts are written in that somebody has looked at.
    pub letters: Letters,
    /// Sizes of pictures.
    pub shapes: Shapes,
}

/// Everything that was seen of a data set.
#[derive(Debug, Clone, Default)]
pub struct Holdings {
    /// All files.
    pub(crate) files: Sizes,
    /// Files and bytes by form.
    pub(crate) formats: BTreeMap<Format, (u64, u64)>,
    pub(crate) parts: BTreeMap<(Group, Split), Part>,
    pub(crate) folders: Folders,
    /// JSON files that are one value and no list of rows, and their bytes.
    pub(crate) single_values: (u64, u64),
    /// Links, which nobody follows.
    pub(crate) links: u64,
    /// Entries that could not be read, and the names of the first few.
    pub(crate) unreadable: (u64, Vec<String>),
    /// The limit on files, where it was reached.
    pub(crate) stopped_at: Option<u64>,
    /// Files that are larger than files can be, alone or with all others.
    pub(crate) implausible: u64,
    /// Sizes are rounded, as people like to read them.
    pub(crate) is_rounded: bool,
    /// Lines of a listing that are not blank, and those of them that nobody understands.
    pub(crate) lines: Option<(u64, u64)>,
}

/// The largest file that is believed: 64 TiB, four times what most file systems of Linux hold (ext4: 16 TiB).
const MOST_BYTES_OF_FILE: u64 = 1 << 46;

/// Names of unreadable entries that are kept.
const MOST_NAMED: usize = 16;
/// Longest name that is kept, in characters.
const MOST_LETTERS: usize = 200;

/// Where a file belongs.
fn home(path: &str) -> (Format, Option<(Group, Split)>) {
    let (folder, name) = place::parted(path);
    let format = Format::of(name);
    let group = match format.role() {
        Role::Picture if place::is_label(folder) => Group::Labels,
        Role::Picture => Group::Pictures,
        Role::Rows => Group::Rows,
        Role::Document => Group::Documents,
        Role::Sound => Group::Sounds,
        Role::Packed => Group::Packed,
        Role::Unmodeled => Group::Unmodeled,
        Role::Other => return (format, None),
    };
    let by_name = !matches!(group, Group::Pictures | Group::Labels | Group::Sounds | Group::Unmodeled);
    (format, Some((group, place::split_of(folder, name, by_name))))
}

impl Holdings {
    /// Adds a file.
    pub fn add(&mut self, entry: Entry<'_>) {
        let Entry { path, bytes, pixels } = entry;
        if !self.believes(bytes) {
            return;
        }
        let (format, home) = home(path);
        self.count_file(format, bytes);
        let Some((group, split)) = home else { return };
        if group == Group::Pictures
            && let Some(folder) = place::innermost(place::parted(path).0)
        {
            self.folders.add(folder, split);
        }
        let part = self.parts.entry((group, split)).or_default();
        part.files.add(bytes);
        if format == Format::Code {
            part.code = part.code.saturating_add(bytes);
        }
        if let Some(pixels) = pixels {
            part.shapes.add(path, pixels);
        }
    }

    /// Adds a file of JSON that turned out to be one value and no list of rows: it is counted by bytes only.
    pub fn add_single_value(&mut self, entry: Entry<'_>) {
        let Entry { path, bytes, pixels: _ } = entry;
        if !self.believes(bytes) {
            return;
        }
        let (format, home) = home(path);
        self.count_file(format, bytes);
        self.single_values = (self.single_values.0 + 1, self.single_values.1.saturating_add(bytes));
        if let Some((_, split)) = home {
            self.parts.entry((Group::Packed, split)).or_default().files.add(bytes);
        }
    }

    /// Whether a file can be so large beside all others; one that cannot is counted as that and left out, so that every sum is
    /// one of sizes.
    const fn believes(&mut self, bytes: u64) -> bool {
        let most = limits::BYTES_ON_DISK.max;
        let is_plausible = bytes <= MOST_BYTES_OF_FILE && bytes <= most - self.files.total();
        if !is_plausible {
            self.implausible += 1;
        }
        is_plausible
    }

    fn count_file(&mut self, format: Format, bytes: u64) {
        self.files.add(bytes);
        let counts = self.formats.entry(format).or_default();
        *counts = (counts.0 + 1, counts.1.saturating_add(bytes));
    }

    /// Whether the header of the picture at a path is worth reading.
    #[must_use]
    pub fn wants_pixels(&self, path: &str) -> bool {
        let Some(key @ (Group::Pictures, _)) = home(path).1 else { return false };
        self.parts.get(&key).is_none_or(|part| part.shapes.wants(path))
    }

    /// Adds the counted rows of a file that was added, with its size.
    pub fn add_rows(&mut self, path: &str, bytes: u64, rows: &Rows) {
        let Some(key) = home(path).1 else { return };
        let part = self.parts.entry(key).or_default();
        part.rows.merge(&rows.lengths);
        part.letters.merge(&rows.letters);
        part.counted = part.counted.saturating_add(bytes);
    }

    /// Adds the beginning of a text that was added.
    pub fn add_beginning(&mut self, path: &str, bytes: &[u8]) {
        let (format, Some(key)) = home(path) else { return };
        if format != Format::Code {
            self.parts.entry(key).or_default().letters.add(bytes);
        }
    }

    /// Adds a link, which is not followed.
    pub const fn add_link(&mut self) {
        self.links += 1;
    }

    /// Adds an entry that could not be read.
    pub fn add_unreadable(&mut self, name: &str, why: &str) {
        self.unreadable.0 += 1;
        if self.unreadable.1.len() < MOST_NAMED {
            let name: String = scenario::visible::line(name).chars().take(MOST_LETTERS).collect();
            self.unreadable.1.push(format!("{name}: {why}"));
        }
    }

    /// Says that files were left out beyond a number.
    pub const fn stop(&mut self, at: u64) {
        self.stopped_at = Some(at);
    }

    /// Whether files were left out.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.stopped_at.is_some()
    }

    /// Files that were added.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.files.count()
    }
}
