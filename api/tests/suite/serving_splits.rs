//! Models on several cards, asked as programs ask: what is taken, what is refused, and how each engine is told.

use serde_json::{Value as Json, json};

use super::serving::ask;

#[expect(clippy::needless_pass_by_value, reason = "tables are written with literals")]
fn asked(gpu: &str, cards: u64, model: &str, serving: Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": gpu, "gpu_count": cards }, "model": { "id": model }, "serving": serving })
}

/// Each engine is told in its own words, and copies that it has no word for are servers of their own, on cards and ports of their own.
#[test]
fn engines_are_told_in_their_words() {
    let cases = [
        (asked("rtx-3090", 2, "llama-3.1-8b", json!({ "engine": "vllm" })), "--tensor-parallel-size 2", "--data-parallel"),
        (asked("rtx-3090", 3, "llama-3.1-8b", json!({ "engine": "vllm" })), "--pipeline-parallel-size 3", "--tensor-parallel"),
        (
            asked("rtx-3090", 4, "llama-3.1-8b", json!({ "engine": "vllm", "parallel": { "data": 2 } })),
            "--tensor-parallel-size 2 --data-parallel-size 2",
            "CUDA_VISIBLE_DEVICES",
        ),
        (
            asked("h100-sxm5-80gb", 4, "qwen3-30b-a3b", json!({ "engine": "vllm", "parallel": { "expert": 4 } })),
            "--tensor-parallel-size 4 --enable-expert-parallel",
            "--data-parallel",
        ),
        (
            asked("h100-sxm5-80gb", 4, "qwen3-30b-a3b", json!({ "engine": "vllm", "parallel": { "data": 2 } })),
            "CUDA_VISIBLE_DEVICES=2,3 vllm serve Qwen/Qwen3-30B-A3B",
            "--data-parallel",
        ),
        (
            asked(
                "h100-sxm5-80gb",
                8,
                "qwen3-30b-a3b",
                json!({ "engine": "sglang", "parallel": { "data": 2, "pipeline": 2, "expert": 2 } }),
            ),
            "--tp-size 2 --pp-size 2 --dp-size 2 --ep-size 2",
            "CUDA_VISIBLE_DEVICES",
        ),
        (
            asked(
                "h100-sxm5-80gb",
                8,
                "qwen3-30b-a3b",
                json!({ "engine": "tensorrt-llm", "parallel": { "pipeline": 2, "expert": 2 } }),
            ),
            "--tp_size 4 --pp_size 2 --ep_size 2",
            "CUDA_VISIBLE_DEVICES",
        ),
        (
            asked("rtx-3090", 2, "llama-3.1-8b", json!({ "engine": "llama.cpp", "concurrency": 3, "parallel": { "data": 2 } })),
            "CUDA_VISIBLE_DEVICES=1 llama-server",
            "-np 3",
        ),
        (
            asked("rx-7900-xtx", 2, "llama-3.1-8b", json!({ "engine": "llama.cpp", "parallel": { "data": 2 } })),
            "HIP_VISIBLE_DEVICES=0 llama-server",
            "CUDA_VISIBLE_DEVICES",
        ),
    ];
    for (scenario, says, never) in cases {
        let answer = ask(&scenario).unwrap_or_else(|problem| panic!("{scenario}: {problem}"));
        let command = answer["start"]["command"].as_str().expect("a command");
        assert!(command.contains(says) && !command.contains(never), "{scenario}: {command}");
    }
    let servers =
        ask(&asked("rtx-3090", 2, "llama-3.1-8b", json!({ "engine": "llama.cpp", "concurrency": 3, "parallel": { "data": 2 } })));
    let start = &servers.expect("goes together")["start"];
    let command = start["command"].as_str().unwrap();
    assert_eq!(command.lines().count(), 2);
    assert!(command.contains("--port 8080 &") && command.contains("--port 8081 &") && command.contains("-np 2"), "{command}");
    let compose = start["files"].as_array().unwrap().iter().find(|file| file["name"] == "compose.yaml").unwrap();
    let content = compose["content"].as_str().unwrap();
    for says in ["model-0:", "model-1:", "device_ids: [\"0\"]", "device_ids: [\"1\"]", "127.0.0.1:8081:8080"] {
        assert!(content.contains(says), "{says}: {content}");
    }
}

/// Faults name what works in the place of what was asked for.
#[test]
fn faults_name_what_works() {
    let cases = [
        (
            asked("rtx-3090", 3, "llama-3.1-8b", json!({ "engine": "vllm", "parallel": { "tensor": 3 } })),
            "/serving/parallel/tensor",
            "\"1\"",
        ),
        (
            asked("rtx-3090", 4, "llama-3.1-8b", json!({ "parallel": { "tensor": 2, "pipeline": 4 } })),
            "/serving/parallel/pipeline",
            "2",
        ),
        (
            asked("h100-sxm5-80gb", 4, "qwen3-30b-a3b", json!({ "engine": "vllm", "parallel": { "expert": 2 } })),
            "/serving/parallel/expert",
            "4",
        ),
        (
            asked("rtx-3090", 2, "llama-3.1-8b", json!({ "engine": "llama.cpp", "parallel": { "tensor": 2 } })),
            "/serving/parallel/tensor",
            "1",
        ),
        (
            asked("rtx-3090", 2, "llama-3.1-8b", json!({ "engine": "transformers", "parallel": { "data": 2 } })),
            "/serving/parallel/data",
            "1",
        ),
        (
            asked(
                "rtx-3090",
                2,
                "llama-3.1-8b",
                json!({ "engine": "llama.cpp", "offload": "layers", "offload_layers": 2, "parallel": { "data": 2 } }),
            ),
            "/serving/parallel/data",
            "1",
        ),
        (
            asked(
                "h100-sxm5-80gb",
                2,
                "qwen2.5-vl-7b",
                json!({ "engine": "vllm", "images_per_prompt": 1, "parallel": { "pipeline": 2 } }),
            ),
            "/serving/parallel/pipeline",
            "1",
        ),
    ];
    for (scenario, pointer, says) in cases {
        let problem = ask(&scenario).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        assert!(found.is_some_and(|found| found.to_string().contains(says)), "{scenario}: {problem}");
    }
}

/// What does not go together is a fault of the field, whatever else would have been worked out of it first; nothing falls over.
#[test]
fn splits_that_do_not_go_are_refused() {
    let cases = [
        // It hands no layers of Gemma on.
        (
            asked("h100-sxm5-80gb", 2, "gemma-2-9b", json!({ "engine": "sglang", "parallel": { "pipeline": 2 } })),
            "/serving/parallel/pipeline",
        ),
        (asked("h100-sxm5-80gb", 1, "gpt-oss-20b", json!({ "parallel": { "expert": 2 } })), "/serving/parallel/expert"),
        (
            asked("h100-sxm5-80gb", 2, "gpt-oss-20b", json!({ "engine": "sglang", "parallel": { "expert": 4 } })),
            "/serving/parallel/expert",
        ),
        (
            asked(
                "h100-sxm5-80gb",
                2,
                "gpt-oss-20b",
                json!({ "parallel": { "data": 64, "tensor": 64, "pipeline": 64, "expert": 64 } }),
            ),
            "/serving/parallel/data",
        ),
        (
            asked("rtx-3090", 4, "llama-3.1-8b", json!({ "engine": "llama.cpp", "parallel": { "pipeline": 3 } })),
            "/serving/parallel/pipeline",
        ),
        (asked("rtx-3090", 1, "llama-3.1-8b", json!({ "parallel": { "data": 2 } })), "/serving/parallel/data"),
        (
            asked(
                "h100-sxm5-80gb",
                4,
                "llama-3.1-70b",
                json!({ "engine": "vllm", "draft_model": "llama-3.2-1b", "parallel": { "pipeline": 4 } }),
            ),
            "/serving/parallel/pipeline",
        ),
    ];
    for (scenario, pointer) in cases {
        let problem = ask(&scenario).expect_err("a fault");
        let errors = problem["errors"].as_array().unwrap();
        assert!(errors.iter().any(|error| error["pointer"] == pointer), "{scenario}: {problem}");
    }
    // What is offered in its place goes.
    let wrong = asked("rtx-3090", 4, "llama-3.1-8b", json!({ "parallel": { "data": 1, "tensor": 2, "pipeline": 1 } }));
    let problem = ask(&wrong).expect_err("two cards of four");
    for error in problem["errors"].as_array().unwrap() {
        let name = error["pointer"].as_str().unwrap().rsplit('/').next().unwrap();
        for value in error["allowed"].as_array().unwrap() {
            let mut mended = wrong.clone();
            mended["serving"]["parallel"][name] = json!(value.as_str().unwrap().parse::<u64>().unwrap());
            assert!(ask(&mended).is_ok(), "{error}");
        }
    }
}

/// Models that cards do not divide lie in stages, or in copies where stages are not for them, and inputs go on with other cards.
#[test]
fn what_is_taken_goes_on() {
    let split = |scenario: &Json| ask(scenario).map(|answer| answer["inputs"]["serving"]["parallel"].clone());
    let stages = asked("rtx-3090", 3, "llama-3.1-8b", json!({ "engine": "vllm" }));
    assert_eq!(split(&stages), Ok(json!({ "data": 1, "pipeline": 3 })));
    let pictures = asked("rtx-3090", 3, "qwen2.5-vl-3b", json!({ "engine": "vllm", "images_per_prompt": 1 }));
    assert_eq!(split(&pictures), Ok(json!({ "data": 3, "pipeline": 1 })));
    for (scenario, cards) in [(asked("rtx-3090", 2, "llama-3.1-8b", json!({ "engine": "vllm" })), 4), (stages, 6)] {
        let mut inputs = ask(&scenario).unwrap()["inputs"].clone();
        inputs["hardware"]["gpu_count"] = json!(cards);
        assert!(ask(&inputs).is_ok(), "{inputs}");
    }
}
