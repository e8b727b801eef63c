//! All files of a bill say the same, whatever its texts and figures are.

use api::bill::{bom, bom_in};
use api::export::{Cell, Product, Sum, lines, sheets};
use calamine::{Data, Reader as _};
use proptest::prelude::*;
use wire::Locale;
use wire::v1::bom::{Bom, Price};

use super::bills::{bill, bill_of};
use super::{csv_file, text_file, workbook};

/// Compares every cell of CSV and XLSX with the tables that they were drawn from.
#[track_caller]
fn check(bill: &Bom, locale: Locale) {
    let sheets = sheets(bill, locale);
    let table = csv_file::read(bill, locale);
    let lines = lines(bill, locale);
    assert_eq!(table.len(), lines.rows.len() + 1);
    for (row, record) in lines.rows.iter().zip(&table[1..]) {
        assert_eq!(row.len(), record.len());
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
                    Cell::Empty | Cell::Open => assert_eq!(found, &Data::Empty),
                    Cell::Number { value, .. }
                    | Cell::Money { amount: value, .. }
                    | Cell::Sum(Sum { value: Some(value), .. })
                    | Cell::Product(Product { value: Some(value), .. }) => assert_eq!(found, &Data::Float(*value)),
                    Cell::Sum(_) | Cell::Product(_) => assert_eq!(found.to_string(), "", "{cell:?}"),
                    Cell::Unpriced(unpriced) => assert_eq!(found, &Data::Float(unpriced.count as f64)),
                    Cell::Text(text) | Cell::Source { text, .. } => assert_eq!(found, &Data::String(text.clone())),
                    Cell::Unknown => assert_eq!(found, &Data::String(cell.plain(locale))),
                }
            }
        }
    }
    for (line, row) in lines.rows.iter().zip(&sheets[0].rows) {
        assert!(line.starts_with(row), "a line is the same in every file");
    }
    text_file::check_tables(&text_file::markdown(bill, locale));
}

#[test]
fn the_files_of_a_bill_agree() {
    for locale in Locale::ALL {
        check(&bill(), locale);
    }
}

/// Machines as the product lists them, from a laptop's card to a cluster.
#[test]
fn the_files_of_real_machines_agree_and_speak_the_readers_language() {
    for scenario in [
        r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}}"#,
        r#"{"hardware":{"gpu":"rtx-3090","gpu_count":4},"model":{"id":"llama-2-7b"},"training":{"method":"qlora"}}"#,
        r#"{"hardware":{"gpu":"h100-sxm5-80gb","gpu_count":8,"nodes":2},"model":{"id":"llama-2-7b"},"training":{"sharding":"zero-3"}}"#,
        r#"{"model":{"id":"bert-base"},"constraints":{"budget":{"amount":3000,"currency":"USD"}}}"#,
    ] {
        let scenario = api::parse_scenario_json(scenario).unwrap();
        let [english, chinese] = Locale::ALL.map(|locale| {
            let bill = bom_in(&scenario, locale).unwrap();
            check(&bill, locale);
            bill
        });
        assert_eq!(english, bom(&scenario).unwrap());
        for (part, other) in english.parts.iter().zip(&chinese.parts) {
            assert_eq!((&part.id, part.unit_price), (&other.id, other.unit_price));
            assert!(part.reason.is_ascii() && has_han(&other.reason), "{}: {} / {}", part.id, part.reason, other.reason);
        }
        let details = |bill: &Bom| {
            let notes = bill.notes.iter().map(|note| note.detail.clone());
            notes.chain(bill.assumptions.iter().map(|assumption| assumption.detail.clone())).collect::<Vec<_>>()
        };
        assert!(details(&chinese).iter().all(|text| has_han(text)), "{:?}", details(&chinese));
        assert!(!details(&english).iter().any(|text| has_han(text)), "{:?}", details(&english));
    }
}

fn has_han(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
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
        bill.price = Price::of(amount, unknown, "USD", None);
        bill.power.node_dc_w = Some(watts);
        bill.power.run_kwh = Some(watts);
        check(&bill, Locale::En);
    }
}
