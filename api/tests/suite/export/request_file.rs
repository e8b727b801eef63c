//! The purchase request.

use api::export::{Format, write};
use wire::Locale;
use wire::v1::bom::{Bom, Price};
use wire::v1::estimate::Verdict;

use super::bills::{EVIL, bill, bill_of, estimate, plan};
use super::text_file::check_tables;

fn request(bill: &Bom, locale: Locale) -> String {
    String::from_utf8(write(bill, Format::Request, locale).unwrap()).unwrap()
}

#[test]
fn what_the_bill_knows_is_filled_in_and_the_rest_is_left_to_write() {
    let mut bill = bill();
    bill.plan = Some(Box::new(plan()));
    for (locale, expected) in [
        (
            Locale::En,
            ["# Purchase request: Lab 3", "Requested by: \\_", "## Justification", "from 3,788.00 USD plus 1 unpriced part"],
        ),
        (Locale::Zh, ["# 采购申请：Lab 3", "申请人：\\_", "## 申请理由", "3,788.00 USD 起，另有 1 个部件价格未知"]),
    ] {
        let text = request(&bill, locale);
        for words in expected.into_iter().chain([plan().url.as_str(), "the run asks for a cpu", "two are needed", "RTX 4090"]) {
            assert!(text.contains(words), "{words} in {text}");
        }
        check_tables(&text);
    }
}

#[test]
fn it_says_what_the_plan_is_worth() {
    let said = |verdict: Verdict, fits: bool| {
        let mut bill = bill();
        estimate(&mut bill).vram.verdict = verdict;
        estimate(&mut bill).vram.fits = fits;
        request(&bill, Locale::En)
    };
    let comfortable = said(Verdict::Comfortable, true);
    assert!(comfortable.contains("fits with room to spare") && comfortable.contains("the whole run takes about"));
    assert!(said(Verdict::Tight, true).contains("but not at the high end"));
    let short = said(Verdict::Short, false);
    assert!(short.contains("the plan cannot run") && !short.contains("takes about"));
    assert!(said(Verdict::NotModeled, false).contains("is not known"));
}

#[test]
fn nothing_is_asked_for_that_is_there() {
    let mut bill = bill();
    for part in &mut bill.parts {
        part.owned = part.quantity;
    }
    bill.price = Price::of(0.0, 0, "USD", None);
    assert!(!request(&bill, Locale::En).contains("the run asks for"));
}

#[test]
fn no_text_is_markup_or_ends_a_line() {
    for text in EVIL.into_iter().chain(["a|b", "a\n# b", "<b>", "a\r\n- b"]) {
        for locale in Locale::ALL {
            let file = request(&bill_of(text), locale);
            check_tables(&file);
            assert!(!file.contains("<b>") && !file.contains("\n# b") && !file.contains("\n- b"), "{file}");
        }
    }
}
