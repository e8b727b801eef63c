//! Whole answers: what a program that calls the API relies on.
#![cfg(feature = "json")]

use api::{estimate, estimate_json, parse_scenario_json, recommend};
use scenario::json::apply_merge_patch;
use serde_json::{Value as Json, json};
use wire::v1::{Estimate, ProblemCode, Recommendation, Scenario};

#[track_caller]
fn scenario(document: &Json) -> Scenario {
    parse_scenario_json(&document.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

#[track_caller]
fn answer(document: &Json) -> Estimate {
    estimate(&scenario(document)).unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// One scenario of each family, with as little said as possible.
fn samples() -> Vec<Json> {
    [
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } }),
        json!({ "hardware": { "gpu": "rtx-3060-12gb", "os": "windows", "display_attached": true }, "model": { "id": "bert-base" },
                "training": { "micro_batch_size": 16 }, "data": { "sequence_length": 128, "task": "masked-lm" } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-2-7b" }, "training": { "method": "qlora" } }),
        json!({ "hardware": { "gpu": "a100-sxm4-80gb", "gpu_count": 8 }, "model": { "id": "qwen2.5-1.5b" },
                "training": { "sharding": "zero-2", "gradient_accumulation_steps": 2 } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "sd15" }, "training": { "method": "lora", "loader": { "cache": "latents" } } }),
        json!({ "hardware": { "gpu": "rtx-4090", "gpu_count": 2 }, "model": { "id": "all-mpnet-base-v2" }, "data": { "task": "contrastive" } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-3.2-1b" }, "training": { "alignment": "dpo" } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "qwen3-vl-2b" }, "training": { "method": "lora", "vision_tower": "trained" },
                "data": { "images_per_sample": 2 } }),
    ]
    .into()
}

#[test]
fn an_estimate_reads_as_it_always_did() {
    let estimate = answer(&json!({
        "id": "snapshot",
        "hardware": { "gpu": "rtx-4090", "cpu": "core-i9-13900k", "ram_gib": 64, "storage": "samsung-990-pro-2tb", "os": "linux" },
        "model": { "id": "resnet50" },
        "training": { "method": "full", "precision": "fp16-amp", "micro_batch_size": 64,
                      "loader": { "num_workers": 8, "prefetch_factor": 2, "pin_memory": true, "persistent_workers": true, "cache": "none" } },
        "data": { "kind": "images", "samples": 50000, "image_size": 224 }
    }));
    let mut estimate = serde_json::to_value(estimate).unwrap();
    // Versions change with every release, two points show the rest of the timeline, and the explanations' words are the engine's; nothing else may
    // change unseen.
    estimate["engine_version"] = json!("[version]");
    estimate["catalog_version"] = json!("[version]");
    estimate["vram"]["timeline"].as_array_mut().unwrap().truncate(2);
    let ids: Vec<Json> = estimate["explain"].as_array().unwrap().iter().map(|explanation| explanation["id"].clone()).collect();
    estimate["explain"] = Json::Array(ids);
    insta::assert_json_snapshot!(estimate);
}

#[test]
fn parts_add_up_and_the_verdict_follows() {
    for document in samples() {
        let Estimate { vram, ram, limits, inputs, .. } = answer(&document);
        let parts = &vram.parts;
        let sum = parts.parameters + parts.gradients + parts.optimizer_state + parts.activations + parts.temporary + parts.inputs;
        assert_eq!(sum, vram.allocated_peak_bytes);
        assert_eq!(vram.fits, vram.device_peak_bytes + vram.desktop_bytes <= vram.capacity_bytes);
        assert_eq!(vram.fits, vram.headroom_bytes >= 0);
        assert_eq!(vram.fits, inputs.training.micro_batch_size.is_some_and(|batch| batch <= limits.max_micro_batch_size));
        let host = &ram.parts;
        let sum = host.system
            + host.runtime
            + host.workers
            + host.prefetch
            + host.pinned
            + host.checkpoint_staging
            + host.offload
            + host.dataset_cache;
        assert_eq!(sum, ram.peak_bytes);
        assert!(ram.minimum_gib <= ram.recommended_gib && ram.recommended_gib <= ram.comfortable_gib);
    }
}

#[test]
fn inputs_asked_again_give_the_same_answer() {
    for document in samples() {
        let first = answer(&document);
        let again = estimate(&first.inputs).unwrap();
        assert_eq!(first.inputs, again.inputs, "{document}");
        assert!(first == again, "{document}");
        let text = serde_json::to_string(&first.inputs).unwrap();
        assert!(estimate_json(&text).unwrap() == first, "{document}");
    }
}

#[test]
fn every_default_is_filled_in() {
    let inputs = serde_json::to_value(answer(&samples()[2]).inputs).unwrap();
    for pointer in [
        "/hardware/cpu",
        "/hardware/ram_gib",
        "/training/lora/rank",
        "/training/quantization/bits",
        "/training/precision",
        "/training/micro_batch_size",
        "/training/loader/num_workers",
        "/data/sequence_length",
        "/data/bytes_on_disk",
    ] {
        assert!(inputs.pointer(pointer).is_some(), "{pointer} in {inputs}");
    }
    assert!(inputs.pointer("/data/image_size").is_none());
}

#[test]
fn an_answer_survives_the_wire() {
    for document in samples() {
        let first = answer(&document);
        let back: Estimate = serde_json::from_str(&serde_json::to_string(&first).unwrap()).unwrap();
        assert!(back == first, "{document}");
    }
}

#[test]
fn a_recommended_plan_is_pinned() {
    for document in samples() {
        let Recommendation { recommended, .. } = recommend(&scenario(&document)).unwrap();
        let again = estimate(&recommended.scenario).unwrap();
        assert_eq!(again.vram, recommended.estimate.vram, "{document}");
        assert_eq!(again.speed, recommended.estimate.speed, "{document}");
        assert_eq!(again.inputs, recommended.scenario, "{document}");
    }
}

#[test]
fn a_lever_s_change_does_what_it_says() {
    let document = json!({ "hardware": { "gpu": "rtx-4090", "ram_gib": 64 }, "model": { "id": "llama-3.2-1b" },
        "training": { "method": "full", "precision": "fp32", "optimizer": "adamw", "micro_batch_size": 8, "attention": "eager",
            "gradient_accumulation_steps": 1, "activation_checkpointing": "none",
            "loader": { "num_workers": 4, "prefetch_factor": 2, "pin_memory": true, "persistent_workers": true, "cache": "none" } },
        "data": { "sequence_length": 1024 } });
    let asked = answer(&document);
    assert!(!asked.vram.fits);
    let advice = recommend(&scenario(&document)).unwrap();
    assert!(!advice.levers.is_empty());
    for lever in &advice.levers {
        assert!(!lever.why.is_empty() && !lever.source.is_empty(), "{}", lever.id);
        assert_eq!(lever.vram_before_bytes, asked.vram.device_peak_bytes, "{}", lever.id);
        let mut changed = document.clone();
        apply_merge_patch(&mut changed, &serde_json::to_value(&lever.change).unwrap());
        assert_eq!(answer(&changed).vram.device_peak_bytes, lever.vram_after_bytes, "{}", lever.id);
    }
    for id in &advice.single_change_fits {
        assert!(advice.levers.iter().any(|lever| lever.id == *id && lever.fits), "{id}");
    }
}

#[test]
fn constraints_that_are_not_searched_by_are_named() {
    let mut document = samples()[0].clone();
    document["constraints"] = json!({ "methods": ["full"], "max_gpus": 1, "budget": { "amount": 900, "currency": "USD" } });
    let advice = recommend(&scenario(&document)).unwrap();
    let codes: Vec<_> = advice.notes.iter().map(|note| note.code.as_str()).collect();
    assert_eq!(codes, ["constraint-not-considered"]);
    assert!(advice.notes[0].detail.starts_with("constraints.budget "));
}

#[test]
fn the_scenario_s_name_comes_back() {
    let named = |id: &str, gpu: &str| json!({ "id": id, "hardware": { "gpu": gpu }, "model": { "id": "resnet50" } });
    assert_eq!(answer(&named("a", "rtx-4090")).id.as_deref(), Some("a"));
    let problem = estimate(&scenario(&named("b", "none"))).unwrap_err();
    assert_eq!((problem.code, problem.id.as_deref()), (ProblemCode::InvalidInput, Some("b")));
}

#[test]
fn catalog_lists_are_complete() {
    assert_eq!(api::convert::gpus().items.len(), catalog::gpus().len());
    assert_eq!(api::convert::models().items.len(), catalog::listed_models().len());
    assert_eq!(api::convert::cpus().items.len(), catalog::cpus().len());
    assert_eq!(api::convert::storages().items.len(), catalog::storages().len());
    assert_eq!(api::convert::memory_kits().items.len(), catalog::memory_kits().len());
}
