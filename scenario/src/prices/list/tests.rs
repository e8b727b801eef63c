//! Lists as shops and spreadsheets write them, and what is said of broken ones.

use super::*;
use wire::locale::Locale;

fn amounts(text: &str) -> Vec<(String, f64, &'static str)> {
    let sheet = parse_table(text.as_bytes()).unwrap_or_else(|errors| panic!("{text:?}: {errors:?}"));
    sheet.quotes.into_iter().map(|quote| (quote.id, quote.amount, quote.currency.as_str())).collect()
}

fn told(errors: &[FieldError]) -> Vec<String> {
    errors.iter().map(|error| error.detail(Locale::En)).collect()
}

#[test]
fn lists_as_shops_write_them() {
    let expected = vec![("rtx-4090".to_owned(), 1599.5, "EUR"), ("case-tower-mid".to_owned(), 80.0, "USD")];
    for text in [
        "id,price,currency\nrtx-4090,1599.50,EUR\ncase-tower-mid,80,usd\n",
        "\u{FEFF}Part;Amount;Currency;Vendor;Part number;Tax included?;Date;Stock;;\r\nRTX-4090;1599,50;eur;A;X-1;yes;2026-10-03;4;;\r\ncase-tower-mid;80;USD\r\n",
        "sep=;\nid;unit price;currency\nrtx-4090;1.599,5;EUR\n;;\ncase-tower-mid;80,00;USD\n",
        "sku\tcurrency\tid\tprice\n\"a\tb\"\tEUR\trtx-4090\t1'599.50\n\tUSD\tcase-tower-mid\t80\n",
        "编号,价格,货币\nrtx-4090,\"1.599,500\",EUR\ncase-tower-mid,80,USD\n",
    ] {
        assert_eq!(amounts(text), expected, "{text:?}");
    }
}

#[test]
fn a_row_says_more_than_a_price() {
    let table = "id;price;currency;vendor;mpn;tax;date;stock\nrtx-4090;1599;EUR;=A\u{7}\u{202e}B;X-1\u{2069};net;3.10.2026;yes\ncase-tower-mid;80;EUR;;;;2026/10/03;0";
    let sheet = parse_table(table.as_bytes()).unwrap();
    let [card, tower] = &sheet.quotes[..] else { panic!("{sheet:?}") };
    assert_eq!((card.line, card.vendor.as_deref(), card.part_number.as_deref()), (2, Some("=A B"), Some("X-1")));
    assert_eq!((card.tax_included, card.date.as_deref(), card.stock), (Some(false), Some("2026-10-03"), Some(1)));
    assert_eq!((&tower.vendor, tower.tax_included, &tower.date, tower.stock), (&None, None, &card.date, Some(0)));
}

#[test]
fn every_fault_has_its_line_and_column() {
    for (text, expected) in [
        ("", vec!["line 1, id: is required", "line 1, price: is required", "line 1, currency: is required"]),
        ("id,price\nrtx-4090,5\n", vec!["line 1, currency: is required"]),
        ("id,price,currency,vendr\n", vec!["line 1: `vendr` is not a column; did you mean `vendor`?"]),
        ("id,price,currency,price\n", vec!["line 1, price: is given twice, first in line 1; keep one of the two"]),
        ("id,price,currency\n\nrtx-409,5,EUR\n", vec!["line 3, id: `rtx-409` is not in the catalog; the nearest is `rtx-4090`"]),
        ("id,price,currency\nrtx-4090,,EUR\n", vec!["line 2, price: is required"]),
        ("id,price,currency\nrtx-4090,0,EUR\n", vec!["line 2, price: must be between 0.01 and 1,000,000,000"]),
        ("id,price,currency\nrtx-4090,call us,EUR\n", vec!["line 2, price: must be a number"]),
        ("id,price,currency\nrtx-4090,5,\n", vec!["line 2, currency: is required"]),
        ("id,price,currency,tax\nrtx-4090,5,EUR,19 %\n", vec!["line 2, tax_included: must be true or false"]),
        ("id,price,currency,date\nrtx-4090,5,EUR,02/03/2026\n", vec!["line 2, date: must be a day such as 2026-11-30"]),
        ("id,price,currency,date\nrtx-4090,5,EUR,2026-02-29\n", vec!["line 2, date: must be a day such as 2026-11-30"]),
        ("id,price,currency,stock\nrtx-4090,5,EUR,-1\n", vec!["line 2, stock: must be a whole number, not negative"]),
        ("id,price,currency\nrtx-4090,5,EUR,6\n", vec!["line 2: must have 2 to 3 entries"]),
        ("currency,per_usd\nEUR,\n", vec!["line 2, per_usd: is required"]),
        ("per_usd\n1\n", vec!["line 1, currency: is required"]),
    ] {
        assert_eq!(told(&parse_table(text.as_bytes()).expect_err(text)), expected, "{text:?}");
    }
    let unknown = parse_table(b"id,price,currency\nrtx-4090,5,EURO\n").unwrap_err();
    assert!(told(&unknown)[0].starts_with("line 2, currency: `EURO` is no code of a currency"), "{unknown:?}");
    let ambiguous = parse_table(b"id,price,currency\nrtx-4090,1.599,EUR\n").unwrap_err();
    assert!(told(&ambiguous)[0].starts_with("line 2, price: `1.599` may be 1599 or 1.599"), "{ambiguous:?}");
    let kind = parse_table(b"id,price,currency\ngpu,5,EUR\n").unwrap_err();
    assert_eq!(kind[0].code(), "unknown-id", "a kind is no part that a shop sells");
    let gbk = parse_table(b"id,price,currency,note\nrtx-4090,1,EUR,\xcf\xd4\n").unwrap_err();
    assert!(told(&gbk)[0].starts_with("line 2: "), "{gbk:?}");
    let chinese = parse_table(b"id,price,currency\nrtx-4090,,EUR\n").unwrap_err();
    assert_eq!(chinese[0].detail(Locale::Zh), "第 2 行 price：为必填项");
}

#[test]
fn what_is_too_much_is_refused() {
    let rows = "rtx-4090,1,EUR\n".repeat(limits::PRICE_ROWS + 1);
    assert_eq!(parse_table(format!("id,price,currency\n{rows}").as_bytes()).unwrap_err()[0].code(), "wrong-count");
    assert_eq!(parse_table("x".repeat(limits::PRICE_BYTES + 1).as_bytes()).unwrap_err()[0].code(), "too-large");
    assert_eq!(parse_json("[".repeat(100_000).as_bytes()).unwrap_err()[0].code(), "not-json");
    let long = format!("id,price,currency,vendor\nrtx-4090,1,EUR,{}\n", "x".repeat(limits::TEXT_LENGTH + 1));
    assert_eq!(parse_table(long.as_bytes()).unwrap_err()[0].code(), "too-long");
}

#[test]
fn json_says_the_same() {
    let text = r#"{"rates": {"EUR": 0.92}, "prices": [{"id": "rtx-4090", "price": 1599.5, "currency": "EUR", "tax included": true, "stock": 3, "date": null}]}"#;
    let sheet = parse_json(text.as_bytes()).unwrap();
    let quote = &sheet.quotes[0];
    assert_eq!((quote.id.as_str(), quote.amount, quote.tax_included, quote.stock), ("rtx-4090", 1599.5, Some(true), Some(3)));
    assert_eq!((sheet.rates[0].currency.as_str(), sheet.rates[0].per_usd), ("EUR", 0.92));
    let list = r#"[{"id": "rtx-4090", "price": 1599.259, "currency": "EUR"}]"#;
    assert_eq!(parse_json(list.as_bytes()).unwrap().quotes[0].amount, 1599.259, "a number is no text with a sign of thousands");
    for (text, pointer, code) in [
        ("{\n\"prices\": [,]}", "", "not-json"),
        ("5", "", "wrong-type"),
        (r#"{"price": []}"#, "/price", "unknown-field"),
        (r#"{"prices": {}}"#, "/prices", "wrong-type"),
        ("[5]", "/0", "wrong-type"),
        (r#"[{"id": "rtx-4090", "price": [], "currency": "EUR"}]"#, "/0/price", "wrong-type"),
        (r#"[{"id": "rtx-4090", "price": null, "currency": "EUR"}]"#, "/0/price", "required"),
        (r#"[{"id": "rtx-4090", "price": -5, "currency": "EUR"}]"#, "/0/price", "out-of-range"),
        (r#"{"prices": [{"id": "rtx-409", "price": 5, "currency": "EUR"}]}"#, "/prices/0/id", "unknown-id"),
        (r#"{"prices": [], "rates": {"EUX": 1}}"#, "/rates/EUX", "unknown-value"),
        (r#"{"prices": [], "rates": {"EUR": 0}}"#, "/rates/EUR", "out-of-range"),
        (r#"{"prices": [], "rates": {"USD": 2}}"#, "/rates/USD", "out-of-range"),
    ] {
        let errors = parse_json(text.as_bytes()).expect_err(text);
        assert_eq!((errors[0].pointer.as_str(), errors[0].code()), (pointer, code), "{text}");
    }
}
