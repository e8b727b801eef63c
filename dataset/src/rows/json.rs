//! Values of JSON in a row, one a line or in one list.

use super::counted::Rows;
use crate::script::Letters;

/// Where the values stand that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// One a line; a line that is broken off does not spoil the next one.
    Lines,
    /// Nothing but space has gone by.
    Unknown,
    /// In a list that is the whole document.
    List,
    /// The document is no list.
    Nowhere,
}

/// What a string is in the middle of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    No,
    Backslash,
    /// After `\u`: how many digits there were, and what they come to.
    Unicode(u8, u32),
}

/// The text of one string.
#[derive(Debug, Clone, Copy, Default)]
struct Piece {
    bytes: u64,
    letters: Letters,
}

/// Counts values.
#[derive(Debug, Clone)]
pub struct Json {
    place: Place,
    /// Brackets that are open.
    depth: u64,
    /// The string that is open.
    open: Option<Piece>,
    escape: Escape,
    /// The last string, which is the name of a member if a colon follows.
    last: Option<Piece>,
    /// Bytes of the row's text so far; none where no row has begun.
    row: Option<u64>,
    rows: Rows,
}

impl Json {
    /// One value a line.
    pub fn lines() -> Self {
        Self::new(Place::Lines)
    }

    /// One value.
    pub fn value() -> Self {
        Self::new(Place::Unknown)
    }

    fn new(place: Place) -> Self {
        Self { place, depth: 0, open: None, escape: Escape::No, last: None, row: None, rows: Rows::default() }
    }

    /// Takes the next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() && self.place != Place::Nowhere {
            let taken = if self.open.is_some() { self.within_string(rest) } else { self.between(rest[0]) };
            rest = &rest[taken..];
        }
    }

    /// What was counted; none where there was no list.
    pub fn finish(mut self) -> Option<Rows> {
        match self.place {
            Place::Lines => self.end_row(),
            // A list that is broken off has had the rows that it had.
            Place::List => {}
            Place::Unknown | Place::Nowhere => return None,
        }
        Some(self.rows)
    }

    /// Takes what comes next of a string; how many bytes that was.
    fn within_string(&mut self, bytes: &[u8]) -> usize {
        match self.escape {
            Escape::No => {
                let is_special = |byte: &u8| matches!(*byte, b'"' | b'\\' | b'\n');
                let end = bytes.iter().position(is_special).unwrap_or(bytes.len());
                if let Some(piece) = &mut self.open {
                    piece.bytes += end as u64;
                    piece.letters.add(&bytes[..end]);
                }
                match bytes.get(end) {
                    Some(b'"') => self.last = self.open.take(),
                    Some(b'\\') => self.escape = Escape::Backslash,
                    Some(_) if self.place == Place::Lines => {
                        self.last = self.open.take();
                        self.end_row();
                    }
                    _ => {}
                }
                (end + 1).min(bytes.len())
            }
            Escape::Backslash => {
                self.escape = if bytes[0] == b'u' { Escape::Unicode(0, 0) } else { Escape::No };
                if self.escape == Escape::No {
                    self.add_character(' ');
                }
                1
            }
            Escape::Unicode(digits, value) => {
                let Some(digit) = char::from(bytes[0]).to_digit(16) else {
                    self.escape = Escape::No;
                    return 0;
                };
                let value = value << 4 | digit;
                self.escape = if digits == 3 { Escape::No } else { Escape::Unicode(digits + 1, value) };
                if digits == 3 {
                    match char::from_u32(value) {
                        Some(character) => self.add_character(character),
                        // Half of a pair, which together is a character of four bytes.
                        None => self.add_bytes(&[0xdf, 0x80]),
                    }
                }
                1
            }
        }
    }

    fn add_character(&mut self, character: char) {
        self.add_bytes(character.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        if let Some(piece) = &mut self.open {
            piece.bytes += bytes.len() as u64;
            piece.letters.add(bytes);
        }
    }

    /// Takes a byte outside of strings.
    fn between(&mut self, byte: u8) -> usize {
        match byte {
            b'\n' if self.place == Place::Lines => self.end_row(),
            b' ' | b'\t' | b'\r' | b'\n' => {}
            // The mark of UTF-8 in front.
            0xef | 0xbb | 0xbf if self.depth == 0 => {}
            b'[' if self.place == Place::Unknown => self.place = Place::List,
            _ if self.place == Place::Unknown => self.place = Place::Nowhere,
            b':' => self.last = None,
            b',' if self.depth == 0 && self.place == Place::List => self.end_row(),
            b']' if self.depth == 0 && self.place == Place::List => {
                self.end_row();
            }
            b',' => self.settle(),
            _ => self.take(byte),
        }
        1
    }

    /// Takes a byte of a value.
    fn take(&mut self, byte: u8) {
        self.settle();
        self.row.get_or_insert(0);
        match byte {
            b'"' => self.open = Some(Piece::default()),
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    /// The last string was a value.
    fn settle(&mut self) {
        if let Some(Piece { bytes, letters }) = self.last.take() {
            *self.row.get_or_insert(0) += bytes;
            self.rows.letters.merge(&letters);
        }
    }

    fn end_row(&mut self) {
        self.settle();
        if let Some(bytes) = self.row.take() {
            self.rows.lengths.add(bytes);
        }
        if self.place == Place::Lines {
            self.depth = 0;
        }
    }
}
