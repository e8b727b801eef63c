//! Training what writes speech down: windows of one length, texts of any up to its positions, clips that a processor prepares.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};

use super::support::{faults_of, with};

fn asked(training: &Json, data: &Json) -> Json {
    json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "whisper-small" }, "training": training, "data": data })
}

fn estimate(scenario: &Json) -> wire::v1::Estimate {
    api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{scenario}: {problem:?}"))
}

/// Counted from the library's own classes; positions of the encoder are sines that nothing trains.
#[test]
fn its_weights_are_those_of_the_library() {
    for (model, total, encoder_positions) in [
        ("whisper-tiny", 37_760_640, 1500 * 384),
        ("whisper-small", 241_734_912, 1500 * 768),
        ("distil-large-v3", 756_405_760, 1500 * 1280),
    ] {
        let scenario =
            with(&asked(&json!({ "method": "full", "micro_batch_size": 1 }), &json!({})), json!({ "model": { "id": model } }));
        let counts = estimate(&scenario).parameters;
        assert_eq!((counts.total, counts.total - counts.trainable), (total, encoder_positions), "{model}");
    }
    let scenario =
        asked(&json!({ "method": "lora", "lora": { "rank": 32, "targets": "query-value" }, "micro_batch_size": 1 }), &json!({}));
    // Of 12 blocks with one attention and 12 with two, two layers each, two matrices of 768 x 32.
    assert_eq!(estimate(&scenario).parameters.trainable, 36 * 2 * 2 * 768 * 32);
}

/// Memory grows with the text and the batch, and by clips' bytes only the processor's work does.
#[test]
fn texts_and_batches_take_memory_and_clips_take_time() {
    let of = |training: Json, data: Json| estimate(&asked(&training, &data));
    let batch = |size: u64| json!({ "method": "full", "micro_batch_size": size, "loader": { "num_workers": 2 } });
    let peak = |answer: &wire::v1::Estimate| answer.vram.allocated_peak_bytes;
    let usual = of(batch(4), json!({ "target_length": 128 }));
    assert!(peak(&usual) < peak(&of(batch(4), json!({ "target_length": 448 }))));
    assert!(peak(&usual) < peak(&of(batch(8), json!({ "target_length": 128 }))));
    let larger = of(batch(4), json!({ "target_length": 128, "bytes_on_disk": 40_000_000_000_u64 }));
    assert_eq!(peak(&usual), peak(&larger));
    let prepares = |answer: &wire::v1::Estimate| {
        let path = serde_json::to_value(&answer.path).expect("a path");
        let stage = path["stages"].as_array().and_then(|stages| stages.iter().find(|stage| stage["kind"] == "preprocess"));
        stage.and_then(|stage| stage["samples_per_second"].as_f64()).expect("a rate")
    };
    assert!(prepares(&larger) < prepares(&usual));
}

/// What divides the weights casts the sound as it casts them: mixed precision keeps what pure BF16 keeps.
#[test]
fn sound_is_read_in_the_type_of_divided_weights() {
    let of = |precision: &str| {
        let training = json!({ "method": "full", "precision": precision, "sharding": "zero-3", "micro_batch_size": 4 });
        let cards = json!({ "hardware": { "gpu": "rtx-4090", "gpu_count": 2 } });
        estimate(&with(&asked(&training, &json!({})), cards)).vram.parts.activations
    };
    assert_eq!(of("bf16-amp"), of("bf16"));
}

/// Every field at fault is named, with what is allowed.
#[test]
fn what_does_not_go_with_speech_is_refused_by_name() {
    let full = json!({ "method": "full" });
    for (training, data, pointer) in [
        (full.clone(), json!({ "target_length": 449 }), "/data/target_length"),
        (full.clone(), json!({ "kind": "text" }), "/data/kind"),
        (json!({ "method": "qlora" }), json!({}), "/training/method"),
        (json!({ "method": "full", "loader": { "cache": "tokens" } }), json!({}), "/training/loader/cache"),
        (json!({ "method": "lora", "lora": { "targets": ["gate_proj"] } }), json!({}), "/training/lora/targets"),
    ] {
        let faults = faults_of(&asked(&training, &data));
        assert_eq!(faults.iter().map(|(pointer, _)| pointer.as_str()).collect::<Vec<_>>(), [pointer], "{data} {training}");
    }
    // What was published is repeated by the plan, and nothing of texts or pictures.
    let inputs = serde_json::to_value(estimate(&asked(&full, &json!({}))).inputs).expect("a scenario");
    let keys: Vec<&String> = inputs["data"].as_object().expect("data").keys().collect();
    assert_eq!((inputs["data"]["kind"].as_str(), keys.len()), (Some("audio"), 4), "{keys:?}");
}
