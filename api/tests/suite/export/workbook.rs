//! XLSX as another program reads it.

use std::io::Cursor;

use api::export::{Format, write};
use calamine::{Data, Reader, Xlsx};
use wire::Locale;
use wire::v1::bom::Bom;

use super::bills::{EVIL, bill, bill_of, plan};

pub fn open(bill: &Bom, locale: Locale) -> Xlsx<Cursor<Vec<u8>>> {
    Xlsx::new(Cursor::new(write(bill, Format::Xlsx, locale).unwrap())).unwrap()
}

#[test]
fn the_sheets_are_named_in_the_readers_language() {
    let names = |locale| open(&bill(), locale).sheet_names();
    assert_eq!(names(Locale::En), ["Parts", "Order", "Reasons", "Memory", "Power", "Notes", "Assumptions", "Sources"]);
    assert_eq!(names(Locale::Zh), ["部件", "采购信息", "选择依据", "内存与显存", "功耗", "注意事项", "假设", "来源"]);
}

#[test]
fn numbers_are_numbers_and_lines_and_sums_are_formulas_with_their_values() {
    let mut book = open(&bill(), Locale::En);
    let parts = book.worksheet_range("Parts").unwrap();
    assert_eq!(parts.get((1, 4)), Some(&Data::Float(2.0)));
    assert_eq!(parts.get((1, 5)), Some(&Data::Float(1599.5)));
    assert_eq!(parts.get((3, 5)), Some(&Data::Empty), "to be filled in");
    assert_eq!(parts.get((1, 6)), Some(&Data::Float(3199.0)));
    assert_eq!(parts.get((4, 0)), Some(&Data::String("Total of the known prices".to_owned())));
    assert_eq!((parts.get((4, 6)), parts.get((5, 6))), (Some(&Data::Float(3788.0)), Some(&Data::Float(1.0))));
    let formulas = book.worksheet_formula("Parts").unwrap();
    let formula = |row: u32| formulas.get_value((row, 6)).map(String::as_str);
    assert_eq!(formula(1), Some(r#"IF(E2=0,0,IF(F2="","",E2*F2))"#));
    assert_eq!(formula(3), Some(r#"IF(E4=0,0,IF(F4="","",E4*F4))"#), "a price that is filled in counts");
    assert_eq!(formula(4), Some("SUM(G2:G4)"));
    assert_eq!(formula(5), Some(r#"SUMPRODUCT((E2:E4>0)*(F2:F4=""))"#));
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
    assert!(book.worksheet_formula("Parts").unwrap().used_cells().all(|(_, _, formula)| !formula.contains("SUM(")));
}

/// The plan is in the file, and over each printed page.
#[test]
fn the_order_names_its_plan() {
    let mut bill = bill();
    bill.plan = Some(Box::new(plan()));
    let order = open(&bill, Locale::En).worksheet_range("Order").unwrap();
    let found = |name: &str| order.rows().find(|row| row[0] == Data::String(name.to_owned())).map(|row| row[1].to_string());
    for (name, fact) in [
        ("Plan", "Lab 3"),
        ("Plan id", plan().id.as_str()),
        ("Link to the plan", plan().url.as_str()),
        ("Date of the plan", "2026-11-21"),
        ("Note on the plan", "two cards now two later"),
        ("Currency", "USD"),
    ] {
        assert_eq!(found(name).as_deref(), Some(fact), "{name}");
    }
}

/// A file that changes by itself cannot be compared or cached.
#[test]
fn the_same_bill_gives_the_same_bytes() {
    let bill = bill();
    for locale in Locale::ALL {
        assert_eq!(write(&bill, Format::Xlsx, locale).unwrap(), write(&bill, Format::Xlsx, locale).unwrap());
    }
}

/// How formulas of ours begin.
const FORMULAS: [&str; 3] = ["SUM(", "SUMPRODUCT((E", "IF(E"];

#[test]
fn no_text_becomes_a_formula() {
    for text in EVIL {
        let mut book = open(&bill_of(text), Locale::En);
        for name in book.sheet_names() {
            for (_, column, formula) in book.worksheet_formula(&name).unwrap().used_cells() {
                let is_ours = FORMULAS.iter().any(|start| formula.starts_with(start));
                assert!(is_ours && !formula.contains(text), "{text:?}: {formula} in column {column} of {name}");
            }
        }
        let name = book.worksheet_range("Parts").unwrap().get((1, 3)).cloned();
        let expected = text.trim().replace('\u{feff}', "");
        assert_eq!(name, Some(Data::String(expected)), "{text:?} comes back as it was");
    }
}
