//! Several files as one: a zip that is the same bytes whenever it is made.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Rights of a file that is read, and of one that is run.
const READ: u32 = 0o644;
const RUN: u32 = 0o755;
/// What is run by its name.
const SCRIPT: &str = ".sh";
/// What Windows PowerShell runs.
const POWERSHELL: &str = ".ps1";

/// The mark that Windows PowerShell takes a script for UTF-8 by: without it it reads the code page of the system, in which the
/// last byte of a Chinese comment may swallow the end of the line.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// What a file begins with before its text.
#[must_use]
pub fn mark_of(path: &str) -> &'static [u8] {
    if path.ends_with(POWERSHELL) { MARK } else { &[] }
}

/// A zip of files by their paths.
///
/// # Errors
/// A path that no zip can hold, or contents beyond 4 GiB.
pub fn zip<'a>(files: impl IntoIterator<Item = (String, &'a [u8])>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // The earliest time that the format knows: what has not changed is the same file.
    let always =
        SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).last_modified_time(DateTime::default());
    for (path, contents) in files {
        let rights = if path.ends_with(SCRIPT) { RUN } else { READ };
        let mark = mark_of(&path);
        archive.start_file(path, always.unix_permissions(rights))?;
        archive.write_all(mark)?;
        archive.write_all(contents)?;
    }
    Ok(archive.finish()?.into_inner())
}
