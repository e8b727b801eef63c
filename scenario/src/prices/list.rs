//! Price lists of shops, as buyers keep them: tables of text, sheets of workbooks and JSON, read alike.
//!
//! A row says a part's id, its price and currency, and may say vendor, part number, whether tax is included, date and stock. A
//! table with the columns `currency` and `per_usd` in their place says rates of exchange. A decimal comma is understood where
//! it can be nothing else. Every fault is named with its line and column; nothing of a list with a fault is to be used.

mod cell;
mod column;
mod json;
mod row;
#[cfg(test)]
mod tests;

pub use cell::typed;
pub use json::parse_json;
pub use row::{Quote, Rate};

use super::csv::{at, rows, text_of};
use crate::error::{FieldError, Reason};
use crate::limits;
use column::{Column, columns};

/// What a file or a sheet says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sheet {
    /// Prices.
    pub quotes: Vec<Quote>,
    /// What a US dollar is in other currencies.
    pub rates: Vec<Rate>,
}

/// The list that a table of text says.
///
/// # Errors
/// Every fault up to a limit, with its line and column.
pub fn parse_table(bytes: &[u8]) -> Result<Sheet, Vec<FieldError>> {
    parse_rows(&rows(text_of(bytes)?).1)
}

/// The list that rows of cells say, each with the number of its line; the first has the names of the columns.
///
/// # Errors
/// Every fault up to a limit, with its line and column.
pub fn parse_rows(rows: &[(u64, Vec<String>)]) -> Result<Sheet, Vec<FieldError>> {
    let Some(((line, heading), rows)) = rows.split_first() else {
        return Err([Column::Id, Column::Price, Column::Currency].map(|column| at(1, column.name(), Reason::Required)).to_vec());
    };
    let columns = columns(*line, heading)?;
    if rows.len() > limits::PRICE_ROWS {
        return Err(vec![FieldError::new("", Reason::WrongCount { min: 0, max: limits::PRICE_ROWS })]);
    }
    let is_of_rates = columns.contains(&Column::PerUsd);
    let (mut sheet, mut errors, mut suggestions) = (Sheet::default(), Vec::new(), 0);
    for (line, cells) in rows {
        if errors.len() >= limits::ERRORS {
            break;
        }
        let rest = cells.get(columns.len()..).unwrap_or_default();
        if rest.iter().any(|cell| !cell.trim().is_empty()) {
            errors.push(at(*line, "", Reason::WrongCount { min: 2, max: columns.len() }));
            continue;
        }
        let cell = |wanted: Column| {
            let place = columns.iter().position(|column| *column == wanted)?;
            cells.get(place).map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).map(str::to_owned)
        };
        let faults = if is_of_rates {
            row::rate(*line, cell).map(|rate| sheet.rates.push(rate))
        } else {
            row::quote(*line, cell, suggestions < limits::SUGGESTIONS).map(|quote| sheet.quotes.push(quote))
        };
        for (column, reason) in faults.err().unwrap_or_default() {
            suggestions += usize::from(matches!(reason, Reason::UnknownId { .. }));
            errors.push(at(*line, column.name(), reason));
        }
    }
    errors.truncate(limits::ERRORS);
    if errors.is_empty() { Ok(sheet) } else { Err(errors) }
}
