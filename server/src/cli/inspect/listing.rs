//! A listing on standard input, line by line: it may be longer than memory.

use std::io::{self, BufRead, Read as _};

use dataset::{Holdings, Listing};

/// As much of a line as is held: longer ones name no file.
const MOST_OF_LINE: u64 = 64 << 10;
/// As much of a listing as is read where it comes in UTF-16, which is decoded as a whole.
const MOST_OF_WIDE: u64 = 512 << 20;

/// Reads a listing to its end.
pub fn read(mut input: impl BufRead) -> io::Result<Holdings> {
    if input.fill_buf()?.starts_with(&[0xff, 0xfe]) {
        let mut bytes = Vec::new();
        input.take(MOST_OF_WIDE).read_to_end(&mut bytes)?;
        return Ok(dataset::read(&dataset::text::decode(&bytes)));
    }
    let mut listing = Listing::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(MOST_OF_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(listing.finish());
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MOST_OF_LINE;
        listing.add(&String::from_utf8_lossy(&line));
        if !is_whole {
            input.skip_until(b'\n')?;
        }
    }
}
