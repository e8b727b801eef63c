//! Writes a program line by line, with what each line does to memory beside it in the reader's language.

use crate::locale::Locale;
use crate::plans::is_visible;

/// Widest line that still carries its comment; a wider one has it above.
const WIDTH: usize = 118;
/// Widest comment on lines of its own.
const COMMENT_WIDTH: usize = 96;

/// A program as it grows.
#[derive(Debug)]
pub(super) struct Script {
    locale: Locale,
    text: String,
}

#[expect(clippy::needless_pass_by_value, reason = "words are written where they are said: literals or texts made on the spot")]
impl Script {
    pub(super) const fn new(locale: Locale) -> Self {
        Self { locale, text: String::new() }
    }

    /// Lines as they are; those that a literal needs to begin and end with are left out.
    pub(super) fn raw(&mut self, lines: &str) -> &mut Self {
        let lines = lines.strip_prefix('\n').unwrap_or(lines);
        self.text.push_str(lines.trim_end());
        self.text.push('\n');
        self
    }

    /// An empty line.
    pub(super) fn gap(&mut self) -> &mut Self {
        self.text.push('\n');
        self
    }

    /// A line with its comment, in English and Chinese: behind it, or above it where it would be too wide.
    pub(super) fn line(&mut self, code: impl AsRef<str>, words: (impl AsRef<str>, impl AsRef<str>)) -> &mut Self {
        let code = code.as_ref();
        let comment = self.locale.pick(words.0.as_ref(), words.1.as_ref());
        if width(code) + 4 + width(comment) <= WIDTH {
            self.raw(&format!("{code}  # {comment}"))
        } else {
            let indent = &code[..code.len() - code.trim_start().len()];
            self.comment(indent, comment);
            self.raw(code)
        }
    }

    /// A comment on lines of its own, in English and Chinese.
    pub(super) fn note(&mut self, indent: &str, words: (impl AsRef<str>, impl AsRef<str>)) -> &mut Self {
        let comment = self.locale.pick(words.0.as_ref(), words.1.as_ref());
        self.comment(indent, comment);
        self
    }

    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn comment(&mut self, indent: &str, comment: &str) {
        // A name that somebody gave can neither end the comment nor read as what it is not.
        let comment: String = comment.chars().filter(|character| is_visible(*character)).collect();
        for line in wrapped(&comment, COMMENT_WIDTH) {
            self.text.push_str(indent);
            self.text.push_str("# ");
            self.text.push_str(&line);
            self.text.push('\n');
        }
    }
}

/// Columns of a text: Chinese characters take two.
fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

const fn columns(character: char) -> usize {
    if is_wide(character) { 2 } else { 1 }
}

const fn is_wide(character: char) -> bool {
    character as u32 >= 0x2E80
}

/// Lines of at most so many columns, broken at spaces and between Chinese characters.
fn wrapped(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in pieces(text) {
        if !line.is_empty() && width(&line) + width(word.trim_end()) > limit {
            lines.push(line.trim_end().to_owned());
            line.clear();
        }
        line.push_str(word);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Pieces that a line may be broken after.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((_, character)) = characters.next() {
        let Some(&(next_at, next)) = characters.peek() else { break };
        // Chinese closing marks stay with what they close.
        let breaks = character == ' ' || (is_wide(character) && !matches!(next, '，' | '。' | '：' | '；' | '）' | '、' | ' '));
        if breaks {
            pieces.push(&text[start..next_at]);
            start = next_at;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// A text as a Python or JSON literal.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                literal.push('\\');
                literal.push(character);
            }
            '\n' => literal.push_str("\\n"),
            // What cannot be seen has no business in a name.
            _ if !is_visible(character) => {}
            _ => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

/// A yes or no in Python.
pub(super) const fn python(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// A list of texts in Python.
pub(super) fn list(texts: &[&str]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_stands_behind_its_line_or_above_it() {
        let mut script = Script::new(Locale::En);
        script.line("x = 1", ("short", "短")).line("    y = 2", ("word ".repeat(30), String::new()));
        let text = script.finish();
        assert!(text.starts_with("x = 1  # short\n    # word word"), "{text}");
        assert!(text.ends_with("\n    y = 2\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 118));
    }

    #[test]
    fn chinese_breaks_between_characters() {
        let lines = wrapped(&"显存，".repeat(40), 96);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line) <= 98 && !line.starts_with('，')), "{lines:?}");
    }

    #[test]
    fn literals_cannot_be_left() {
        assert_eq!(quoted("a\"; import os #\\\n"), r#""a\"; import os #\\\n""#);
        assert_eq!(list(&["q", "v"]), r#"["q", "v"]"#);
    }
}
