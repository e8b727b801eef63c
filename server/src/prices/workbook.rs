//! Price lists in workbooks: each sheet with something in it is a table.

use std::io::Cursor;

use calamine::{Data, Range, Reader as _, Xlsx, XlsxError, open_workbook_from_rs};
use scenario::prices::list::{Sheet, parse_rows, typed};
use scenario::{FieldError, Reason};

/// What the sheets of a workbook say, each under the file's name and its own.
pub(super) fn sheets(file: &str, bytes: Vec<u8>) -> Vec<(String, Result<Sheet, Vec<FieldError>>)> {
    let opened: Result<Xlsx<Cursor<Vec<u8>>>, XlsxError> = open_workbook_from_rs(Cursor::new(bytes));
    let Ok(mut book) = opened else {
        return vec![(file.to_owned(), Err(vec![FieldError::new("", Reason::NotAWorkbook)]))];
    };
    let sheets = book.worksheets().into_iter().map(|(name, range)| (format!("{file} ({name})"), rows(&range)));
    sheets.filter(|(_, rows)| !rows.is_empty()).map(|(name, rows)| (name, parse_rows(&rows))).collect()
}

/// The rows with something in them, each with its number in the sheet.
fn rows(range: &Range<Data>) -> Vec<(u64, Vec<String>)> {
    let first = range.start().map_or(0, |(row, _)| u64::from(row)) + 1;
    let rows = range.rows().enumerate().map(|(place, cells)| (first + place as u64, cells.iter().map(text).collect::<Vec<_>>()));
    rows.filter(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty())).collect()
}

fn text(cell: &Data) -> String {
    match cell {
        Data::Float(value) => typed(*value),
        Data::DateTime(time) => {
            let (year, month, day, ..) = time.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        Data::DateTimeIso(time) => time.get(..10).unwrap_or(time).to_owned(),
        other => other.to_string(),
    }
}
