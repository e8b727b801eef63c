//! Models that run, side by side: each side is what it is alone, and the best is the best.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::Scenario;

fn run(gpu: &str, count: u64, model: &str, serving: &Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": gpu, "gpu_count": count }, "model": { "id": model }, "serving": serving })
}

fn compared(scenarios: &[Json], prices: &Json) -> Result<Json, Json> {
    let body = json!({ "scenarios": scenarios, "prices": prices });
    let found = scenario::json::parse_compare(body.to_string().as_bytes())
        .and_then(|(asked, own)| api::any_comparison(&asked, &own, Locale::En));
    match found {
        Ok(found) => Ok(serde_json::to_value(found).expect("answers are JSON")),
        Err(problem) => Err(serde_json::to_value(problem).expect("problems are JSON")),
    }
}

#[test]
fn a_side_is_what_it_is_alone() {
    let serving = json!({ "concurrency": 4 });
    let sides = [("rtx-4090", 1), ("rtx-3060-12gb", 1), ("rtx-3090", 2), ("b200", 1)];
    let asked: Vec<Json> = sides.iter().map(|(gpu, count)| run(gpu, *count, "llama-3.1-8b", &serving)).collect();
    let found = compared(&asked, &json!({ "rtx-4090": 1500 })).unwrap();
    for (place, scenario) in asked.iter().enumerate() {
        let scenario: Scenario = serde_json::from_value(scenario.clone()).unwrap();
        let alone = serde_json::to_value(api::answer(&scenario, Locale::En).unwrap()).unwrap();
        let side = &found["scenarios"][place];
        for member in ["inputs", "fits", "speed", "ram", "notes"] {
            assert_eq!(side[member], alone[member], "{place}: {member}");
        }
        assert_eq!(side["vram"]["device_peak_bytes"], alone["vram"]["device_peak_bytes"]);
        let (own, _) = scenario::json::prices(&json!({ "rtx-4090": 1500 }));
        let bill = serde_json::to_value(api::bill::bom_with(&scenario, &own).unwrap()).unwrap();
        assert_eq!((&side["price"], &side["tokens"]), (&bill["price"], &bill["tokens"]), "{place}");
    }
    // The most tokens have the fastest card's side, whose price is not known; the least costs the one with known prices.
    let best = |pointer: &str| {
        let of = found["best"].as_array().unwrap().iter().find(|best| best["pointer"] == pointer);
        of.unwrap_or_else(|| panic!("{pointer}: {}", found["best"]))["scenarios"].clone()
    };
    assert_eq!(best("/speed/decode_tokens_per_second"), json!([3]));
    assert_eq!(best("/price/amount"), json!([1]));
    assert!(found["differences"].as_array().unwrap().iter().any(|difference| difference["pointer"] == "/inputs/hardware/gpu"));
}

#[test]
fn what_does_not_run_is_best_in_nothing() {
    let asked =
        [run("rtx-3060-12gb", 1, "llama-3.1-70b", &json!({ "engine": "vllm" })), run("rtx-4090", 4, "llama-3.1-70b", &json!({}))];
    let found = compared(&asked, &json!({})).unwrap();
    assert_eq!((&found["scenarios"][0]["fits"], &found["scenarios"][1]["fits"]), (&json!(false), &json!(true)));
    for best in found["best"].as_array().unwrap() {
        assert_eq!(best["scenarios"], json!([1]), "{best}");
    }
}

/// A machine that cannot finish what comes is the best in nothing, as one on which the model does not run.
#[test]
fn what_does_not_keep_up_is_best_in_nothing() {
    let serving = json!({ "request_rate": 10 });
    let asked = [run("rtx-4090", 1, "llama-3.1-8b", &serving), run("h200-sxm", 1, "llama-3.1-8b", &serving)];
    let found = compared(&asked, &json!({})).unwrap();
    assert!(found["scenarios"][0]["queue"]["seen"].is_null() && found["scenarios"][1]["queue"]["seen"].is_object());
    assert!(!found["best"].as_array().unwrap().is_empty());
    for best in found["best"].as_array().unwrap() {
        assert!(!best["scenarios"].as_array().unwrap().contains(&json!(0)), "{best}");
    }
}

#[test]
fn models_and_settings_are_compared_as_well() {
    let formats = ["fp8", "awq-int4"]
        .map(|format| run("rtx-4090", 1, "llama-3.1-8b", &json!({ "engine": "vllm", "weights_format": format })));
    let found = compared(&formats, &json!({})).unwrap();
    let labels: Vec<&str> = found["scenarios"].as_array().unwrap().iter().filter_map(|side| side["label"].as_str()).collect();
    assert_eq!(labels, ["GeForce RTX 4090 (weights:fp8)", "GeForce RTX 4090 (weights:awq-int4)"]);
    // One that makes pictures beside one that writes has figures of its own kind.
    let kinds = [run("rtx-4090", 1, "sdxl", &json!({})), run("rtx-4090", 1, "llama-3.1-8b", &json!({}))];
    let prices = json!({ "electricity_per_kwh": 0.2, "api_input_per_million_tokens": 1, "api_output_per_million_tokens": 2 });
    let found = compared(&kinds, &prices).unwrap();
    assert_eq!(found["scenarios"][1]["tokens"]["against"].as_array().map(Vec::len), Some(2));
    assert!(compared(&kinds, &json!({ "hours_per_day": 8 })).is_err(), "what is not read is refused");
    assert!(found["scenarios"][0]["speed"]["images_per_second"].is_number() && found["scenarios"][0]["tokens"].is_null());
    assert!(found["scenarios"][1]["speed"]["decode_tokens_per_second"].is_number());
}

#[test]
fn faults_are_named_with_their_machine() {
    let run = |serving: Json| run("rtx-4090", 1, "llama-3.1-8b", &serving);
    let pointers = |scenarios: &[Json]| {
        let problem = compared(scenarios, &json!({})).unwrap_err();
        problem["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["pointer"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let trains = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    assert_eq!(pointers(&[run(json!({}))]), ["/scenarios"]);
    assert_eq!(pointers(&[run(json!({})), trains.clone()]), ["/scenarios/1/task"]);
    assert_eq!(pointers(&[trains, run(json!({}))]), ["/scenarios/1/task"]);
    assert_eq!(pointers(&[run(json!({})), run(json!({ "concurrency": 0 }))]), ["/scenarios/1/serving/concurrency"]);
}
