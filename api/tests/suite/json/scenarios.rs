//! Fields of a scenario: read, written back, and named where they are wrong.

use api::parse_scenario_json;
use scenario::fields::{FIELDS, Kind, Value};
use serde_json::json;
use wire::v1::Scenario;
use wire::v1::scenario::ImageSize;

use super::documents::{check, full, read};

#[test]
fn every_field_of_the_contract_is_read_and_written_back() {
    let scenario = read(&full());
    assert_eq!(serde_json::to_value(&scenario).unwrap(), full());
    assert_eq!(serde_json::from_value::<Scenario>(full()).unwrap(), scenario);
}

/// A value that JSON writes for a leaf of this kind.
fn sample(kind: Kind) -> Value {
    match kind {
        Kind::Text => Value::Text("x".to_owned()),
        Kind::Integer(range) => Value::Integer(range.min),
        Kind::Number(range) => Value::Number(range.max),
        Kind::Flag => Value::Flag(true),
        Kind::Choice(words) => Value::Text(words[0].to_owned()),
        Kind::Currency => Value::Text("EUR".to_owned()),
        Kind::Choices(words) => Value::List(vec![words[0].to_owned()]),
        Kind::Integers(range) => Value::Integers(vec![range.min, range.max]),
        Kind::Size(_) => Value::Size(ImageSize::square(64)),
        Kind::Owned => Value::List(vec!["rtx-4090:2".to_owned(), "case-tower-mid:1".to_owned()]),
        Kind::Parts => Value::List(vec!["fractal-design-north".to_owned()]),
        Kind::Targets => Value::Text("attention".to_owned()),
    }
}

/// The table and the structs that serde writes are two descriptions of one language: this holds them together.
#[test]
fn the_table_of_fields_is_the_json_structure() {
    for field in FIELDS {
        let mut scenario = Scenario::default();
        field.set(&mut scenario, sample(field.kind)).unwrap();
        let written = serde_json::to_value(&scenario).unwrap();
        assert!(written.pointer(field.pointer).is_some(), "{} in {written}", field.pointer);
        let (back, errors) = scenario::json::scenario(&written);
        assert_eq!((back, errors), (scenario, vec![]), "{}", field.pointer);
    }
}

#[test]
fn null_is_a_field_left_out() {
    let scenario = read(
        &json!({ "hardware": { "gpu": "rtx-4090", "cpu": null }, "model": { "id": "resnet50", "config": null }, "data": null }),
    );
    assert_eq!(
        serde_json::to_value(&scenario).unwrap(),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } })
    );
}

#[test]
fn a_typo_is_never_ignored() {
    check(
        &json!({
            "hardware": { "gpu": "rtx-4090", "gpus": 2 }, "model": { "id": "resnet50", "name": "x" },
            "training": { "micro_batchsize": 4, "lora": { "r": 8 }, "loader": { "workers": 1 } }, "dataset": {}, "a/b~c": 1
        }),
        &[
            ("/a~1b~0c", "unknown-field"),
            ("/dataset", "unknown-field"),
            ("/hardware/gpus", "unknown-field"),
            ("/model/name", "unknown-field"),
            ("/training/loader/workers", "unknown-field"),
            ("/training/lora/r", "unknown-field"),
            ("/training/micro_batchsize", "unknown-field"),
        ],
    );
    let problem = parse_scenario_json(r#"{"training":{"micro_batchsize":4}}"#).unwrap_err();
    assert_eq!(problem.errors[0].nearest.as_deref(), Some("micro_batch_size"));
    assert_eq!(problem.errors[0].detail, "is not a field; did you mean `micro_batch_size`?");
}

#[test]
fn wrong_types_and_ranges_are_named_together() {
    check(
        &json!({
            "hardware": { "gpu": 4090, "gpu_count": 1.5, "display_attached": "yes", "ram_gib": -1 },
            "model": [],
            "training": { "precision": "fp64", "micro_batch_size": "16", "lora": { "targets": 3 }, "weight_decay": "x", "epochs": 0 },
            "data": { "image_size": [1, 2, 3], "samples": 1e30, "num_classes": 2.0 }
        }),
        &[
            ("/data/image_size", "wrong-type"),
            ("/data/samples", "out-of-range"),
            ("/hardware/display_attached", "wrong-type"),
            ("/hardware/gpu", "wrong-type"),
            ("/hardware/gpu_count", "wrong-type"),
            ("/hardware/ram_gib", "out-of-range"),
            ("/model", "wrong-type"),
            ("/training/lora/targets", "wrong-type"),
            ("/training/micro_batch_size", "wrong-type"),
            ("/training/precision", "unknown-value"),
            ("/training/weight_decay", "wrong-type"),
            ("/training/epochs", "out-of-range"),
        ],
    );
    check(&json!([]), &[("", "wrong-type")]);
    check(&json!("x"), &[("", "wrong-type")]);
}

#[test]
fn a_card_and_a_model_by_their_figures() {
    let scenario = read(&json!({
        "hardware": { "gpu": { "name": "X", "memory_gib": 24, "memory_bandwidth_gb_per_s": 1008, "fp32_tflops": 82.6, "tf32_dense_tflops": 82.6,
            "fp16_dense_tflops": 165.2, "bf16_dense_tflops": 165.2, "pcie_gen": 4, "pcie_lanes": 16, "nvlink_gb_per_s": 50, "tdp_w": 450 } },
        "model": { "config": { "architectures": ["DistilBertForMaskedLM"], "model_type": "distilbert", "vocab_size": 30522, "dim": 768,
            "hidden_dim": 3072, "n_layers": 6, "n_heads": 12, "max_position_embeddings": 512, "torch_dtype": "float32", "dropout": 0.1 } }
    }));
    let request = scenario::resolve(&scenario).unwrap();
    assert_eq!(request.scenario.model, catalog::model("distilbert").unwrap().architecture);
    // Naming an object that says nothing asks for what it must say.
    let problem =
        scenario::resolve(&scenario::json::scenario(&json!({ "hardware": { "gpu": {} }, "model": { "config": {} } })).0)
            .unwrap_err();
    let required = problem.iter().filter(|error| error.code() == "required").count();
    assert_eq!(required, 10);
}

/// A currency is one of ISO 4217, in small letters too; what it costs is the business of whoever buys.
#[test]
fn a_budget_names_a_currency_by_its_code() {
    let mut document = full();
    for (currency, is_code) in [("USD", true), ("EUR", true), ("usd", true), ("", false), ("euro", false), ("ZZZ", false)] {
        document["constraints"]["budget"]["currency"] = json!(currency);
        if is_code {
            assert_eq!(read(&document).constraints.budget.unwrap().currency, Some(currency.to_ascii_uppercase()));
        } else {
            check(&document, &[("/constraints/budget/currency", "unknown-value")]);
        }
    }
    let mut scenario = read(&full());
    scenario.constraints.budget.as_mut().unwrap().currency = Some("euro".to_owned());
    let faults = scenario::resolve(&scenario).unwrap_err();
    assert_eq!((faults[0].pointer.as_str(), faults[0].code()), ("/constraints/budget/currency", "unknown-value"));
}
