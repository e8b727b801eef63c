//! What only the contents of files say: the pixels of pictures by their headers, rows, and what texts are written in.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use dataset::file::{Format, Role};
use dataset::rows::Reader;
use dataset::shapes::Pixels;
use dataset::{Entry, Holdings};
use imagesize::ImageError;

use super::reason::reason;

/// Bytes that are read of one file with rows; those behind are concluded from them.
const MOST_OF_FILE: u64 = 2 << 30;
/// Bytes that are read of all files with rows: some minutes of a slow drive.
const MOST_OF_ALL: u64 = 16 << 30;
/// Bytes that are read at once.
const CHUNK: usize = 256 << 10;
/// Bytes of a text that say what it is written in.
const BEGINNING: usize = 16 << 10;
/// Texts whose beginnings are read.
const MOST_TEXTS: u64 = 10_000;

/// What was read so far.
#[derive(Debug, Default)]
pub struct Contents {
    /// Bytes of files with rows.
    rows: u64,
    /// Texts whose beginnings were read.
    texts: u64,
}

impl Contents {
    /// Adds a file with what its contents say.
    pub fn add(&mut self, path: &Path, entry: Entry<'_>, holdings: &mut Holdings) {
        let name = entry.path.rsplit('/').next().unwrap_or_default();
        let format = Format::of(name);
        match format.role() {
            Role::Picture if format != Format::RarePicture && holdings.wants_pixels(entry.path) => {
                let pixels = pixels(path).map_err(|why| holdings.add_unreadable(entry.path, &why)).ok();
                holdings.add(Entry { pixels, ..entry });
            }
            Role::Rows => self.add_rows(path, format, entry, holdings),
            Role::Document if self.texts < MOST_TEXTS => {
                self.texts += 1;
                holdings.add(entry);
                match beginning(path) {
                    Ok(bytes) => holdings.add_beginning(entry.path, &bytes),
                    Err(error) => holdings.add_unreadable(entry.path, &reason(&error)),
                }
            }
            _ => holdings.add(entry),
        }
    }

    fn add_rows(&mut self, path: &Path, format: Format, entry: Entry<'_>, holdings: &mut Holdings) {
        let most = MOST_OF_FILE.min(MOST_OF_ALL - self.rows);
        let Some(mut reader) = Reader::new(format).filter(|_| most > 0) else { return holdings.add(entry) };
        let read = match feed(path, most, &mut reader) {
            Ok(read) => read,
            Err(error) => {
                holdings.add(entry);
                return holdings.add_unreadable(entry.path, &reason(&error));
            }
        };
        self.rows += read;
        match reader.finish() {
            Some(rows) => {
                holdings.add(entry);
                // A file that grows while it is read has no more rows than its size says.
                holdings.add_rows(entry.path, read.min(entry.bytes), &rows);
            }
            None => holdings.add_single_value(entry),
        }
    }
}

/// Feeds a file to a reader of rows, so many bytes of it at most.
fn feed(path: &Path, most: u64, reader: &mut Reader) -> io::Result<u64> {
    let mut file = File::open(path)?.take(most);
    let mut chunk = vec![0; CHUNK];
    let mut read = 0;
    loop {
        match file.read(&mut chunk) {
            Ok(0) => return Ok(read),
            Ok(count) => {
                reader.feed(&chunk[..count]);
                read += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(BEGINNING as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Width and height by the header; nothing is decoded.
fn pixels(path: &Path) -> Result<Pixels, String> {
    let size = imagesize::size(path).map_err(|error| match error {
        ImageError::IoError(error) if error.kind() != io::ErrorKind::UnexpectedEof => reason(&error),
        _ => "no image that is known by its header".to_owned(),
    })?;
    let side = |side: usize| u32::try_from(side).map_err(|_| "an image larger than any".to_owned());
    Ok(Pixels { width: side(size.width)?, height: side(size.height)? })
}
