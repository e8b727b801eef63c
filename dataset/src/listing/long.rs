//! Long lists: `ls -lR`, `tar tvf`, `hdfs dfs -ls`.
//!
//! ```text
//! ./train/cat:
//! total 236
//! -rw-r--r-- 1 user group 123456 Jan 15 10:31 0001.jpg
//! -rw-r--r-- user/group 123456 2024-01-15 10:31 train/cat/0001.jpg
//! ```

use super::numbers::{behind_date, size};
use super::reading::{File, Reading};
use super::words::Words;

/// Words between the permissions and the size: links, owner and group, whose names may have spaces.
const MOST_BEFORE_SIZE: usize = 7;

/// A line that begins with permissions.
pub fn read(line: &str) -> Reading<'_> {
    let mut words = Words::of(line);
    let Some(first) = words.next() else { return Reading::Foreign };
    if !is_permissions(first) {
        return Reading::Foreign;
    }
    match first.as_bytes()[0] {
        b'-' => {}
        b'l' | b'h' => return Reading::Link,
        _ => return Reading::Nothing,
    }
    for _ in 0..MOST_BEFORE_SIZE {
        let Some(word) = words.next() else { break };
        if let Some((bytes, is_rounded)) = size(word)
            && let Some(name) = behind_date(words.clone()).map(|behind| behind.rest())
            && !name.is_empty()
        {
            return Reading::File(File { name: unquoted(name), bytes, is_rounded, is_path: false, pixels: None });
        }
    }
    Reading::Foreign
}

/// `./train/cat:` and `total 236`.
pub fn head(line: &str) -> Reading<'_> {
    let is_total = ["total ", "总用量 ", "總計 ", "总计 ", "Found "].iter().any(|total| line.starts_with(total));
    if is_total {
        return Reading::Nothing;
    }
    match line.strip_suffix(':') {
        Some(folder) if !folder.is_empty() && !folder.starts_with([' ', '\t']) => Reading::Folder(unquoted(folder)),
        _ => Reading::Foreign,
    }
}

/// `-rw-r--r--`, also with a mark behind it for further rights.
fn is_permissions(word: &str) -> bool {
    let bytes = word.trim_end_matches(['+', '.', '@']).as_bytes();
    bytes.len() == 10 && b"-dlbcpsDhCMn?".contains(&bytes[0]) && bytes[1..].iter().all(|byte| b"-rwxsStTlL".contains(byte))
}

/// Terminals get names with quotation marks around them where there are spaces, and one space before the others.
fn unquoted(name: &str) -> &str {
    let shown = name.strip_prefix(' ').unwrap_or(name);
    ['\'', '"']
        .iter()
        .find_map(|mark| shown.strip_prefix(*mark)?.strip_suffix(*mark))
        .filter(|inner| !inner.is_empty())
        .unwrap_or(name)
}
