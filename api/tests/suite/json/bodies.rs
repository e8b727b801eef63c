//! Bodies of requests that hold scenarios: batches, comparisons, plans with texts and prices.

use scenario::Reason;
use scenario::json::{parse_batch, parse_code, parse_compare, parse_plan, parse_plan_with};
use serde_json::{Value as Json, json};

#[test]
fn one_scenario_at_fault_does_not_spoil_a_batch() {
    let good = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    let items = parse_batch(json!([good, { "x": 1 }, good]).to_string().as_bytes()).unwrap();
    assert_eq!(items.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(parse_batch(b"{}").unwrap_err().errors[0].code, "wrong-type");
    assert_eq!(parse_batch(b"[]").unwrap_err().errors[0].code, "wrong-count");
    let many = Json::Array(vec![json!({}); 1001]).to_string();
    assert_eq!(parse_batch(many.as_bytes()).unwrap_err().errors[0].maximum, Some(1000.0));
}

#[test]
fn a_comparison_takes_two_to_six() {
    let good = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    assert_eq!(parse_compare(json!({ "scenarios": [good, good] }).to_string().as_bytes()).unwrap().0.len(), 2);
    let problem = parse_compare(json!({ "scenarios": [good], "scenario": 1 }).to_string().as_bytes()).unwrap_err();
    let pointers: Vec<_> = problem.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/scenario", "/scenarios"]);
    let problem = parse_compare(json!({ "scenarios": [good, { "x": 1 }] }).to_string().as_bytes()).unwrap_err();
    assert_eq!(problem.errors[0].pointer, "/scenarios/1/x");
}

#[test]
fn faults_of_a_request_for_programs_are_named_where_they_stand_and_all_at_once() {
    let faults = |body: Json| {
        let problem = parse_code(body.to_string().as_bytes()).unwrap_err();
        problem.errors.into_iter().map(|error| error.pointer).collect::<Vec<_>>()
    };
    let run = |training: Json| json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "training": training });
    let offloaded = ["/scenario/training/offload"];
    assert_eq!(faults(json!({ "framework": "tensorflow", "scenario": run(json!({ "offload": "all" })) })), offloaded);
    let inside = run(json!({ "offload": "all", "framework": "tensorflow" }));
    assert_eq!(faults(json!({ "scenario": inside })), offloaded);
    let unpublished = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-3.1-8b" } });
    assert_eq!(faults(json!({ "framework": "tensorflow", "scenario": unpublished })), ["/framework"]);
    let many = json!({ "hardware": { "gpu": "nope" }, "model": { "id": "nope" }, "training": { "method": "z", "epochs": 0 } });
    assert_eq!(
        faults(json!({ "scenario": many })),
        ["/scenario/training/method", "/scenario/training/epochs", "/scenario/hardware/gpu", "/scenario/model/id"]
    );
}

/// What shares weights out keeps them in PyTorch's own order.
#[test]
fn channels_last_goes_with_whole_weights_alone() {
    let body = |training: Json| {
        let hardware = json!({ "gpu": "a100-sxm4-80gb", "gpu_count": 2 });
        json!({ "scenario": { "hardware": hardware, "model": { "id": "sdxl" }, "training": training } }).to_string()
    };
    for (sharding, offload) in [("zero-3", "none"), ("zero-2", "none"), ("zero-1", "none"), ("zero-2", "optimizer")] {
        let asked = body(json!({ "memory_format": "channels-last", "sharding": sharding, "offload": offload }));
        let problem = parse_code(asked.as_bytes()).unwrap_err();
        assert_eq!(problem.errors[0].pointer, "/scenario/training/memory_format", "{sharding}, {offload}");
    }
    for sharding in ["none", "ddp"] {
        parse_code(body(json!({ "memory_format": "channels-last", "sharding": sharding })).as_bytes()).unwrap();
    }
}

#[test]
fn a_plan_is_checked_before_it_is_stored() {
    let good = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    let plan = parse_plan(json!({ "title": "t", "scenario": good, "prices": { "rtx-4090": 1 } }).to_string().as_bytes()).unwrap();
    assert_eq!((plan.title.as_deref(), plan.scenario.model.id.as_deref()), (Some("t"), Some("resnet50")));
    let bad = json!({ "title": 1, "note": "x".repeat(10_001), "prices": [], "expire": "x",
        "scenario": { "hardware": { "gpu": "rtx-4009" }, "model": { "id": "resnet50" }, "training": { "epochs": 0 } } });
    let problem = parse_plan(bad.to_string().as_bytes()).unwrap_err();
    let found: Vec<_> = problem.errors.iter().map(|error| (error.pointer.as_str(), error.code.as_str())).collect();
    assert_eq!(
        found,
        [
            ("/expire", "unknown-field"),
            ("/title", "wrong-type"),
            ("/note", "too-long"),
            ("/prices", "wrong-type"),
            ("/scenario/hardware/gpu", "unknown-id"),
            ("/scenario/training/epochs", "out-of-range"),
        ]
    );
}

#[test]
fn prices_are_checked_before_a_plan_keeps_them() {
    let good = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    let read = |prices: Json| parse_plan(json!({ "scenario": good, "prices": prices }).to_string().as_bytes());
    for kept in [json!({}), json!({ "rtx-4090": 1599, "currency": "USD" })] {
        assert_eq!(read(kept.clone()).unwrap().prices, Some(kept));
    }
    for (prices, pointer) in [
        (json!({ "rtx-4090": -1 }), "/prices/rtx-4090"),
        (json!({ "quote": { "number": 7 } }), "/prices/quote"),
        (json!({ "rtx-4091": 900 }), "/prices/rtx-4091"),
        (json!({ "curency": "CNY" }), "/prices/curency"),
        (json!({ "currency": "EURO" }), "/prices/currency"),
        (json!({ "currency": "EUR" }), "/prices/rates/EUR"),
        (json!({ "currency": "EUR", "rates": { "EUR": 0.9, "eur": 0.8 } }), "/prices/rates/eur"),
        (json!({ "resale": { "RTX-3060-12GB": 150, "rtx-3060-12gb": 100 } }), "/prices/resale/rtx-3060-12gb"),
        (json!({ "resale": { "gpu": 150 } }), "/prices/resale/gpu"),
        (json!({ "resale": { "rtx-3060-12gb": -1 } }), "/prices/resale/rtx-3060-12gb"),
        (json!({ "resale": [1] }), "/prices/resale"),
        (json!({ "rtx-4090": 1, "rtx-4009": 1 }), "/prices/rtx-4009"),
        (json!({ "pue": 1e300 }), "/prices/pue"),
        (json!({ "parts": [{ "id": "gpu" }] }), "/prices/parts/0/unit_price"),
        (json!(7), "/prices"),
    ] {
        assert_eq!(read(prices).unwrap_err().errors[0].pointer, pointer);
    }
}

#[test]
fn texts_of_a_plan_are_stored_as_they_are_shown() {
    let good = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    let read =
        |title: &str, note: &str| parse_plan(json!({ "title": title, "note": note, "scenario": good }).to_string().as_bytes());
    let plan = read(" a\u{0}b\n", "one\r\ntwo ").unwrap();
    assert_eq!((plan.title.as_deref(), plan.note.as_deref()), (Some("a b"), Some("one\ntwo")));
    let wide = "方".repeat(200);
    assert_eq!(
        read(&format!("{wide}\n"), "").unwrap().title.as_deref(),
        Some(wide.as_str()),
        "characters are counted, not bytes"
    );
    assert_eq!(read(&format!("{wide}.."), "").unwrap_err().errors[0].pointer, "/title");
    let body = json!({ "title": 7, "scenario": good, "expires": "soon" }).to_string();
    let problem = parse_plan_with(body.as_bytes(), |_| Some(Reason::Past)).unwrap_err();
    let found: Vec<_> = problem.errors.iter().map(|error| (error.pointer.as_str(), error.code.as_str())).collect();
    assert_eq!(found, [("/title", "wrong-type"), ("/expires", "past")], "all at once");
}
