//! Several files as one: a zip that is the same bytes whenever it is made.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Rights of a file that is read, and of one that is run.
const READ: u32 = 0o644;
const RUN: u32 = 0o755;
/// What is run by its name.
const SCRIPT: &str = ".sh";

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
        archive.start_file(path, always.unix_permissions(rights))?;
        archive.write_all(contents)?;
    }
    Ok(archive.finish()?.into_inner())
}
