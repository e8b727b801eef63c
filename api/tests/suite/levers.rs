//! Every lever gives the figures that it promises, merged into what was asked or into its pinned form.
//!
//! `PROPTEST_CASES` sets for how many scenarios; `cargo xtask soak` does.
#![cfg(feature = "json")]

use std::collections::BTreeMap;

use api::{estimate, estimate_json, parse_scenario_json, recommend};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use scenario::json::apply_merge_patch;
use serde_json::{Value as Json, json, to_value};
use wire::v1::recommend::Lever;
use wire::v1::{Estimate, Recommendation, Scenario};

use crate::support::cases;

/// Values for leaves that may be left out, each once.
fn leaves() -> impl Strategy<Value = Vec<&'static str>> {
    let leaves = vec![
        "ram=16",
        "ram=64",
        "ram=256",
        "cpu=core-i5-13600k",
        "storage=class-hdd",
        "os=windows",
        "display=1",
        "method=full",
        "method=lora",
        "method=qlora",
        "method=frozen-backbone",
        "rank=32",
        "targets=all-linear",
        "precision=fp32",
        "precision=tf32",
        "precision=fp16-amp",
        "precision=bf16-amp",
        "precision=bf16",
        "optimizer=adamw",
        "optimizer=adamw-8bit",
        "optimizer=sgd-momentum",
        "optimizer=adafactor",
        "optimizer=lion-8bit",
        "optimizer=muon",
        "impl=fused",
        "wd=0",
        "checkpointing=full",
        "checkpointing=none",
        "attention=eager",
        "attention=sdpa",
        "loss=chunked",
        "format=channels-last",
        "batch=1",
        "batch=4",
        "batch=48",
        "accumulation=4",
        "sharding=ddp",
        "sharding=zero-2",
        "sharding=zero-3",
        "sharding=none",
        "offload=optimizer",
        "offload=all",
        "offload=none",
        "workers=0",
        "workers=2",
        "prefetch=4",
        "pin=0",
        "pin=1",
        "persistent=0",
        "cache=ram",
        "cache=none",
        "cache=tokens",
        "cache=latents",
        "epochs=1",
        "samples=3000",
        "samples=2000000",
        "seq=100",
        "seq=4096",
        "image=512",
        "dropout=0.1",
        "adapter=bf16",
        "bits=8",
        "mask=padded",
        "resident=1",
        "batched=1",
        "nodes=2",
        "epochs=3",
        "target=64",
        "text=77",
        "task=masked-lm",
        "bytes=4000000000",
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
        let mut scenario =
            parse_scenario_json(&json!({ "hardware": hardware, "model": { "id": model.id } }).to_string()).expect("it is one");
        // A leaf that the model or its neighbors refuse is left out.
        for leaf in leaves {
            let mut with = scenario.clone();
            let parsed = scenario::query::parse_string(leaf);
            assert_eq!(parsed.errors, [], "{leaf}");
            scenario::patch::merge(&mut with, &parsed.scenario);
            if scenario::resolve(&with).is_ok() {
                scenario = with;
            }
        }
        scenario
    })
}

fn merged(into: &Scenario, lever: &Lever) -> Json {
    let mut document = to_value(into).expect("it is JSON");
    apply_merge_patch(&mut document, &to_value(&lever.change).expect("it is JSON"));
    document
}

/// What a lever promises, beside what an estimate says.
fn figures(lever: &Lever) -> Json {
    json!([
        lever.vram_after_bytes,
        lever.vram_parts_after,
        lever.ram_after_bytes,
        lever.ram_minimum_gib_after,
        lever.step_seconds_after,
        lever.epoch_seconds_after,
        lever.samples_per_second_after,
        lever.fits
    ])
}

fn figures_of(estimate: &Estimate) -> Json {
    let Estimate { vram, ram, speed, .. } = estimate;
    // A device that shares the memory leaves no kit to name: the pool has to hold it, which the verdict says.
    let fits = vram.fits && estimate.inputs.hardware.ram_gib.is_none_or(|installed| ram.minimum_gib <= installed);
    json!([
        vram.device_peak_bytes,
        vram.parts,
        ram.peak_bytes,
        ram.minimum_gib,
        speed.step_seconds,
        speed.epoch_seconds,
        speed.samples_per_second,
        fits
    ])
}

proptest! {
    #![proptest_config(cases(4))]

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

/// A lever, a scenario that lists it, and one that does not.
const TABLE: &[(&str, &str, &str)] = &[
    ("mixed-precision", FP32_GPT2, GPT2_LARGE),
    ("tf32", FP32_GPT2, GPT2_LARGE),
    ("bf16-weights", FP32_GPT2, "gpu=t4&model=gpt2"),
    ("activation-checkpointing", GPT2_LARGE, FP32_GPT2),
    ("no-checkpointing", FP32_GPT2, GPT2_LARGE),
    ("fused-attention", FP32_GPT2, RESNET),
    ("linear-attention-kernels", "gpu=h200-sxm&model=qwen3-next-80b-a3b&method=lora&batch=1", GPT2_LARGE),
    ("channels-last", RESNET, GPT2_LARGE),
    ("chunked-loss", FP32_GPT2, RESNET),
    ("fused-optimizer", RESNET, "gpu=rtx-4090&model=resnet50&optimizer=adamw-8bit"),
    ("adamw-8bit", MISTRAL, "gpu=rtx-4090&model=mistral-7b&method=qlora&batch=1"),
    ("adafactor", MISTRAL, RESNET),
    ("sgd", MISTRAL, RESNET),
    ("lora", MISTRAL, RESNET),
    ("qlora", MISTRAL, "gpu=rtx-4090&model=bert-base"),
    ("eight-bit-base", MISTRAL, "gpu=rtx-4090&model=bert-base"),
    ("smaller-rank", "gpu=rtx-4090&model=llama-2-7b&method=lora&rank=64&targets=all-linear", MISTRAL),
    ("frozen-backbone", RESNET, MISTRAL),
    ("batch-with-accumulation", LONG_TEXTS, MISTRAL),
    ("larger-batch", "gpu=a100-sxm4-80gb&model=resnet50&batch=2", RESNET),
    ("accumulation", "gpu=rtx-4090&model=bert-base&batch=8", LONG_TEXTS),
    ("ddp", GPT2_LARGE, RESNET),
    ("zero-1", GPT2_LARGE, RESNET),
    ("zero-2", GPT2_LARGE, RESNET),
    ("zero-3", GPT2_LARGE, RESNET),
    ("offload-optimizer", GPT2_LARGE, LONG_TEXTS),
    ("offload-all", GPT2_LARGE, "gpu=rtx-4090&model=resnet18&batch=64"),
    ("no-offload", "gpu=rtx-4090&model=resnet50&offload=optimizer", RESNET),
    ("shorter-sequence", LONG_TEXTS, RESNET),
    ("smaller-images", RESNET, LONG_TEXTS),
    ("latents-cache", "gpu=rtx-4090&model=sd15&method=lora&resident=1&cache=none", "gpu=rtx-4090&model=sd15&method=lora"),
    ("tokens-cache", "gpu=rtx-4090&model=bert-base&batch=8&workers=0&cache=none", GPT2_LARGE),
    ("ram-cache", "gpu=rtx-4090&model=resnet50&storage=class-hdd-7200&samples=1200000", RESNET),
    ("loader-workers", "gpu=rtx-4090&model=resnet50&workers=0", RESNET),
    ("batched-preprocessing", "gpu=h100-sxm5-80gb&model=distilbert&seq=2&batch=256&cache=none&workers=1", RESNET),
    ("pinned-memory", "pcie", RESNET),
    ("prefetch", "gpu=rtx-4090&model=resnet50&workers=16&prefetch=64&batch=256&ram=16&image=448", RESNET),
    ("persistent-workers", "gpu=rtx-4090&model=resnet18&batch=64&persistent=0&samples=2000&os=windows", RESNET),
    ("more-ram", "gpu=rtx-4090&gpus=2&model=llama-2-7b&method=lora&sharding=zero-3&workers=2&ram=16", RESNET),
    ("faster-drive", DISK, RESNET),
    ("more-cores", "gpu=rtx-4090&model=resnet18&batch=256&cpu=core-i5-12400f", GPT2_LARGE),
    // No card in a slot holds 7 billion parameters in full, and a module goes into none.
    ("next-card", "gpu=rtx-4090&model=llama-3.2-3b", MISTRAL),
    ("second-card", RESNET, GPT2_LARGE),
    ("combination", LONG_MISTRAL, RESNET),
];

const RESNET: &str = "gpu=rtx-4090&model=resnet50";
const DISK: &str = "gpu=rtx-4090&model=resnet50&storage=class-hdd-7200&samples=1200000&ram=32";
const FP32_GPT2: &str = "gpu=rtx-4090&model=gpt2&precision=fp32&checkpointing=full&attention=eager&batch=8";
const GPT2_LARGE: &str = "gpu=rtx-4090&gpus=4&model=gpt2-large&batch=4";
const MISTRAL: &str = "gpu=rtx-4090&model=mistral-7b";
/// In host memory its states free too little, and so does the little that each block keeps: both do.
const LONG_MISTRAL: &str = "gpu=rtx-4090&model=mistral-7b&seq=2048&batch=4";
const LONG_TEXTS: &str = "gpu=rtx-4090&model=llama-3-8b&method=qlora&seq=8192&batch=4";

fn advised(query: &str) -> Recommendation {
    let scenario = if query == "pcie" {
        // A fast card behind a single lane, fed with large pictures.
        let hardware = json!({ "cpu": "tr-pro-7995wx", "gpu": { "name": "own", "memory_gib": 80.0,
            "memory_bandwidth_gb_per_s": 3000.0, "fp32_tflops": 60.0, "fp16_dense_tflops": 900.0, "pcie_gen": 1, "pcie_lanes": 1 } });
        let training = json!({ "method": "frozen-backbone", "micro_batch_size": 32, "loader": { "pin_memory": false } });
        json!({ "hardware": hardware, "model": { "id": "resnet18" }, "training": training, "data": { "image_size": 1024 } })
    } else {
        let parsed = scenario::query::parse_string(query);
        assert_eq!(parsed.errors, [], "{query}");
        to_value(&parsed.scenario).expect("it is JSON")
    };
    recommend(&parse_scenario_json(&scenario.to_string()).expect("it is one"))
        .unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

#[test]
fn every_lever_is_listed_where_it_helps_and_only_there() {
    let mut answers: BTreeMap<&str, Recommendation> = BTreeMap::new();
    for (_, listed, unlisted) in TABLE {
        for query in [listed, unlisted] {
            answers.entry(query).or_insert_with(|| advised(query));
        }
    }
    let ids = |query: &str| answers[query].levers.iter().map(|lever| lever.id.as_str()).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for (id, listed, unlisted) in TABLE {
        if !ids(listed).contains(id) {
            wrong.push(format!("{id} is not listed for {listed}: {:?}", ids(listed)));
        }
        if ids(unlisted).contains(id) {
            wrong.push(format!("{id} is listed for {unlisted}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_lever_has_a_name_and_is_listed_or_dropped_with_a_reason() {
    let answer = advised(LONG_MISTRAL);
    for (id, ..) in TABLE {
        assert_ne!(wording::lever_name(id, wire::Locale::Zh), id.replace('-', " "), "{id}");
        let listed = answer.levers.iter().filter(|lever| lever.id == *id).count();
        let dropped = answer.rejected.iter().filter(|rejection| rejection.what == *id).count();
        assert_eq!(listed + dropped, 1, "{id}");
    }
    let weighed = answer.levers.iter().map(|lever| &lever.id).chain(answer.rejected.iter().map(|rejection| &rejection.what));
    let untried = weighed.filter(|weighed| TABLE.iter().all(|(id, ..)| id != weighed));
    assert_eq!(untried.collect::<Vec<_>>(), Vec::<&String>::new(), "levers without a row of the table");
}

/// The last arms of both tables of words are empty texts.
#[test]
fn every_lever_says_what_it_is_and_why() {
    for (id, query, _) in TABLE.iter().filter(|(_, query, _)| *query != "pcie") {
        let asked = scenario::query::parse_string(query).scenario;
        let request = scenario::resolve(&scenario::patch::with_single_method(&asked)).unwrap();
        let advice = engine::recommend(&request, &api::feeding::market(&asked)).unwrap();
        for lever in &advice.levers {
            for locale in wire::Locale::ALL {
                let (title, why) = (wording::lever_title(lever, locale), wording::lever_why(lever, locale));
                let begins = |text: &str| text.chars().next().is_some_and(char::is_alphanumeric);
                assert!(begins(&title) && begins(&why), "{id}, {}: {title:?}, {why:?}", lever.id);
            }
        }
    }
}

#[test]
fn what_the_host_cannot_step_is_not_offloaded() {
    for (_, listed, _) in TABLE {
        let answer = advised(listed);
        let offloads = |lever: &Lever| ["offload-optimizer", "offload-all"].contains(&lever.id.as_str());
        let is_on_card = |lever: &Lever| {
            let optimizer = lever.change.training.optimizer;
            optimizer.is_some_and(|optimizer| !engine::training::Optimizer::from(optimizer).steps_on_host())
        };
        for lever in answer.levers.iter().filter(|lever| lever.id != "combination" && is_on_card(lever)) {
            for offload in answer.levers.iter().filter(|lever| offloads(lever)) {
                assert!(lever.conflicts.contains(&offload.id), "{} and {}: {listed}", lever.id, offload.id);
            }
        }
    }
}

#[test]
fn levers_are_ranked_alike_every_time_and_name_their_conflicts_both_ways() {
    let answer = advised(FP32_GPT2);
    assert_eq!(answer.levers, advised(FP32_GPT2).levers);
    for lever in &answer.levers {
        for other in &lever.conflicts {
            let back = answer.levers.iter().find(|lever| lever.id == *other).map(|lever| &lever.conflicts);
            assert!(back.is_some_and(|conflicts| conflicts.contains(&lever.id)), "{} and {other}", lever.id);
        }
    }
}

#[test]
fn what_memory_a_lever_moves_to_the_host_has_to_be_there() {
    let answer = advised("gpu=rtx-4090&model=llama-2-7b&precision=bf16&ram=64&batch=1");
    let lever = |id: &str| answer.levers.iter().find(|lever| lever.id == id).unwrap();
    assert!(!lever("offload-all").fits);
    assert_eq!(lever("offload-all").requires, ["more-ram"]);
    assert!(lever("offload-all").why.contains("needs RAM of"), "{}", lever("offload-all").why);
    assert_eq!(lever("lora").requires, Vec::<String>::new());
}
