//! What stands behind an encoder: a head of the reader's classes, or two texts that are compared.
#![cfg(feature = "json")]

use api::estimate_json;
use serde_json::{Value as Json, json};
use wire::v1::Estimate;

#[track_caller]
fn answer(model: &str, training: &Json, data: &Json) -> Estimate {
    let asked = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": model }, "training": training, "data": data });
    estimate_json(&asked.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

#[test]
fn the_head_trains_beside_adapters() {
    // Two weights and their biases of RoBERTa's head, one of BERT's, whose pooler is published; none before the vocabulary.
    const WIDTH: u64 = 768;
    let linear = |outputs: u64| WIDTH * outputs + outputs;
    for (model, adapted, head) in [
        ("roberta-base", 12, linear(WIDTH) + linear(7)),
        ("bert-base", 12, linear(7)),
        ("distilbert", 6, linear(WIDTH) + linear(7)),
        ("deberta-v3-base", 12, linear(WIDTH) + linear(7)),
        ("modernbert-base", 22, linear(7)),
        ("vit-base-patch16-224", 12, linear(7)),
    ] {
        let training = json!({ "method": "lora", "lora": { "rank": 4, "targets": "query-value" }, "micro_batch_size": 1 });
        let classes = answer(model, &training, &json!({ "num_classes": 7 })).parameters.trainable;
        // Query and value in one layer have one pair of matrices, of another height.
        let adapters = if model == "modernbert-base" { 4 * (WIDTH + 3 * WIDTH) } else { 2 * 4 * (WIDTH + WIDTH) };
        assert_eq!(classes, adapted * adapters + head, "{model}");
    }
    let training = json!({ "method": "lora", "lora": { "rank": 4, "targets": "query-value" }, "micro_batch_size": 1 });
    let words = answer("roberta-base", &training, &json!({ "task": "masked-lm" })).parameters.trainable;
    assert_eq!(words, 12 * 2 * 4 * 2 * WIDTH);
}

#[test]
fn a_pair_is_two_texts() {
    for model in ["all-mpnet-base-v2", "bert-base", "modernbert-base", "deberta-v3-base"] {
        let batch = |size: u64| json!({ "precision": "bf16-amp", "micro_batch_size": size });
        let pairs = answer(model, &batch(16), &json!({ "task": "contrastive", "sequence_length": 128 }));
        let texts = answer(model, &batch(32), &json!({ "task": "classification", "sequence_length": 128 }));
        let (of_pairs, of_texts) = (pairs.vram.parts.activations as f64, texts.vram.parts.activations as f64);
        assert!((of_pairs / of_texts - 1.0).abs() < 0.05, "{model}: {of_pairs} of pairs, {of_texts} of texts");
        let stored = |estimate: &Estimate| estimate.inputs.data.bytes_on_disk;
        assert_eq!(stored(&pairs), stored(&texts).map(|bytes| 2 * bytes), "{model}");
        assert!(pairs.parameters.total <= texts.parameters.total, "{model}");
    }
}

#[test]
fn both_texts_of_a_pair_count_against_the_limits() {
    let faults = |task: &str, size: u64| {
        let asked = json!({
            "hardware": { "gpu": "rtx-4090" },
            "model": { "id": "bert-base" },
            "training": { "micro_batch_size": size },
            "data": { "task": task, "sequence_length": 32_768 },
        });
        estimate_json(&asked.to_string()).err().map(|problem| problem.errors.len())
    };
    assert_eq!([faults("classification", 128), faults("classification", 129)], [None, Some(1)]);
    assert_eq!([faults("contrastive", 64), faults("contrastive", 65)], [None, Some(1)]);
}

#[test]
fn texts_are_compared_in_pytorch() {
    for framework in ["tensorflow", "mindspore"] {
        let asked = json!({
            "hardware": { "gpu": "rtx-4090" },
            "model": { "id": "bert-base" },
            "training": { "framework": framework },
            "data": { "task": "contrastive" },
        });
        let problem = estimate_json(&asked.to_string()).expect_err(framework);
        let faults: Vec<&str> = problem.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(faults, ["/data/task"], "{framework}");
    }
}

#[test]
fn a_smaller_micro_batch_compares_with_fewer_texts() {
    for (task, effect) in [("contrastive", "small"), ("classification", "none")] {
        let asked = json!({
            "hardware": { "gpu": "rtx-4090" },
            "model": { "id": "all-mpnet-base-v2" },
            "training": { "precision": "bf16-amp", "micro_batch_size": 64 },
            "data": { "task": task, "sequence_length": 128 },
        });
        let answer = api::recommend_json(&asked.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"));
        let answer = serde_json::to_value(answer).unwrap();
        let levers = answer["levers"].as_array().unwrap();
        let lever = levers.iter().find(|lever| lever["id"] == "batch-with-accumulation").unwrap();
        assert_eq!(lever["effect_on_results"], effect, "{task}");
    }
}
