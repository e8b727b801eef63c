//! Markdown: every table as text, sources by their numbers.

use super::sheets::{sheets, title};
use super::table::{Cell, Column, Sheet};
use super::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;
use wire::v1::estimate::NoteLevel;

/// A bill as Markdown (GitHub's dialect, which has tables).
#[must_use]
pub fn write(bom: &Bom, locale: Locale) -> String {
    let mut text = format!("# {}{}{}\n", words::bill(locale), words::colon(locale), escaped(&title(bom)));
    let mut against = bom.notes.iter().filter(|note| note.level == NoteLevel::Problem).peekable();
    if against.peek().is_some() {
        text.push('\n');
    }
    for note in against {
        let level = words::level_name(note.level, locale);
        for piece in ["- **", level, "**", words::colon(locale), &escaped(&note.detail), "\n"] {
            text.push_str(piece);
        }
    }
    let mut sheets = sheets(bom, locale);
    // A reader first learns what it is all about.
    sheets.swap(0, 1);
    for sheet in sheets.iter().filter(|sheet| !sheet.rows.is_empty()) {
        for piece in ["\n## ", sheet.title, "\n\n"] {
            text.push_str(piece);
        }
        table(&mut text, sheet, locale);
    }
    text
}

/// A table without what only programs read and without columns in which nothing stands.
pub fn table(text: &mut String, sheet: &Sheet, locale: Locale) {
    let is_told = |place: usize| sheet.rows.iter().any(|row| row.get(place).is_some_and(|cell| *cell != Cell::Empty));
    let shown: Vec<(usize, &Column)> =
        sheet.columns.iter().enumerate().filter(|(place, column)| !column.for_programs && is_told(*place)).collect();
    line(text, shown.iter().map(|(_, column)| escaped(column.header)));
    line(text, shown.iter().map(|(_, column)| if column.numeric { "---:" } else { "---" }.to_owned()));
    for row in &sheet.rows {
        line(text, shown.iter().map(|(place, _)| row.get(*place).map_or_else(String::new, |cell| drawn(cell, locale))));
    }
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push_str(if cell.is_empty() { "" } else { " " });
    }
    text.push_str("|\n");
}

fn drawn(cell: &Cell, locale: Locale) -> String {
    let spoken = escaped(&cell.spoken(locale));
    match cell {
        Cell::Source { number, .. } => format!("\\[{number}\\]"),
        Cell::Sum(_) => format!("**{spoken}**"),
        _ => spoken,
    }
}

/// A text that Markdown shows as it is: neither mark-up nor HTML nor the end of a cell.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let letters: Vec<char> = text.chars().collect();
    for (place, &letter) in letters.iter().enumerate() {
        let beside = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_alphanumeric());
        // Between letters an underscore is only a letter, as in names and addresses.
        let in_word = letter == '_' && place > 0 && beside(letters.get(place - 1)) && beside(letters.get(place + 1));
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '|' | '`' | '*' | '[' | ']' | '#' | '~' | '$' => safe.extend(['\\', letter]),
            '_' if !in_word => safe.push_str("\\_"),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        for (text, expected) in [
            ("a|b", "a\\|b"),
            ("a\\|b", "a\\\\\\|b"),
            ("<script>", "&lt;script&gt;"),
            ("![x](y)", "!\\[x\\](y)"),
            ("*b* _i_ `c`", "\\*b\\* \\_i\\_ \\`c\\`"),
            ("max_memory_reserved", "max_memory_reserved"),
            ("R&D", "R&amp;D"),
            ("显存", "显存"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
