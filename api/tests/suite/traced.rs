//! Networks of anybody's own, traced: held to simulated steps, and to what a hostile document could say.
#![cfg(feature = "json")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use api::{answer, code_of, estimate_json, parse_scenario_json, recommend_json};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::Problem;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../engine/reference/traced")
}

fn network(name: &str) -> Json {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).expect("it is JSON")
}

fn question(graph: &Json, training: &Json) -> Json {
    json!({ "hardware": { "gpu": "a100-sxm4-80gb" }, "model": { "graph": graph }, "training": training })
}

/// One simulated step: its columns by name.
fn steps() -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder().join("steps.csv")).expect("it is there");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("it has names").split(',').collect();
    let row = |line: &str| names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned)).collect();
    lines.map(row).collect()
}

/// Live bytes of every step, in percent of what was simulated, and parameters to the last one.
#[test]
fn simulated_steps_are_met() {
    let mut networks = BTreeMap::new();
    let mut off = Vec::new();
    for step in steps() {
        let name = &step["network"];
        let graph = networks.entry(name.clone()).or_insert_with(|| network(name));
        let decay = if step["optimizer"] == "adamw" { 0.01 } else { 0.0 };
        let training = json!({
            "precision": step["precision"], "optimizer": step["optimizer"], "optimizer_implementation": "foreach",
            "micro_batch_size": step["batch"].parse::<u64>().unwrap(), "weight_decay": decay, "sharding": "none",
            "activation_checkpointing": if step["checkpointing"] == "full" { "full" } else { "none" },
        });
        let answer =
            estimate_json(&question(graph, &training).to_string()).unwrap_or_else(|problem| panic!("{step:?}: {problem:?}"));
        assert_eq!(answer.parameters.total.to_string(), step["n_params"], "{name}");
        let simulated: f64 = step["peak_bytes"].parse().unwrap();
        let error = 100.0 * (answer.vram.allocated_peak_bytes as f64 / simulated - 1.0).abs();
        assert!(error < 2.0, "{step:?}: {error} %");
        off.push(error);
    }
    assert!(networks.len() >= 32, "{}", networks.len());
    off.sort_by(f64::total_cmp);
    let at = |share: f64| off[(off.len() as f64 * share) as usize];
    assert!(at(0.5) < 0.005 && at(0.95) < 0.1, "median {} %, 95th percentile {} %", at(0.5), at(0.95));
}

/// The catalog's own ResNet-18 and a trace of it are one network: byte for byte on one card, and as near on several.
#[test]
fn a_traced_model_of_the_catalog_takes_what_the_catalog_says() {
    let graph = network("tv-resnet18");
    for (training, gpus) in [
        (json!({ "precision": "fp32" }), 1),
        (json!({ "precision": "bf16" , "optimizer": "lion-8bit" }), 1),
        (json!({ "precision": "bf16-amp", "optimizer": "adafactor" }), 1),
        (json!({ "precision": "fp16-amp", "gradient_accumulation_steps": 4 }), 1),
        (json!({ "precision": "bf16-amp", "activation_checkpointing": "full" }), 1),
        (json!({ "precision": "bf16-amp", "offload": "optimizer" }), 1),
        (json!({ "precision": "tf32", "sharding": "ddp" }), 2),
        (json!({ "precision": "bf16-amp", "sharding": "zero-1" }), 4),
        (json!({ "precision": "bf16-amp", "sharding": "zero-3" }), 4),
    ] {
        let mut traced = question(&graph, &training);
        traced["training"]["micro_batch_size"] = json!(64);
        traced["hardware"]["gpu_count"] = json!(gpus);
        let mut listed = traced.clone();
        (listed["model"], listed["data"]) = (json!({ "id": "resnet18" }), json!({ "image_size": 96 }));
        let [traced, listed] = [traced, listed].map(|asked| estimate_json(&asked.to_string()).unwrap());
        let near = |one: f64, other: f64, share: f64| (one / other - 1.0).abs() <= share;
        let [own, catalogs] = [&traced, &listed].map(|answer| answer.vram.allocated_peak_bytes as f64);
        assert!(near(own, catalogs, 0.002), "{training}: {own} and not {catalogs}");
        let [own, catalogs] = [&traced, &listed].map(|answer| answer.speed.compute_samples_per_second);
        assert!(near(own, catalogs, 0.02), "{training}: {own} samples a second and not {catalogs}");
    }
}

/// What an answer says it was asked can be asked again with the document in its place, and says the same.
#[test]
fn an_answer_can_be_asked_again() {
    let asked = question(&network("own-unet"), &json!({ "precision": "bf16-amp", "micro_batch_size": 8 }));
    let first = estimate_json(&asked.to_string()).unwrap();
    let mut said = serde_json::to_value(&first.inputs).unwrap();
    assert_eq!(said["model"], json!({ "graph": { "format": "rigwise-trace/1", "name": "own-unet" } }), "and no more of it");
    assert_eq!(fault(&said), ("/model/graph/blocks".to_owned(), "required".to_owned()));
    said["model"] = asked["model"].clone();
    let again = estimate_json(&said.to_string()).unwrap();
    assert_eq!(first.vram, again.vram);
    assert_eq!(first.inputs, again.inputs);
    assert_eq!(first.inputs.data.image_size.map(|size| (size.height, size.width)), Some((64, 64)));
    assert_eq!(first.inputs.data.num_classes, None, "a trace has the head that it has");
}

#[test]
fn more_samples_take_more_and_fit_up_to_the_largest_batch() {
    for name in ["own-unet", "own-decoder", "own-two-towers", "tv-swin", "own-graph"] {
        let graph = network(name);
        let peak = |batch: u64| {
            let asked = question(&graph, &json!({ "precision": "bf16-amp", "micro_batch_size": batch, "sharding": "none" }));
            estimate_json(&asked.to_string()).unwrap().vram.allocated_peak_bytes
        };
        let peaks = [1, 2, 7, 64, 512].map(peak);
        assert!(peaks.is_sorted(), "{name}: {peaks:?}");
    }
}

fn fault(asked: &Json) -> (String, String) {
    let problem = estimate_json(&asked.to_string()).expect_err("it is refused");
    let error = problem.errors.first().unwrap_or_else(|| panic!("{problem:?}"));
    (error.pointer.clone(), error.code.clone())
}

/// One thing changed in a sound document, and the place that is blamed for it.
#[test]
fn hostile_documents_are_refused_by_their_place() {
    let sound = network("own-frozen");
    let huge = 1_u64 << 60;
    for (place, value, blamed, code) in [
        ("/format", json!("rigwise-trace/9"), "/format", "unknown-value"),
        ("/format", json!(7), "/format", "wrong-type"),
        ("/weights", json!({}), "/weights", "wrong-type"),
        ("/weights/0/shape", json!([huge]), "/weights/0/shape/0", "out-of-range"),
        ("/weights/0/shape", json!([1 << 30, 1 << 30, 1 << 30]), "/weights/0/shape", "out-of-range"),
        ("/weights/0/shape", json!([-1]), "/weights/0/shape/0", "wrong-type"),
        ("/graphs", json!({}), "/graphs/fp32", "required"),
        ("/graphs/amp", Json::Null, "/graphs/amp", "wrong-type"),
        ("/graphs/bf16/weights", json!([]), "/graphs/bf16/weights", "wrong-count"),
        ("/graphs/fp32/weights/0", json!("f8"), "/graphs/fp32/weights/0", "unknown-value"),
        ("/graphs/fp32/inputs/0/0", json!(1.5), "/graphs/fp32/inputs/0/0", "wrong-type"),
        ("/graphs/fp32/kernels", json!([]), "/graphs/fp32/kernels", "wrong-count"),
        ("/graphs/fp32/kernels/0/in", json!([99_999]), "/graphs/fp32/kernels/0/in", "out-of-range"),
        ("/graphs/fp32/kernels/0/out/0", json!(["f32"]), "/graphs/fp32/kernels/0/out/0", "wrong-count"),
        ("/graphs/fp32/kernels/0/out/0/0", json!([0, 0, 0, 1]), "/graphs/fp32/kernels/0/out/0/0", "wrong-type"),
        ("/graphs/fp32/kernels/0/out/0/0", json!([0, huge]), "/graphs/fp32/kernels/0/out/0/0", "wrong-type"),
        ("/graphs/fp32/kernels/0/out/0", json!([1, "f32", 99_999]), "/graphs/fp32/kernels/0/out/0/2", "out-of-range"),
        ("/graphs/fp32/kernels/0/grad", json!([[99_999]]), "/graphs/fp32/kernels/0/grad/0/0", "out-of-range"),
        ("/graphs/fp32/kernels/0/op", Json::Null, "/graphs/fp32/kernels/0/op", "wrong-type"),
        ("/graphs/fp32/loss", json!(99_999), "/graphs/fp32/loss", "out-of-range"),
        ("/weights/0/shape", json!([0, 1_u64 << 42, 1_u64 << 42]), "/weights/0/shape", "out-of-range"),
        ("/graphs/fp32/kernels/0/temp", json!([i64::MIN, 0]), "/graphs/fp32/kernels/0/temp/0", "wrong-type"),
        ("/graphs/fp32/kernels/0/out/0/0", json!([]), "/graphs/fp32/kernels/0/out/0/0", "wrong-type"),
        ("/graphs/fp32/kept", json!([[4]]), "/graphs/fp32/kept/0", "wrong-count"),
        ("/reads", json!([[3, 64, 64]]), "/reads", "wrong-count"),
    ] {
        let mut graph = sound.clone();
        let target = graph.pointer_mut(place);
        match target {
            Some(target) => *target = value,
            None => graph.pointer_mut(place.rsplit_once('/').unwrap().0).unwrap()[place.rsplit_once('/').unwrap().1] = value,
        }
        assert_eq!(fault(&question(&graph, &json!({}))), (format!("/model/graph{blamed}"), code.to_owned()), "{place}");
    }
    for graph in [json!([]), json!("x"), json!(7)] {
        assert_eq!(fault(&question(&graph, &json!({}))), ("/model/graph".to_owned(), "wrong-type".to_owned()));
    }
}

/// Where there is nothing, no number names anything.
#[test]
fn nothing_is_named_where_nothing_is() {
    let graph = |kernel: &Json| {
        let step = json!({ "weights": [], "inputs": [], "buffers": 0, "loss": 0, "kernels": [kernel] });
        json!({ "format": "rigwise-trace/1", "blocks": [], "weights": [], "reads": [[4], "f32"],
            "graphs": { "fp32": step, "bf16": step, "amp": step } })
    };
    for (kernel, blamed) in [
        (json!({ "op": "add", "in": [], "out": [], "grad": [[0]] }), "grad/0/0"),
        (json!({ "op": "add", "in": [], "out": [[1, "f32", 0]] }), "out/0/2"),
        (json!({ "op": "add", "in": [], "out": [], "block": 0 }), "block"),
    ] {
        let (pointer, code) = fault(&question(&graph(&kernel), &json!({})));
        assert_eq!((pointer, code), (format!("/model/graph/graphs/fp32/kernels/0/{blamed}"), "out-of-range".to_owned()));
    }
}

/// What a kernel in a block makes and holds itself is not there where the block is computed again no further than before it.
#[test]
fn a_block_that_holds_its_own_end_has_an_answer() {
    let kernels = json!([
        { "op": "mul", "in": [0, 1], "out": [[[0, 64], "f32"]], "block": 0, "save": [1], "hold": [3], "grad": [[0, 256]] },
        { "op": "sum", "in": [3], "out": [[1, "f32"]], "grad": [[3, [0, 256]]] },
    ]);
    let step =
        json!({ "weights": ["f32"], "inputs": [[[0, 64], "f32"], [0, "u8"]], "buffers": 0, "loss": 1, "kernels": kernels });
    let graph = json!({ "format": "rigwise-trace/1", "blocks": ["a"], "weights": [{ "shape": [64] }], "reads": [[64], "f32"],
        "graphs": { "fp32": step, "bf16": step, "amp": step } });
    let asked = question(&graph, &json!({ "activation_checkpointing": "full", "precision": "fp32" }));
    assert!(estimate_json(&asked.to_string()).unwrap().vram.fits);
}

/// A document may say what no network does; its sizes stay within bounds and an answer comes.
#[test]
fn absurd_sizes_have_an_answer() {
    let mut graph = network("own-frozen");
    let most = (1_i64 << 53) - 1;
    for precision in ["fp32", "bf16", "amp"] {
        for kernel in graph["graphs"][precision]["kernels"].as_array_mut().unwrap() {
            kernel["out"][0][0] = json!([-most, most, most]);
            kernel["flops"] = json!([[most, most, most], [0, -most]]);
            kernel["temp"] = json!([most, [most, most]]);
            // What is held is let go of again, however often it is named.
            kernel["hold"] = json!([0, 0, 0]);
            kernel["save"] = json!([0, 1, 1, 1]);
        }
    }
    let answer = estimate_json(&question(&graph, &json!({ "micro_batch_size": 4 })).to_string()).unwrap();
    assert!(!answer.vram.fits);
}

/// A document with a few of its figures changed: values that stand elsewhere, sizes that no tensor has.
fn mutated() -> impl Strategy<Value = Json> {
    let names = prop::sample::select(vec!["own-frozen", "own-two-towers", "own-tables", "own-joined", "tv-alexnet"]);
    let change = (0_usize..3, any::<prop::sample::Index>(), 0_usize..8, prop::collection::vec(any::<u16>(), 0..5));
    (names, prop::collection::vec(change, 1..8)).prop_map(|(name, changes)| {
        let mut graph = network(name);
        for (precision, place, member, numbers) in changes {
            let graph = &mut graph["graphs"][["fp32", "bf16", "amp"][precision]];
            let count = |list: &Json| list.as_array().map_or(0, Vec::len);
            let before = count(&graph["weights"]) + count(&graph["inputs"]) + count(&graph["kept"]);
            let kernels = graph["kernels"].as_array_mut().expect("it has kernels");
            let place = place.index(kernels.len());
            let outputs: usize = kernels[..place].iter().map(|kernel| count(&kernel["out"])).sum();
            let values = (before + outputs) as u64;
            let named: Vec<u64> = numbers.iter().map(|&number| u64::from(number) % values).collect();
            let kernel = &mut kernels[place];
            match member {
                0 => kernel["in"] = json!(named),
                1 => kernel["save"] = json!(named),
                2 => kernel["hold"] = json!(named),
                3 => kernel["grad"] = named.iter().map(|value| json!([value, [value * 1000, -3, 1]])).collect(),
                4 => kernel["grad"] = named.iter().map(|value| json!([value])).collect(),
                5 => kernel["out"][0][0] = json!([1_i64 << 50, -(1_i64 << 50), 1]),
                6 => kernel["out"][0] = json!([7, "bf16", named.first().copied().unwrap_or(0)]),
                _ => kernel["temp"] = json!([[0, 1_u64 << 52], [-5]]),
            }
        }
        graph
    })
}

proptest! {
    /// Whatever a document says, there is an answer or a fault, and the parts of an answer hold together.
    #[test]
    fn any_document_has_an_answer_or_a_fault(graph in mutated(), checkpoints: bool, gpus in 1_u64..4, half: bool, batch in 1_u64..5000) {
        let mut asked = question(&graph, &json!({
            "micro_batch_size": batch, "precision": if half { "bf16" } else { "fp16-amp" },
            "activation_checkpointing": if checkpoints { "full" } else { "none" },
            "sharding": if gpus == 1 { "none" } else { "zero-3" },
        }));
        asked["hardware"]["gpu_count"] = json!(gpus);
        if let Ok(answer) = estimate_json(&asked.to_string()) {
            prop_assert!(answer.vram.allocated_peak_bytes >= answer.vram.parts.parameters);
            prop_assert!(!answer.vram.fits || answer.limits.max_micro_batch_size >= batch);
        }
    }
}

#[test]
fn a_trace_has_settled_what_is_part_of_its_code() {
    let graph = network("own-unet");
    for (section, field, value) in [
        ("training", "attention", json!("eager")),
        ("training", "attention_mask", json!("padded")),
        ("training", "loss_logits", json!("chunked")),
        ("training", "method", json!("lora")),
        ("data", "image_size", json!(128)),
        ("data", "sequence_length", json!(128)),
        ("data", "num_classes", json!(7)),
        ("data", "kind", json!("text")),
    ] {
        let mut asked = question(&graph, &json!({}));
        asked[section][field] = value;
        assert_eq!(fault(&asked), (format!("/{section}/{field}"), "not-applicable".to_owned()));
    }
    let mut asked = question(&graph, &json!({}));
    asked["model"]["id"] = json!("resnet50");
    assert_eq!(fault(&asked), ("/model/graph".to_owned(), "conflict".to_owned()));
}

/// Neither levers nor a search change what a trace has settled.
#[test]
fn advice_keeps_to_the_trace() {
    let scenario = |name: &str| json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "graph": network(name) } }).to_string();
    for name in ["own-unet", "own-decoder", "own-tables", "own-waves"] {
        let found = recommend_json(&scenario(name)).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        for lever in found.levers.iter().map(|lever| lever.id.as_str()) {
            assert!(
                !["smaller-images", "shorter-sequence", "chunked-loss", "fused-attention", "lora"].contains(&lever),
                "{name}: {lever}"
            );
        }
        let mut recommended = serde_json::to_value(&found.recommended.scenario).unwrap();
        recommended["model"]["graph"] = network(name);
        let again = estimate_json(&recommended.to_string()).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        assert!(again.vram.fits && again.vram == found.recommended.estimate.vram, "{name}");
    }
}

#[test]
fn what_is_not_told_of_a_traced_network_is_refused() {
    let graph = network("own-unet");
    let mut asked = question(&graph, &json!({}));
    let scenario = parse_scenario_json(&asked.to_string()).unwrap();
    let no_program: Problem = scenario::json::parse_code(&json!({ "scenario": asked }).to_string().into_bytes()).unwrap_err();
    assert_eq!(no_program.errors[0].pointer, "/scenario/model/graph");
    assert!(code_of(&scenario, None, Locale::En).is_err());
    let not_kept = scenario::json::parse_plan(&json!({ "scenario": asked }).to_string().into_bytes()).unwrap_err();
    assert_eq!(not_kept.errors[0].pointer, "/scenario/model/graph");
    asked["task"] = json!("inference");
    asked.as_object_mut().unwrap().remove("training");
    let served = answer(&parse_scenario_json(&asked.to_string()).unwrap(), Locale::En).unwrap_err();
    assert_eq!(served.errors[0].pointer, "/model/graph");
}
