//! Own prices on a bill, and its currency.

use wire::v1::ProblemCode;
use wire::v1::bom::{Bom, Part};
use wire::v1::prices::{Currency, OwnPrice, Prices};

use super::{asked, in_yuan, own, priced};

const QUERY: &str = "gpu=rtx-4090&model=resnet50";

#[track_caller]
fn part<'a>(bom: &'a Bom, kind: &str) -> &'a Part {
    bom.parts.iter().find(|part| part.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

#[track_caller]
fn check_sum(bom: &Bom) {
    let sum: f64 = bom.parts.iter().filter_map(Part::price).sum();
    assert!((sum - bom.price.known_amount).abs() < 0.01, "{sum} {:?}", bom.price);
    assert!(bom.parts.iter().all(|part| part.currency == bom.price.currency), "{:?}", bom.parts);
}

#[test]
fn without_own_prices_a_bill_is_what_it_was() {
    assert_eq!(api::bom(&asked(QUERY)).unwrap(), priced(QUERY, &Prices::default()));
}

#[test]
fn own_prices_go_before_the_catalogs() {
    let note = Some("shop around the corner".to_owned());
    let card = OwnPrice { note, ..own("rtx-4090", 1599.0) };
    let bom = priced(QUERY, &Prices { parts: vec![card, own("case", 0.0)], ..Prices::default() });
    let (card, case) = (part(&bom, "gpu"), part(&bom, "case"));
    assert_eq!((card.unit_price, &card.price_date), (Some(1599.0), &None));
    assert_eq!(card.price_source.as_deref(), Some("own price: shop around the corner"));
    assert_eq!((case.unit_price, case.price_source.as_deref()), (Some(0.0), Some("own price")));
    assert!(part(&bom, "cpu").price_date.is_some());
    check_sum(&bom);
}

#[test]
fn a_kind_names_the_part_that_has_no_price() {
    let scenario = r#"{"hardware":{"gpu":{"name":"Prototype X","memory_gib":48,"memory_bandwidth_gb_per_s":1200,"fp32_tflops":60,"tdp_w":350}},"model":{"id":"resnet50"}}"#;
    let scenario = api::parse_scenario_json(scenario).unwrap();
    let without = api::bom(&scenario).unwrap();
    assert_eq!(without.price.unknown_parts, 1);
    let with = api::bom_with(&scenario, &Prices { parts: vec![own("gpu", 2500.0)], ..Prices::default() }).unwrap();
    assert_eq!(with.price.unknown_parts, 0);
    assert_eq!((without.price.amount, without.price.complete, with.price.complete), (None, false, true));
    assert!((with.price.amount.unwrap() - without.price.known_amount - 2500.0).abs() < 0.01);
    assert!(part(&with, "gpu").notes.iter().all(|note| !note.contains("no price")), "{:?}", part(&with, "gpu").notes);
    assert!(without.notes.iter().any(|note| note.code == "prices-unknown"));
    assert!(with.notes.iter().all(|note| note.code != "prices-unknown"));
    assert!(with.money.unwrap().rent.offers.is_empty(), "nobody rents out a prototype");
}

#[test]
fn all_amounts_are_in_the_currency_that_was_asked_for() {
    let dollars = priced(QUERY, &Prices::default());
    let mut prices = in_yuan(7.0);
    prices.parts = vec![own("rtx-4090", 12_999.0), OwnPrice { currency: Some(Currency::USD), ..own("case", 100.0) }];
    let yuan = priced(QUERY, &prices);
    check_sum(&yuan);
    assert_eq!(yuan.price.currency, "CNY");
    assert_eq!((part(&yuan, "gpu").unit_price, part(&yuan, "case").unit_price), (Some(12_999.0), Some(700.0)));
    let (cpu, same) = (part(&yuan, "cpu").unit_price.unwrap(), part(&dollars, "cpu").unit_price.unwrap());
    assert!((cpu - same * 7.0).abs() < 0.01, "{cpu} {same}");
    let money = yuan.money.unwrap();
    assert_eq!((money.currency, money.cny_per_usd), (Currency::CNY, Some(7.0)));
}

#[test]
fn a_rate_is_never_made_up() {
    let foreign = OwnPrice { currency: Some(Currency::CNY), ..own("case", 500.0) };
    for prices in
        [Prices { currency: Some(Currency::CNY), ..Prices::default() }, Prices { parts: vec![foreign], ..Prices::default() }]
    {
        let problem = api::bom_with(&asked(QUERY), &prices).unwrap_err();
        let error = &problem.errors[0];
        assert_eq!(
            (problem.code, error.pointer.as_str(), error.code.as_str()),
            (ProblemCode::InvalidInput, "/prices/cny_per_usd", "rate-required")
        );
    }
}
