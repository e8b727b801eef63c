//! Scenarios, plans and problems as JSON.
#![cfg(feature = "json")]

use std::collections::BTreeSet;

use scenario::fields::{FIELDS, Kind, Value};

use api::parse_scenario_json;
use scenario::Reason;
use scenario::json::apply_merge_patch;
use scenario::json::{fork, parse_batch, parse_compare, parse_fork_with, parse_plan, parse_plan_with};
use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::plan::ForkRequest;
use wire::v1::scenario::ImageSize;
use wire::v1::{Problem, ProblemCode, Scenario};

#[track_caller]
fn read(document: &Json) -> Scenario {
    parse_scenario_json(&document.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// Pointers and codes of all that is wrong.
#[track_caller]
fn check(document: &Json, expected: &[(&str, &str)]) {
    let problem = parse_scenario_json(&document.to_string()).expect_err("at fault");
    let found: Vec<_> = problem.errors.iter().map(|error| (error.pointer.as_str(), error.code.as_str())).collect();
    assert_eq!(found, expected);
}

/// The scenario of the contract, every field of it.
fn full() -> Json {
    json!({
        "id": "mine",
        "hardware": { "gpu": "rtx-4090", "gpu_count": 1, "nodes": 1, "display_attached": false, "cpu": "core-i9-13900k", "ram_gib": 64,
                      "storage": "samsung-990-pro-2tb", "os": "linux" },
        "model": { "id": "llama-2-7b" },
        "training": {
            "method": "qlora",
            "lora": { "rank": 8, "targets": ["q_proj", "v_proj"], "dropout": 0.05, "adapter_dtype": "fp32" },
            "quantization": { "bits": 4, "double_quantization": true, "upcast_unquantized": true },
            "precision": "bf16-amp", "optimizer": "adamw-8bit", "optimizer_implementation": "foreach", "weight_decay": 0.01,
            "embedding_states_32bit": true, "activation_checkpointing": "full", "attention": "sdpa", "attention_mask": "padded",
            "loss_logits": "upcast", "memory_format": "contiguous", "resident_frozen_models": false, "micro_batch_size": 4,
            "gradient_accumulation_steps": 4, "sharding": "none", "offload": "none", "framework": "pytorch",
            "loader": { "num_workers": 8, "prefetch_factor": 2, "pin_memory": true, "persistent_workers": true, "cache": "tokens" },
            "epochs": 3
        },
        "data": { "kind": "text", "samples": 100000, "image_size": [512, 768], "sequence_length": 1024, "target_length": 128,
                  "text_tokens": 512, "task": "classification", "num_classes": 1000, "bytes_on_disk": 1_000_000_000 },
        "constraints": { "global_batch_size": 64, "methods": ["full", "lora"], "deadline_seconds": 3600.0,
                         "budget": { "amount": 2000.0, "currency": "USD" }, "max_gpus": 2 }
    })
}

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

#[test]
fn broken_json_says_where() {
    let problem = parse_scenario_json("{\"hardware\":\n {").unwrap_err();
    assert_eq!((problem.code, problem.status), (ProblemCode::MalformedJson, 400));
    assert_eq!(problem.kind, "/problems/malformed-json");
    assert!(problem.detail.contains("line 2"), "{}", problem.detail);
    assert_eq!(parse_scenario_json("").unwrap_err().code, ProblemCode::MalformedJson);
}

#[test]
fn an_answer_names_a_bounded_number_of_errors() {
    let members: serde_json::Map<_, _> = (0..5000).map(|index| (format!("typo_{index}"), json!(1))).collect();
    let problem = parse_scenario_json(&Json::Object(members).to_string()).unwrap_err();
    assert_eq!(problem.errors.len(), scenario::limits::ERRORS);
}

#[test]
fn a_problem_repeats_the_scenario_s_name_and_survives_the_wire() {
    let problem = parse_scenario_json(r#"{"id":"row 7","trainig":{}}"#).unwrap_err();
    assert_eq!(problem.id.as_deref(), Some("row 7"));
    let text = serde_json::to_string(&problem).unwrap();
    assert_eq!(serde_json::from_str::<Problem>(&text).unwrap(), problem);
}

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
    assert_eq!(parse_compare(json!({ "scenarios": [good, good] }).to_string().as_bytes()).unwrap().len(), 2);
    let problem = parse_compare(json!({ "scenarios": [good], "scenario": 1 }).to_string().as_bytes()).unwrap_err();
    let pointers: Vec<_> = problem.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/scenario", "/scenarios"]);
    let problem = parse_compare(json!({ "scenarios": [good, { "x": 1 }] }).to_string().as_bytes()).unwrap_err();
    assert_eq!(problem.errors[0].pointer, "/scenarios/1/x");
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

#[test]
fn a_copy_takes_what_it_is_not_told() {
    let read = |body: &str| parse_fork_with(body.as_bytes(), |_| None);
    for empty in ["", " \n", "{}", "null", r#"{"change":null,"title":null,"revision":null}"#] {
        assert_eq!(read(empty), Ok(ForkRequest::default()), "{empty}");
    }
    assert_eq!(read(r#"{"revision":2,"title":""}"#).map(|fork| (fork.revision, fork.title)), Ok((Some(2), Some(String::new()))));
    for (body, pointer) in [
        (r#"{"revision":0}"#, "/revision"),
        (r#"{"revision":1.5}"#, "/revision"),
        (r#"{"revision":1e300}"#, "/revision"),
        (r#"{"revision":18446744073709551616}"#, "/revision"),
        (r#"{"revision":"1"}"#, "/revision"),
        (r#"{"change":[]}"#, "/change"),
        (r#"{"scenario":{}}"#, "/scenario"),
        ("[]", ""),
    ] {
        assert_eq!(read(body).unwrap_err().errors[0].pointer, pointer, "{body}");
    }
    assert_eq!(read("{").unwrap_err().code, ProblemCode::MalformedJson);
}

#[test]
fn a_change_is_merged_and_blamed_for_what_it_says() {
    let stored =
        json!({ "hardware": { "gpu": "rtx-4090", "ram_gib": 64 }, "model": { "id": "resnet50" }, "training": { "epochs": 3 } });
    let with = |change: Json| fork(stored.clone(), &change);
    let changed = with(json!({ "training": null, "hardware": { "gpu": "rtx-3090", "ram_gib": null } })).unwrap();
    assert_eq!((changed.training.epochs, changed.hardware.ram_gib), (None, None));
    assert_eq!(changed.hardware.gpu.unwrap().id(), Some("rtx-3090"));
    for (change, pointer) in [
        (json!({ "hardware": { "gpu": "rtx-4009" } }), "/change/hardware/gpu"),
        (json!({ "hardware": null }), "/change/hardware/gpu"),
        (json!({ "hardware": 7 }), "/change/hardware"),
        (json!({ "training": { "epochs": 0 } }), "/change/training/epochs"),
        (json!({ "trainin": {} }), "/change/trainin"),
    ] {
        assert_eq!(with(change.clone()).unwrap_err().errors[0].pointer, pointer, "{change}");
    }
    let retired = json!({ "hardware": { "gpu": "rtx-4009" }, "model": { "id": "resnet50" } });
    assert_eq!(fork(retired, &json!({ "training": { "epochs": 3 } })).unwrap_err().errors[0].pointer, "/scenario/hardware/gpu");
}

#[test]
fn patches_merge_as_rfc_7396_says() {
    // The cases of its appendix A.
    for (document, patch, merged) in [
        (json!({ "a": "b" }), json!({ "a": "c" }), json!({ "a": "c" })),
        (json!({ "a": "b" }), json!({ "b": "c" }), json!({ "a": "b", "b": "c" })),
        (json!({ "a": "b" }), json!({ "a": null }), json!({})),
        (json!({ "a": "b", "b": "c" }), json!({ "a": null }), json!({ "b": "c" })),
        (json!({ "a": ["b"] }), json!({ "a": "c" }), json!({ "a": "c" })),
        (json!({ "a": "c" }), json!({ "a": ["b"] }), json!({ "a": ["b"] })),
        (json!({ "a": { "b": "c" } }), json!({ "a": { "b": "d", "c": null } }), json!({ "a": { "b": "d" } })),
        (json!({ "a": [{ "b": "c" }] }), json!({ "a": [1] }), json!({ "a": [1] })),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({ "a": "b" }), json!(["c"]), json!(["c"])),
        (json!({ "a": "foo" }), json!(null), json!(null)),
        (json!({ "a": "foo" }), json!("bar"), json!("bar")),
        (json!({ "e": null }), json!({ "a": 1 }), json!({ "e": null, "a": 1 })),
        (json!([1, 2]), json!({ "a": "b", "c": null }), json!({ "a": "b" })),
        (json!({}), json!({ "a": { "bb": { "ccc": null } } }), json!({ "a": { "bb": {} } })),
    ] {
        let mut document = document;
        apply_merge_patch(&mut document, &patch);
        assert_eq!(document, merged);
    }
}

#[test]
fn problem_codes_have_words_and_titles() {
    let words: BTreeSet<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(words.len(), ProblemCode::ALL.len());
    for code in ProblemCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        assert_eq!(ProblemCode::from_word(code.as_str()), Some(code));
        assert_ne!(code.title(Locale::En), code.title(Locale::Zh));
    }
}

/// Of two members of one name, a reader would take one without a word.
#[test]
fn no_member_is_there_twice() {
    let found = |problem: Problem| -> Vec<(String, String)> {
        problem.errors.into_iter().map(|error| (error.pointer, error.code)).collect()
    };
    let twice = |pointer: &str| (pointer.to_owned(), "duplicate".to_owned());
    let scenario =
        r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"training":{"epochs":1,"epochs":2},"hardware":{}}"#;
    let problem = parse_scenario_json(scenario).unwrap_err();
    assert!(problem.errors[0].detail.contains("more than once"), "{problem:?}");
    assert_eq!(found(problem), [twice("/hardware"), twice("/training/epochs")]);
    let config = r#"{"model":{"config":{"model_type":"bert","vocab_size":9,"vocab_size":9}}}"#;
    assert_eq!(found(parse_scenario_json(config).unwrap_err()), [twice("/model/config/vocab_size")]);
    let plan = format!(r#"{{"scenario":{scenario},"prices":{{"rtx-4090":1,"rtx-4090":2}}}}"#);
    assert_eq!(
        found(parse_plan(plan.as_bytes()).unwrap_err()),
        [twice("/prices/rtx-4090"), twice("/scenario/hardware"), twice("/scenario/training/epochs")]
    );
    let several = format!(r#"{{"scenarios":[{{}},{scenario}]}}"#);
    assert_eq!(found(parse_compare(several.as_bytes()).unwrap_err()).len(), 2);
    let priced = r#"{"model":{"id":"resnet50"},"prices":{"pue":1.1,"pue":1.2}}"#;
    assert_eq!(found(scenario::json::parse_bom_request(priced.as_bytes()).unwrap_err()), [twice("/prices/pue")]);
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
