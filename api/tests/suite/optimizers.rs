//! Optimizers, as they are asked for: what a plan keeps for them, and where they cannot step.
#![cfg(feature = "json")]

use api::estimate_json;
use serde_json::{Value as Json, json};
use wire::v1::Estimate;

fn question(model: &str, training: &Json, gpus: u64) -> String {
    json!({ "hardware": { "gpu": "h200-sxm", "gpu_count": gpus }, "model": { "id": model }, "training": training }).to_string()
}

#[track_caller]
fn answer(model: &str, training: &Json) -> Estimate {
    estimate_json(&question(model, training, 1)).unwrap_or_else(|problem| panic!("{model} {training}: {problem:?}"))
}

#[track_caller]
fn faults(model: &str, training: &Json, gpus: u64) -> Vec<(String, Vec<String>)> {
    let problem = estimate_json(&question(model, training, gpus)).expect_err("it is refused");
    problem.errors.into_iter().map(|error| (error.pointer, error.allowed)).collect()
}

/// One state of 32 or 8 bits, or of the weights' type for matrices of blocks; two for what Muon leaves to `AdamW`.
#[test]
fn states_are_as_many_as_the_optimizer_keeps() {
    let states = |model: &str, optimizer: &str| {
        let answer = answer(model, &json!({ "optimizer": optimizer, "precision": "bf16" }));
        (answer.vram.parts.optimizer_state, answer.parameters.trainable)
    };
    for model in ["qwen3-0.6b", "bert-base", "t5-base"] {
        let (lion, weights) = states(model, "lion");
        let of = |optimizer| states(model, optimizer).0;
        let per_weight = |bytes: u64| bytes as f64 / weights as f64;
        assert!((per_weight(lion) - 4.0).abs() < 0.01, "{model}: {}", per_weight(lion));
        assert!((per_weight(of("lion-8bit")) - 1.0 - 4.0 / 256.0).abs() < 0.01, "{model}: {}", per_weight(of("lion-8bit")));
        assert!((per_weight(of("adamw")) - 4.0).abs() < 0.01 && of("adamw-8bit") > of("lion-8bit"), "{model}");
        // Between one state and two, as embeddings have two.
        assert!(per_weight(of("muon")) > 2.0 && of("muon") < of("adamw"), "{model}: {}", per_weight(of("muon")));
    }
    // Of Qwen3 0.6B all matrices of blocks have one: 28 x (2 x 1024 x 2048 + 2 x 1024 x 1024 + 3 x 1024 x 3072) weights.
    let matrices = 28 * (2 * 1024 * 2048 + 2 * 1024 * 1024 + 3 * 1024 * 3072);
    let (muon, weights) = states("qwen3-0.6b", "muon");
    let expected = 2 * (matrices + 2 * (weights - matrices));
    assert!(muon.abs_diff(expected) < 1 << 20, "{muon} and not {expected}");
}

#[test]
fn what_looks_at_whole_matrices_is_refused_where_there_are_none() {
    let muon = |more: Json| {
        let mut asked = json!({ "optimizer": "muon" });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        asked
    };
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    for sharding in ["zero-1", "zero-2", "zero-3"] {
        let found = faults("qwen3-0.6b", &muon(json!({ "sharding": sharding })), 4);
        assert_eq!(found, [("/training/sharding".to_owned(), words(&["none", "ddp"]))]);
    }
    let found = faults("qwen3-0.6b", &muon(json!({ "offload": "optimizer" })), 1);
    assert_eq!(found, [("/training/offload".to_owned(), words(&["none"]))]);
    for model in ["resnet50", "sdxl", "whisper-small", "vit-base-patch16-224"] {
        let found = faults(model, &muon(json!({})), 1);
        assert!(found.len() == 1 && found[0].0 == "/training/optimizer" && !found[0].1.contains(&"muon".to_owned()), "{found:?}");
    }
    assert!(estimate_json(&question("qwen3-0.6b", &muon(json!({ "sharding": "ddp" })), 4)).is_ok());
    // Other frameworks have none of the three.
    for optimizer in ["muon", "lion", "lion-8bit"] {
        let found = faults("bert-base", &json!({ "optimizer": optimizer, "framework": "tensorflow" }), 1);
        assert_eq!(found[0].0, "/training/optimizer", "{found:?}");
    }
}

/// Products of a matrix with itself take time that no other optimizer's step does, whatever the batch.
#[test]
fn muon_takes_its_products_time() {
    let step = |optimizer: &str, batch: u64| {
        let asked = json!({ "optimizer": optimizer, "precision": "bf16", "micro_batch_size": batch });
        answer("llama-3.2-1b", &asked).speed.step_seconds
    };
    let more = [1, 4].map(|batch| step("muon", batch) - step("adamw", batch));
    // 16 blocks of 2048 x (2048 + 512 + 512 + 2048 + 3 x 8192) weights: at 200 to 990 TFLOP/s, five rounds of 4 n m^2 + 2 m^3 each.
    let flops: f64 = [(2048.0, 2048.0), (512.0, 2048.0), (512.0, 2048.0), (2048.0, 2048.0)]
        .into_iter()
        .chain([(2048.0, 8192.0); 3])
        .map(|(shorter, longer): (f64, f64)| 16.0 * 5.0 * (4.0 * shorter * shorter * longer + 2.0 * shorter.powi(3)))
        .sum();
    assert!(more.iter().all(|more| (flops / 990e12..flops / 200e12).contains(more)), "{more:?} for {flops}");
    assert!((more[0] / more[1] - 1.0).abs() < 0.02, "{more:?}");
}
