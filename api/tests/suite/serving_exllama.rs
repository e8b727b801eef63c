//! `ExLlama`, asked as programs ask: what it takes where nothing is said, how it is started, and what it does not do.

use serde_json::{Value as Json, json};

use super::serving::ask;

#[expect(clippy::needless_pass_by_value, reason = "tables are written with literals")]
fn asked(cards: u64, model: &str, serving: Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": "rtx-4090", "gpu_count": cards }, "model": { "id": model }, "serving": serving })
}

/// Its formats name it, and it takes the most bits that fit where none are named.
#[test]
fn its_files_name_it() {
    for (cards, model, serving, format) in [
        (1, "llama-3.1-8b", json!({ "weights_format": "exl3-5.0bpw" }), "exl3-5.0bpw"),
        (1, "llama-3.1-8b", json!({ "engine": "exllama" }), "exl3-6.0bpw"),
        (1, "qwen2.5-32b", json!({ "engine": "exllama" }), "exl3-5.0bpw"),
        (2, "llama-3.1-70b", json!({ "engine": "exllama" }), "exl3-5.0bpw"),
        (1, "gpt-oss-20b", json!({ "engine": "exllama" }), "exl3-6.0bpw"),
    ] {
        let answer = ask(&asked(cards, model, serving)).unwrap();
        assert_eq!(answer["inputs"]["serving"]["engine"], "exllama", "{model}");
        assert_eq!(answer["inputs"]["serving"]["weights_format"], format, "{model}");
        assert_eq!(answer["fits"], true, "{model}: {}", answer["vram"]);
    }
}

/// Its server is told the cache that the answer counts with, and its log repeats it.
#[test]
fn it_is_started_with_the_cache_that_is_told() {
    let load =
        json!({ "engine": "exllama", "kv_cache_dtype": "q4_0", "concurrency": 16, "prompt_tokens": 1000, "output_tokens": 250 });
    let answer = ask(&asked(1, "llama-3.1-8b", load)).unwrap();
    let command = answer["start"]["command"].as_str().unwrap();
    let rest = "--max-seq-len 8192 --cache-size 20480 --cache-mode Q4 --max-batch-size 16 --chunk-size 2048";
    assert!(command.starts_with("python main.py --model-dir models --model-name") && command.contains(rest), "{command}");
    assert!(command.contains("--model-name Llama-3.1-8B-exl3-6.0bpw "), "{command}");
    assert_eq!(answer["limits"]["kv_tokens"], 20_480);
    assert_eq!(answer["start"]["log"][1], "Using configured cache_size: 20480 tokens.");
    let compose = answer["start"]["files"][0]["content"].as_str().unwrap();
    assert!(compose.contains(r#"entrypoint: ["python3", "/app/main.py"]"#) && compose.contains("5000:5000"), "{compose}");
    // Layers lie on cards one after another, and no card takes more than is told.
    let answer = ask(&asked(2, "llama-3.1-70b", json!({ "engine": "exllama" }))).unwrap();
    let command = answer["start"]["command"].as_str().unwrap();
    let split: Vec<f64> = command.split_once("--gpu-split ").unwrap().1.split(' ').map(|share| share.parse().unwrap()).collect();
    let told = answer["vram"]["device_peak_bytes"].as_f64().unwrap() / f64::from(1 << 30);
    assert!(split.len() == 2 && split.iter().all(|share| *share > told && *share < 24.0), "{command} {told}");
}

/// What it does not read, keep or do is refused by name, with what goes.
#[test]
fn what_it_does_not_do_is_refused() {
    for (cards, model, serving, pointer, says) in [
        (1, "llama-3.1-8b", json!({ "engine": "vllm", "weights_format": "exl3-4.0bpw" }), "/serving/weights_format", "awq-int4"),
        (1, "llama-3.1-8b", json!({ "engine": "exllama", "weights_format": "q4_k_m" }), "/serving/weights_format", "exl3-4.0bpw"),
        (1, "llama-3.1-8b", json!({ "engine": "exllama", "kv_cache_dtype": "fp8" }), "/serving/kv_cache_dtype", "q8_0"),
        (1, "llama-3.1-8b", json!({ "engine": "exllama", "memory_utilization": 0.9 }), "/serving/memory_utilization", "exllama"),
        (
            1,
            "llama-3.1-8b",
            json!({ "engine": "exllama", "offload": "layers", "offload_layers": 3 }),
            "/serving/offload",
            "exllama",
        ),
        (1, "qwen2.5-vl-7b", json!({ "engine": "exllama", "images_per_prompt": 1 }), "/serving/images_per_prompt", "exllama"),
        (2, "llama-3.1-8b", json!({ "engine": "exllama", "parallel": { "tensor": 2 } }), "/serving/parallel/tensor", "1"),
        (1, "llama-3.1-70b", json!({ "engine": "exllama", "draft_model": "llama-3.2-1b" }), "/serving/engine", "llama.cpp"),
        (
            1,
            "llama-3.1-8b",
            json!({ "engine": "exllama", "weights_format": "exl3-4.25bpw" }),
            "/serving/weights_format",
            "exl3-4.5bpw",
        ),
    ] {
        let problem = ask(&asked(cards, model, serving.clone())).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        let found = found.unwrap_or_else(|| panic!("{serving}: {problem}"));
        assert!(found.to_string().contains(says), "{serving}: {found}");
    }
}

/// Levers lead to fewer bits of the same format, and to more where there is room.
#[test]
fn levers_stay_with_its_formats() {
    let answer = ask(&asked(1, "qwen2.5-32b", json!({ "engine": "exllama", "weights_format": "exl3-5.0bpw" }))).unwrap();
    let formats: Vec<&str> = answer["levers"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|lever| {
            lever.pointer("/changes/serving/weights_format").or(lever.pointer("/serving/weights_format"))?.as_str()
        })
        .collect();
    assert!(!answer["levers"].as_array().unwrap().is_empty(), "{answer}");
    assert!(formats.iter().all(|format| format.starts_with("exl3")), "{formats:?}");
}
