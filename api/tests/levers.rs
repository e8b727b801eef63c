//! Every lever gives the figures that it promises, merged into what was asked or into its pinned form.
//!
//! `PROPTEST_CASES` sets for how many scenarios; `cargo xtask soak` does.
#![cfg(feature = "wire")]

use api::v1::recommend::Lever;
use api::v1::{Estimate, Recommendation, Scenario};
use api::{apply_merge_patch, estimate, estimate_json, parse_scenario_json, recommend};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value as Json, json, to_value};

/// Values for leaves that may be left out, each once.
fn leaves() -> impl Strategy<Value = Vec<&'static str>> {
    let leaves = vec![
        "ram=16", "ram=64", "ram=256", "cpu=core-i5-13600k", "storage=class-hdd", "os=windows", "display=1", "method=full",
        "method=lora", "method=qlora", "method=frozen-backbone", "rank=32", "targets=all-linear", "precision=fp32",
        "precision=tf32", "precision=fp16-amp", "precision=bf16-amp", "precision=bf16", "optimizer=adamw",
        "optimizer=adamw-8bit", "optimizer=sgd-momentum", "optimizer=adafactor", "impl=fused", "wd=0",
        "checkpointing=full", "checkpointing=none", "attention=eager", "attention=sdpa", "loss=chunked",
        "format=channels-last", "batch=1", "batch=4", "batch=48", "accumulation=4", "sharding=ddp", "sharding=zero-2",
        "sharding=zero-3", "sharding=none", "offload=optimizer", "offload=all", "offload=none", "workers=0", "workers=2",
        "prefetch=4", "pin=0", "pin=1", "persistent=0", "cache=ram", "cache=none", "cache=tokens", "cache=latents", "epochs=1",
        "samples=3000", "samples=2000000", "seq=100", "seq=4096", "image=512",
        "dropout=0.1", "adapter=bf16", "bits=8", "mask=padded", "resident=1", "batched=1", "nodes=2", "epochs=3", "target=64",
        "text=77", "task=masked-lm", "bytes=4000000000",
    ];
    subsequence(leaves, 0..14)
}

/// A card of the catalog, or one by its figures.
fn card() -> impl Strategy<Value = Json> {
    let custom = |memory: f64, tensor: Option<f64>| {
        json!({ "name": "own", "memory_gib": memory, "memory_bandwidth_gb_per_s": 800.0, "fp32_tflops": 30.0,
            "fp16_dense_tflops": tensor, "bf16_dense_tflops": tensor })
    };
    prop_oneof![
        6 => select(catalog::gpus()).prop_map(|gpu| json!(gpu.id)),
        1 => (1.0..200.0_f64, prop::option::of(Just(120.0))).prop_map(move |(memory, tensor)| custom(memory, tensor)),
    ]
}

fn scenario() -> impl Strategy<Value = Scenario> {
    (select(catalog::models()), card(), select(vec![1, 1, 1, 2, 3, 8]), leaves()).prop_map(|(model, gpu, gpus, leaves)| {
        let mut hardware = json!({ "gpu": gpu });
        if gpus > 1 {
            hardware["gpu_count"] = json!(gpus);
        }
        let mut scenario = parse_scenario_json(&json!({ "hardware": hardware, "model": { "id": model.id } }).to_string()).unwrap();
        // A leaf that the model or its neighbors refuse is left out.
        for leaf in leaves {
            let mut with = scenario.clone();
            let parsed = api::query::parse_string(leaf);
            assert_eq!(parsed.errors, [], "{leaf}");
            api::patch::merge(&mut with, &parsed.scenario);
            if api::resolve(&with).is_ok() {
                scenario = with;
            }
        }
        scenario
    })
}

fn merged(into: &Scenario, lever: &Lever) -> Json {
    let mut document = to_value(into).unwrap();
    apply_merge_patch(&mut document, &to_value(&lever.change).unwrap());
    document
}

/// What a lever promises, beside what an estimate says.
fn figures(lever: &Lever) -> Json {
    json!([
        lever.vram_after_bytes, lever.vram_parts_after, lever.ram_after_bytes, lever.ram_minimum_gib_after,
        lever.step_seconds_after, lever.epoch_seconds_after, lever.samples_per_second_after, lever.fits
    ])
}

fn figures_of(estimate: &Estimate) -> Json {
    let Estimate { vram, ram, speed, .. } = estimate;
    let fits = vram.fits && ram.minimum_gib <= estimate.inputs.hardware.ram_gib.unwrap_or(0);
    json!([
        vram.device_peak_bytes, vram.parts, ram.peak_bytes, ram.minimum_gib, speed.step_seconds, speed.epoch_seconds,
        speed.samples_per_second, fits
    ])
}

proptest! {
    #[test]
    fn a_lever_gives_what_it_promises(asked in scenario()) {
        let before = estimate(&asked).unwrap();
        let Recommendation { levers, .. } = recommend(&asked).unwrap();
        for lever in &levers {
            for form in [&asked, &before.inputs] {
                let changed = merged(form, lever);
                let after = estimate_json(&changed.to_string());
                prop_assert!(after.is_ok(), "{}: {changed}: {:?}", lever.id, after.err());
                prop_assert_eq!(figures_of(&after.unwrap()), figures(lever), "{}: {}", lever.id, changed);
            }
        }
    }
}
