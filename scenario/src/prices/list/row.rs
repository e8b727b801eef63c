//! Rows of a price list.

use super::super::{currency, range_of_rate, within};
use super::cell::{day, flag, price, stock, words};
use super::column::Column;
use crate::error::Reason;
use crate::parts::known_part;
use wire::v1::prices::Currency;

/// What a shop asks for a part.
#[derive(Debug, Clone, PartialEq)]
pub struct Quote {
    /// Where it stands: the line of a table, the place in a list, from 1.
    pub line: u64,
    /// Id of the part.
    pub id: String,
    /// Price of one, above zero.
    pub amount: f64,
    /// Its currency.
    pub currency: Currency,
    /// Who asks it.
    pub vendor: Option<String>,
    /// The shop's or maker's own number of the part.
    pub part_number: Option<String>,
    /// Whether tax is in it, where that is said.
    pub tax_included: Option<bool>,
    /// Of which day (`YYYY-MM-DD`), where that is said.
    pub date: Option<String>,
    /// How many the shop has, where that is said.
    pub stock: Option<u64>,
}

/// What a US dollar is in a currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    /// Where it stands, from 1.
    pub line: u64,
    /// The currency.
    pub currency: Currency,
    /// So much of it for a dollar.
    pub per_usd: f64,
}

/// What is wrong in a row, by column.
pub(super) type Faults = Vec<(Column, Reason)>;

/// Reads cells and keeps what is wrong with them.
struct Reader<C> {
    cell: C,
    faults: Faults,
}

impl<C: Fn(Column) -> Option<String>> Reader<C> {
    fn read<T>(&mut self, column: Column, read: impl Fn(&str) -> Result<T, Reason>) -> Option<T> {
        let text = (self.cell)(column)?;
        read(&text).map_err(|reason| self.faults.push((column, reason))).ok()
    }

    fn needed<T>(&mut self, column: Column, read: impl Fn(&str) -> Result<T, Reason>) -> Option<T> {
        if (self.cell)(column).is_none() {
            self.faults.push((column, Reason::Required));
        }
        self.read(column, read)
    }
}

/// The price that a row says.
pub(super) fn quote(line: u64, cell: impl Fn(Column) -> Option<String>, may_suggest: bool) -> Result<Quote, Faults> {
    let mut reader = Reader { cell, faults: Vec::new() };
    let id = reader.needed(Column::Id, |text| known_part(text, may_suggest));
    let amount = reader.needed(Column::Price, price);
    let currency = reader.needed(Column::Currency, currency);
    let (vendor, part_number) = (reader.read(Column::Vendor, words), reader.read(Column::PartNumber, words));
    let tax_included = reader.read(Column::TaxIncluded, flag);
    let (date, stock) = (reader.read(Column::Date, day), reader.read(Column::Stock, stock));
    match (id, amount, currency) {
        (Some(id), Some(amount), Some(currency)) if reader.faults.is_empty() => {
            Ok(Quote { line, id, amount, currency, vendor, part_number, tax_included, date, stock })
        }
        _ => Err(reader.faults),
    }
}

/// The rate that a row says.
pub(super) fn rate(line: u64, cell: impl Fn(Column) -> Option<String>) -> Result<Rate, Faults> {
    let mut reader = Reader { cell, faults: Vec::new() };
    let currency = reader.needed(Column::Currency, currency);
    let per_usd = reader.needed(Column::PerUsd, |text| {
        let value = crate::amount::rate(text)?;
        currency.map_or(Ok(value), |currency| within(range_of_rate(currency), value))
    });
    match (currency, per_usd) {
        (Some(currency), Some(per_usd)) if reader.faults.is_empty() => Ok(Rate { line, currency, per_usd }),
        _ => Err(reader.faults),
    }
}
