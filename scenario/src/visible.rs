//! Titles and notes as they are stored: text that shows what it says, on one line or on several.

/// A title: one line without characters that cannot be seen; whatever parts words becomes one space.
#[must_use]
pub fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_whitespace() || character.is_control() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if is_visible(character) {
            line.push(character);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// A note: lines end with a line feed, tabs stay, and other control characters go.
#[must_use]
pub fn paragraphs(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let keeps = |character: &char| matches!(character, '\n' | '\t') || is_visible(*character);
    lines.chars().filter(keeps).collect::<String>().trim().to_owned()
}

/// Whether a character shows where it stands, and parts no lines.
#[must_use]
pub fn is_visible(character: char) -> bool {
    !(character.is_control()
        || turns_text_around(character)
        || has_no_form(character)
        || matches!(character, '\u{2028}' | '\u{2029}'))
}

/// What takes no place on a page: marks of order, soft hyphens, tags, and the code points that Unicode keeps
/// from ever being characters, which YAML refuses. Joiners stay: names in several scripts are written with them.
const fn has_no_form(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    ) || character as u32 & 0xfffe == 0xfffe
}

/// Marks that embed, override or isolate a direction (Unicode Standard Annex 9): with them a text can be made to read as what it is not.
const fn turns_text_around(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_that_shows_what_it_says() {
        for (given, expected) in [
            ("Home lab", "Home lab"),
            ("  two\r\n\tlines\u{0} and\u{a0}more ", "two lines and more"),
            ("\u{202e}gnp.exe", "gnp.exe"),
            ("a\u{fffe}b\u{10ffff}\u{feff}\u{e0041}", "ab"),
            ("👩\u{200d}💻", "👩\u{200d}💻"),
            ("家用 实验室", "家用 实验室"),
            ("\u{0}\u{7f}\n", ""),
            ("", ""),
        ] {
            assert_eq!(line(given), expected, "{given:?}");
            assert_eq!(line(&line(given)), line(given));
        }
    }

    #[test]
    fn a_note_keeps_its_lines() {
        for (given, expected) in [
            ("a\r\nb\rc\n\nd", "a\nb\nc\n\nd"),
            ("\n  - one\n\t- two\u{1b}[31m\u{0}\n", "- one\n\t- two[31m"),
            ("\u{2066}x\u{2069}", "x"),
        ] {
            assert_eq!(paragraphs(given), expected, "{given:?}");
            assert_eq!(paragraphs(&paragraphs(given)), paragraphs(given));
        }
    }
}
