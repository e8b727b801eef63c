//! Cells of a table: what they hold, how people read it, and how programs do.

use std::ops::Range;

use scenario::visible::is_visible;
use wire::locale::Locale;
use wording::format;

use crate::export::words;

/// Most characters of a cell: a spreadsheet takes 32,767.
const CELL_CHARACTERS: usize = 32_000;

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
    /// What a line costs.
    Product(Product),
    /// How many rows above it are without a price.
    Unpriced(Unpriced),
    /// A figure that nobody knows: not zero, and in no sum.
    Unknown,
    /// A figure that a buyer fills in: unknown where people read, and nothing where programs compute.
    Open,
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
    /// What they add up to; none where none of them is known.
    pub value: Option<f64>,
    /// Rows that are added, counted from 0; cells among them that are no numbers count nothing.
    pub rows: Range<usize>,
    /// Decimals to show.
    pub decimals: u8,
    /// Currency's code, where it is money.
    pub currency: Option<String>,
}

/// A product of two cells of its row: how many, and what one costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    /// What it comes to; none where the price is not known.
    pub value: Option<f64>,
    /// The columns of both, counted from 0.
    pub columns: [u16; 2],
    /// Currency's code.
    pub currency: String,
}

/// A count of rows of which something is to be bought at a price that is not known.
#[derive(Debug, Clone, PartialEq)]
pub struct Unpriced {
    /// How many there are.
    pub count: u64,
    /// Rows that are looked at, counted from 0.
    pub rows: Range<usize>,
    /// The columns of quantities and of prices, counted from 0.
    pub columns: [u16; 2],
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

    /// An amount of money that a buyer fills in where there is none.
    #[must_use]
    pub fn price(amount: Option<f64>, currency: &str) -> Self {
        match Self::money(amount, currency) {
            Self::Unknown => Self::Open,
            known => known,
        }
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
            Self::Number { value, decimals } | Self::Sum(Sum { value: Some(value), decimals, .. }) => {
                format::decimal(*value, u32::from(*decimals))
            }
            Self::Money { amount, currency } | Self::Product(Product { value: Some(amount), currency, .. }) => {
                format::decimal(*amount, u32::from(format::money_decimals(currency)))
            }
            Self::Unpriced(Unpriced { count, .. }) => format::count(*count),
            Self::Unknown | Self::Open | Self::Product(_) | Self::Sum(_) => words::unknown(locale).to_owned(),
        }
    }

    /// The cell as programs read it: numbers without separators of thousands.
    #[must_use]
    pub fn plain(&self, locale: Locale) -> String {
        match self {
            Self::Number { value, decimals } | Self::Sum(Sum { value: Some(value), decimals, .. }) => {
                format::plain(*value, u32::from(*decimals))
            }
            Self::Money { amount, currency } | Self::Product(Product { value: Some(amount), currency, .. }) => {
                format::plain(*amount, u32::from(format::money_decimals(currency)))
            }
            Self::Unpriced(Unpriced { count, .. }) => count.to_string(),
            Self::Open | Self::Product(_) | Self::Sum(_) => String::new(),
            Self::Empty | Self::Text(_) | Self::Unknown | Self::Source { .. } => self.spoken(locale),
        }
    }
}

/// A text without what neither XML nor a line of CSV should hold, and without marks that make it read as what it is not.
pub(in crate::export) fn clean(text: &str) -> String {
    let visible = |letter: char| match letter {
        letter if letter.is_whitespace() => Some(' '),
        '\u{fffe}' | '\u{ffff}' | '\u{feff}' => None,
        letter if !is_visible(letter) => None,
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
        assert_eq!(Cell::text("\u{202e}9951\u{202c} \u{2067}x\u{2069}"), Cell::Text("9951 x".to_owned()));
        let Cell::Text(long) = Cell::text(&"显".repeat(40_000)) else { panic!("a text") };
        assert_eq!(long.chars().count(), CELL_CHARACTERS);
    }

    #[test]
    fn a_figure_that_is_none_is_unknown() {
        assert_eq!(Cell::number(f64::NAN, 1), Cell::Unknown);
        assert_eq!(Cell::money(Some(f64::INFINITY), "USD"), Cell::Unknown);
        assert_eq!(Cell::money(None, "USD").plain(Locale::Zh), "未知");
        let open = Cell::price(None, "USD");
        assert_eq!((open.spoken(Locale::Zh).as_str(), open.plain(Locale::Zh).as_str()), ("未知", ""));
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
