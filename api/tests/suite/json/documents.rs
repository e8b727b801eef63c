//! A scenario as a document, and what is wrong with one.

use api::parse_scenario_json;
use serde_json::{Value as Json, json};
use wire::v1::Scenario;

#[track_caller]
pub fn read(document: &Json) -> Scenario {
    parse_scenario_json(&document.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// Pointers and codes of all that is wrong.
#[track_caller]
pub fn check(document: &Json, expected: &[(&str, &str)]) {
    let problem = parse_scenario_json(&document.to_string()).expect_err("at fault");
    let found: Vec<_> = problem.errors.iter().map(|error| (error.pointer.as_str(), error.code.as_str())).collect();
    assert_eq!(found, expected);
}

/// The scenario of the contract, every field of it.
pub fn full() -> Json {
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
