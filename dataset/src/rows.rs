//! Rows of a file that holds many samples, counted as its bytes go by: nothing of it is kept.

mod counted;
mod json;
mod table;

pub use counted::Rows;

use crate::file::Format;

/// Counts the rows of a file.
#[derive(Debug, Clone)]
pub struct Reader(Form);

#[derive(Debug, Clone)]
enum Form {
    Json(json::Json),
    Table(table::Table),
}

impl Reader {
    /// For a file of a form; none where the form has no rows that can be counted as they go by.
    #[must_use]
    pub fn new(format: Format) -> Option<Self> {
        Some(Self(match format {
            Format::Jsonl => Form::Json(json::Json::lines()),
            Format::Json => Form::Json(json::Json::value()),
            Format::Csv => Form::Table(table::Table::new(true)),
            Format::Tsv => Form::Table(table::Table::new(false)),
            _ => return None,
        }))
    }

    /// Takes the next bytes, cut anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            Form::Json(json) => json.feed(bytes),
            Form::Table(table) => table.feed(bytes),
        }
    }

    /// What was counted; none where the file turned out to be one value and no list of rows.
    #[must_use]
    pub fn finish(self) -> Option<Rows> {
        match self.0 {
            Form::Json(json) => json.finish(),
            Form::Table(table) => Some(table.finish()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text lengths of all rows, however the bytes are cut.
    fn lengths(format: Format, text: &str) -> Option<Vec<u64>> {
        let read = |size: usize| {
            let mut reader = Reader::new(format).unwrap();
            text.as_bytes().chunks(size).for_each(|chunk| reader.feed(chunk));
            reader.finish()
        };
        let whole = read(usize::MAX);
        for size in 1..6 {
            assert_eq!(read(size), whole, "{text:?} in pieces of {size}");
        }
        let lengths = whole?.lengths;
        let spread = lengths.spread().map_or([0, 0], |spread| [spread.smallest, spread.largest]);
        Some([&[lengths.count(), lengths.total()][..], &spread].concat())
    }

    #[test]
    fn rows_and_their_texts_are_counted() {
        for (format, text, expected) in [
            (Format::Jsonl, "{\"text\": \"abc\"}\n{\"text\": \"abcde\"}\n", Some([2, 8, 3, 5])),
            (Format::Jsonl, "{\"text\": \"abc\"}\r\n\r\n{\"text\": \"abcde\"}", Some([2, 8, 3, 5])),
            (Format::Jsonl, "{\"messages\": [{\"role\": \"user\", \"content\": \"hi \\\"you\\\"\"}]}", Some([1, 12, 12, 12])),
            (Format::Jsonl, "{\"t\": \"\\u4f60\\u597d\"}\n{\"t\": \"你好\"}\n", Some([2, 12, 6, 6])),
            (Format::Jsonl, "{\"t\": \"\\ud83d\\ude00\"}", Some([1, 4, 4, 4])),
            (Format::Jsonl, "\"a b\"\n\"c\"\n", Some([2, 4, 1, 3])),
            (Format::Jsonl, "{\"a\": 1}\n{\"a\": 2}\n[3]\n", Some([3, 0, 0, 0])),
            // A line that is cut off does not spoil the next one.
            (Format::Jsonl, "{\"text\": \"ab\n{\"text\": \"abc\"}\n", Some([2, 5, 2, 3])),
            (Format::Jsonl, "", Some([0, 0, 0, 0])),
            (Format::Json, "[{\"a\": \"xy\"}, {\"a\": \"z\", \"b\": [\"q\", {\"c\": \"rs\"}]}]\n", Some([2, 6, 2, 4])),
            (Format::Json, "\u{feff}[\"a\", \"bc\", 3, null, {}]", Some([5, 3, 0, 2])),
            (Format::Json, "[]", Some([0, 0, 0, 0])),
            (Format::Json, "[1,2,3]", Some([3, 0, 0, 0])),
            (Format::Json, "{\"data\": [1, 2]}", None),
            (Format::Json, "", None),
            (Format::Json, "]]]][[[[\"", None),
            (Format::Csv, "id,text\n1,hello\n2,\"a, \"\"b\"\"\nc\"\n\n", Some([2, 15, 6, 9])),
            (Format::Csv, "text\n5\" disk\nplain", Some([2, 12, 5, 7])),
            (Format::Csv, "", Some([0, 0, 0, 0])),
            (Format::Tsv, "a\tb\n1\t\"2\n3\t4\n", Some([2, 5, 2, 3])),
        ] {
            assert_eq!(lengths(format, text), expected.map(Vec::from), "{text}");
        }
    }
}
