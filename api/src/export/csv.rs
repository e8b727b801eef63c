//! Comma-separated values that a spreadsheet opens by a double click.

use ::csv::{Error, Terminator, WriterBuilder};

use super::guard::guarded;
use super::table::{Cell, Sheet};
use wire::locale::Locale;

/// By this mark spreadsheets know UTF-8; without it a Chinese Excel reads GBK.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A sheet as CSV (RFC 4180): the byte order mark, a row of headers, lines that end in CR LF.
pub fn write(sheet: &Sheet, locale: Locale) -> Result<Vec<u8>, Error> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
    writer.write_record(sheet.columns.iter().map(|column| column.header))?;
    for row in &sheet.rows {
        writer.write_record(row.iter().map(|cell| field(cell, locale)))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// A number stays one; only texts can be formulas.
fn field(cell: &Cell, locale: Locale) -> String {
    let plain = cell.plain(locale);
    match cell {
        Cell::Text(_) | Cell::Source { .. } => guarded(&plain).into_owned(),
        _ => plain,
    }
}
