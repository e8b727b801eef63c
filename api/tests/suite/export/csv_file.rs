//! CSV as a spreadsheet reads it.

use api::export::{Format, write};
use wire::Locale;
use wire::v1::bom::{Bom, Price};

use super::bills::{EVIL, bill, bill_of, part};

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
    assert_eq!(text.matches("\r\n").count(), 7, "headers, three parts, what is known, the total, a problem");
    assert_eq!(text.replace("\r\n", "").matches(['\r', '\n']).count(), 0);
    assert!(text.contains("\"A shop, \"\"list price\"\"\""), "quotes are doubled");
    let rows = read(&bill(), Locale::En);
    assert!(rows.iter().all(|row| row.len() == 12));
}

#[test]
fn headers_are_in_the_readers_language_and_ids_in_none() {
    let [english, chinese] = Locale::ALL.map(|locale| read(&bill(), locale));
    assert_eq!(&english[0][..7], ["Kind", "Kind id", "Id", "Name", "Quantity", "Unit price", "Price"]);
    assert_eq!(&chinese[0][..7], ["类别", "类别 id", "id", "名称", "数量", "单价", "价格"]);
    assert_eq!(&chinese[2][..7], ["处理器", "cpu", "core-i9-13900k", "Core i9-13900K", "1", "589.00", "589.00"]);
    for (english, chinese) in english.iter().zip(&chinese).skip(1) {
        assert_eq!(english[1..3], chinese[1..3]);
    }
}

#[test]
fn numbers_are_bare_and_what_is_unknown_is_said_and_counted() {
    let rows = read(&bill(), Locale::En);
    assert_eq!(rows[1][4..7], ["2", "1599.50", "3199.00"]);
    assert_eq!(rows[3][5..9], ["unknown", "unknown", "", ""]);
    let line = |row: usize| [0, 3, 6, 7, 8].map(|column| rows[row][column].as_str());
    assert_eq!(line(4), ["Known prices", "", "3788.00", "USD", "2025-07"]);
    assert_eq!(line(5), ["Total", "from 3,788.00 USD plus 1 unpriced part", "unknown", "USD", "2025-07"]);
    let mut whole = bill();
    whole.parts[2].unit_price = Some(100.0);
    whole.price = Price::of(3888.0, 0, "USD", None);
    let rows = read(&whole, Locale::En);
    assert_eq!(rows[5][..4], ["problem", "", "connectors", "the supply has one connector | two are needed"]);
    assert_eq!((rows.len(), rows[4][0].as_str(), rows[4][6].as_str()), (6, "Total", "3888.00"));
}

#[test]
fn a_bill_without_any_price_has_no_sum_of_zero() {
    let mut bill = bill();
    bill.parts = vec![part("gpu", "x", "X", 1, None)];
    bill.price = Price::of(0.0, 1, "USD", None);
    assert_eq!(read(&bill, Locale::En)[2][6], "unknown");
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
