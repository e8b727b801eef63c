//! The codes of currencies.

use wire::v1::prices::Currency;

#[test]
fn codes_are_sorted_and_found() {
    let codes: Vec<&str> = Currency::all().map(Currency::as_str).collect();
    assert!(codes.is_sorted_by(|one, other| one < other) && codes.len() > 100, "{codes:?}");
    assert_eq!([Currency::USD, Currency::CNY, Currency::EUR].map(Currency::as_str), ["USD", "CNY", "EUR"]);
    assert_eq!((Currency::from_word("EURO"), Currency::from_word("eur")), (None, None));
    assert!(codes.iter().all(|code| Currency::from_word(code).is_some_and(|found| found.as_str() == *code)));
}
