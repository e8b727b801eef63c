//! Models that answer, as programs ask: the answer's names, what is refused and why, and that an answer asked again is the same.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};
use wire::Locale;

pub fn ask(scenario: &Json) -> Result<Json, Json> {
    ask_in(scenario, Locale::En)
}

fn ask_in(scenario: &Json, locale: Locale) -> Result<Json, Json> {
    let answer = api::parse_scenario_json(&scenario.to_string()).and_then(|scenario| api::answer(&scenario, locale));
    match answer {
        Ok(answer) => Ok(serde_json::to_value(answer).expect("answers are JSON")),
        Err(problem) => Err(serde_json::to_value(problem).expect("problems are JSON")),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "every caller writes it in place")]
pub fn of(serving: Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-3.1-8b" }, "serving": serving })
}

#[test]
fn an_answer_has_the_names_of_the_contract() {
    let answer = ask(&of(json!({ "engine": "vllm", "concurrency": 4 }))).unwrap();
    assert_eq!(answer["task"], "inference");
    for pointer in [
        "/vram/parts/parameters",
        "/vram/parts/kv_cache",
        "/limits/max_context",
        "/limits/max_concurrency",
        "/limits/kv_tokens",
        "/speed/prefill_tokens_per_second",
        "/speed/decode_tokens_per_second",
        "/speed/total_tokens_per_second",
        "/speed/time_to_first_token_seconds",
        "/speed/inter_token_seconds",
    ] {
        assert!(answer.pointer(pointer).and_then(Json::as_f64).is_some_and(|value| value > 0.0), "{pointer}: {answer}");
    }
    let parts: u64 = answer["vram"]["parts"].as_object().unwrap().values().map(|part| part.as_u64().unwrap()).sum();
    let taken = answer["vram"]["device_peak_bytes"].as_u64().unwrap();
    assert!(parts.abs_diff(taken) < 16, "{parts} and {taken}");
    let start = answer["start"]["command"].as_str().unwrap();
    assert!(start.starts_with("vllm serve meta-llama/Llama-3.1-8B") && start.contains("--max-model-len 8192"), "{start}");
}

/// Whatever was left open is in `inputs`, and asked again gives the same figures, for every engine.
#[test]
fn inputs_asked_again_give_the_same_answer() {
    for serving in [
        json!({}),
        json!({ "engine": "sglang", "weights_format": "fp8", "kv_cache_dtype": "fp8", "concurrency": 9 }),
        json!({ "engine": "llama.cpp", "offload": "layers", "offload_layers": 5, "kv_cache_dtype": "q8_0" }),
        json!({ "engine": "transformers", "weights_format": "bnb-nf4", "concurrency": 2 }),
        json!({ "engine": "tensorrt-llm", "weights_format": "fp8", "kv_cache_dtype": "fp8", "request_rate": 3.5 }),
        json!({ "request_rate": 1.0, "min_tokens_per_second": 60 }),
        json!({ "engine": "llama.cpp", "concurrency": 3, "request_rate": 0.3 }),
        json!({ "engine": "llama.cpp", "request_rate": 0.4, "max_time_to_first_token_seconds": 2, "min_tokens_per_second": 20 }),
        json!({ "weights_format": "iq2_xs", "context_length": 100_000, "prompt_tokens": 90_000 }),
    ] {
        let first = ask(&of(serving)).unwrap();
        let again = ask(&first["inputs"]).unwrap();
        assert_eq!(first, again);
    }
}

/// Every field at fault is named at once, with what would do.
#[test]
fn faults_are_named_with_what_works() {
    let cases = [
        (json!({ "engine": "vllm", "weights_format": "q4_k_m" }), "/serving/weights_format", "awq-int4"),
        (json!({ "engine": "vllm", "weights_format": "bnb-nf4" }), "/serving/weights_format", "gptq-int4"),
        (json!({ "engine": "llama.cpp", "weights_format": "awq-int4" }), "/serving/weights_format", "q4_k_m"),
        (json!({ "engine": "llama.cpp", "kv_cache_dtype": "fp8" }), "/serving/kv_cache_dtype", "q8_0"),
        (json!({ "engine": "transformers", "memory_utilization": 0.5 }), "/serving/memory_utilization", "transformers"),
        (json!({ "engine": "vllm", "offload": "experts" }), "/serving/offload", "vllm"),
        // Nothing but vLLM has this setting, and it does not read this file: the first of the two is told, as of the file's engine.
        (json!({ "weights_format": "q4_k_m", "max_num_seqs": 9 }), "/serving/max_num_seqs", "llama.cpp"),
        (json!({ "context_length": 1 }), "/serving/context_length", "between 2 and"),
        (json!({ "engine": "vllm", "max_num_seqs": 4096 }), "/serving/max_num_seqs", "2048"),
        (json!({ "engine": "llama.cpp", "offload": "experts" }), "/serving/offload", "layers"),
        (json!({ "engine": "llama.cpp", "offload": "layers" }), "/serving/offload_layers", "required"),
        (json!({ "engine": "llama.cpp", "offload": "layers", "offload_layers": 33 }), "/serving/offload_layers", "32"),
        (json!({ "context_length": 200_000 }), "/serving/context_length", "131,072"),
        (json!({ "context_length": 1000, "prompt_tokens": 1000 }), "/serving/prompt_tokens", "999"),
        (json!({ "context_length": 1000, "prompt_tokens": 900, "output_tokens": 200 }), "/serving/output_tokens", "100"),
        (json!({ "memory_utilization": 1.5 }), "/serving/memory_utilization", "between 0.05 and 1"),
        (json!({ "weights_fromat": "bf16" }), "/serving/weights_fromat", "weights_format"),
    ];
    for (serving, pointer, says) in cases {
        let problem = ask(&of(serving.clone())).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        let found = found.unwrap_or_else(|| panic!("{serving}: {problem}"));
        assert!(found.to_string().contains(says), "{serving}: {found}");
    }
}

/// An engine that does not read a kind of model says so, and names those that do on that card.
#[test]
fn engines_name_those_that_read_a_model() {
    let config = |kind: &str| {
        json!({ "config": { "model_type": kind, "vocab_size": 32_000, "hidden_size": 2048, "intermediate_size": 8192,
            "num_hidden_layers": 4, "num_attention_heads": 16 } })
    };
    let mut helium = config("helium");
    helium["config"]["num_key_value_heads"] = json!(16);
    let mut ernie = config("ernie4_5_moe");
    for (key, value) in [("moe_num_experts", 16), ("moe_k", 2), ("moe_intermediate_size", 512)] {
        ernie["config"][key] = json!(value);
    }
    let id = |id: &str| json!({ "id": id });
    let all = ["vllm", "sglang", "llama.cpp", "transformers"];
    let with_exllama = ["vllm", "sglang", "llama.cpp", "exllama", "transformers"];
    let none: &[&str] = &[];
    for (model, card, engine, others) in [
        (config("cwm"), "rtx-4090", "llama.cpp", Some(&["vllm", "sglang", "transformers"][..])),
        (ernie, "rtx-4090", "tensorrt-llm", Some(&with_exllama)),
        (config("opt"), "rtx-4090", "llama.cpp", Some(&["vllm", "sglang", "transformers"])),
        (config("opt"), "rx-7900-xtx", "llama.cpp", Some(none)),
        (config("gpt_neox"), "rtx-4090", "tensorrt-llm", Some(&all)),
        (config("nemotron"), "rtx-4090", "sglang", Some(&["vllm", "tensorrt-llm", "llama.cpp", "transformers"])),
        (config("olmo"), "rtx-4090", "exllama", Some(&all)),
        (config("ministral3"), "rtx-4090", "tensorrt-llm", Some(&with_exllama)),
        (config("seed_oss"), "rtx-4090", "tensorrt-llm", None),
        (config("gpt_neox"), "rtx-4090", "llama.cpp", None),
        (id("starcoder2-3b"), "rtx-4090", "tensorrt-llm", None),
        (id("olmo-2-7b"), "rtx-4090", "tensorrt-llm", Some(&all)),
        (id("olmo-3-7b"), "rtx-4090", "tensorrt-llm", None),
        (id("olmoe-1b-7b"), "rtx-4090", "tensorrt-llm", Some(&all)),
        (id("qwen1.5-moe-a2.7b"), "rtx-4090", "tensorrt-llm", None),
        (id("stablelm-2-1.6b"), "rtx-4090", "tensorrt-llm", Some(&all)),
        (id("aya-expanse-8b"), "rtx-4090", "tensorrt-llm", None),
        (id("command-r7b"), "rtx-4090", "tensorrt-llm", None),
        (id("gemma-2-9b"), "rtx-4090", "tensorrt-llm", None),
        (id("llama-3.1-8b"), "rtx-4090", "tensorrt-llm", None),
        (id("pythia-1b"), "rtx-4090", "vllm", None),
        (config("glm"), "rtx-4090", "exllama", Some(&all)),
        (config("glm"), "rtx-4090", "tensorrt-llm", Some(&all)),
        (helium, "rtx-4090", "llama.cpp", Some(&["vllm", "sglang", "transformers"])),
        (config("cwm"), "rtx-4090", "exllama", Some(&["vllm", "sglang", "transformers"])),
        (id("olmo-2-7b"), "rtx-4090", "exllama", Some(&all)),
        (id("olmo-3-7b"), "rtx-4090", "exllama", None),
        (id("granite-3.3-8b"), "rtx-4090", "exllama", Some(&["vllm", "sglang", "tensorrt-llm", "llama.cpp", "transformers"])),
        (id("gemma-7b"), "rtx-4090", "exllama", Some(&["vllm", "sglang", "tensorrt-llm", "llama.cpp", "transformers"])),
        (id("gpt-oss-20b"), "rtx-4090", "exllama", None),
        (id("command-r7b"), "rtx-4090", "exllama", None),
        (id("qwen3-30b-a3b"), "rtx-4090", "exllama", None),
        (id("minimax-m2"), "rtx-4090", "exllama", None),
        (id("llama-3.1-8b"), "rtx-2080-ti", "exllama", Some(&["vllm", "sglang", "llama.cpp", "transformers"])),
    ] {
        let asked = json!({ "task": "inference", "hardware": { "gpu": card }, "model": model, "serving": { "engine": engine } });
        match (ask(&asked), others) {
            (Ok(_), None) => {}
            (Err(problem), Some(others)) => {
                let fault = &problem["errors"][0];
                assert_eq!(fault["pointer"], "/serving/engine", "{problem}");
                assert_eq!(fault["allowed"].as_array().map_or(&[][..], Vec::as_slice), others, "{model} {card}");
            }
            (answer, _) => panic!("{model} {card} {engine}: {answer:?}"),
        }
    }
}

#[test]
fn cards_and_models_must_suit_the_engine() {
    let with = |gpu: &str, count: u64, model: &str, serving: Json| json!({ "task": "inference", "hardware": { "gpu": gpu, "gpu_count": count }, "model": { "id": model }, "serving": serving });
    let cases = [
        (with("m2-ultra-192gb", 1, "llama-3.1-8b", json!({ "engine": "vllm" })), "/serving/engine", "llama.cpp"),
        (with("rtx-3090", 4, "llama-3.1-8b", json!({ "parallel": { "data": 3 } })), "/serving/parallel/data", "2"),
        (with("rtx-3090", 2, "llama-3.1-8b", json!({ "parallel": { "expert": 2 } })), "/serving/parallel/expert", "1"),
        (
            with("rtx-3090", 1, "llama-3.1-8b", json!({ "kv_cache_dtype": "fp8", "engine": "vllm" })),
            "/serving/kv_cache_dtype",
            "fp16",
        ),
        (with("rtx-3090", 1, "t5-small", json!({})), "/model/id", "writes tokens"),
    ];
    for (scenario, pointer, says) in cases {
        let problem = ask(&scenario).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        assert!(found.is_some_and(|found| found.to_string().contains(says)), "{scenario}: {problem}");
    }
    // A card that the usual engine is not built for gets the one that is.
    let apple = ask(&with("m2-ultra-192gb", 1, "llama-3.1-70b", json!({}))).unwrap();
    assert_eq!((&apple["inputs"]["serving"]["engine"], &apple["vram"]["fits"]), (&json!("llama.cpp"), &json!(true)));
}

/// What says something of the other task is not read, and said so; other questions are not answered for a model that answers.
#[test]
fn tasks_do_not_mix() {
    let mut mixed = of(json!({}));
    mixed["training"] = json!({ "micro_batch_size": 4 });
    let problem = ask(&mixed).expect_err("a setting of training");
    assert_eq!(problem["errors"][0]["pointer"], "/training/micro_batch_size", "{problem}");
    let training = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "serving": { "engine": "vllm" } });
    let problem = ask(&training).expect_err("a setting of serving");
    assert_eq!(problem["errors"][0]["pointer"], "/serving/engine", "{problem}");
    let scenario = api::parse_scenario_json(&of(json!({})).to_string()).unwrap();
    let problem = api::advise(&scenario, Locale::En).expect_err("no advice");
    assert_eq!((problem.errors[0].pointer.as_str(), problem.errors[0].code.as_str()), ("/task", "not-modelled"));
}

/// Languages differ in sentences alone.
#[test]
fn answers_differ_between_languages_in_their_sentences() {
    let scenario = json!({ "task": "inference", "hardware": { "gpu": "rtx-3090", "gpu_count": 2 }, "model": { "id": "llama-3.1-70b" },
        "serving": { "engine": "vllm", "weights_format": "awq-int4", "concurrency": 300 } });
    let (mut english, mut chinese) = (ask_in(&scenario, Locale::En).unwrap(), ask_in(&scenario, Locale::Zh).unwrap());
    assert_ne!(english, chinese);
    for answer in [&mut english, &mut chinese] {
        for note in answer["notes"].as_array_mut().unwrap() {
            note["detail"].take();
        }
        for lever in answer["levers"].as_array_mut().unwrap() {
            lever["title"].take();
        }
    }
    assert_eq!(english, chinese);
}

/// Whatever is wrong is told at once: what another task reads, and what does not go together.
#[test]
fn faults_of_every_kind_are_told_together() {
    let mut scenario = of(json!({ "engine": "vllm", "weights_format": "q4_k_m", "context_length": 4000, "prompt_tokens": 9000 }));
    scenario["training"] = json!({ "micro_batch_size": 32 });
    let problem = ask(&scenario).expect_err("three faults");
    let mut pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    pointers.sort_unstable();
    assert_eq!(pointers, ["/serving/prompt_tokens", "/serving/weights_format", "/training/micro_batch_size"]);
}

/// Where nothing works, the plan that lacks least is shown: experts in a memory that is too small, not the whole model on a card.
#[test]
fn the_nearest_plan_is_shown_where_none_works() {
    let scenario =
        json!({ "task": "inference", "hardware": { "gpu": "rtx-4090", "ram_gib": 64 }, "model": { "id": "qwen3-235b-a22b" } });
    let answer = ask(&scenario).unwrap();
    assert_eq!((&answer["fits"], &answer["vram"]["fits"], &answer["ram"]["fits"]), (&json!(false), &json!(true), &json!(false)));
    assert_eq!(answer["inputs"]["serving"]["engine"], "llama.cpp");
}

/// A value that cannot be read is told alone: the task is no fault, and its other fields are read by its own rules.
#[test]
fn a_wrong_type_blames_no_task() {
    for (serving, pointer) in [(json!({ "context_length": "8192" }), "/serving/context_length"), (json!([]), "/serving")] {
        let problem = ask(&of(serving)).expect_err("a wrong type");
        let pointers: Vec<&Json> = problem["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
        assert_eq!(pointers, [pointer], "{problem}");
    }
}

/// What a configuration says and nobody reads is told.
#[test]
fn keys_that_are_not_read_are_told() {
    let config = json!({ "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14_336, "num_hidden_layers": 32, "num_attention_heads": 32,
        "vocab_size": 32_000, "max_position_embeddings": 8192, "quantization_config": { "quant_method": "awq", "bits": 4 }, "foo_bar": 3 });
    let scenario = json!({ "task": "inference", "hardware": { "gpu": "rtx-4090" }, "model": { "config": config } });
    let notes = ask(&scenario).unwrap()["notes"].to_string();
    assert!(notes.contains("quantization_config") && notes.contains("foo_bar"), "{notes}");
}

/// A card with the memory that is said to do, at the same share, does.
#[test]
fn the_needed_memory_does() {
    for engine in ["vllm", "sglang", "llama.cpp", "transformers", "exllama"] {
        let card = |gib: f64| json!({ "name": "X", "memory_gib": gib, "memory_bandwidth_gb_per_s": 1000, "fp32_tflops": 80, "bf16_dense_tflops": 160 });
        let with = |gib: f64, serving: &Json| json!({ "task": "inference", "hardware": { "gpu": card(gib) }, "model": { "id": "llama-3.1-8b" }, "serving": serving });
        let asked = json!({ "engine": engine, "weights_format": "bf16", "context_length": 32_768, "offload": if engine == "llama.cpp" { json!("none") } else { Json::Null } });
        let first = ask(&with(16.0, &asked)).unwrap();
        assert_eq!(first["fits"], false, "{engine}");
        let bytes = |name: &str| first["vram"][name].as_f64().unwrap();
        let needed = (bytes("needed_bytes") + bytes("desktop_bytes")) / f64::from(1 << 30);
        let settings = &first["inputs"]["serving"];
        assert_eq!(ask(&with(needed * 1.01, settings)).unwrap()["fits"], true, "{engine}: {needed}");
        assert_eq!(ask(&with(needed * 0.97, settings)).unwrap()["fits"], false, "{engine}: {needed}");
    }
}

/// RAM that was named is a limit of the whole plan: experts that it does not hold are no way to run a model.
#[test]
fn named_ram_is_a_limit() {
    let with = |ram: Json, serving: Json| json!({ "task": "inference", "hardware": { "gpu": "rtx-4090", "ram_gib": ram }, "model": { "id": "qwen3-235b-a22b" }, "serving": serving });
    let experts = json!({ "engine": "llama.cpp", "weights_format": "q4_k_m", "offload": "experts" });
    for (ram, fits) in [(json!(16), false), (json!(64), false), (json!(192), true), (Json::Null, true)] {
        let answer = ask(&with(ram.clone(), experts.clone())).unwrap();
        assert_eq!(answer["fits"], fits, "{ram}: {answer}");
        assert_eq!(answer["ram"]["fits"], fits, "{ram}");
        assert_eq!(answer["limits"]["max_concurrency"].as_u64().unwrap() > 0, fits, "{ram}");
        assert_eq!(answer.get("start").is_some(), fits, "{ram}");
        assert_eq!(answer["notes"].to_string().contains("ram-short"), !fits, "{ram}");
        // What is open is chosen by the same measure.
        assert_eq!(ask(&with(ram.clone(), json!({}))).unwrap()["fits"], fits, "{ram}");
    }
}

/// A length that is named leaves room for the usual one of the other.
#[test]
fn one_length_makes_room_for_the_other() {
    for (serving, prompt, output) in [
        (json!({ "prompt_tokens": 8192 }), 8192, 256),
        (json!({ "prompt_tokens": 100_000 }), 100_000, 256),
        (json!({ "output_tokens": 20_000 }), 1024, 20_000),
        (json!({ "prompt_tokens": 100 }), 100, 256),
    ] {
        let answer = ask(&of(serving.clone())).unwrap();
        let settings = &answer["inputs"]["serving"];
        assert_eq!((&settings["prompt_tokens"], &settings["output_tokens"]), (&json!(prompt), &json!(output)), "{serving}");
        assert!(settings["context_length"].as_u64().unwrap() >= prompt + output, "{serving}");
    }
}

/// Windows are those that an engine's cache has: llama.cpp keeps all of Mistral's and Phi-3's tokens, vLLM forgets those beyond.
#[test]
fn windows_are_those_of_the_engine() {
    // The share of all tokens' keys and values that is kept.
    let kept = |model: &str, context: u64, engine: &str, format: &str| {
        let serving = json!({ "engine": engine, "weights_format": format, "context_length": context });
        let scenario =
            json!({ "task": "inference", "hardware": { "gpu": "a100-sxm4-80gb" }, "model": { "id": model }, "serving": serving });
        let answer = ask(&scenario).unwrap();
        let whole = answer["limits"]["kv_tokens"].as_f64().unwrap() * answer["vram"]["kv_bytes_per_token"].as_f64().unwrap();
        answer["vram"]["parts"]["kv_cache"].as_f64().unwrap() / whole
    };
    for (model, context) in [("mistral-7b", 16_384), ("phi-3-mini", 4096)] {
        assert!((kept(model, context, "llama.cpp", "f16") - 1.0).abs() < 1e-3, "{model}");
        assert!((kept(model, context, "sglang", "bf16") - 1.0).abs() < 1e-3, "{model}");
    }
    assert!(kept("mistral-7b", 16_384, "vllm", "bf16") < 0.51);
    assert!(kept("gemma-2-9b", 8192, "llama.cpp", "f16") < 0.9);
}

/// 4-bit weights keep a scale for 128 inputs, and cards must not cut between them.
#[test]
fn groups_that_cards_cut_are_told() {
    let codes = |cards: u64, format: &str| {
        let scenario = json!({ "task": "inference", "hardware": { "gpu": "a100-sxm4-80gb", "gpu_count": cards },
            "model": { "id": "qwen2.5-72b-instruct" }, "serving": { "engine": "vllm", "weights_format": format } });
        ask(&scenario).unwrap()["notes"].to_string()
    };
    // 29,568 inputs are 231 groups.
    assert!(codes(2, "awq-int4").contains("groups-cut") && codes(4, "gptq-int4").contains("groups-cut"));
    assert!(!codes(1, "awq-int4").contains("groups-cut") && !codes(2, "bf16").contains("groups-cut"));
}

/// The largest model that a configuration can describe, asked by as many as can be asked for, is answered or refused, and no sum
/// runs over.
#[test]
fn extremes_are_answered_or_refused() {
    let config = |layers: u64, width: u64, positions: u64| {
        json!({ "model_type": "llama", "vocab_size": 256_000, "hidden_size": width, "intermediate_size": 4 * width, "num_hidden_layers": layers,
            "num_attention_heads": width / 128, "max_position_embeddings": positions })
    };
    let mut answered = 0;
    for (layers, width, positions) in [(256, 65_536, 1 << 24), (256, 65_536, 2), (1, 128, 1 << 24), (80, 8192, 10_000_000)] {
        for engine in ["vllm", "sglang", "llama.cpp", "transformers", "exllama"] {
            for concurrency in [1, 256, 65_536] {
                let scenario = json!({ "task": "inference", "hardware": { "gpu": "h200-sxm", "gpu_count": 8 },
                    "model": { "config": config(layers, width, positions) }, "serving": { "engine": engine, "concurrency": concurrency } });
                match ask(&scenario) {
                    Ok(_) => answered += 1,
                    Err(problem) => assert_eq!(problem["status"], 422, "{problem}"),
                }
            }
        }
    }
    assert!(answered >= 12, "{answered}");
}
