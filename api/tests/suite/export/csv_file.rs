//! CSV as a spreadsheet reads it.

use api::export::{Format, write};
use wire::Locale;
use wire::v1::bom::{Bom, Price};

use super::bills::{EVIL, bill, bill_of, part, plan};

/// Headers and rows.
pub fn read(bill: &Bom, locale: Locale) -> Vec<Vec<String>> {
    let bytes = write(bill, Format::Csv, locale).unwrap();
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").expect("the mark by which a Chinese Excel knows UTF-8");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text);
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn every_line_ends_as_spreadsheets_expect_and_has_a_field_a_column() {
    let bytes = write(&bill(), Format::Csv, Locale::En).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(text.matches("\r\n").count(), 4, "headers and three parts");
    assert_eq!(text.replace("\r\n", "").matches(['\r', '\n']).count(), 0);
    assert!(text.contains("\"A shop, \"\"list price\"\"\""), "quotes are doubled");
    let rows = read(&bill(), Locale::En);
    assert!(rows.iter().all(|row| row.len() == 24));
}

#[test]
fn headers_are_in_the_readers_language_and_ids_in_none() {
    let [english, chinese] = Locale::ALL.map(|locale| read(&bill(), locale));
    assert_eq!(&english[0][..7], ["Kind", "Kind id", "Id", "Name", "Quantity to buy", "Unit price", "Line total"]);
    assert_eq!(&chinese[0][..7], ["类别", "类别 id", "id", "名称", "采购数量", "单价", "金额"]);
    assert_eq!(&chinese[2][..7], ["处理器", "cpu", "core-i9-13900k", "Core i9-13900K", "1", "589.00", "589.00"]);
    for (english, chinese) in english.iter().zip(&chinese).skip(1) {
        assert_eq!(english[1..3], chinese[1..3]);
    }
}

#[test]
fn numbers_are_bare_and_what_is_unknown_is_blank() {
    let rows = read(&bill(), Locale::En);
    assert_eq!(rows[1][4..7], ["2", "1599.50", "3199.00"]);
    assert_eq!(rows[3][4..9], ["1", "", "", "", ""]);
}

/// A sum among the lines would be bought as one of them.
#[test]
fn every_row_is_a_line_and_their_sum_is_the_bills() {
    let bill = bill();
    let rows = read(&bill, Locale::En);
    assert_eq!(rows.len(), bill.parts.len() + 1);
    let sum: f64 = rows[1..].iter().filter_map(|row| row[6].parse::<f64>().ok()).sum();
    assert_eq!(sum, bill.price.known_amount);
    assert!(rows[1..].iter().all(|row| row[17] == "the supply has one connector | two are needed"), "{rows:?}");
}

#[test]
fn what_is_there_is_not_bought() {
    let mut bill = bill();
    bill.parts[0].owned = 1;
    bill.parts[2].owned = 1;
    let rows = read(&bill, Locale::En);
    assert_eq!((rows[1][4..7].concat(), rows[1][9].as_str()), ("11599.501599.50".to_owned(), "1"));
    assert_eq!(rows[3][4..7], ["0", "", "0.00"]);
}

#[test]
fn every_line_says_whose_it_is() {
    let mut bill = bill();
    assert!(read(&bill, Locale::En)[1][18..].iter().all(String::is_empty), "a scenario is no plan");
    bill.plan = Some(Box::new(plan()));
    let (id, url) = (plan().id, plan().url);
    for row in &read(&bill, Locale::Zh)[1..] {
        assert_eq!(row[18..], ["Lab 3", id.as_str(), "2", url.as_str(), "2026-11-21", "two cards now two later"]);
    }
}

#[test]
fn a_bill_without_any_price_has_no_sum_of_zero() {
    let mut bill = bill();
    bill.parts = vec![part("gpu", "x", "X", 1, None)];
    bill.price = Price::of(0.0, 1, "USD", None);
    let rows = read(&bill, Locale::En);
    assert_eq!((rows.len(), rows[1][6].as_str()), (2, ""));
}

/// Spreadsheets run what begins so; the apostrophe makes it a text.
#[test]
fn no_field_begins_as_a_formula_does() {
    for text in EVIL {
        for row in read(&bill_of(text), Locale::Zh).into_iter().skip(1) {
            for field in row {
                let bare = field.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{200b}');
                assert!(!bare.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u{feff}']), "{text:?}: {field:?}");
            }
        }
    }
    let mut bill = bill();
    bill.parts[0].name = "=1+1".to_owned();
    assert_eq!(read(&bill, Locale::En)[1][3], "'=1+1");
}
