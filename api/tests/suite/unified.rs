//! Devices that share the machine's memory: one pool for system, host and device, over every such device of the catalog.
#![cfg(feature = "json")]

use engine::units::GIB;
use serde_json::{Value, json};
use wire::v1::Estimate;

fn devices() -> Vec<&'static catalog::GpuEntry> {
    let all: Vec<_> = catalog::gpus().iter().filter(|gpu| gpu.segment == catalog::Segment::Unified).collect();
    assert!(all.len() >= 6, "{}", all.len());
    all
}

fn estimate(gpu: &str, model: &str, training: &Value) -> Estimate {
    let document = json!({ "hardware": { "gpu": gpu }, "model": { "id": model }, "training": training });
    api::estimate(&serde_json::from_value(document).expect("a scenario")).expect("an estimate")
}

/// Runs from one that a fraction holds to one that fills the device.
fn runs() -> Vec<(&'static str, Value)> {
    vec![
        ("resnet50", json!({ "micro_batch_size": 32 })),
        ("resnet50", json!({ "micro_batch_size": 512, "loader": { "num_workers": 16 } })),
        ("bert-base", json!({})),
        ("llama-2-7b", json!({ "method": "lora", "precision": "bf16" })),
        ("llama-2-7b", json!({ "precision": "bf16", "micro_batch_size": 1 })),
        ("llama-2-13b", json!({ "precision": "bf16", "micro_batch_size": 1, "activation_checkpointing": "full" })),
    ]
}

#[test]
fn what_fits_leaves_the_system_and_the_host_their_share_of_the_pool() {
    let (mut fitting, mut short) = (0, 0);
    for gpu in devices() {
        let pool = gpu.spec.pool.expect("a pool");
        assert!(gpu.spec.memory <= pool && gpu.processor.is_some(), "{}", gpu.id);
        for (model, training) in runs() {
            let answer = estimate(gpu.id, model, &training);
            let about = format!("{} {model} {training}: {:#?}", gpu.id, answer.vram);
            let host = answer.ram.phases.train;
            let host =
                host.system + host.runtime + host.workers + host.prefetch + host.pinned + host.offload + host.dataset_cache;
            if answer.vram.fits {
                fitting += 1;
                assert!(answer.vram.device_peak_bytes + host <= pool.0, "{about}");
                assert!(answer.vram.device_peak_bytes <= gpu.spec.memory.0, "{about}");
                assert!(answer.limits.max_micro_batch_size >= answer.inputs.training.micro_batch_size.unwrap_or(1), "{about}");
            } else {
                short += 1;
            }
            assert_eq!(answer.ram.minimum_gib, pool.0.div_ceil(GIB), "no kit is advised: {about}");
            assert_eq!(answer.ram.recommended_gib, answer.ram.minimum_gib);
            assert_eq!((&answer.inputs.hardware.cpu, answer.inputs.hardware.ram_gib), (&None, None), "{about}");
            assert!(answer.notes.iter().any(|note| note.code == "memory-in-common"), "{about}");
            assert!(!answer.notes.iter().any(|note| note.code.starts_with("ram-")), "{:?}", answer.notes);
            // The largest batch fits, and one more sample does not.
            let largest = answer.limits.max_micro_batch_size;
            if largest > 0 && largest < 65_536 {
                for (size, fits) in [(largest, true), (largest + 1, false)] {
                    let mut inputs = answer.inputs.clone();
                    inputs.training.micro_batch_size = Some(size);
                    assert_eq!(api::estimate(&inputs).expect("an estimate").vram.fits, fits, "{size}: {about}");
                }
            }
        }
    }
    assert!(fitting > 10 && short > 0, "{fitting} fit, {short} do not");
}

/// A kit and a processor cannot be chosen beside such a device: it brings its own, whatever is named.
#[test]
fn the_device_brings_its_own_memory_and_processor() {
    for gpu in devices() {
        let plain = estimate(gpu.id, "resnet50", &json!({ "micro_batch_size": 32, "loader": { "num_workers": 8 } }));
        let document = json!({
            "hardware": { "gpu": gpu.id, "cpu": "core-i9-13900k", "ram_gib": 16 },
            "model": { "id": "resnet50" },
            "training": { "micro_batch_size": 32, "loader": { "num_workers": 8 } }
        });
        let named = api::estimate(&serde_json::from_value(document).expect("a scenario")).expect("an estimate");
        assert_eq!((&plain.vram, &plain.ram, &plain.speed), (&named.vram, &named.ram, &named.speed), "{}", gpu.id);
    }
}

/// The bill lists the computer, and nothing that it has inside.
#[test]
fn a_bill_has_neither_kits_nor_a_processor() {
    for gpu in devices() {
        let document = json!({ "hardware": { "gpu": gpu.id }, "model": { "id": "resnet50" } });
        let scenario = serde_json::from_value(document).expect("a scenario");
        let bom = api::bom(&scenario).expect("a bill");
        let kinds: Vec<&str> = bom.parts.iter().map(|part| part.kind.as_str()).collect();
        for kind in ["memory", "cpu", "board", "psu"] {
            assert!(!kinds.contains(&kind), "{}: {kinds:?}", gpu.id);
        }
        assert!(kinds.contains(&"gpu"), "{kinds:?}");
    }
}

/// Nothing that is said of such a device speaks of kits, or of a processor of the catalog: not the explanations, not the rules
/// of thumb, not the files.
#[test]
fn explanations_rules_and_files_have_one_pool() {
    for gpu in devices() {
        let answer = estimate(gpu.id, "resnet50", &json!({}));
        let pool = gpu.spec.pool.expect("a pool").0;
        for id in ["ram.minimum_gib", "ram.recommended_gib", "ram.comfortable_gib"] {
            let one = answer.explain.iter().find(|one| one.id == id).expect("an explanation");
            assert!(one.formula.contains("share") && !one.source.contains("kits"), "{}: {one:?}", gpu.id);
        }
        assert!(answer.rules.iter().all(|rule| !format!("{:?}", rule.subject).contains("Ram")), "{:?}", answer.rules);
        let document = json!({ "hardware": { "gpu": gpu.id }, "model": { "id": "resnet50" } });
        let bom = api::bom(&serde_json::from_value(document).expect("a scenario")).expect("a bill");
        for locale in [wire::Locale::En, wire::Locale::Zh] {
            let formats = [api::export::Format::Markdown, api::export::Format::Csv, api::export::Format::Json];
            let text: String = formats
                .into_iter()
                .map(|format| String::from_utf8(api::export::write(&bom, format, locale).expect("a file")).expect("text"))
                .collect();
            for word in ["Smallest kit", "Installed", "DIMM", "i9", "最小容量", "已安装"] {
                assert!(!text.contains(word), "{}: {word} in {text}", gpu.id);
            }
        }
        assert!(gpu.source.contains("memory in common: ") && gpu.source.contains("processor: "), "{}", gpu.source);
        assert!(answer.vram.capacity_bytes <= pool);
    }
}

/// A bill, a comparison or an order from before such devices had a pool still opens: what it names of processor, memory and
/// count is passed over, and a note says so.
#[test]
fn settings_of_older_plans_are_passed_over_and_named() {
    for gpu in devices() {
        let document = json!({
            "hardware": { "gpu": gpu.id, "gpu_count": 2, "cpu": "core-i9-13900k", "ram_gib": 64 }, "model": { "id": "bert-base" }
        });
        let answer = api::estimate(&serde_json::from_value(document).expect("a scenario")).expect("an estimate");
        assert_eq!(answer.inputs.hardware.gpu_count, Some(1));
        let note = answer.notes.iter().find(|note| note.code == "memory-in-common").expect("a note");
        assert!(["RAM", "processor", "second device"].iter().all(|word| note.detail.contains(word)), "{note:?}");
    }
}

/// What would be moved to the host's memory stays in the same one: the run is the one without offload, and a note says so.
#[test]
fn nothing_is_offloaded_from_memory_in_common() {
    for gpu in devices() {
        let [with, without] = ["all", "none"].map(|offload| {
            let document = json!({
                "hardware": { "gpu": gpu.id }, "model": { "id": "gpt2" }, "training": { "offload": offload, "micro_batch_size": 1 }
            });
            api::estimate(&serde_json::from_value(document).expect("a scenario")).expect("an estimate")
        });
        assert!(without.vram.fits, "{}", gpu.id);
        assert_eq!((with.vram.fits, with.vram.device_peak_bytes), (true, without.vram.device_peak_bytes), "{}", gpu.id);
        assert!(with.notes.iter().any(|note| note.code == "memory-in-common" && note.detail.contains("offloaded")), "{}", gpu.id);
    }
}

/// No lever and no change to such a machine takes it apart, and no other machine gets it as a card.
#[test]
fn nobody_puts_such_a_device_into_another_machine() {
    let gpus: Vec<&str> = catalog::gpus().iter().filter(|gpu| gpu.spec.pool.is_some()).map(|gpu| gpu.id).collect();
    for gpu in gpus.iter().copied().chain(["rtx-4060-8gb", "radeon-rx-7600", "rtx-4090"]) {
        if catalog::gpu(gpu).is_none() {
            continue;
        }
        let scenario = json!({
            "hardware": { "gpu": gpu }, "model": { "id": "llama-2-70b" }, "training": { "method": "lora", "precision": "bf16-amp" }
        });
        let Ok(scenario) = serde_json::from_value::<wire::v1::Scenario>(scenario) else { continue };
        let is_unified = gpus.contains(&gpu);
        let market = api::feeding::market(&scenario);
        assert!(market.cards.iter().all(|card| card.spec.pool.is_none()), "{gpu}");
        assert!(!is_unified || (market.cards.is_empty() && market.processors.is_empty() && market.processor.is_none()), "{gpu}");
        let Ok(recommended) = api::recommend(&scenario) else { continue };
        for nearest in &recommended.nearest {
            assert!(!is_unified && !gpus.contains(&nearest.gpu.as_str()), "{gpu}: {nearest:?}");
        }
    }
}
