//! Models that read pictures among words, as they train.
#![cfg(feature = "json")]

use api::{estimate_json, recommend_json};
use serde_json::{Value as Json, json};
use wire::v1::Estimate;

fn question(model: &str, training: &Json, data: &Json) -> Json {
    let mut data = data.clone();
    data["samples"] = json!(1000);
    json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "id": model }, "training": training, "data": data })
}

#[track_caller]
fn answer(model: &str, training: &Json, data: &Json) -> Estimate {
    estimate_json(&question(model, training, data).to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

#[track_caller]
fn faults(asked: &Json) -> Vec<(String, String)> {
    let problem = estimate_json(&asked.to_string()).expect_err("it is refused");
    let errors = problem.errors.into_iter();
    let said = errors.map(|error| match error.minimum {
        Some(minimum) => (error.pointer.clone(), format!("from {minimum}")),
        None => (error.pointer.clone(), error.allowed.join(" ")),
    });
    said.collect()
}

fn seeing() -> impl Iterator<Item = &'static catalog::ModelEntry> {
    catalog::models().iter().filter(|model| model.architecture.tower().is_some())
}

/// The tower is there whatever a sample holds; what trains of it is what was said, and costs memory and time.
#[test]
fn what_trains_of_the_tower_is_what_was_said() {
    for model in seeing() {
        for method in ["full", "lora", "qlora"] {
            let of = |vision: &str, images: u64| {
                let training = json!({ "method": method, "vision_tower": vision, "precision": "bf16", "micro_batch_size": 2 });
                answer(model.id, &training, &json!({ "images_per_sample": images, "image_size": 448, "sequence_length": 512 }))
            };
            let (blind, frozen) = (of("frozen", 0), of("frozen", 1));
            // What joins Gemma 3's is a matrix that adapters cannot stand beside.
            let has_joining = method == "full" || !model.id.starts_with("gemma");
            let (projector, trained) = (of(if has_joining { "projector" } else { "frozen" }, 1), of("trained", 1));
            let which = format!("{}, {method}", model.id);
            for estimate in [&blind, &frozen, &projector, &trained] {
                assert_eq!(estimate.parameters.total, model.published_parameters, "{which}");
            }
            assert_eq!(blind.parameters, frozen.parameters, "{which}");
            let trainable = [&frozen, &projector, &trained].map(|estimate| estimate.parameters.trainable);
            assert!(trainable.is_sorted() && trainable[1] < trainable[2], "{which}: {trainable:?}");
            assert_eq!(trainable[0] < trainable[1], has_joining, "{which}: {trainable:?}");
            if method == "full" {
                assert_eq!(trainable[2], model.published_parameters, "{which}");
            }
            let peaks = [&blind, &frozen, &projector, &trained].map(|estimate| estimate.vram.allocated_peak_bytes);
            // Without pictures Gemma 3 has no mask, and fused attention in FP32 has no kernel for its groups then.
            let shown = if model.id.starts_with("gemma") { &peaks[1..] } else { &peaks[..] };
            assert!(shown.is_sorted(), "{which}: {peaks:?}");
            let rates = [&blind, &frozen, &trained].map(|estimate| estimate.speed.compute_samples_per_second);
            assert!(rates.is_sorted_by(|one, other| one > other), "{which}: {rates:?}");
        }
    }
}

/// Where nothing is said a sample is a question about one picture, and the sequence has room for both.
#[test]
fn a_sequence_holds_its_pictures() {
    for model in seeing() {
        let tower = model.architecture.tower().unwrap();
        let usual = answer(model.id, &json!({ "method": "lora" }), &json!({})).inputs;
        assert_eq!(
            (usual.data.images_per_sample, usual.data.image_size.map(|size| size.height)),
            (Some(1), Some(if model.id.starts_with("gemma") { 896 } else { 1024 })),
            "{}",
            model.id
        );
        assert_eq!(usual.data.sequence_length, Some(512 + tower.tokens(1024, 1024)), "{}", model.id);
        let several = json!({ "images_per_sample": 3, "image_size": [600, 900], "sequence_length": 200 });
        let least = format!("from {}", 3 * tower.tokens(600, 900) + 1);
        let found = faults(&question(model.id, &json!({}), &several));
        assert_eq!(found, [("/data/sequence_length".to_owned(), least)], "{}", model.id);
    }
    let endless = json!({ "images_per_sample": 256, "image_size": 4096, "sequence_length": 4096 });
    assert_eq!(
        faults(&question("qwen3-vl-2b", &json!({}), &endless)),
        [("/data/images_per_sample".to_owned(), "from 0".to_owned())]
    );
}

#[test]
fn larger_and_more_pictures_need_more() {
    for (model, vision) in
        [("qwen2.5-vl-3b", "frozen"), ("qwen2.5-vl-7b", "trained"), ("qwen3-vl-4b", "projector"), ("qwen3-vl-30b-a3b", "trained")]
    {
        let of = |images: u64, side: u64| {
            let vision = if images == 0 { "frozen" } else { vision };
            let training = json!({ "method": "lora", "vision_tower": vision, "micro_batch_size": 1, "loader": { "num_workers": 2, "prefetch_factor": 2 } });
            let data = json!({ "images_per_sample": images, "image_size": side, "sequence_length": 10_240 });
            let estimate = answer(model, &training, &data);
            (estimate.vram.allocated_peak_bytes, estimate.ram.parts.prefetch, estimate.speed.compute_samples_per_second)
        };
        let asked = [(0, 448), (1, 448), (1, 896), (2, 896), (4, 1344)].map(|(images, side)| of(images, side));
        for pair in asked.windows(2) {
            assert!(pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1 && pair[0].2 > pair[1].2, "{model}: {asked:?}");
        }
    }
}

#[test]
fn what_does_not_go_together_is_told_at_its_field() {
    let plain = json!({});
    for (model, training, data, pointer, allowed) in [
        ("llama-3.2-1b", plain.clone(), json!({ "images_per_sample": 1 }), "/data/images_per_sample", "0"),
        ("resnet50", plain.clone(), json!({ "images_per_sample": 2 }), "/data/images_per_sample", "0"),
        ("llama-3.2-1b", json!({ "vision_tower": "trained" }), plain.clone(), "/training/vision_tower", "frozen"),
        (
            "qwen3-vl-2b",
            json!({ "vision_tower": "trained" }),
            json!({ "images_per_sample": 0 }),
            "/training/vision_tower",
            "frozen",
        ),
        (
            "gemma-3-4b",
            json!({ "method": "lora", "vision_tower": "projector" }),
            plain.clone(),
            "/training/vision_tower",
            "frozen trained",
        ),
        ("qwen3-vl-2b", json!({ "alignment": "dpo" }), json!({ "images_per_sample": 1 }), "/data/images_per_sample", "0"),
        (
            "llama-3.2-1b",
            json!({ "vision_tower": "trained" }),
            json!({ "images_per_sample": 0 }),
            "/training/vision_tower",
            "frozen",
        ),
        ("qwen3-vl-2b", json!({ "loader": { "cache": "tokens" } }), plain.clone(), "/training/loader/cache", "none ram"),
        ("qwen2.5-vl-3b", plain.clone(), json!({ "image_size": [33, 8192] }), "/data/image_size", "from 41"),
        ("qwen2.5-vl-3b", plain.clone(), json!({ "images_per_sample": 250 }), "/data/images_per_sample", "from 0"),
        ("qwen3-vl-2b", json!({ "framework": "tensorflow" }), plain.clone(), "/training/framework", "pytorch"),
    ] {
        assert_eq!(faults(&question(model, &training, &data)), [(pointer.to_owned(), allowed.to_owned())], "{model}");
    }
    assert_eq!(answer("qwen3-vl-2b", &json!({ "alignment": "dpo" }), &plain).inputs.data.images_per_sample, Some(0));
}

/// What a search proposes is a plan that can be asked for, and a smaller picture leaves the words as they are.
#[test]
fn what_is_proposed_can_be_asked_for() {
    for (model, gpu) in
        [("qwen2.5-vl-7b", "rtx-4090"), ("qwen3-vl-8b", "rtx-3090"), ("qwen3-vl-2b", "rtx-3060-12gb"), ("gemma-3-4b", "rtx-4090")]
    {
        let asked = json!({ "hardware": { "gpu": gpu }, "model": { "id": model } });
        let found = recommend_json(&asked.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"));
        let found = serde_json::to_value(found).unwrap();
        let scenario = &found["recommended"]["scenario"];
        assert_eq!(scenario["data"]["images_per_sample"], 1, "{model}");
        let again = estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{model}: {problem:?}"));
        assert_eq!(
            serde_json::to_value(again.vram.allocated_peak_bytes).unwrap(),
            found["recommended"]["estimate"]["vram"]["allocated_peak_bytes"]
        );
        let mut levers =
            found["levers"].as_array().unwrap().iter().chain(found["rejected_levers"].as_array().into_iter().flatten());
        // Gemma 3 brings every picture to one size.
        assert_eq!(levers.any(|lever| lever["id"] == "smaller-images"), !model.starts_with("gemma"), "{model}");
        assert_ne!(scenario["training"]["loader"]["cache"], "tokens", "{model}");
    }
}
