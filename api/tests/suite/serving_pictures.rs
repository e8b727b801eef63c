//! Prompts with pictures, and prompts that begin alike: what is asked, answered, refused and started.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};

use crate::serving::ask;

fn with(model: &str, serving: &Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": "rtx-4090" }, "model": { "id": model }, "serving": serving })
}

/// Tokens of a full screen by engine, how each is told of pictures and how it is tried.
#[test]
fn engines_are_told_of_pictures() {
    for (model, engine, tokens, command, test) in [
        (
            "qwen3-vl-8b",
            "vllm",
            2042,
            r#"--limit-mm-per-prompt '{"image":2,"video":0}'"#,
            "--random-mm-bucket-config '{(1080, 1920, 1): 1.0}'",
        ),
        ("qwen3-vl-8b", "sglang", 2042, "--model-path", "--dataset-name image --image-count 2 --image-resolution 1080x1920"),
        ("qwen3-vl-8b", "llama.cpp", 2042, "--mmproj mmproj-Qwen3-VL-8B-Instruct-F16.gguf", ""),
        ("qwen2.5-vl-7b", "vllm", 2693, r#"'{"image":2,"video":0}'"#, "--backend openai-chat"),
        ("gemma-3-4b", "sglang", 260, "--enable-multimodal", "--dataset-name image"),
        ("gemma-3-4b", "vllm", 260, r#"'{"image":2}'"#, "random-mm"),
        ("gemma-3-4b", "llama.cpp", 258, "--mmproj", ""),
        ("ministral-3-3b", "vllm", 1736, r#"'{"image":2}'"#, "random-mm"),
        ("ministral-3-3b", "llama.cpp", 1032, "--mmproj", ""),
        ("qwen2.5-vl-3b", "transformers", 2693, "transformers serve", ""),
    ] {
        let answer = ask(&with(model, &json!({ "engine": engine, "images_per_prompt": 2 }))).unwrap();
        let said = format!("{model} {engine}: {}", answer["start"]);
        assert_eq!(answer["images"]["tokens_per_image"], tokens, "{said}");
        assert!(answer["start"]["command"].as_str().unwrap().contains(command), "{said}");
        let tried = answer["start"]["load_test"].as_str().unwrap_or_default();
        assert!(tried.contains(test) && tried.is_empty() == test.is_empty(), "{said}");
        // What is said of a prompt is its text.
        let inputs = &answer["inputs"]["serving"];
        assert_eq!((&inputs["images_per_prompt"], &inputs["image_size"]), (&json!(2), &json!([1080, 1920])), "{inputs}");
        assert_eq!(inputs["prompt_tokens"], 1024, "{inputs}");
        // Nothing is said of what a test prints of which too few were published.
        assert_eq!(answer["start"].get("load_test_prints"), None, "{said}");
    }
    let blind = ask(&with("qwen3-vl-8b", &json!({ "engine": "vllm" }))).unwrap();
    assert!(blind["start"]["command"].as_str().unwrap().ends_with("--language-model-only"), "{}", blind["start"]);
    assert_eq!((blind.get("images"), &blind["inputs"]["serving"]["images_per_prompt"]), (None, &json!(0)));
}

/// llama.cpp rounds halves up, Python to the even number: 720 pixels are 23 tokens of 32, and 22.
#[test]
fn engines_round_pictures_as_they_do() {
    for (engine, tokens) in [("llama.cpp", 40 * 23 + 2), ("vllm", 40 * 22 + 2)] {
        let asked = json!({ "engine": engine, "images_per_prompt": 1, "image_size": [720, 1280] });
        assert_eq!(ask(&with("qwen3-vl-8b", &asked)).unwrap()["images"]["tokens_per_image"], tokens, "{engine}");
    }
}

/// Narrow pictures go to engines whose processor takes them.
#[test]
fn only_qwens_processors_refuse_narrow_pictures() {
    let narrow = |engine: &str| json!({ "engine": engine, "images_per_prompt": 1, "image_size": [32, 8000] });
    for (model, engine, is_taken) in
        [("qwen3-vl-8b", "vllm", false), ("qwen3-vl-8b", "llama.cpp", true), ("gemma-3-4b", "vllm", true)]
    {
        assert_eq!(ask(&with(model, &narrow(engine))).is_ok(), is_taken, "{model} {engine}");
    }
}

/// What an answer filled in asks for the same answer.
#[test]
fn what_is_filled_in_asks_for_the_same() {
    for serving in [
        json!({ "images_per_prompt": 3, "image_size": [3000, 500] }),
        json!({ "images_per_prompt": 1, "engine": "llama.cpp", "shared_prefix_tokens": 700 }),
        json!({ "shared_prefix_tokens": 700, "request_rate": 1.5, "length_spread": 0.4 }),
    ] {
        let first = ask(&with("qwen3-vl-4b", &serving)).unwrap();
        let mut again = first["inputs"].clone();
        again["id"] = Json::Null;
        let second = ask(&again).unwrap();
        for part in ["images", "vram", "limits", "speed", "queue", "inputs"] {
            assert_eq!(first[part], second[part], "{serving}: {part}");
        }
    }
}

#[test]
fn what_does_not_go_together_is_named() {
    for (model, serving, pointer, words) in [
        ("llama-3.1-8b", json!({ "images_per_prompt": 1 }), "/serving/images_per_prompt", "llama-3.1-8b"),
        ("llama-3.1-8b", json!({ "image_size": 64 }), "/serving/image_size", "llama-3.1-8b"),
        ("qwen3-vl-8b", json!({ "image_size": 64 }), "/serving/image_size", "images_per_prompt"),
        ("qwen3-vl-8b", json!({ "images_per_prompt": 257 }), "/serving/images_per_prompt", "between 0 and 256"),
        // Nine pictures, a short question and its answer.
        (
            "qwen3-vl-8b",
            json!({ "images_per_prompt": 9, "context_length": 8192 }),
            "/serving/context_length",
            "between 18,442 and",
        ),
        (
            "qwen3-vl-8b",
            json!({ "images_per_prompt": 1, "context_length": 2048 }),
            "/serving/context_length",
            "between 2,106 and",
        ),
        ("qwen3-vl-8b", json!({ "images_per_prompt": 256 }), "/serving/images_per_prompt", "between 0 and 128"),
        (
            "qwen3-vl-8b",
            json!({ "engine": "vllm", "images_per_prompt": 1, "image_size": [32, 8000] }),
            "/serving/image_size",
            "6,400",
        ),
        ("qwen3-vl-8b", json!({ "shared_prefix_tokens": 900, "prompt_tokens": 800 }), "/serving/shared_prefix_tokens", "800"),
        (
            "qwen3-vl-8b",
            json!({ "shared_prefix_tokens": 9, "engine": "transformers" }),
            "/serving/shared_prefix_tokens",
            "transformers",
        ),
        ("qwen3-vl-8b", json!({ "length_spread": 0.5 }), "/serving/length_spread", "request_rate"),
        (
            "qwen3-vl-8b",
            json!({ "length_spread": 0.9, "request_rate": 1, "prompt_tokens": 1600, "output_tokens": 400, "context_length": 3000 }),
            "/serving/length_spread",
            "0.5",
        ),
        ("bert-base", json!({ "images_per_prompt": 1 }), "/serving/images_per_prompt", "bert-base"),
        ("sdxl", json!({ "shared_prefix_tokens": 1 }), "/serving/shared_prefix_tokens", "sdxl"),
    ] {
        let problem = ask(&with(model, &serving)).unwrap_err();
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{serving}: {problem}");
        assert_eq!(errors[0]["pointer"], pointer, "{serving}: {problem}");
        assert!(errors[0]["detail"].as_str().unwrap().contains(words), "{serving}: {problem}");
    }
}

/// What engines are told of prompts that begin alike and of lengths that vary.
#[test]
fn load_tests_send_what_was_asked() {
    for (engine, serving, words) in [
        (
            "vllm",
            json!({ "shared_prefix_tokens": 700 }),
            "--random-input-len 324 --random-output-len 256 --random-prefix-len 700",
        ),
        ("sglang", json!({ "shared_prefix_tokens": 700 }), "--gsp-system-prompt-len 700 --gsp-question-len 324"),
        ("vllm", json!({ "request_rate": 2, "length_spread": 0.5 }), "--random-range-ratio 0.5 --request-rate 2"),
        // Lengths from a third of the longest: half of the usual one, and half as much again.
        (
            "sglang",
            json!({ "request_rate": 2, "length_spread": 0.5 }),
            "--random-input-len 1536 --random-output-len 384 --random-range-ratio 0.333",
        ),
    ] {
        let mut serving = serving;
        serving["engine"] = json!(engine);
        let answer = ask(&with("qwen3-8b", &serving)).unwrap();
        let tried = answer["start"]["load_test"].as_str().unwrap();
        assert!(tried.contains(words), "{tried}");
    }
    let none = ask(&with("qwen3-8b", &json!({ "engine": "llama.cpp", "shared_prefix_tokens": 700 }))).unwrap();
    assert_eq!(none["start"].get("load_test"), None);
}
