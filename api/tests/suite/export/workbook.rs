//! XLSX as another program reads it.

use std::io::Cursor;

use api::export::{Format, write};
use calamine::{Data, Reader, Xlsx};
use wire::Locale;
use wire::v1::bom::Bom;

use super::bills::{EVIL, bill, bill_of};

pub fn open(bill: &Bom, locale: Locale) -> Xlsx<Cursor<Vec<u8>>> {
    Xlsx::new(Cursor::new(write(bill, Format::Xlsx, locale).unwrap())).unwrap()
}

#[test]
fn the_sheets_are_named_in_the_readers_language() {
    let names = |locale| open(&bill(), locale).sheet_names();
    assert_eq!(names(Locale::En), ["Parts", "Memory", "Power", "Notes", "Assumptions", "Sources"]);
    assert_eq!(names(Locale::Zh), ["部件", "内存与显存", "功耗", "注意事项", "假设", "来源"]);
}

#[test]
fn numbers_are_numbers_and_the_sum_is_a_formula_with_its_value() {
    let mut book = open(&bill(), Locale::En);
    let parts = book.worksheet_range("Parts").unwrap();
    assert_eq!(parts.get((1, 4)), Some(&Data::Float(2.0)));
    assert_eq!(parts.get((1, 5)), Some(&Data::Float(1599.5)));
    assert_eq!(parts.get((3, 5)), Some(&Data::String("unknown".to_owned())));
    assert_eq!(parts.get((4, 6)), Some(&Data::Float(3788.0)));
    let formulas = book.worksheet_formula("Parts").unwrap();
    assert_eq!(formulas.get_value((4, 6)).map(String::as_str), Some("SUM(G2:G4)"));
    let memory = book.worksheet_range("Memory").unwrap();
    let bytes: f64 =
        (1..=6).filter_map(|row| memory.get((row, 3))).map(|cell| if let Data::Float(value) = cell { *value } else { 0.0 }).sum();
    assert_eq!(memory.get((7, 3)), Some(&Data::Float(bytes)), "the parts of VRAM add up");
    let power = book.worksheet_range("Power").unwrap();
    assert_eq!((power.get((1, 2)), power.get((6, 2))), (Some(&Data::Float(1153.0)), Some(&Data::String("unknown".to_owned()))));
}

#[test]
fn prices_in_two_currencies_are_not_added_up_by_a_formula() {
    let mut bill = bill();
    bill.parts[1].currency = "CNY".to_owned();
    let mut book = open(&bill, Locale::En);
    assert_eq!(book.worksheet_range("Parts").unwrap().get((4, 6)), Some(&Data::Float(3788.0)));
    assert!(book.worksheet_formula("Parts").unwrap().used_cells().next().is_none());
}

/// A file that changes by itself cannot be compared or cached.
#[test]
fn the_same_bill_gives_the_same_bytes() {
    let bill = bill();
    for locale in Locale::ALL {
        assert_eq!(write(&bill, Format::Xlsx, locale).unwrap(), write(&bill, Format::Xlsx, locale).unwrap());
    }
}

#[test]
fn no_text_becomes_a_formula() {
    for text in EVIL {
        let mut book = open(&bill_of(text), Locale::En);
        for name in book.sheet_names() {
            for (_, column, formula) in book.worksheet_formula(&name).unwrap().used_cells() {
                assert!(formula.starts_with("SUM("), "{text:?}: {formula} in column {column} of {name}");
            }
        }
        let name = book.worksheet_range("Parts").unwrap().get((1, 3)).cloned();
        let expected = text.trim().replace('\u{feff}', "");
        assert_eq!(name, Some(Data::String(expected)), "{text:?} comes back as it was");
    }
}
