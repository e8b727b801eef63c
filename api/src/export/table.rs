//! Tables of typed cells, which every writer draws in its own way.

use std::ops::Range;

use wire::locale::Locale;
use wording::format;

use super::words;

/// Most characters of a cell: a spreadsheet takes 32,767.
const CELL_CHARACTERS: usize = 32_000;

/// A table with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Name of the sheet, at most 31 characters.
    pub title: &'static str,
    /// What stands in each column.
    pub columns: Vec<Column>,
    /// The rows, each with a cell a column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Column {
    /// Its name, with the unit where all cells have one.
    pub header: &'static str,
    /// Width in characters, for writers that have widths.
    pub width: f64,
    /// Numbers, which stand at the right.
    pub numeric: bool,
    /// For programs: what reads as text to people leaves it out.
    pub for_programs: bool,
}

impl Column {
    /// A column of text.
    #[must_use]
    pub const fn text(header: &'static str, width: f64) -> Self {
        Self { header, width, numeric: false, for_programs: false }
    }

    /// A column of numbers.
    #[must_use]
    pub const fn number(header: &'static str, width: f64) -> Self {
        Self { header, width, numeric: true, for_programs: false }
    }

    /// A column of stable names.
    #[must_use]
    pub const fn id(header: &'static str, width: f64) -> Self {
        Self { header, width, numeric: false, for_programs: true }
    }
}

/// What stands in a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text without characters that a file cannot hold.
    Text(String),
    /// A number.
    Number {
        /// The number.
        value: f64,
        /// Decimals to show.
        decimals: u8,
    },
    /// An amount of money.
    Money {
        /// The amount.
        amount: f64,
        /// Its currency's code.
        currency: String,
    },
    /// A sum of cells above it in the same column.
    Sum(Sum),
    /// A figure that nobody knows: not zero, and in no sum.
    Unknown,
    /// A source: its text, or its number where sources are listed elsewhere.
    Source {
        /// Number in the list of sources.
        number: usize,
        /// What it is.
        text: String,
    },
}

/// A sum of cells of one column.
#[derive(Debug, Clone, PartialEq)]
pub struct Sum {
    /// What they add up to.
    pub value: f64,
    /// Rows that are added, counted from 0; cells among them that are no numbers count nothing.
    pub rows: Range<usize>,
    /// Decimals to show.
    pub decimals: u8,
    /// Currency's code, where it is money.
    pub currency: Option<String>,
}

impl Cell {
    /// A text, without control characters and what else no file may hold; line ends become spaces.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let clean = clean(text);
        if clean.is_empty() { Self::Empty } else { Self::Text(clean) }
    }

    /// A number with so many decimals; unknown where it is none.
    #[must_use]
    pub fn number(value: f64, decimals: u8) -> Self {
        if value.is_finite() { Self::Number { value, decimals } } else { Self::Unknown }
    }

    /// A whole number.
    #[must_use]
    pub fn count(value: u64) -> Self {
        Self::Number { value: value as f64, decimals: 0 }
    }

    /// An amount of money; unknown where there is none.
    #[must_use]
    pub fn money(amount: Option<f64>, currency: &str) -> Self {
        match amount {
            Some(amount) if amount.is_finite() => Self::Money { amount, currency: clean(currency) },
            _ => Self::Unknown,
        }
    }

    /// The cell as people read it.
    #[must_use]
    pub fn spoken(&self, locale: Locale) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Source { text, .. } => text.clone(),
            Self::Number { value, decimals } => format::decimal(*value, u32::from(*decimals)),
            Self::Money { amount, currency } => format::decimal(*amount, u32::from(format::money_decimals(currency))),
            Self::Sum(sum) => format::decimal(sum.value, u32::from(sum.decimals)),
            Self::Unknown => words::unknown(locale).to_owned(),
        }
    }

    /// The cell as programs read it: numbers without separators of thousands.
    #[must_use]
    pub fn plain(&self, locale: Locale) -> String {
        match self {
            Self::Number { value, decimals } => format::plain(*value, u32::from(*decimals)),
            Self::Money { amount, currency } => format::plain(*amount, u32::from(format::money_decimals(currency))),
            Self::Sum(sum) => format::plain(sum.value, u32::from(sum.decimals)),
            Self::Empty | Self::Text(_) | Self::Unknown | Self::Source { .. } => self.spoken(locale),
        }
    }
}

/// A text without what neither XML nor a line of CSV should hold.
pub(super) fn clean(text: &str) -> String {
    let visible = |letter: char| match letter {
        letter if letter.is_whitespace() => Some(' '),
        '\u{fffe}' | '\u{ffff}' | '\u{feff}' => None,
        letter if letter.is_control() => None,
        letter => Some(letter),
    };
    text.trim().chars().filter_map(visible).take(CELL_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_hold_nothing_that_a_file_cannot() {
        assert_eq!(Cell::text(" a\r\nb\u{0}\u{7}\tc\u{ffff} "), Cell::Text("a  b c".to_owned()));
        assert_eq!(Cell::text("\u{1}"), Cell::Empty);
        let Cell::Text(long) = Cell::text(&"显".repeat(40_000)) else { panic!("a text") };
        assert_eq!(long.chars().count(), CELL_CHARACTERS);
    }

    #[test]
    fn a_figure_that_is_none_is_unknown() {
        assert_eq!(Cell::number(f64::NAN, 1), Cell::Unknown);
        assert_eq!(Cell::money(Some(f64::INFINITY), "USD"), Cell::Unknown);
        assert_eq!(Cell::money(None, "USD").plain(Locale::Zh), "未知");
    }

    #[test]
    fn people_get_separators_and_programs_none() {
        let money = Cell::money(Some(1_234_567.5), "USD");
        assert_eq!((money.spoken(Locale::En).as_str(), money.plain(Locale::En).as_str()), ("1,234,567.50", "1234567.50"));
        let below = Cell::number(-1234.25, 1);
        assert_eq!((below.spoken(Locale::En).as_str(), below.plain(Locale::En).as_str()), ("-1,234.3", "-1234.3"));
        assert_eq!(Cell::number(-0.4, 1).spoken(Locale::En), "-0.4");
    }
}
