//! `unzip -l` and `unzip -v`.
//!
//! ```text
//!   Length      Date    Time    Name
//! ---------  ---------- -----   ----
//!    123456  2024-01-15 10:31   train/cat/0001.jpg
//! ---------                     -------
//!    123456                     1 file
//! ```

use super::numbers::{is_date, is_time};
use super::reading::{File, Reading};
use super::words::Words;

/// A table, which begins and ends by a line of dashes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Table {
    is_open: bool,
}

impl Table {
    /// A line of the table.
    pub fn read<'a>(&mut self, line: &'a str) -> Reading<'a> {
        if line.starts_with("Archive:") || is_head(line) {
            self.is_open = true;
            return Reading::Nothing;
        }
        if !self.is_open {
            return Reading::Foreign;
        }
        if line.bytes().all(|byte| matches!(byte, b'-' | b' ')) {
            return Reading::Nothing;
        }
        row(line).unwrap_or_else(|| if is_sum(line) { Reading::Nothing } else { Reading::Foreign })
    }
}

fn row(line: &str) -> Option<Reading<'_>> {
    let mut words = Words::of(line);
    let bytes: u64 = words.next()?.parse().ok()?;
    let mut second = words.next()?;
    let has_method = !is_date(second);
    if has_method {
        // Method, packed size and ratio stand before the date, a checksum behind the time.
        words.nth(1)?.strip_suffix('%')?;
        second = words.next()?;
    }
    if !is_date(second) || !is_time(words.next()?) {
        return None;
    }
    if has_method {
        words.next()?;
    }
    let name = words.rest().trim_start_matches(' ');
    if name.is_empty() {
        return None;
    }
    let is_folder = name.ends_with('/') || name.ends_with('\\');
    let file = File { name, bytes, is_rounded: false, is_path: false, pixels: None };
    Some(if is_folder { Reading::Nothing } else { Reading::File(file) })
}

fn is_head(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("Length") && line.trim_end().ends_with("Name") && line.contains("Time")
}

/// `123456  1 file`, with more figures in between.
fn is_sum(line: &str) -> bool {
    line.ends_with(" file") || line.ends_with(" files")
}
