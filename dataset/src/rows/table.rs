//! Rows of a table with separators between its cells; the first one names the columns.

use super::counted::Rows;

/// Where in a cell the last byte was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before its first byte.
    Begin,
    /// In a cell without quotation marks.
    Plain,
    /// Between quotation marks, where separators and line ends are text.
    Quoted,
    /// At a mark that ends the quotation, unless another one follows: two stand for one of the text.
    Closed,
}

/// Counts rows.
#[derive(Debug, Clone)]
pub struct Table {
    /// Whether cells may be quoted.
    has_quotes: bool,
    place: Place,
    /// The head has gone by.
    has_head: bool,
    /// Bytes of the row so far.
    length: u64,
    is_blank: bool,
    rows: Rows,
}

impl Table {
    /// Of one that has quotation marks or not.
    pub fn new(has_quotes: bool) -> Self {
        Self { has_quotes, place: Place::Begin, has_head: false, length: 0, is_blank: true, rows: Rows::default() }
    }

    /// Takes the next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.rows.letters.add(bytes);
        for byte in bytes {
            self.take(*byte);
        }
    }

    /// What was counted.
    pub fn finish(mut self) -> Rows {
        self.end_row();
        self.rows
    }

    fn take(&mut self, byte: u8) {
        let before = self.place;
        if before == Place::Quoted {
            match byte {
                b'"' => self.place = Place::Closed,
                _ => self.length += 1,
            }
            return;
        }
        match byte {
            b'"' if self.has_quotes && before != Place::Plain => {
                self.place = Place::Quoted;
                self.is_blank = false;
                self.length += u64::from(before == Place::Closed);
            }
            b'\n' => {
                self.end_row();
                self.place = Place::Begin;
            }
            b',' | b';' | b'\t' if self.has_quotes || byte == b'\t' => {
                (self.place, self.is_blank) = (Place::Begin, false);
            }
            b'\r' => {}
            _ => {
                self.place = Place::Plain;
                self.length += 1;
                self.is_blank &= byte == b' ';
            }
        }
    }

    fn end_row(&mut self) {
        if !std::mem::replace(&mut self.is_blank, true) && std::mem::replace(&mut self.has_head, true) {
            self.rows.lengths.add(self.length);
        }
        self.length = 0;
    }
}
