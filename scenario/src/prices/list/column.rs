//! The columns of a price list, by any of their names.

use super::super::csv::at;
use crate::error::{FieldError, Reason};
use crate::limits;

/// What a column says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Id,
    Price,
    Currency,
    Vendor,
    PartNumber,
    TaxIncluded,
    Date,
    Stock,
    /// What the buyer notes for himself; not read.
    Note,
    /// What a US dollar is in the currency of the row.
    PerUsd,
}

/// Names of the columns, the first of each our own.
const COLUMNS: [(Column, &[&str]); 10] = [
    (Column::Id, &["id", "part", "part_id", "catalog_id", "编号"]),
    (Column::Price, &["price", "amount", "unit_price", "单价", "价格"]),
    (Column::Currency, &["currency", "币种", "货币"]),
    (Column::Vendor, &["vendor", "shop", "supplier", "seller", "供应商", "商家"]),
    (Column::PartNumber, &["part_number", "part_no", "mpn", "sku", "article", "型号", "料号"]),
    (Column::TaxIncluded, &["tax_included", "tax", "vat_included", "incl_tax", "incl_vat", "含税"]),
    (Column::Date, &["date", "as_of", "updated", "日期"]),
    (Column::Stock, &["stock", "in_stock", "available", "quantity", "库存"]),
    (Column::Note, &["note", "name", "description", "备注", "名称"]),
    (Column::PerUsd, &["per_usd", "rate", "汇率"]),
];

impl Column {
    /// Our own name of it.
    pub(super) fn name(self) -> &'static str {
        COLUMNS.iter().find(|(column, _)| *column == self).map_or("", |(_, names)| names[0])
    }

    /// The column of a heading: `Tax included?` is `tax_included`.
    pub(super) fn of(heading: &str) -> Option<Self> {
        let heading = heading.trim().trim_end_matches(['?', ':', '？', '：']).trim_end().to_lowercase();
        let heading = heading.replace([' ', '-'], "_");
        COLUMNS.iter().find(|(_, names)| names.contains(&heading.as_str())).map(|(column, _)| *column)
    }

    /// Why a heading is none.
    pub(super) fn unknown(heading: &str) -> Reason {
        let given: String = heading.chars().take(limits::TEXT_LENGTH).collect();
        let nearest = catalog::nearest(&given, COLUMNS.iter().map(|(column, _)| column.name())).map(str::to_owned);
        Reason::UnknownColumn { given, nearest }
    }
}

/// The columns that a heading names.
///
/// # Errors
/// Columns that are unknown, there twice or missing.
pub(super) fn columns(line: u64, heading: &[String]) -> Result<Vec<Column>, Vec<FieldError>> {
    // Spreadsheets write empty cells behind the last column.
    let count = heading.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1);
    let (mut errors, mut columns) = (Vec::new(), Vec::new());
    for cell in heading.iter().take(count) {
        match Column::of(cell) {
            Some(column) if columns.contains(&column) => {
                errors.push(at(line, column.name(), Reason::Duplicate { of: format!("/line/{line}/{}", column.name()) }));
            }
            Some(column) => columns.push(column),
            None if errors.len() < limits::SUGGESTIONS => errors.push(at(line, "", Column::unknown(cell))),
            None => {}
        }
    }
    let needed: &[Column] =
        if columns.contains(&Column::PerUsd) { &[Column::Currency] } else { &[Column::Id, Column::Price, Column::Currency] };
    let missing = needed.iter().filter(|needed| !columns.contains(needed));
    errors.extend(missing.map(|column| at(line, column.name(), Reason::Required)));
    if errors.is_empty() { Ok(columns) } else { Err(errors) }
}
