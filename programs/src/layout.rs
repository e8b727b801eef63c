//! Lays a filled-in template out: the comments of one language, each beside its line or above it.
//!
//! | in a template | what becomes of it |
//! |---|---|
//! | `# en: ...`, `# zh: ...` | says what the line below does: behind it, or above it where it would be too wide |
//! | `## en: ...`, `## zh: ...` | stands by itself, on as many lines as it needs |
//! | `call(  # one line` | its arguments, one to a line up to the closing parenthesis, stand on one line |
//! | `# same line` | the line below stands behind the one above |

use wire::locale::Locale;

/// Widest line that still carries its comment; a wider one has it above.
const WIDTH: usize = 118;
/// Widest comment on lines of its own.
const COMMENT_WIDTH: usize = 96;
/// Opens a call whose arguments stand on one line.
const ONE_LINE: &str = "  # one line";
/// Moves the next line behind the last one.
const SAME_LINE: &str = "# same line";

/// The program that a filled-in template describes.
pub(super) fn laid_out(text: &str, locale: Locale) -> String {
    let text_of_it = String::with_capacity(text.len());
    let mut page = Page { locale, text: text_of_it, comment: None, call: None, is_joined: false, gap: 0, indent: 0 };
    for line in text.lines() {
        page.take(line);
    }
    page.text
}

/// A program as it grows.
struct Page<'a> {
    locale: Locale,
    text: String,
    /// What the next line does.
    comment: Option<&'a str>,
    /// A call and its arguments so far.
    call: Option<(&'a str, Vec<&'a str>)>,
    /// Whether the next line stands behind the last one.
    is_joined: bool,
    /// Empty lines since the last one with words.
    gap: usize,
    /// Columns before the last line's words.
    indent: usize,
}

impl<'a> Page<'a> {
    fn take(&mut self, line: &'a str) {
        let content = line.trim_start();
        let indent = &line[..line.len() - content.len()];
        if let Some((opening, mut arguments)) = self.call.take() {
            if content.starts_with(')') {
                let arguments = arguments.join(" ");
                self.code(&[opening, arguments.trim_end_matches(','), content].concat());
            } else {
                arguments.push(content);
                self.call = Some((opening, arguments));
            }
        } else if let Some((language, words)) = remark(content, "## ") {
            if language == self.locale {
                self.note(indent, words);
            }
        } else if let Some((language, words)) = remark(content, "# ") {
            if language == self.locale {
                self.comment = Some(words);
            }
        } else if content == SAME_LINE {
            self.is_joined = true;
        } else if let Some(opening) = line.strip_suffix(ONE_LINE) {
            self.call = Some((opening, Vec::new()));
        } else {
            self.code(line);
        }
    }

    /// A line of the program with what is said of it.
    fn code(&mut self, code: &str) {
        let indent = &code[..code.len() - code.trim_start().len()];
        if std::mem::take(&mut self.is_joined) {
            self.text.truncate(self.text.trim_end().len());
            return self.line(&[" ", code.trim_start()]);
        }
        match self.comment.take() {
            None => self.line(&[code]),
            Some(comment) if width(code) + 4 + width(comment) <= WIDTH => self.line(&[code, "  # ", comment]),
            Some(comment) => {
                self.note(indent, comment);
                self.line(&[code]);
            }
        }
    }

    /// A comment on lines of its own.
    fn note(&mut self, indent: &str, words: &str) {
        for line in wrapped(words, COMMENT_WIDTH) {
            self.line(&[indent, "# ", &line]);
        }
    }

    fn line(&mut self, parts: &[&str]) {
        let line = parts.concat();
        if line.trim().is_empty() {
            self.gap += 1;
            return;
        }
        let indent = line.len() - line.trim_start().len();
        // Templates have gaps wherever one of their alternatives wants them: none opens a block, one parts statements, two part
        // functions, and imports stand in two groups.
        let gap = match (Import::of(self.text.lines().next_back().unwrap_or_default()), Import::of(&line)) {
            (Some(last), Some(next)) => usize::from(last != next),
            _ if self.text.is_empty() || indent > self.indent => 0,
            _ => self.gap.min(if indent == 0 { 2 } else { 1 }),
        };
        self.text.extend(std::iter::repeat_n("\n", gap));
        self.text.extend([line.as_str(), "\n"]);
        (self.gap, self.indent) = (0, indent);
    }
}

/// Modules that Python brings along; what else a program imports stands in a group of its own.
const STANDARD: [&str; 13] = [
    "argparse",
    "collections",
    "contextlib",
    "functools",
    "glob",
    "itertools",
    "json",
    "math",
    "os",
    "shutil",
    "subprocess",
    "sys",
    "time",
];

/// A line that imports a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Import {
    Standard,
    Other,
}

impl Import {
    fn of(line: &str) -> Option<Self> {
        let words = line.strip_prefix("import ").or_else(|| line.strip_prefix("from "))?;
        let module = words.split([' ', '.', ',']).next().unwrap_or_default();
        Some(if STANDARD.contains(&module) { Self::Standard } else { Self::Other })
    }
}

/// A comment's language and words.
fn remark<'a>(content: &'a str, mark: &str) -> Option<(Locale, &'a str)> {
    let (language, words) = content.strip_prefix(mark)?.split_once(": ")?;
    Locale::ALL.into_iter().find(|locale| locale.as_str() == language).map(|locale| (locale, words))
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

/// Lines of at most this many columns, broken at spaces and between Chinese characters.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_stands_behind_its_line_or_above_it() {
        let long = "word ".repeat(30);
        let template = format!("# en: short\n# zh: 短\nx = 1\n    # en: {long}\n    # zh: 长\n    y = 2\n");
        let text = laid_out(&template, Locale::En);
        assert!(text.starts_with("x = 1  # short\n    # word word"), "{text}");
        assert!(text.ends_with("\n    y = 2\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 118));
        assert_eq!(laid_out(&template, Locale::Zh), "x = 1  # 短\n    y = 2  # 长\n");
    }

    #[test]
    fn gaps_are_what_they_part() {
        let text = "import os\n\nimport time\nimport torch\n\nimport train\n\n\n\ndef f():\n\n    a = 1\n\n\n    b = 2\n";
        let laid = "import os\nimport time\n\nimport torch\nimport train\n\n\ndef f():\n    a = 1\n\n    b = 2\n";
        assert_eq!(laid_out(text, Locale::En), laid);
    }

    #[test]
    fn a_note_stands_by_itself() {
        let text = "def f():\n    ## en: note\n    ## zh: 注\n    # as it is\n    return 1\n";
        assert_eq!(laid_out(text, Locale::En), "def f():\n    # note\n    # as it is\n    return 1\n");
    }

    #[test]
    fn arguments_stand_on_one_line() {
        let text = "# en: why\n# zh: 因\nx = f(  # one line\n    1,\n    b=2,\n), 3\n";
        assert_eq!(laid_out(text, Locale::En), "x = f(1, b=2), 3  # why\n");
        assert_eq!(laid_out("f(\n    1,\n    # same line\n    b=2,\n)\n", Locale::En), "f(\n    1, b=2,\n)\n");
    }

    #[test]
    fn chinese_breaks_between_characters() {
        let lines = wrapped(&"显存，".repeat(40), 96);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line) <= 98 && !line.starts_with('，')), "{lines:?}");
    }
}
