//! From a listing to files: each line is offered to the forms that it may have.
//!
//! Listings follow each other in any order. A line is known by itself, or by the head of its list (the folder that names stand in);
//! what no form takes is counted and left out. Lines come one by one, so that a listing may be longer than memory.

mod long;
mod numbers;
mod reading;
mod sized;
mod windows;
mod words;
mod zip;

use crate::holdings::{Entry, Holdings};
use reading::{File, Reading};

/// As much of a line as is read: systems have paths of 4096 bytes.
const MOST_OF_LINE: usize = 8192;

/// A listing that is being read.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    holdings: Holdings,
    /// The folder that names stand in.
    folder: String,
    zip: zip::Table,
    windows: windows::Lists,
    /// A path with its size that the next line may show to be a folder.
    waiting: Option<sized::Waiting>,
    /// Room for a path.
    path: String,
    lines: u64,
    not_understood: u64,
}

/// Reads a listing; any text has an answer.
#[must_use]
pub fn read(text: &str) -> Holdings {
    let mut listing = Listing::default();
    text.lines().for_each(|line| listing.add(line));
    listing.finish()
}

impl Listing {
    /// Reads the next line.
    pub fn add(&mut self, line: &str) {
        let line = line.trim_end_matches(['\r', '\n']).trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            self.zip = zip::Table::default();
            return;
        }
        self.lines += 1;
        if line.len() > MOST_OF_LINE {
            self.not_understood += 1;
            return;
        }
        match self.reading(line) {
            Reading::Foreign => self.not_understood += 1,
            Reading::Nothing => {}
            Reading::Folder(folder) => {
                self.folder.clear();
                self.folder.push_str(folder);
            }
            Reading::Link => self.holdings.add_link(),
            Reading::File(file) => self.add_file(file),
        }
    }

    /// What the first form that knows the line makes of it.
    fn reading<'a>(&mut self, line: &'a str) -> Reading<'a> {
        let forms: [fn(&mut Self, &'a str) -> Reading<'a>; 5] = [
            |_, line| long::read(line),
            |listing, line| listing.zip.read(line),
            |listing, line| listing.windows.read(line),
            |_, line| sized::read(line),
            |_, line| long::head(line),
        ];
        let mut readings = forms.into_iter().map(|form| form(self, line));
        readings.find(|reading| !matches!(reading, Reading::Foreign)).unwrap_or(Reading::Foreign)
    }

    /// What was listed.
    #[must_use]
    pub fn finish(mut self) -> Holdings {
        self.settle(None);
        self.holdings.lines = Some((self.lines, self.not_understood));
        self.holdings
    }

    fn add_file(&mut self, file: File<'_>) {
        let File { name, bytes, is_rounded, is_path, pixels } = file;
        if is_path {
            // Lists of paths may have folders between the files, with what is in them as their size.
            self.settle(Some(name));
            if !self.waiting.as_ref().is_some_and(|last| last.is_within(name)) {
                self.waiting = Some(sized::Waiting::new(file));
            }
            return;
        }
        self.holdings.is_rounded |= is_rounded;
        let has_folder = name.contains(['/', '\\']) || self.folder.is_empty();
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        if !has_folder {
            path.push_str(&self.folder);
            path.push(if self.folder.contains('/') || !self.folder.contains('\\') { '/' } else { '\\' });
        }
        path.push_str(name);
        self.holdings.add(Entry { path: &path, bytes, pixels });
        self.path = path;
    }

    /// Adds the file that waits, unless the next path shows that it is a folder.
    fn settle(&mut self, next: Option<&str>) {
        let Some(waiting) = &mut self.waiting else { return };
        if next.is_some_and(|next| waiting.holds(next)) || waiting.is_folder() {
            waiting.drop_file();
        }
        if let Some((bytes, is_rounded, pixels)) = waiting.take() {
            self.holdings.is_rounded |= is_rounded;
            self.holdings.add(Entry { path: waiting.path(), bytes, pixels });
        }
    }
}
