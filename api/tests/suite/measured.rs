//! What was measured is met, told, given back, and holds for every change that an answer offers.

use api::{estimate, estimate_json, parse_scenario_json, recommend};
use proptest::prelude::*;
use scenario::json::apply_merge_patch;
use serde_json::{Value as Json, json};
use wire::v1::{Estimate, Scenario};

const GIB: f64 = 1_073_741_824.0;

fn bert(batch: Option<u64>, measured: &Json) -> Json {
    json!({
        "hardware": { "gpu": "rtx-4090", "ram_gib": 64 },
        "model": { "id": "bert-base" },
        "training": { "precision": "bf16-amp", "micro_batch_size": batch, "loader": { "num_workers": 8 } },
        "measured": measured
    })
}

fn answer(document: &Json) -> Estimate {
    estimate_json(&document.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

fn faults(document: &Json) -> Vec<(String, String, String)> {
    let problem = estimate_json(&document.to_string()).expect_err("at fault");
    problem.errors.iter().map(|error| (error.pointer.clone(), error.code.clone(), error.detail.clone())).collect()
}

#[test]
fn a_measured_run_is_met_and_marked() {
    let plain = answer(&bert(Some(32), &Json::Null));
    assert_eq!(plain.measured, None);
    let peak = plain.vram.device_peak_bytes as f64 / GIB * 1.2;
    let rate = plain.speed.samples_per_second * 0.8;
    let measured = answer(&bert(Some(32), &json!({ "peak_memory_gib": peak, "samples_per_second": rate })));
    assert!((measured.vram.device_peak_bytes as f64 / GIB - peak).abs() < 0.005, "{}", measured.vram.device_peak_bytes);
    assert!((measured.speed.samples_per_second / rate - 1.0).abs() < 1e-4);
    assert_eq!(measured.vram.parts.parameters, plain.vram.parts.parameters);
    assert!(measured.limits.max_micro_batch_size < plain.limits.max_micro_batch_size);
    let parts = measured.measured.expect("marked");
    assert_eq!(parts.device_peak_bytes_before, Some(plain.vram.device_peak_bytes));
    assert_eq!(parts.samples_per_second_before, Some(plain.speed.samples_per_second));
    assert!(parts.parts.iter().any(|part| part.id == "vram.activations" && part.factor > 1.2));
    for id in ["vram.activations", "speed.forward_seconds"] {
        let explained = measured.explain.iter().find(|explanation| explanation.id == id).expect("explained");
        assert!(explained.inputs.iter().any(|input| input.name == "measured / estimated"), "{explained:?}");
    }
    for code in ["measured-memory", "measured-speed"] {
        assert!(measured.notes.iter().any(|note| note.code == code), "{code}");
    }
}

#[test]
fn inputs_give_it_back_and_answer_the_same() {
    let asked = bert(Some(32), &json!({ "peak_memory_gib": 9.5, "samples_per_second": 400.0, "gpu_utilization": 0.95 }));
    let first = answer(&asked);
    assert_eq!(first.inputs.measured.peak_memory_gib, Some(9.5));
    let again = estimate(&first.inputs).expect("answers");
    assert_eq!(again.vram, first.vram);
    assert_eq!(again.speed, first.speed);
    assert_eq!(again.measured, first.measured);
    assert_eq!(again.inputs, first.inputs);
}

#[test]
fn another_batch_is_planned_from_the_batch_that_was_measured() {
    let plain = answer(&bert(Some(64), &Json::Null));
    let measured = answer(&bert(Some(64), &json!({ "peak_memory_gib": 7.5, "micro_batch_size": 16 })));
    let at_16 = answer(&bert(Some(16), &json!({ "peak_memory_gib": 7.5 })));
    assert_eq!(measured.measured.as_ref().map(|m| m.parts.clone()), at_16.measured.map(|m| m.parts));
    assert_ne!(measured.vram.device_peak_bytes, plain.vram.device_peak_bytes);
    // Left to the advisor, the batch follows what was measured.
    let open = answer(&bert(None, &json!({ "peak_memory_gib": 7.5, "micro_batch_size": 16 })));
    assert!(open.vram.fits);
    assert_eq!(faults(&bert(None, &json!({ "peak_memory_gib": 7.5 })))[0].0, "/measured/micro_batch_size");
}

#[test]
fn bad_figures_are_named() {
    for (measured, pointer, code, words) in [
        (json!({ "peak_memory_gib": -1 }), "/measured/peak_memory_gib", "out-of-range", "GiB"),
        // Bytes, and MiB.
        (json!({ "peak_memory_gib": 18_468_000_000_u64 }), "/measured/peak_memory_gib", "out-of-range", "GiB"),
        (json!({ "peak_memory_gib": 17_612 }), "/measured/peak_memory_gib", "out-of-range", "GiB"),
        (json!({ "peak_memory_gib": 900 }), "/measured/peak_memory_gib", "out-of-range", "23 GiB"),
        (json!({ "peak_memory_gib": "17 GiB" }), "/measured/peak_memory_gib", "wrong-type", "number"),
        (json!({ "peak_memory_of": "smi" }), "/measured/peak_memory_of", "unknown-value", "device"),
        (json!({ "samples_per_second": 0 }), "/measured/samples_per_second", "out-of-range", "samples/s"),
        (
            json!({ "samples_per_second": 9, "gpu_utilization": 90 }),
            "/measured/gpu_utilization",
            "out-of-range",
            "between 0 and 1",
        ),
        (json!({ "gpu_utilization": 0.9 }), "/measured/samples_per_second", "required", "required"),
        (json!({ "factors": { "memory": 0 } }), "/measured/factors/memory", "out-of-range", "0.3"),
        (json!({ "peak_gib": 17 }), "/measured/peak_gib", "unknown-field", "peak_memory_gib"),
        (json!(17), "/measured", "wrong-type", "object"),
    ] {
        let faults = faults(&bert(Some(32), &measured));
        let found = faults.iter().find(|fault| fault.0 == pointer).unwrap_or_else(|| panic!("{measured}: {faults:?}"));
        assert_eq!(found.1, code, "{measured}");
        assert!(found.2.contains(words), "{measured}: {}", found.2);
    }
    let batch = json!({ "peak_memory_gib": 7.5, "micro_batch_size": 65_536 });
    assert_eq!(faults(&bert(Some(8), &batch))[0].0, "/measured/micro_batch_size");
}

#[test]
fn what_does_not_describe_the_run_is_said() {
    let plain = answer(&bert(Some(32), &Json::Null));
    for measured in [json!({ "peak_memory_gib": 1.0 }), json!({ "peak_memory_gib": 100 }), json!({ "samples_per_second": 1e6 })] {
        let refused = answer(&bert(Some(32), &measured));
        assert_eq!(refused.vram, plain.vram);
        assert_eq!(refused.speed, plain.speed);
        assert_eq!(refused.measured, None);
        assert!(refused.notes.iter().any(|note| note.code.ends_with("-refused")), "{measured}");
    }
}

#[test]
fn query_strings_say_it() {
    let scenario =
        scenario::query::parse_string("gpu=rtx-4090&model=bert-base&batch=32&peak=9.5&peak_of=allocated&rate=400&util=0.95");
    assert_eq!(scenario.errors, []);
    let query = scenario::query::to_string(&scenario.scenario, &[]);
    assert!(query.ends_with("peak=9.5&peak_of=allocated&rate=400&util=0.95"), "{query}");
    let pinned = estimate(&scenario.scenario).expect("answers").inputs;
    assert_eq!(scenario::query::parse_string(&scenario::query::to_string(&pinned, &[])).scenario, pinned);
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    (
        prop::sample::select(vec!["bert-base", "resnet50", "llama-3.2-1b", "sd15"]),
        prop::sample::select(vec!["rtx-3060-12gb", "rtx-4090", "a100-sxm4-80gb"]),
        1_u64..33,
        0.7_f64..1.6,
        prop::sample::select(vec!["device", "reserved", "allocated"]),
        0.5_f64..1.3,
        prop::option::of(0.3_f64..1.0),
    )
        .prop_map(|(model, gpu, batch, peak, of, rate, utilization)| {
            let query = format!("gpu={gpu}&model={model}&batch={batch}");
            let plain = estimate(&scenario::query::parse_string(&query).scenario).expect("answers");
            let bytes = match of {
                "device" => plain.vram.device_peak_bytes,
                "reserved" => plain.vram.reserved_peak_bytes,
                _ => plain.vram.torch_allocated_peak_bytes,
            };
            let mut scenario = scenario::query::parse_string(&format!("{query}&peak_of={of}")).scenario;
            scenario.measured.peak_memory_gib = Some((bytes as f64 / GIB * peak * 100.0).round() / 100.0);
            scenario.measured.samples_per_second = Some(plain.speed.samples_per_second * rate);
            scenario.measured.gpu_utilization = utilization;
            scenario
        })
}

proptest! {
    #![proptest_config(crate::support::cases(8))]

    #[test]
    fn every_change_gives_what_it_promises_with_what_was_measured(asked in scenarios()) {
        let Ok(recommendation) = recommend(&asked) else { return Ok(()) };
        let plan = &recommendation.recommended;
        let again = estimate(&plan.scenario).expect("answers");
        prop_assert_eq!(&again.vram, &plan.estimate.vram);
        prop_assert_eq!(&again.speed, &plan.estimate.speed);
        let base = estimate(&asked).expect("answers");
        for lever in &recommendation.levers {
            // As a caller does it: merged into what was answered, by RFC 7396.
            let mut document = serde_json::to_value(&base.inputs).expect("serializes");
            apply_merge_patch(&mut document, &serde_json::to_value(&lever.change).expect("serializes"));
            let changed = parse_scenario_json(&document.to_string()).and_then(|scenario| estimate(&scenario));
            let changed = changed.unwrap_or_else(|problem| panic!("{problem:?}"));
            prop_assert_eq!(changed.vram.device_peak_bytes, lever.vram_after_bytes, "{}", lever.id);
            // And into what was asked: what is open may be decided again, but memory is what it is.
            let mut document = serde_json::to_value(&asked).expect("serializes");
            apply_merge_patch(&mut document, &serde_json::to_value(&lever.change).expect("serializes"));
            let changed = parse_scenario_json(&document.to_string()).and_then(|scenario| estimate(&scenario)).expect("answers");
            prop_assert_eq!(changed.vram.device_peak_bytes, lever.vram_after_bytes, "{}", lever.id);
        }
    }
}
