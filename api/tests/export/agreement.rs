//! All files of a bill say the same, whatever its texts and figures are.

use api::Locale;
use api::export::{Cell, sheets};
use api::v1::bom::Bom;
use calamine::{Data, Reader as _};
use proptest::prelude::*;

use crate::bills::{bill, bill_of};
use crate::{csv_file, text_file, workbook};

/// Compares every cell of CSV and XLSX with the tables that they were drawn from.
#[track_caller]
fn check(bill: &Bom, locale: Locale) {
    let sheets = sheets(bill, locale);
    let table = csv_file::read(bill, locale);
    assert_eq!(table.len(), sheets[0].rows.len() + 1);
    for (row, record) in sheets[0].rows.iter().zip(&table[1..]) {
        for (cell, field) in row.iter().zip(record) {
            assert_eq!(
                field.strip_prefix('\'').unwrap_or(field),
                cell.plain(locale).strip_prefix('\'').unwrap_or(&cell.plain(locale))
            );
        }
    }
    let mut book = workbook::open(bill, locale);
    for sheet in &sheets {
        let range = book.worksheet_range(sheet.title).unwrap();
        for (line, row) in (1_u32..).zip(&sheet.rows) {
            assert_eq!(row.len(), sheet.columns.len());
            for (column, cell) in (0_u32..).zip(row) {
                let found = range.get_value((line, column)).unwrap_or(&Data::Empty);
                match cell {
                    Cell::Empty => assert_eq!(found, &Data::Empty),
                    Cell::Number { value, .. } | Cell::Money { amount: value, .. } => assert_eq!(found, &Data::Float(*value)),
                    Cell::Sum(sum) => assert_eq!(found, &Data::Float(sum.value)),
                    Cell::Text(text) | Cell::Source { text, .. } => assert_eq!(found, &Data::String(text.clone())),
                    Cell::Unknown => assert_eq!(found, &Data::String(cell.plain(locale))),
                }
            }
        }
    }
    text_file::check_tables(&text_file::markdown(bill, locale));
}

#[test]
fn the_files_of_a_bill_agree() {
    for locale in Locale::ALL {
        check(&bill(), locale);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_a_file(text in "\\PC{0,40}|(?s:.{0,12})|[=+@\\-|\\\\`\"',;\t\r\n ]{1,8}", chinese: bool) {
        check(&bill_of(&text), if chinese { Locale::Zh } else { Locale::En });
    }

    #[test]
    fn no_figure_breaks_a_file(price in any::<Option<f64>>(), quantity: u64, amount: f64, watts: f64, unknown: u64) {
        let mut bill = bill();
        bill.parts[0].unit_price = price;
        bill.parts[0].quantity = quantity;
        bill.price.amount = amount;
        bill.price.unknown_parts = unknown;
        bill.power.node_dc_w = watts;
        bill.power.run_kwh = Some(watts);
        check(&bill, Locale::En);
    }
}
