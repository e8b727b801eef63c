//! The guard against formulas: a name that a spreadsheet would run as one is kept a text.

use std::borrow::Cow;

/// What makes spreadsheets take a text for a formula, in ASCII and full width; some also skip what stands before it.
const STARTS: [char; 9] = ['=', '+', '-', '@', '|', '＝', '＋', '－', '＠'];
/// Characters that no text should begin with: they may end the cell before, or hide what follows.
const BREAKS: [char; 3] = ['\t', '\r', '\n'];

/// A text that no spreadsheet runs: an apostrophe goes before what one might.
pub fn guarded(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Whether a spreadsheet might run a text.
pub fn is_formula(text: &str) -> bool {
    let first = text.trim_start_matches(|letter: char| letter.is_whitespace() || is_invisible(letter)).chars().next();
    first.is_some_and(|first| STARTS.contains(&first)) || text.starts_with(BREAKS)
}

/// Marks that take no room: zero-width spaces and joiners, marks of direction, the byte order mark.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{0}'..='\u{1f}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_formula_gets_an_apostrophe() {
        for text in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "|calc",
            "\t=1",
            "\r=1",
            "\n=1",
            "\ttext",
            " =1+1",
            "\u{a0}=1",
            "\u{feff}=1",
            "\u{200b}@x",
            "＝1",
            "＋1",
            "－1",
            "＠x",
            "\u{3000}＝1",
            "=HYPERLINK(\"https://example.org\",\"x\")",
            "=cmd|' /C calc'!A0",
        ] {
            assert_eq!(guarded(text), format!("'{text}"), "{text:?}");
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in ["", "RTX 4090", "a=b", "8 + 8", "'=1", "显卡", "1-2", "µ", "–"] {
            assert_eq!(guarded(text), text);
        }
    }
}
