//! How a served model is started, how it is tried, and what its log will say, so that a reader can check the figures.
//!
//! Options and lines are those of vLLM 0.33, `SGLang` 0.5.23, TensorRT-LLM 1.1, llama.cpp (0c1e570),
//! `TabbyAPI` (e632af4) with `ExLlamaV3` 1.4.1 and transformers 5; read 2026-11.

use engine::architecture::TowerVariant;
use engine::serving::{Answer, CacheDtype, Question, ServingEngine, queue};
use engine::units::{Bytes, Seconds};
use wire::v1::Scenario;
use wire::v1::choices::WeightsFormat;
use wire::v1::estimate::{ServedFile, ServedLoadTest, ServedStart};

mod command;
mod exllama;
mod files;
mod llama_cpp;
mod load_test;
mod passes;
mod split;

use command::command;
use exllama::exllama;
use files::compose;
use llama_cpp::llama_cpp;
use load_test::load_test;
pub use passes::of_passes;

/// The start of a served model.
#[must_use]
pub fn start(asked: &Scenario, question: &Question, format: WeightsFormat, answer: &Answer) -> ServedStart {
    let name = name(asked, question, format);
    let drafter = drafting(asked, question);
    let start = match question.settings.engine {
        ServingEngine::Vllm => vllm(&name, drafter.as_deref(), question, answer),
        ServingEngine::Sglang => sglang(&name, question, answer),
        ServingEngine::TensorrtLlm => tensorrt_llm(&name, question, answer),
        ServingEngine::LlamaCpp => llama_cpp(&name, drafter.as_deref(), question, answer),
        ServingEngine::Exllama => exllama(&name, question, answer),
        ServingEngine::Transformers => transformers(&name),
    };
    // Of tests with pictures too few were published to say what they will print.
    let is_told = start.load_test.is_some() && question.seen().is_none();
    ServedStart { load_test_prints: load_test_prints(question, answer).filter(|_| is_told), ..start }
}

/// What the load test of an engine that brings one will print.
fn load_test_prints(question: &Question, answer: &Answer) -> Option<ServedLoadTest> {
    let spread = queue::spread(question.settings.engine)?;
    let found = queue::load_test(question, &answer.limits)?;
    let (first, inter) = (found.time_to_first_token.get(), found.inter_token.map(Seconds::get));
    Some(ServedLoadTest {
        requests: found.requests,
        time_to_first_token_seconds: spread.first_token.map(|_| first),
        time_to_first_token_range: spread.first_token.map(|(low, high)| [first * low, first * high]),
        inter_token_seconds: inter,
        inter_token_range: inter.map(|inter| [inter * spread.inter_token.0, inter * spread.inter_token.1]),
        output_tokens_per_second: found.output_tokens_per_second,
    })
}

/// What the engine loads: the repository, the file that a GGUF of the model is usually called, or a place for a checkpoint in
/// another format, of which there may be several.
fn name(asked: &Scenario, question: &Question, format: WeightsFormat) -> String {
    let entry = asked.model.id.as_deref().and_then(catalog::listed_model);
    let repository = entry.and_then(|entry| entry.load_as.split_once(':')).map_or("MODEL", |(_, name)| name);
    let is_sixteen = entry.is_none_or(|entry| entry.checkpoint == engine::serving::WeightsFormat::Bf16);
    let short = repository.rsplit('/').next().unwrap_or(repository);
    match (question.settings.engine, format) {
        (ServingEngine::LlamaCpp, WeightsFormat::Mxfp4Moe) => format!("{short}-mxfp4.gguf"),
        (ServingEngine::Exllama, WeightsFormat::Bf16 | WeightsFormat::Fp16) => short.to_owned(),
        (ServingEngine::Exllama, _) => format!("{short}-{}", format.as_str()),
        (ServingEngine::LlamaCpp, _) => format!("{short}-{}.gguf", format.as_str().to_uppercase()),
        (_, WeightsFormat::Bf16 | WeightsFormat::Fp16) if is_sixteen => repository.to_owned(),
        (_, other) if entry.is_some_and(|entry| entry.checkpoint == other.into()) => repository.to_owned(),
        (_, other) => format!("path/to/{short}-{}", other.as_str()),
    }
}

/// What engines load of the model that drafts; none where no other model does.
pub(super) fn drafting(asked: &Scenario, question: &Question) -> Option<String> {
    let drafter = question.drafter.as_ref()?;
    let entry = asked.serving.draft_model.as_deref().and_then(catalog::listed_model)?;
    let (_, repository) = entry.load_as.split_once(':')?;
    let short = repository.rsplit('/').next().unwrap_or(repository);
    let is_file = question.settings.engine == ServingEngine::LlamaCpp;
    let file = || format!("{short}-{}.gguf", wording::weights_format(drafter.weights_format).to_uppercase());
    Some(if is_file { file() } else { repository.to_owned() })
}

fn gib(bytes: Bytes) -> String {
    wording::format::plain(bytes.as_gib(), 2)
}

fn vllm(name: &str, drafter: Option<&str>, question: &Question, answer: &Answer) -> ServedStart {
    let settings = &question.settings;
    let mut options = vec![
        ("", name.to_owned()),
        ("--max-model-len", settings.context_length.to_string()),
        ("--max-num-seqs", settings.max_sequences.to_string()),
        ("--max-num-batched-tokens", settings.max_batched_tokens.to_string()),
        ("--gpu-memory-utilization", settings.memory_utilization.to_string()),
    ];
    if settings.kv_cache_dtype == CacheDtype::Fp8 {
        options.push(("--kv-cache-dtype", "fp8".to_owned()));
    }
    options.extend(sight(question));
    options.extend(split::vllm(question));
    if let Some(drafts) = settings.drafts {
        let tokens = drafts.tokens;
        let ahead = match drafter {
            Some(drafter) => format!(r#"{{"method":"draft_model","model":"{drafter}","num_speculative_tokens":{tokens}}}"#),
            None => format!(r#"{{"method":"mtp","num_speculative_tokens":{tokens}}}"#),
        };
        options.push(("--speculative-config", ahead));
    }
    options.extend(trusted(name));
    // Each copy tells of itself.
    let tokens = answer.limits.kv_tokens / question.copies();
    let times = tokens as f64 / settings.context_length.max(1) as f64;
    ServedStart {
        command: split::served("vllm serve", &options, "--port", question),
        files: compose(question, &options).into_iter().collect(),
        load_test: load_test("vllm bench serve --ignore-eos", "--model", name, question),
        load_test_prints: None,
        log: vec![
            format!("Model loading took {} GiB", gib(answer.memory.parts.weights)),
            format!("Available KV cache memory: {} GiB", gib(answer.memory.parts.kv_cache)),
            format!(
                "GPU KV cache size: {} tokens, Maximum concurrency for {} tokens per request: {}x",
                grouped(tokens),
                grouped(settings.context_length),
                wording::format::plain(times, 2)
            ),
        ],
    }
}

fn grouped(value: u64) -> String {
    wording::format::count(value)
}

fn sglang(name: &str, question: &Question, answer: &Answer) -> ServedStart {
    let settings = &question.settings;
    let mut options = vec![
        ("--model-path", name.to_owned()),
        ("--context-length", settings.context_length.to_string()),
        ("--max-running-requests", settings.max_sequences.to_string()),
        ("--chunked-prefill-size", settings.max_batched_tokens.to_string()),
        ("--mem-fraction-static", wording::format::plain(settings.memory_utilization, 3)),
    ];
    if settings.kv_cache_dtype == CacheDtype::Fp8 {
        options.push(("--kv-cache-dtype", "fp8_e4m3".to_owned()));
    }
    // Of models that can read pictures it runs some for text alone unless it is told.
    let is_siglip = question.seen().is_some_and(|(tower, _)| tower.variant == TowerVariant::Siglip);
    if is_siglip {
        options.push(("--enable-multimodal", String::new()));
    }
    options.extend(split::sglang(question));
    if let Some(drafts) = settings.drafts {
        // One chain of drafts, and the token before it.
        options.extend([
            ("--speculative-algorithm", "EAGLE".to_owned()),
            ("--speculative-num-steps", drafts.tokens.to_string()),
            ("--speculative-eagle-topk", "1".to_owned()),
            ("--speculative-num-draft-tokens", (drafts.tokens + 1).to_string()),
        ]);
    }
    options.extend(trusted(name));
    ServedStart {
        command: split::served("sglang serve", &options, "--port", question),
        files: compose(question, &options).into_iter().collect(),
        load_test: load_test("python3 -m sglang.bench_serving", "--model", name, question),
        load_test_prints: None,
        log: vec![format!("max_total_num_tokens={}", answer.limits.kv_tokens / question.copies())],
    }
}

/// Settings of TensorRT-LLM that no option has.
const SETTINGS_FILE: &str = "settings.yaml";

fn tensorrt_llm(name: &str, question: &Question, answer: &Answer) -> ServedStart {
    let settings = &question.settings;
    let mut options = vec![
        ("", name.to_owned()),
        ("--max_seq_len", settings.context_length.to_string()),
        ("--max_batch_size", settings.max_sequences.to_string()),
        ("--max_num_tokens", settings.max_batched_tokens.to_string()),
        ("--kv_cache_free_gpu_memory_fraction", settings.memory_utilization.to_string()),
    ];
    // Without it no prompt may be longer than a pass.
    if settings.context_length > settings.max_batched_tokens {
        options.push(("--enable_chunked_prefill", String::new()));
    }
    // A section of the file takes the place of the command's share, so that it says both.
    let share = settings.memory_utilization;
    let kept = (settings.kv_cache_dtype == CacheDtype::Fp8)
        .then(|| format!("kv_cache_config:\n  dtype: fp8\n  free_gpu_memory_fraction: {share}\n"));
    let ahead = settings
        .drafts
        .map(|drafts| format!("speculative_config:\n  decoding_type: MTP\n  num_nextn_predict_layers: {}\n", drafts.tokens));
    let lines: String = kept.into_iter().chain(ahead).collect();
    let settings_file = (!lines.is_empty()).then(|| {
        options.push(("--extra_llm_api_options", SETTINGS_FILE.to_owned()));
        ServedFile { name: SETTINGS_FILE.to_owned(), content: lines }
    });
    options.extend(split::tensorrt_llm(question));
    options.extend(trusted(name).map(|_| ("--trust_remote_code", String::new())));
    ServedStart {
        command: split::served("trtllm-serve serve", &options, "--port", question),
        files: settings_file.into_iter().chain(compose(question, &options)).collect(),
        load_test: load_test("python3 -m tensorrt_llm.serve.scripts.benchmark_serving --ignore-eos", "--model", name, question),
        load_test_prints: None,
        log: vec![format!(
            "[MemUsageChange] Allocated {} GiB for max tokens in paged KV cache ({}).",
            gib(answer.memory.parts.kv_cache),
            answer.limits.kv_tokens / question.copies()
        )],
    }
}

/// What vLLM is told of pictures: none are read, so that their tower is not loaded, or as many as prompts have. Of films it would make
/// room for the longest otherwise.
fn sight(question: &Question) -> Option<(&'static str, String)> {
    let tower = question.model.options.tower?;
    let Some((_, pictures)) = question.seen() else { return Some(("--language-model-only", String::new())) };
    let reads_films = matches!(tower.variant, TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. });
    let films = if reads_films { r#","video":0"# } else { "" };
    Some(("--limit-mm-per-prompt", format!(r#"{{"image":{}{films}}}"#, pictures.count)))
}

/// Leave to run the tokenizer that a repository brings along, where it does (`tokenization_kimi.py`).
fn trusted(name: &str) -> Option<(&'static str, String)> {
    name.starts_with("moonshotai/").then(|| ("--trust-remote-code", String::new()))
}

fn transformers(name: &str) -> ServedStart {
    let command = command("transformers serve", &[("", name.to_owned())]);
    ServedStart { command, files: Vec::new(), load_test: None, load_test_prints: None, log: Vec::new() }
}
