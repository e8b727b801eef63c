//! What changes an estimate changes its program: a setting that a reader pays for must be one that the program has.
#![cfg(feature = "json")]

use api::code_of;
use scenario::fields::{FIELDS, Field, Kind, Value};
use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::scenario::ImageSize;

/// Leaves that change estimates without being settings of a program, each with its reason. A leaf that is missing here and
/// in the programs fails the test below.
const FACTS: &[(&str, &str)] = &[
    ("/hardware/gpu", "the card that the program meets"),
    ("/hardware/gpu/memory_gib", "a figure of the card"),
    ("/hardware/gpu/memory_bandwidth_gb_per_s", "a figure of the card"),
    ("/hardware/gpu/fp32_tflops", "a figure of the card"),
    ("/hardware/gpu/tf32_dense_tflops", "a figure of the card"),
    ("/hardware/gpu/fp16_dense_tflops", "a figure of the card"),
    ("/hardware/gpu/bf16_dense_tflops", "a figure of the card"),
    ("/hardware/gpu/pcie_gen", "a figure of the card"),
    ("/hardware/gpu/pcie_lanes", "a figure of the card"),
    ("/hardware/gpu/nvlink_gb_per_s", "a figure of the card"),
    ("/hardware/gpu/tdp_w", "a figure of the card"),
    ("/hardware/gpu/vendor", "a figure of the card"),
    ("/hardware/display_attached", "a desktop that the program meets"),
    ("/hardware/cpu", "the processor that the program meets"),
    ("/hardware/ram_gib", "the memory that the program meets"),
    ("/hardware/storage", "the drive that the program meets"),
    ("/measured/peak_memory_gib", "corrects the estimate by what was observed"),
    ("/measured/samples_per_second", "corrects the estimate by what was observed"),
    ("/measured/gpu_utilization", "corrects the estimate by what was observed"),
    ("/measured/factors/memory", "corrects the estimate by what was observed"),
    ("/measured/factors/compute", "corrects the estimate by what was observed"),
    ("/measured/factors/storage", "corrects the estimate by what was observed"),
    ("/measured/factors/preprocess", "corrects the estimate by what was observed"),
    ("/measured/factors/collate", "corrects the estimate by what was observed"),
    ("/measured/factors/pcie", "corrects the estimate by what was observed"),
    ("/data/bytes_on_disk", "the files that the program finds"),
];

/// What other people's tools take from elsewhere than their configuration, each with its reason, which the configuration says.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("llama-factory", "/data/samples", "the file of texts that it finds"),
    ("ms-swift", "/data/samples", "the file of texts that it finds"),
    ("axolotl", "/data/samples", "the file of texts that it finds"),
    ("trl", "/data/samples", "the file of texts that it finds"),
    ("trl", "/training/loader/cache", "texts are always tokenized beforehand"),
    ("trl", "/training/loader/batched_preprocessing", "texts are always tokenized beforehand"),
    ("llama-factory", "/training/loader/cache", "texts are always tokenized beforehand"),
    ("axolotl", "/training/loader/cache", "texts are always tokenized beforehand"),
    ("llama-factory", "/training/loader/batched_preprocessing", "texts are always tokenized beforehand"),
    ("axolotl", "/training/loader/batched_preprocessing", "texts are always tokenized beforehand"),
    ("ms-swift", "/training/loader/batched_preprocessing", "one text at a time, whatever the plan"),
    ("axolotl", "/training/loader/persistent_workers", "workers end with each epoch"),
    ("llama-factory", "/training/linear_attention", "whether a package is installed"),
    ("ms-swift", "/training/linear_attention", "whether a package is installed"),
    ("axolotl", "/training/linear_attention", "whether a package is installed"),
    ("trl", "/training/linear_attention", "whether a package is installed"),
    ("ms-swift", "/training/attention_mask", "whether some texts are shorter than others"),
    ("axolotl", "/training/attention_mask", "whether some texts are shorter than others"),
];

/// Plans that between them have every family of programs, every library that shares a run out and every way of loading data.
fn plans() -> Vec<Json> {
    let card = |count: u64| json!({ "gpu": "a100-sxm4-80gb", "gpu_count": count });
    let plain = json!({ "num_workers": 2, "cache": "none" });
    let config = |words: Json| {
        let mut config = json!({
            "model_type": "llama", "vocab_size": 32_000, "hidden_size": 1024, "intermediate_size": 2816,
            "num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 8, "max_position_embeddings": 4096
        });
        for (name, value) in words.as_object().expect("an object") {
            config[name] = value.clone();
        }
        json!({ "hardware": card(1), "model": { "config": config }, "data": { "sequence_length": 1024 },
                "training": { "method": "full", "precision": "bf16-amp", "micro_batch_size": 4, "loader": plain } })
    };
    let text = |model: &str, method: &str| json!({ "hardware": card(1), "model": { "id": model }, "training": { "method": method, "micro_batch_size": 8, "loader": plain } });
    let shared = |model: &str, training: Json| {
        let mut settings = json!({ "method": "full", "precision": "bf16-amp", "micro_batch_size": 2, "loader": plain });
        for (name, value) in training.as_object().expect("an object") {
            settings[name] = value.clone();
        }
        json!({ "hardware": card(4), "model": { "id": model }, "training": settings })
    };
    vec![
        text("resnet50", "full"),
        json!({ "hardware": card(1), "model": { "id": "vgg16_bn" },
                "training": { "optimizer": "sgd", "weight_decay": 0.0, "optimizer_implementation": "for-loop", "micro_batch_size": 1, "loader": plain } }),
        json!({ "hardware": card(1), "model": { "id": "qwen2.5-0.5b" },
                "training": { "optimizer": "adamw-8bit", "micro_batch_size": 1, "loader": plain }, "data": { "sequence_length": 64 } }),
        text("vit_b_16", "full"),
        text("densenet121", "frozen-backbone"),
        text("timm_vit_base", "full"),
        text("smp_unet_resnet34", "full"),
        text("maskrcnn_resnet50_fpn", "full"),
        text("deeplabv3_resnet50", "full"),
        text("sd15", "lora"),
        text("sd3-medium", "lora"),
        text("flux-dev", "qlora"),
        text("bert-base", "full"),
        text("gpt2", "full"),
        text("t5-small", "full"),
        text("llama-2-7b", "qlora"),
        text("mistral-7b", "lora"),
        shared("resnet50", json!({ "sharding": "ddp" })),
        shared("llama-2-7b", json!({ "sharding": "ddp", "method": "qlora" })),
        shared("llama-2-7b", json!({ "sharding": "zero-2", "implementation": "deepspeed" })),
        shared("llama-2-7b", json!({ "sharding": "zero-3", "implementation": "fsdp2" })),
        shared("gpt2-xl", json!({ "sharding": "zero-3", "implementation": "deepspeed", "offload": "optimizer" })),
        config(json!({})),
        config(json!({ "model_type": "gemma2", "head_dim": 64 })),
        config(json!({ "model_type": "qwen2_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 704,
                       "shared_expert_intermediate_size": 1408, "sliding_window": 512 })),
        config(json!({ "model_type": "mistral", "sliding_window": 512 })),
        config(json!({ "model_type": "qwen3_5_text", "head_dim": 64, "linear_key_head_dim": 64, "linear_value_head_dim": 64 })),
        config(json!({ "model_type": "gemma4_text", "head_dim": 64, "global_head_dim": 128, "hidden_size_per_layer_input": 64,
                       "num_kv_shared_layers": 1, "sliding_window": 512 })),
        config(json!({ "model_type": "bart", "num_key_value_heads": null, "activation_dropout": 0.1 })),
        config(json!({ "model_type": "deberta-v2", "num_key_value_heads": null, "relative_attention_num_buckets": 64 })),
        config(json!({ "model_type": "lfm2", "layer_types": (["conv", "full_attention"].repeat(4)) })),
        config(json!({ "model_type": "qwen2", "sliding_window": 512, "use_sliding_window": true, "max_window_layers": 4 })),
        config(json!({ "model_type": "phi3", "partial_rotary_factor": 1.0 })),
        config(json!({ "model_type": "bert", "num_key_value_heads": null })),
        config(json!({ "model_type": "gpt2", "num_key_value_heads": null })),
        config(json!({ "model_type": "t5", "num_key_value_heads": null, "max_position_embeddings": null })),
    ]
}

/// A few values of a leaf, within its range.
fn values(field: &Field) -> Vec<Value> {
    let words = |words: &[&str]| words.iter().map(|word| Value::Text((*word).to_owned())).collect();
    match (field.pointer, field.kind) {
        ("/model/id", _) => words(&["resnet101", "bert-large", "mistral-7b", "sdxl", "t5-base", "gpt2-medium"]),
        ("/model/config/model_type", _) => words(&["llama", "mistral", "qwen2", "bert", "roberta"]),
        ("/model/config/hidden_act", _) => words(&["gelu", "silu", "relu", "gelu_new"]),
        ("/model/config/feed_forward_proj", _) => words(&["relu", "gated-gelu"]),
        ("/model/config/layer_types", _) => {
            vec![Value::List((0..8).map(|layer| ["full_attention", "sliding_attention"][layer % 2].to_owned()).collect())]
        }
        (_, Kind::Integer(range)) => [1, 2, 3, 4, 6, 8, 16, 256, 1024, 1536, 1 << 33]
            .into_iter()
            .filter(|n| (range.min..=range.max).contains(n))
            .map(Value::Integer)
            .collect(),
        (_, Kind::Number(range)) => [0.0, 0.05, 0.5, 1.5, 30.0, 900.0]
            .into_iter()
            .filter(|n| (range.min..=range.max).contains(n))
            .map(Value::Number)
            .collect(),
        (_, Kind::Flag) => vec![Value::Flag(true), Value::Flag(false)],
        (_, Kind::Choice(choices)) => words(choices),
        (_, Kind::Targets) => words(&["query-value", "attention", "all-linear"]),
        (_, Kind::Size(_)) => {
            vec![Value::Size(ImageSize::square(192)), Value::Size(ImageSize { height: 192, width: 320 })]
        }
        (_, Kind::Integers(_)) => vec![Value::Integers(vec![0, 3])],
        (_, Kind::Text | Kind::Currency | Kind::Choices(_) | Kind::Owned | Kind::Parts) => Vec::new(),
    }
}

/// A program's lines without comments, which repeat the estimate's figures, without imports, which do nothing, and without the share of the card that it may
/// take, which is such a figure as well.
fn bare(code: &str) -> String {
    const LIMITS: [&str; 2] = ["memory_fraction(", "set_memory("];
    let is_idle = |line: &str| ["#", "import ", "from "].iter().any(|start| line.trim_start().starts_with(start));
    code.lines()
        .filter(|line| !is_idle(line) && LIMITS.iter().all(|limit| !line.contains(limit)))
        .map(|line| line.split("  #").next().unwrap_or_default().trim_end())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Each way to run the plan, by the program's name with its launch; none where the scenario is refused.
fn programs(scenario: &Scenario) -> Vec<(String, String)> {
    let Ok(code) = code_of(scenario, scenario.training.framework, Locale::En) else { return Vec::new() };
    let is_launch = |id: &str| id.ends_with("-launch");
    let is_beside = |id: &str| ["deepspeed-config", "llama-factory-data"].contains(&id);
    let text = |is: &dyn Fn(&str) -> bool| -> String {
        code.snippets.iter().filter(|snippet| is(&snippet.id)).map(|snippet| bare(&snippet.code)).collect()
    };
    // What a launch command, or a configuration that others name, says is said for all of them.
    let launch = text(&is_launch) + &text(&is_beside);
    code.snippets
        .iter()
        .filter(|snippet| {
            !is_launch(&snippet.id)
                && !is_beside(&snippet.id)
                && !snippet.id.ends_with("-requirements")
                && !["monitor", "measure", "largest-batch", "prepare", "readme"].contains(&snippet.id.as_str())
        })
        .map(|snippet| (snippet.id.clone(), format!("{}\n{launch}", bare(&snippet.code))))
        .collect()
}

#[test]
fn a_setting_that_changes_the_estimate_changes_every_program_of_it() {
    let (mut compared, mut silent, mut reached) = (0, Vec::new(), std::collections::BTreeSet::new());
    // Of the values of a field each plan takes a third, the plans in turn, unless all are wanted (`cargo xtask soak laws`).
    let is_thorough = std::env::var_os("RIGWISE_THOROUGH").is_some();
    for (number, plan) in plans().into_iter().enumerate() {
        let asked: Scenario = serde_json::from_value(plan.clone()).expect("a scenario");
        let mut base = api::estimate(&asked).unwrap_or_else(|errors| panic!("{plan}: {errors:?}"));
        base.ram.ladder = None;
        let before = programs(&base.inputs);
        assert!(!before.is_empty(), "{plan}");
        let fields = FIELDS.iter().filter(|field| FACTS.iter().all(|(fact, _)| field.pointer != *fact)).enumerate();
        for (turn, field) in fields {
            let values = values(field).into_iter().enumerate();
            for (_, value) in values.filter(|(place, _)| is_thorough || (number + turn + place) % 3 == 0) {
                let mut scenario = base.inputs.clone();
                if field.set(&mut scenario, value.clone()).is_err() {
                    continue;
                }
                let Ok(mut answer) = api::estimate(&scenario) else { continue };
                // What the run would do with other memory, and what that costs, is not this run.
                answer.ram.ladder = None;
                if (&answer.vram, &answer.ram, &answer.speed) == (&base.vram, &base.ram, &base.speed) {
                    continue;
                }
                compared += 1;
                reached.insert(field.pointer);
                for (id, program) in programs(&scenario) {
                    let is_elsewhere = |(tool, pointer, _): &(&str, &str, &str)| *tool == id && *pointer == field.pointer;
                    if ELSEWHERE.iter().any(is_elsewhere) {
                        continue;
                    }
                    if before.iter().any(|(other, unchanged)| *other == id && *unchanged == program) {
                        let model = base.inputs.model.id.as_deref().unwrap_or("config");
                        let sharding = base.inputs.training.sharding;
                        silent.push(format!("{id}: {} = {value:?} ({model}, {sharding:?})", field.pointer));
                    }
                }
            }
        }
    }
    silent.sort();
    silent.dedup();
    assert!(silent.is_empty(), "{} of {compared} change the estimate alone:\n{}", silent.len(), silent.join("\n"));
    assert!(compared > if is_thorough { 2_000 } else { 700 }, "{compared}");
    assert!(reached.len() >= if is_thorough { 80 } else { 65 }, "{}: {reached:?}", reached.len());
}

/// The list above names leaves that there are, and none that a program has.
#[test]
fn facts_are_leaves() {
    for (fact, why) in FACTS {
        assert!(FIELDS.iter().any(|field| field.pointer == *fact), "{fact}");
        assert!(!fact.starts_with("/training/") && !why.is_empty(), "{fact}");
    }
}
