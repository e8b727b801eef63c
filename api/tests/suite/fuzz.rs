//! Nothing that arrives from outside makes the engine panic, loop or overflow: it is answered or refused by field.
//!
//! `PROPTEST_CASES` sets how long this goes on; `cargo xtask soak` does.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use scenario::query::parse_string;
use serde_json::{Value, json};

/// A scenario with every branch of the tree in it, with an adapter where the model takes one.
fn full(model: &str) -> Value {
    let mut scenario = with_adapter(model);
    if api::estimate_json(&scenario.to_string()).is_err() {
        scenario["training"]["method"] = json!("full");
        if let Some(training) = scenario["training"].as_object_mut() {
            training.remove("lora");
        }
    }
    scenario
}

fn with_adapter(model: &str) -> Value {
    json!({
        "hardware": {
            "gpu": "rtx-4090", "gpu_count": 2, "nodes": 1, "cpu": "ryzen-9-7950x", "ram_gib": 64, "os": "linux", "display_attached": true
        },
        "model": { "id": model },
        "training": {
            "method": "lora", "lora": { "rank": 16, "targets": "all-linear", "dropout": 0.1 },
            "precision": "bf16-amp", "optimizer": "adamw", "weight_decay": 0.01, "micro_batch_size": 4,
            "gradient_accumulation_steps": 2, "sharding": "zero-2", "offload": "optimizer", "epochs": 3,
            "loader": { "num_workers": 8, "prefetch_factor": 2, "pin_memory": true, "cache": "none" }
        },
        "data": { "samples": 50_000, "bytes_on_disk": 1_000_000_000_u64, "sequence_length": 1024, "image_size": 448 }
    })
}

/// A model by its own figures.
fn configured() -> Value {
    let mut scenario = full("llama-2-7b");
    scenario["model"] = json!({ "config": {
        "model_type": "llama", "vocab_size": 32_000, "hidden_size": 512, "intermediate_size": 1376, "num_hidden_layers": 4,
        "num_attention_heads": 8, "num_key_value_heads": 4, "max_position_embeddings": 2048, "tie_word_embeddings": false
    } });
    scenario
}

fn hostile() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(vec![
            json!(0),
            json!(-1),
            json!(1),
            json!(3),
            json!(0.5),
            json!(1e12),
            json!(1e300),
            json!(-0.0),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(1_000_000_007_u64),
            json!(null),
            json!(true),
            json!(""),
            json!("\u{0}"),
            json!("llama-2-7b"),
            json!("zero-3"),
            json!("fp32"),
            json!([]),
            json!([1, 2]),
            json!([224, 0]),
            json!({}),
            json!({ "id": {} }),
            json!("NaN"),
            json!("९"),
        ]),
        any::<u64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,40}".prop_map(|text| json!(text)),
    ]
}

/// Every place of a document, as JSON pointers.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(name, member)| places(member, &format!("{at}/{name}"), out)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| places(item, &format!("{at}/{i}"), out)),
        _ => {}
    }
}

#[track_caller]
fn answered_or_refused(text: &str) {
    match api::estimate_json(text) {
        Ok(estimate) => {
            let vram = &estimate.vram;
            assert!(vram.allocated_peak_bytes <= vram.torch_allocated_peak_bytes, "{text}");
            assert!(vram.range_bytes[0] <= vram.range_bytes[1], "{text}");
            assert!(estimate.speed.epoch_seconds.is_finite(), "{text}");
        }
        Err(problem) => assert!((400..500).contains(&problem.status), "{text}: {problem:?}"),
    }
}

/// Otherwise the mutations would show nothing.
#[test]
fn without_a_mutation_it_is_answered() {
    for scenario in catalog::models().iter().map(|model| full(model.id)).chain([configured()]) {
        if let Err(problem) = api::estimate_json(&scenario.to_string()) {
            panic!("{scenario}: {problem:?}");
        }
    }
}

proptest! {
    #[test]
    fn mutated_scenarios(
        model in select(catalog::models()), by_figures in any::<bool>(), advised in any::<bool>(),
        mutations in prop::collection::vec((any::<Index>(), hostile()), 1..4),
    ) {
        let mut scenario = if by_figures { configured() } else { full(model.id) };
        for (index, value) in mutations {
            let mut all: Vec<String> = Vec::new();
            places(&scenario, "", &mut all);
            if let Some(place) = scenario.pointer_mut(index.get(all.as_slice()).as_str()) {
                *place = value;
            }
        }
        let text = scenario.to_string();
        answered_or_refused(&text);
        if advised {
            // Advice asks hundreds of estimates; that none of them panics is what counts here.
            drop(api::recommend_json(&text));
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        drop(api::estimate_json(&String::from_utf8_lossy(&bytes)));
    }

    #[test]
    fn any_query(pairs in prop::collection::vec((select(vec!["v", "gpu", "gpus", "model", "batch", "seq", "image", "ram", "rank", "data", "workers", "x"]), ".{0,12}"), 0..8)) {
        let text: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let parsed = parse_string(&text.join("&"));
        if let Ok(request) = scenario::resolve(&parsed.scenario) {
            drop(engine::answer::estimate(&request));
        }
    }
}
