//! Rows of a table with separators between its cells; the first one names the columns.

use super::Rows;

/// Counts rows.
#[derive(Debug, Clone)]
pub struct Table {
    /// Whether a quotation mark at the beginning of a cell lets it hold separators and line ends.
    has_quotes: bool,
    is_quoted: bool,
    /// The byte before ended a quotation, so that a second mark stands for itself.
    has_just_closed: bool,
    at_cell: bool,
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
        Self {
            has_quotes,
            is_quoted: false,
            has_just_closed: false,
            at_cell: true,
            has_head: false,
            length: 0,
            is_blank: true,
            rows: Rows::default(),
        }
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
        if self.is_quoted {
            if byte == b'"' {
                (self.is_quoted, self.has_just_closed) = (false, true);
            } else {
                self.length += 1;
            }
            return;
        }
        let has_just_closed = std::mem::take(&mut self.has_just_closed);
        let at_cell = std::mem::take(&mut self.at_cell);
        match byte {
            b'"' if self.has_quotes && (at_cell || has_just_closed) => {
                self.is_quoted = true;
                self.is_blank = false;
                // Two marks within a quotation are one of the text.
                self.length += u64::from(has_just_closed);
            }
            b'\n' => {
                self.end_row();
                self.at_cell = true;
            }
            b',' | b';' | b'\t' if self.has_quotes || byte == b'\t' => {
                (self.at_cell, self.is_blank) = (true, false);
            }
            b'\r' => {}
            _ => {
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
