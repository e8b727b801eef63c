//! Own prices on a bill, and its currency.

use api::v1::ProblemCode;
use api::v1::bom::{Bom, Part};
use api::v1::prices::{Currency, OwnPrice, Prices};

use crate::{asked, in_yuan, own, priced};

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

/// What is there is there in its number: of two cards one is paid for, and a second one costs what it costs.
#[test]
fn owned_parts_are_owned_by_quantity() {
    let without = priced("gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50", &Prices::default());
    let with = priced("gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50&owned=rtx-4090,case:3", &Prices::default());
    let (card, case) = (part(&with, "gpu"), part(&with, "case"));
    assert_eq!((card.quantity, card.owned, card.bought()), (2, 1, 1));
    assert_eq!((case.owned, case.price()), (1, Some(0.0)), "more than there is on the bill is kept for later");
    let saved = card.unit_price.unwrap() + case.unit_price.unwrap();
    assert!((without.price.known_amount - with.price.known_amount - saved).abs() < 0.01, "{:?} {:?}", without.price, with.price);
    assert_eq!(without.estimate.speed, with.estimate.speed, "what is owned moves no figure of the run");
    let compared = api::comparison(&[asked("gpu=rtx-4090&model=resnet50&owned=rtx-4090"), asked("gpu=rtx-4090&model=resnet50")]);
    let prices: Vec<f64> = compared.unwrap().scenarios.iter().filter_map(|side| side.price.amount).collect();
    assert!((prices[1] - prices[0] - card.unit_price.unwrap()).abs() < 0.01, "{prices:?}");
    // The second card of the ladder is bought, unless it is there too.
    let second = |query: &str| {
        let bom = priced(query, &Prices { steps: vec![20_000.0], ..Prices::default() });
        let steps = bom.money.unwrap().ladder.steps;
        let all = steps.into_iter().flat_map(|step| step.upgrades.into_iter().chain(step.fastest));
        all.filter(|upgrade| upgrade.kind == "gpu-count").map(|upgrade| upgrade.cost).fold(f64::INFINITY, f64::min)
    };
    let query = "gpu=rtx-4090&model=bert-base&batch=16";
    let (bought, one, two) = (second(query), second(&format!("{query}&owned=rtx-4090")), second(&format!("{query}&owned=rtx-4090:2")));
    assert!((bought - one).abs() < 0.01 && bought >= card.unit_price.unwrap(), "{bought} {one}");
    assert!(two < one - card.unit_price.unwrap() + 0.01, "{one} {two}");
}

#[test]
fn owned_parts_that_are_none_are_named() {
    for (document, pointer, code) in [
        (r#"[{"id":"rtx-4009"}]"#, "/hardware/owned", "unknown-id"),
        (r#"[{"id":"rtx-4090","quantity":0}]"#, "/hardware/owned", "out-of-range"),
        (r#"[]"#, "/hardware/owned", "wrong-count"),
        (r#"["rtx-4090"]"#, "/hardware/owned", "wrong-type"),
    ] {
        let text = format!(r#"{{"hardware":{{"gpu":"rtx-4090","owned":{document}}},"model":{{"id":"resnet50"}}}}"#);
        let problem = api::parse_scenario_json(&text).unwrap_err();
        assert_eq!((problem.errors[0].pointer.as_str(), problem.errors[0].code.as_str()), (pointer, code), "{document}");
    }
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
    prices.parts = vec![own("rtx-4090", 12_999.0), OwnPrice { currency: Some(Currency::Usd), ..own("case", 100.0) }];
    let yuan = priced(QUERY, &prices);
    check_sum(&yuan);
    assert_eq!(yuan.price.currency, "CNY");
    assert_eq!((part(&yuan, "gpu").unit_price, part(&yuan, "case").unit_price), (Some(12_999.0), Some(700.0)));
    let (cpu, same) = (part(&yuan, "cpu").unit_price.unwrap(), part(&dollars, "cpu").unit_price.unwrap());
    assert!((cpu - same * 7.0).abs() < 0.01, "{cpu} {same}");
    let money = yuan.money.unwrap();
    assert_eq!((money.currency, money.cny_per_usd), (Currency::Cny, Some(7.0)));
}

#[test]
fn a_rate_is_never_made_up() {
    let foreign = OwnPrice { currency: Some(Currency::Cny), ..own("case", 500.0) };
    for prices in
        [Prices { currency: Some(Currency::Cny), ..Prices::default() }, Prices { parts: vec![foreign], ..Prices::default() }]
    {
        let problem = api::bom_with(&asked(QUERY), &prices).unwrap_err();
        let error = &problem.errors[0];
        assert_eq!(
            (problem.code, error.pointer.as_str(), error.code.as_str()),
            (ProblemCode::InvalidInput, "/prices/cny_per_usd", "rate-required")
        );
    }
}
