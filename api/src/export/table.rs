//! Tables of typed cells, which every writer draws in its own way.

mod cell;

pub(super) use cell::clean;
pub use cell::{Cell, Product, Sum, Unpriced};

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
