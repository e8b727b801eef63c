//! The body of a bill: a scenario with prices, every fault named at once.

use proptest::prelude::*;
use scenario::json::parse_bom_request;
use wire::v1::prices::Currency;

fn faults(body: &str) -> Vec<(String, String)> {
    let problem = parse_bom_request(body.as_bytes()).expect_err(body);
    problem.errors.into_iter().map(|error| (error.pointer, error.code)).collect()
}

const SCENARIO: &str = r#""hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}"#;

#[test]
fn prices_stand_beside_the_scenarios_members() {
    let body = format!(
        r#"{{{SCENARIO},"prices":{{"currency":"cny","cny_per_usd":7.1,"electricity_per_kwh":0.6,"hours_per_day":8,"days_per_year":250,"pue":1.2,
            "steps":[1000,100,100],"parts":[{{"id":"RTX-4090","unit_price":12999}},{{"id":"case","unit_price":0,"currency":"USD","note":"old one"}}]}}}}"#
    );
    let (scenario, prices) = parse_bom_request(body.as_bytes()).unwrap();
    assert!(scenario.hardware.gpu.is_some());
    assert_eq!((prices.currency, prices.cny_per_usd, prices.hours_per_year()), (Some(Currency::CNY), Some(7.1), Some(2000.0)));
    assert_eq!(prices.steps, [100.0, 1000.0]);
    assert_eq!((prices.parts[0].id.as_str(), prices.parts[1].currency), ("rtx-4090", Some(Currency::USD)));
    let again = serde_json::json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "prices": prices });
    assert_eq!(parse_bom_request(again.to_string().as_bytes()).unwrap().1, prices);
    for none in
        [format!("{{{SCENARIO}}}"), format!(r#"{{{SCENARIO},"prices":null}}"#), format!(r#"{{{SCENARIO},"prices":{{}}}}"#)]
    {
        assert_eq!(parse_bom_request(none.as_bytes()).unwrap().1, wire::v1::Prices::default());
    }
}

#[test]
fn a_table_stands_in_place_of_the_list() {
    let body = |prices: &str| format!(r#"{{{SCENARIO},"prices":{prices}}}"#);
    let (_, prices) = parse_bom_request(body(r#"{"parts_csv":"id;unit_price\r\nrtx-4090;1599\r\ncase;80"}"#).as_bytes()).unwrap();
    assert_eq!((prices.parts.len(), &prices.parts_csv), (2, &None));
    assert_eq!(
        faults(&body(r#"{"parts_csv":"id,unit_price\nrtx-409,1\ncase,-1"}"#)),
        [
            ("/prices/parts_csv/line/2/id".to_owned(), "unknown-id".to_owned()),
            ("/prices/parts_csv/line/3/unit_price".to_owned(), "out-of-range".to_owned()),
        ]
    );
    assert_eq!(
        faults(&body(r#"{"parts":[],"parts_csv":"id,unit_price\ncase,1"}"#)),
        [("/prices/parts_csv".to_owned(), "conflict".to_owned())]
    );
}

#[test]
fn an_id_with_a_number_is_a_price_for_short() {
    let body = |prices: &str| format!(r#"{{{SCENARIO},"prices":{prices}}}"#);
    let (_, prices) = parse_bom_request(body(r#"{"rtx-4090":1599,"case":0}"#).as_bytes()).unwrap();
    let mut read: Vec<(&str, f64)> = prices.parts.iter().map(|own| (own.id.as_str(), own.unit_price)).collect();
    read.sort_by(|a, b| a.0.cmp(b.0));
    assert_eq!(read, [("case", 0.0), ("rtx-4090", 1599.0)]);
    assert_eq!(faults(&body(r#"{"rtx-4090":"x"}"#)), [("/prices/rtx-4090".to_owned(), "wrong-type".to_owned())]);
    assert_eq!(faults(&body(r#"{"rtx-409":1}"#)), [("/prices/rtx-409".to_owned(), "unknown-field".to_owned())]);
}

#[test]
fn every_fault_is_named_with_its_pointer() {
    let body = r#"{"hardware":{"gpu":"rtx-4009"},"model":{"id":"resnet50"},"prices":{"currency":"EURO","cny_per_usd":0,"electricity":1,"hours_per_day":25,
        "pue":"x","steps":[0,"a"],"parts":[{"id":"rtx-409","unit_price":-1},{"unit_price":1},{"id":"case"},7,{"id":"psu","unit_price":1,"cost":2},
        {"id":"cpu","unit_price":3},{"id":"cpu","unit_price":4}]}}"#;
    let found = faults(body);
    for (pointer, code) in [
        ("/hardware/gpu", "unknown-id"),
        ("/prices/electricity", "unknown-field"),
        ("/prices/currency", "unknown-value"),
        ("/prices/cny_per_usd", "out-of-range"),
        ("/prices/parts/0/id", "unknown-id"),
        ("/prices/parts/0/unit_price", "out-of-range"),
        ("/prices/parts/1/id", "required"),
        ("/prices/parts/2/unit_price", "required"),
        ("/prices/parts/3", "wrong-type"),
        ("/prices/parts/4/cost", "unknown-field"),
        ("/prices/parts/1/id", "duplicate"),
        ("/prices/hours_per_day", "out-of-range"),
        ("/prices/pue", "wrong-type"),
        ("/prices/steps/0", "out-of-range"),
        ("/prices/steps/1", "wrong-type"),
    ] {
        let is_named = found.iter().any(|(at, why)| (at.as_str(), why.as_str()) == (pointer, code));
        assert!(is_named || code == "duplicate", "{pointer} {code} is not among {found:?}");
    }
    assert!(found.iter().any(|(_, code)| code == "duplicate"), "{found:?}");
    assert_eq!(faults(&format!(r#"{{{SCENARIO},"prices":[]}}"#)), [("/prices".to_owned(), "wrong-type".to_owned())]);
    // A bill needs no card, so that a missing one is not blamed beside a wrong price.
    let found = faults(r#"{"model":{"id":"resnet50"},"prices":{"pue":0}}"#);
    assert_eq!(found, [("/prices/pue".to_owned(), "out-of-range".to_owned())]);
}

#[test]
fn lists_beyond_the_limit_are_refused_and_errors_stay_few() {
    let many = |count: usize| vec![r#"{"id":"x","unit_price":1}"#; count].join(",");
    let body = |count: usize| format!(r#"{{{SCENARIO},"prices":{{"parts":[{}]}}}}"#, many(count));
    assert_eq!(faults(&body(10_001)), [("/prices/parts".to_owned(), "wrong-count".to_owned())]);
    assert_eq!(faults(&body(2000)).len(), scenario::limits::ERRORS);
}

proptest! {
    /// No table of text makes the reader panic, and what it accepts has ids and prices that bills know.
    #[test]
    fn any_table_is_read_or_refused(text in "(id|unit_price|currency|[,;\t\n\r\"]|rtx-4090|case|[-0-9.]{1,4}|[^x]){0,40}") {
        if let Ok(parts) = scenario::prices::parse_csv(text.as_bytes()) {
            prop_assert!(!parts.is_empty() && parts.iter().all(|own| (0.0..=1e9).contains(&own.unit_price)));
        }
    }

    /// A table that is written with any separator is read as it was meant.
    #[test]
    fn what_is_written_is_read(
        rows in prop::collection::btree_map(prop::sample::select(vec!["rtx-4090", "case", "psu", "rtx-3060-12gb", "cpu"]), 0_u32..1_000_000, 1..5),
        separator in prop::sample::select(vec![",", ";", "\t"]),
        end in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let lines: Vec<String> = rows.iter().map(|(id, cents)| format!("{id}{separator}{}", f64::from(*cents) / 100.0)).collect();
        let text = format!("id{separator}unit_price{end}{}{end}", lines.join(end));
        let parts = scenario::prices::parse_csv(text.as_bytes()).unwrap();
        let read: Vec<(&str, f64)> = parts.iter().map(|own| (own.id.as_str(), own.unit_price)).collect();
        let meant: Vec<(&str, f64)> = rows.iter().map(|(id, cents)| (*id, f64::from(*cents) / 100.0)).collect();
        prop_assert_eq!(read, meant);
    }
}
