//! Lists of Windows, and of `aws s3 ls`, which have the date first.
//!
//! ```text
//!  Directory of D:\data\train
//! 01/15/2024  10:31 AM           123,456 0001.jpg
//!
//!     Directory: D:\data\train
//! -a----         1/15/2024  10:31 AM         123456 0001.jpg
//!
//! 2024-01-15 10:31:05     123456 train/0001.jpg
//! ```

use super::numbers::{grouped, is_date, is_time, scaled};
use super::reading::{File, Reading};
use super::words::Words;

/// What is remembered of the lines before.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lists {
    /// A list of `dir` has begun, which ends by sums that look like files.
    has_sums: bool,
}

impl Lists {
    /// A line of one of these lists.
    pub fn read<'a>(&mut self, line: &'a str) -> Reading<'a> {
        if let Some(folder) = folder(line) {
            self.has_sums = true;
            return Reading::Folder(folder);
        }
        let mut words = Words::of(line);
        let Some(first) = words.next() else { return Reading::Foreign };
        if is_mode(first) {
            return children(first, words);
        }
        if is_date(first) {
            return self.dated(words);
        }
        if line.as_bytes()[0].is_ascii_digit() {
            return Reading::Foreign;
        }
        if self.has_sums && line.starts_with(' ') && grouped(first).is_some() {
            return Reading::Nothing;
        }
        if is_head(line) { Reading::Nothing } else { Reading::Foreign }
    }

    /// What follows a date: `10:31 AM  123,456 0001.jpg`, `10:31  <DIR>  train`, `10:31:05  123456 train/0001.jpg`.
    fn dated<'a>(&mut self, words: Words<'a>) -> Reading<'a> {
        let Some((time, mut words)) = time(words) else { return Reading::Foreign };
        let Some(size) = words.next() else { return Reading::Foreign };
        if size.starts_with('<') && size.ends_with('>') {
            self.has_sums = true;
            return if size == "<DIR>" { Reading::Nothing } else { Reading::Link };
        }
        let mut unit = words.clone();
        let with_unit = unit.next().and_then(|unit| unit_bytes(size, unit));
        let (bytes, is_rounded, name) = match (with_unit, grouped(size)) {
            (Some(bytes), _) => (bytes, !size.bytes().all(|byte| byte.is_ascii_digit()), unit.rest()),
            (None, Some(bytes)) => (bytes, false, words.rest()),
            (None, None) => return Reading::Foreign,
        };
        if name.is_empty() {
            return Reading::Foreign;
        }
        // Objects of a store have paths, and those that stand for folders end so.
        let is_path = time.matches(':').count() == 2;
        if is_path && name.ends_with('/') {
            return Reading::Nothing;
        }
        Reading::File(File { name, bytes, is_rounded, is_path, pixels: None })
    }
}

/// `1.2 MiB`, as `aws s3 ls --human-readable` prints it.
fn unit_bytes(number: &str, unit: &str) -> Option<u64> {
    matches!(unit, "Bytes" | "KiB" | "MiB" | "GiB" | "TiB" | "PiB").then(|| scaled(number, unit.trim_end_matches("ytes")))?
}

/// A time with what some countries put before or behind it, and what follows.
fn time(words: Words<'_>) -> Option<(&str, Words<'_>)> {
    let mut after = words;
    let mut word = after.next()?;
    if matches!(
        word,
        "上午"
            | "下午"
            | "周一"
            | "周二"
            | "周三"
            | "周四"
            | "周五"
            | "周六"
            | "周日"
            | "星期一"
            | "星期二"
            | "星期三"
            | "星期四"
            | "星期五"
            | "星期六"
            | "星期日"
    ) {
        word = after.next()?;
    }
    if !is_time(word) {
        return None;
    }
    let mut noon = after.clone();
    let has_noon = noon.next().is_some_and(|next| matches!(next, "AM" | "PM" | "am" | "pm" | "a.m." | "p.m." | "上午" | "下午"));
    Some((word, if has_noon { noon } else { after }))
}

/// A line of `Get-ChildItem` behind its mode.
fn children<'a>(mode: &str, mut words: Words<'a>) -> Reading<'a> {
    let is_dated = words.next().is_some_and(is_date);
    let (true, Some((_, mut words))) = (is_dated, time(words)) else { return Reading::Foreign };
    if mode.starts_with('d') {
        return Reading::Nothing;
    }
    if mode.contains('l') {
        return Reading::Link;
    }
    match words.next().and_then(grouped) {
        Some(bytes) if !words.rest().is_empty() => {
            Reading::File(File { name: words.rest(), bytes, is_rounded: false, is_path: false, pixels: None })
        }
        _ => Reading::Foreign,
    }
}

/// `-a----`, `d-----`, and with five letters in later versions.
fn is_mode(word: &str) -> bool {
    matches!(word.len(), 5 | 6) && word.bytes().all(|byte| b"-darhsl".contains(&byte)) && word.contains('-')
}

/// The folder that a list is of: ` Directory of D:\data`, ` D:\data 的目录`, `    Directory: D:\data`, `    目录: D:\data`.
fn folder(line: &str) -> Option<&str> {
    let head = line.strip_prefix(' ')?;
    let name = ["Directory:", "目录:", "目录：", "目錄:"].iter().find_map(|head| line.trim_start().strip_prefix(head));
    if let Some(name) = name {
        return Some(name.trim());
    }
    if head.starts_with(' ') {
        return None;
    }
    // A drive or a share: what stands before it is words of some language.
    let drive = head.match_indices(":\\").map(|(place, _)| place).find_map(|colon| {
        let letter = colon.checked_sub(1)?;
        let is_begin = letter == 0 || head.as_bytes()[letter - 1] == b' ';
        (is_begin && head.as_bytes()[letter].is_ascii_alphabetic()).then_some(letter)
    });
    let share = head.starts_with("\\\\").then_some(0).or_else(|| head.find(" \\\\").map(|space| space + 1));
    let path = &head[drive.or(share)?..];
    Some([" 的目录", " 的目錄"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path).trim_end())
}

/// Heads of columns and of drives, and what `aws` and `Get-ChildItem` print around their lists.
fn is_head(line: &str) -> bool {
    let line = line.trim_start();
    let is_rule = line.len() > 3 && line.bytes().all(|byte| matches!(byte, b'-' | b' '));
    let heads = [
        "Mode ",
        "Volume in drive",
        "Volume Serial",
        "驱动器 ",
        "卷的序列号",
        "卷序列号",
        "PRE ",
        "Total Objects:",
        "Total Size:",
        "Total Files Listed",
        "所列文件总数",
    ];
    is_rule || heads.iter().any(|head| line.starts_with(head))
}
