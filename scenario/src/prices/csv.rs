//! Own prices as a table of text: what spreadsheets write in any country.
//!
//! A header names the columns `id` and `unit_price`, and may name `currency` and `note`, in any order. Cells are set off by
//! commas, semicolons or tabs, whichever the header has; quotes hold cells together (RFC 4180). A byte order mark, either end
//! of line, empty lines, Excel's line `sep=;` and full-width characters are understood. Every fault is named with its line.

use std::collections::BTreeMap;

use crate::amount::amount;
use crate::error::{FieldError, Reason};
use crate::visible::paragraphs;
use crate::{limits, parts};
use wire::v1::prices::OwnPrice;

/// Names of the columns, the first of each our own.
const COLUMNS: [(Column, &[&str]); 4] = [
    (Column::Id, &["id", "part", "编号"]),
    (Column::UnitPrice, &["unit_price", "price", "单价", "价格"]),
    (Column::Currency, &["currency", "币种", "货币"]),
    (Column::Note, &["note", "备注"]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    UnitPrice,
    Currency,
    Note,
}

impl Column {
    fn name(self) -> &'static str {
        COLUMNS.iter().find(|(column, _)| *column == self).map_or("", |(_, names)| names[0])
    }

    fn of(heading: &str) -> Option<Self> {
        let heading = heading.trim().to_lowercase().replace([' ', '-'], "_");
        COLUMNS.iter().find(|(_, names)| names.contains(&heading.as_str())).map(|(column, _)| *column)
    }
}

/// Own prices of a table.
///
/// # Errors
/// Every fault up to a limit, with its line in the pointer (`/line/7/unit_price`) and in the sentence; nothing of a table with
/// a fault is to be used.
pub fn parse_csv(bytes: &[u8]) -> Result<Vec<OwnPrice>, Vec<FieldError>> {
    let (separator, rows) = rows(text_of(bytes)?);
    let mut rows = rows.into_iter();
    let Some((line, heading)) = rows.next() else {
        return Err([Column::Id, Column::UnitPrice].map(|column| at(1, column.name(), Reason::Required)).to_vec());
    };
    let columns = columns(line, &heading, separator)?;
    let mut table = Table { columns, first: BTreeMap::new(), parts: Vec::new(), errors: Vec::new(), suggestions: 0 };
    for (line, cells) in rows {
        if table.errors.len() >= limits::ERRORS {
            break;
        }
        if table.parts.len() >= limits::PRICE_ROWS {
            table.errors.push(at(line, "", Reason::WrongCount { min: 1, max: limits::PRICE_ROWS }));
            break;
        }
        table.row(line, &cells);
    }
    let Table { parts, mut errors, .. } = table;
    if parts.is_empty() && errors.is_empty() {
        errors.push(FieldError::new("", Reason::WrongCount { min: 1, max: limits::PRICE_ROWS }));
    }
    errors.truncate(limits::ERRORS);
    if errors.is_empty() { Ok(parts) } else { Err(errors) }
}

/// The text of a table, without a byte order mark.
///
/// # Errors
/// It is too large, or is not in UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Vec<FieldError>> {
    if bytes.len() > limits::PRICE_BYTES {
        return Err(vec![FieldError::new("", Reason::TooLarge { max_bytes: limits::PRICE_BYTES })]);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count() as u64;
        vec![at(line, "", Reason::NotUtf8)]
    })?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}

/// What is wrong in a line.
pub(super) fn at(line: u64, column: &'static str, reason: Reason) -> FieldError {
    let pointer = if column.is_empty() { format!("/line/{line}") } else { format!("/line/{line}/{column}") };
    FieldError::new(pointer, Reason::InLine { line, column, reason: Box::new(reason) })
}

fn columns(line: u64, heading: &[String], separator: char) -> Result<Vec<Column>, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut columns = Vec::new();
    for (index, cell) in heading.iter().enumerate() {
        match Column::of(cell) {
            Some(column) if columns.contains(&column) => {
                errors.push(at(line, column.name(), Reason::Duplicate { of: format!("/line/{line}/{}", column.name()) }));
            }
            Some(column) => columns.push(column),
            None if errors.len() < limits::SUGGESTIONS => {
                let name = cell.chars().take(limits::TEXT_LENGTH).collect::<String>();
                let nearest = catalog::nearest(&name, COLUMNS.iter().map(|(column, _)| column.name())).map(str::to_owned);
                let reason = Reason::UnknownColumn { given: name, nearest };
                errors.push(FieldError::new(
                    format!("/line/{line}/{}", index + 1),
                    Reason::InLine { line, column: "", reason: Box::new(reason) },
                ));
            }
            None => {}
        }
    }
    for needed in [Column::Id, Column::UnitPrice] {
        if !columns.contains(&needed) {
            errors.push(at(line, needed.name(), Reason::Required));
        }
    }
    debug_assert!(matches!(separator, ',' | ';' | '\t'), "rows know no other");
    if errors.is_empty() { Ok(columns) } else { Err(errors) }
}

struct Table {
    columns: Vec<Column>,
    first: BTreeMap<String, u64>,
    parts: Vec<OwnPrice>,
    errors: Vec<FieldError>,
    suggestions: usize,
}

impl Table {
    fn row(&mut self, line: u64, cells: &[String]) {
        let count = self.columns.len();
        if cells.len() > count && cells[count..].iter().any(|cell| !cell.trim().is_empty()) {
            self.errors.push(at(line, "", Reason::WrongCount { min: 2, max: count }));
            return;
        }
        let cell = |wanted: Column| {
            let place = self.columns.iter().position(|column| *column == wanted)?;
            cells.get(place).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
        };
        let may_suggest = self.suggestions < limits::SUGGESTIONS;
        let id = cell(Column::Id).ok_or(Reason::Required).and_then(|id| parts::known_id(id, may_suggest));
        let unit_price = cell(Column::UnitPrice).ok_or(Reason::Required).and_then(unit_price);
        let currency = cell(Column::Currency).map(super::currency).transpose();
        let note = cell(Column::Note).map(|note| {
            let is_short = note.chars().count() <= limits::TEXT_LENGTH;
            if is_short { Ok(paragraphs(note)) } else { Err(Reason::TooLong { max: limits::TEXT_LENGTH }) }
        });
        let note = note.transpose().map(|note| note.filter(|note| !note.is_empty()));
        if let Ok(id) = &id {
            if let Some(first) = self.first.get(id) {
                self.errors.push(at(line, "id", Reason::Duplicate { of: format!("/line/{first}/id") }));
            } else {
                self.first.insert(id.clone(), line);
            }
        }
        if matches!(id, Err(Reason::UnknownId { .. })) {
            self.suggestions += 1;
        }
        match (id, unit_price, currency, note) {
            (Ok(id), Ok(unit_price), Ok(currency), Ok(note)) => self.parts.push(OwnPrice { id, unit_price, currency, note }),
            (id, unit_price, currency, note) => {
                let faults = [
                    (Column::Id, id.err()),
                    (Column::UnitPrice, unit_price.err()),
                    (Column::Currency, currency.err()),
                    (Column::Note, note.err()),
                ];
                let faults = faults.into_iter().filter_map(|(column, fault)| Some(at(line, column.name(), fault?)));
                self.errors.extend(faults);
            }
        }
    }
}

/// A price as typed. What begins like a negative number gets the range as its reason, rather than that it is not a number.
///
/// # Errors
/// It is no number, may be two, or is beyond what prices are.
pub fn unit_price(text: &str) -> Result<f64, Reason> {
    let range = limits::UNIT_PRICE;
    let is_negative = text.strip_prefix(['-', '－', '−']).is_some_and(|rest| amount(rest).is_ok());
    match amount(text) {
        Ok(value) => super::within(range, value),
        Err(_) if is_negative => Err(Reason::OutOfRange { min: range.min, max: range.max, unit: range.unit }),
        Err(reason) => Err(reason),
    }
}

/// The cells of every line that has any, with the number of the line, and what sets them off.
pub(super) fn rows(text: &str) -> (char, Vec<(u64, Vec<String>)>) {
    let (text, named, skipped) = match text.split_once('\n') {
        Some((first, rest)) if first.to_ascii_lowercase().starts_with("sep=") => (rest, first.trim_end().chars().nth(4), 1),
        _ => (text, None, 0),
    };
    let heading = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let most = [',', ';', '\t'].into_iter().rev().max_by_key(|separator| heading.matches(*separator).count());
    let separator = named.filter(|named| matches!(named, ',' | ';' | '\t')).or(most).unwrap_or(',');
    let mut rows = Vec::new();
    let mut cells = vec![String::new()];
    let (mut line, mut begun, mut quoted) = (1 + skipped, 1 + skipped, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let last = cells.len() - 1;
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cells[last].push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cells[last].trim().is_empty() => {
                cells[last].clear();
                quoted = true;
            }
            '\n' | '\r' if !quoted => {
                if character == '\r' && characters.peek() == Some(&'\n') {
                    characters.next();
                }
                rows.push((begun, std::mem::replace(&mut cells, vec![String::new()])));
                line += 1;
                begun = line;
            }
            '\n' => {
                line += 1;
                cells[last].push(' ');
            }
            _ if character == separator && !quoted => cells.push(String::new()),
            _ => cells[last].push(character),
        }
    }
    rows.push((begun, cells));
    rows.retain(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty()));
    (separator, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::locale::Locale;
    use wire::v1::prices::Currency;

    fn read(text: &str) -> Vec<(String, f64, Option<Currency>)> {
        let parts = parse_csv(text.as_bytes()).unwrap_or_else(|errors| panic!("{text:?}: {errors:?}"));
        parts.into_iter().map(|own| (own.id, own.unit_price, own.currency)).collect()
    }

    fn refused(text: &str) -> Vec<(String, &'static str)> {
        let errors = parse_csv(text.as_bytes()).expect_err(text);
        errors.into_iter().map(|error| (error.pointer.clone(), error.code())).collect()
    }

    #[test]
    fn tables_as_spreadsheets_write_them() {
        let expected = vec![("rtx-4090".to_owned(), 1599.5, None), ("case".to_owned(), 80.0, Some(Currency::CNY))];
        for text in [
            "id,unit_price,currency\nrtx-4090,1599.5,\ncase,80,CNY\n",
            "\u{FEFF}id,unit_price,currency\r\nrtx-4090,1599.5,\r\ncase,80,cny\r\n",
            "id;unit_price;currency\rrtx-4090;1 599.5;\rcase;80;CNY",
            "sep=;\nunit_price;id;currency\n１５９９．５;RTX-4090\n\n80;case;CNY\n;;\n",
            "id\tunit_price\tcurrency\tnote\n\"rtx-4090\"\t\"1,599.5\"\t\t\"a \"\"b\"\"\nc\"\ncase\t80\tCNY\n",
            "编号,单价,币种\nrtx-4090,1599.5\ncase,80,CNY,,\n",
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_note_shows_what_it_says() {
        let note = |text: &str| {
            let table = format!("id,unit_price,note\nrtx-4090,1599,\"{text}\"\n");
            parse_csv(table.as_bytes()).unwrap().remove(0).note
        };
        assert_eq!(note("shop \u{202e}moc.elpmaxe\u{202c} \u{2066}x\u{2069}").as_deref(), Some("shop moc.elpmaxe x"));
        assert_eq!(note("two\nlines\u{7}").as_deref(), Some("two lines"));
        assert_eq!(note("\u{202e}"), None);
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        let fault = |pointer: &str, code: &'static str| (pointer.to_owned(), code);
        assert_eq!(refused(""), [fault("/line/1/id", "required"), fault("/line/1/unit_price", "required")]);
        assert_eq!(
            refused("name,unit_price\nrtx-4090,1"),
            [fault("/line/1/1", "unknown-column"), fault("/line/1/id", "required")]
        );
        assert_eq!(
            refused("id,unit_price,currency\nrtx-4090,-1\nrtx-409,x,EURO\n\nrtx-4080,5\nrtx-4080,6\nrtx-4070,1,USD,x\n,7"),
            [
                fault("/line/2/unit_price", "out-of-range"),
                fault("/line/3/id", "unknown-id"),
                fault("/line/3/unit_price", "wrong-type"),
                fault("/line/3/currency", "unknown-value"),
                fault("/line/6/id", "duplicate"),
                fault("/line/7", "wrong-count"),
                fault("/line/8/id", "required"),
            ]
        );
        assert_eq!(refused("id,unit_price\n"), [fault("", "wrong-count")]);
        let errors = parse_csv("id,unit_price\nrtx-409,1".as_bytes()).unwrap_err();
        let told = errors[0].detail(Locale::En);
        assert!(told.starts_with("line 2, id: ") && told.contains("rtx-4090"), "{told}");
        let told = errors[0].detail(Locale::Zh);
        assert!(told.starts_with("第 2 行 id：") && told.contains("rtx-4090"), "{told}");
    }

    /// A cell such as `1.500` is a thousand times as much in one country as in another.
    #[test]
    fn a_price_that_two_countries_read_apart_is_refused() {
        for (text, whole, fraction) in [
            ("1.500", "1500", "1.5"),
            ("1,500", "1500", "1.5"),
            ("１．２５９", "1259", "1.2590"),
            ("0,500", "500", "0.5"),
            ("12.000", "12000", "12"),
        ] {
            let errors = parse_csv(format!("id;unit_price\nrtx-4090;{text}\n").as_bytes()).expect_err(text);
            assert_eq!((errors[0].pointer.as_str(), errors[0].code()), ("/line/2/unit_price", "ambiguous-number"), "{text}");
            for locale in Locale::ALL {
                let told = errors[0].detail(locale);
                assert!(told.contains(&format!(" {whole} ")) && told.contains(fraction), "{told}");
            }
            assert_eq!(
                read(&format!("id;unit_price\nrtx-4090;{whole}\ncase;{fraction}\n")).len(),
                2,
                "as it is told, it is read"
            );
        }
        for (text, price) in [
            ("1500", 1500.0),
            ("1.50", 1.5),
            ("0.500", 0.5),
            ("1,234,567", 1_234_567.0),
            ("1,599.5", 1599.5),
            ("1 500", 1500.0),
            ("1000,50", 1000.5),
            ("12,5", 12.5),
        ] {
            assert_eq!(read(&format!("id;unit_price\nrtx-4090;{text}\n"))[0].1.to_bits(), f64::to_bits(price), "{text}");
        }
    }

    #[test]
    fn what_is_too_much_is_refused_whole() {
        let mut bytes = b"id,unit_price\n".to_vec();
        bytes.resize(limits::PRICE_BYTES + 1, b'x');
        assert_eq!(parse_csv(&bytes).unwrap_err()[0].code(), "too-large");
        let rows = "x,1\n".repeat(limits::PRICE_ROWS + 1);
        assert_eq!(refused(&format!("id,unit_price\n{rows}")).len(), limits::ERRORS);
        let gbk = b"id,unit_price,note\nrtx-4090,1,\xcf\xd4\xbf\xa8\n";
        let errors = parse_csv(gbk).unwrap_err();
        assert_eq!((errors[0].pointer.as_str(), errors[0].code()), ("/line/2", "not-utf-8"));
    }
}
