//! Models that answer for many users: rates, drafts, and how they are started and checked.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};
use wire::Locale;

use crate::serving::{ask, of};

/// Files say what the command does, word by word, and read back as YAML does.
#[test]
fn files_start_what_the_command_starts() {
    for (serving, names) in [
        (json!({ "engine": "vllm", "kv_cache_dtype": "fp8" }), vec!["compose.yaml"]),
        (json!({ "engine": "sglang" }), vec!["compose.yaml"]),
        (
            json!({ "engine": "tensorrt-llm", "weights_format": "fp8", "kv_cache_dtype": "fp8" }),
            vec!["settings.yaml", "compose.yaml"],
        ),
        (json!({ "engine": "llama.cpp", "offload": "layers", "offload_layers": 7 }), vec!["compose.yaml", "Modelfile"]),
        (json!({ "engine": "transformers" }), vec![]),
    ] {
        let answer = ask(&of(serving)).unwrap();
        let command = answer["start"]["command"].as_str().unwrap();
        let files = answer["start"]["files"].as_array().cloned().unwrap_or_default();
        let found: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
        assert_eq!(found, names, "{command}");
        for file in &files {
            let content = file["content"].as_str().unwrap();
            if file["name"] == "compose.yaml" {
                let words = content.lines().filter_map(|line| line.strip_prefix("      - \""));
                for word in words.map(|word| word.trim_end_matches('"')).take_while(|word| *word != "--host") {
                    assert!(command.split(' ').any(|known| known == word), "{word} is not in {command}");
                }
                assert!(content.contains("count: 1\n") && content.contains("working_dir: /work\n"), "{content}");
            }
            if file["name"] == "Modelfile" {
                assert!(content.contains("PARAMETER num_gpu 26\n") && content.contains("PARAMETER num_ctx 8192\n"), "{content}");
            }
        }
    }
}

/// What an engine's log says of its memory is read where messages are, in the names of the answer.
#[test]
fn a_start_is_read() {
    let said = "INFO [gpu_worker.py:276] Available KV cache memory: 51.38 GiB\nGPU KV cache size: 420,912 tokens";
    let read = api::message::read_message(said, Locale::Zh).startup.expect("a start");
    assert_eq!((read.kv_tokens, read.weights_bytes), (Some(420_912), None));
    let failed = "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization`";
    let read = api::message::read_message(failed, Locale::En);
    assert_eq!((read.messages[0].id.as_str(), read.startup), ("no-kv-memory", None));
}

/// Models are drafted for by their own heads alone, which take their place and are asked for by name.
#[test]
fn only_models_with_a_head_of_their_own_draft() {
    let with = |model: &str, engine: &str, serving: &Json| {
        let mut serving = serving.clone();
        serving["engine"] = json!(engine);
        json!({ "task": "inference", "hardware": { "gpu": "h200-sxm", "gpu_count": 8 }, "model": { "id": model }, "serving": serving })
    };
    let drafts = json!({ "speculative": "mtp", "speculative_tokens": 2 });
    let plain = ask(&with("deepseek-v3", "vllm", &json!({}))).unwrap();
    let ahead = ask(&with("deepseek-v3", "vllm", &drafts)).unwrap();
    let weights = |answer: &Json| answer["vram"]["parts"]["parameters"].as_f64().unwrap();
    // Beside embeddings and output, which it shares, the module has 11.5 of its 14 thousand million weights (DeepSeek V3, README).
    let head = (weights(&ahead) - weights(&plain)) * 8.0;
    assert!((head / 11.6e9 - 1.0).abs() < 0.03, "{head}");
    assert!(ahead["speed"]["alone_tokens_per_second"].as_f64() > plain["speed"]["alone_tokens_per_second"].as_f64());
    assert_eq!(ahead["inputs"]["serving"]["speculative_acceptance"], 0.75);
    for (engine, option) in [
        ("vllm", r#"--speculative-config '{"method":"mtp","num_speculative_tokens":2}'"#),
        ("sglang", "--speculative-num-draft-tokens 3"),
        ("tensorrt-llm", "--extra_llm_api_options settings.yaml"),
    ] {
        let answer = ask(&with("deepseek-v3", engine, &drafts)).unwrap();
        let command = answer["start"]["command"].as_str().unwrap();
        assert!(command.contains(option), "{command}");
    }
    for (model, engine, serving, pointer) in [
        ("qwen3-32b", "vllm", json!({ "speculative": "mtp" }), "/serving/speculative"),
        ("deepseek-v3", "llama.cpp", json!({ "speculative": "mtp" }), "/serving/speculative"),
        ("deepseek-v3", "vllm", json!({ "speculative_tokens": 2 }), "/serving/speculative_tokens"),
        (
            "deepseek-v3",
            "vllm",
            json!({ "speculative": "none", "speculative_acceptance": 0.5 }),
            "/serving/speculative_acceptance",
        ),
    ] {
        let problem = ask(&with(model, engine, &serving)).unwrap_err();
        let pointers: Vec<&str> =
            problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
        assert_eq!(pointers, [pointer], "{model} {engine} {serving}");
    }
}

/// What a rate leads to is worked out for the settings that the engine then takes, and its load test sends that rate.
#[test]
fn a_rate_leads_to_as_many_requests_as_it_takes() {
    let with = |gpu: &str, model: &str, serving: Json| json!({ "task": "inference", "hardware": { "gpu": gpu }, "model": { "id": model }, "serving": serving });
    // As many sequences as leave the most room: with vLLM's own number this model does not even start.
    let tight = ask(&with("h100-sxm5-80gb", "gpt-oss-120b", json!({ "request_rate": 5 }))).unwrap();
    let figure = |answer: &Json, pointer: &str| {
        answer.pointer(pointer).and_then(Json::as_f64).unwrap_or_else(|| panic!("{pointer}: {answer}"))
    };
    assert!(figure(&tight, "/limits/max_concurrency") >= 30.0, "{}", tight["limits"]);
    assert!(figure(&tight, "/queue/seen/under_way") > 10.0 && figure(&tight, "/vram/kv_in_use_bytes") > 1e9, "{tight}");
    let test = tight["start"]["load_test"].as_str().unwrap();
    assert!(test.contains("--request-rate 5 --num-prompts 1500") && !test.contains("--max-concurrency"), "{test}");

    // The largest weights with which users get what they ask for.
    let slow = ask(&with("rtx-pro-6000-blackwell-ws", "qwen3-32b", json!({ "request_rate": 4 }))).unwrap();
    assert!(slow["queue"].get("seen").is_some() && slow["inputs"]["serving"]["weights_format"] != "bf16", "{}", slow["inputs"]);
    let patient = ask(&with("rtx-pro-6000-blackwell-ws", "qwen3-32b", json!({ "request_rate": 0.2 }))).unwrap();
    assert_eq!(patient["inputs"]["serving"]["weights_format"], "bf16");

    // How many are under way follows from the rate.
    let both = ask(&with("rtx-4090", "qwen3-8b", json!({ "request_rate": 2, "concurrency": 4 }))).unwrap_err();
    assert_eq!(both["errors"][0]["pointer"], "/serving/concurrency", "{both}");
    assert!(ask(&with("rtx-4090", "qwen3-8b", json!({ "request_rate": 2, "concurrency": 4, "engine": "llama.cpp" }))).is_ok());
}

/// No other number of sequences leaves room for more requests at a time than the one that is taken for a rate.
#[test]
fn no_other_number_of_sequences_holds_more() {
    for (gpu, model) in
        [("h100-sxm5-80gb", "gpt-oss-120b"), ("rtx-4090", "qwen3-8b"), ("rtx-5070", "qwen3-4b"), ("l40s", "qwen3-14b")]
    {
        let with = |serving: Json| json!({ "task": "inference", "hardware": { "gpu": gpu }, "model": { "id": model }, "serving": serving });
        let most = |answer: &Json| answer["limits"]["max_concurrency"].as_u64().unwrap();
        let taken = ask(&with(json!({ "engine": "vllm", "request_rate": 1 }))).unwrap();
        let format = &taken["inputs"]["serving"]["weights_format"];
        for sequences in [1024, 512, 256, 200, 128, 100, 64, 48, 32, 24, 16] {
            let named = json!({ "engine": "vllm", "request_rate": 1, "weights_format": format, "max_num_seqs": sequences });
            let Ok(other) = ask(&with(named)) else { continue };
            // Numbers between those that are tried hold little more.
            assert!(
                most(&other) as f64 <= most(&taken) as f64 * 1.25 + 1.0,
                "{gpu} {model} {sequences}: {} and {}",
                most(&other),
                most(&taken)
            );
        }
    }
}
