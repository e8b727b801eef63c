//! Commands that send the load that was asked for, by the programs that engines bring.

use engine::serving::{Question, ServingEngine, pictures, queue};

use super::command::command;

/// The load test of an engine: its program, the model, the requests and how they come; none where its data sets have no such prompts.
pub(super) fn load_test(program: &str, model: &'static str, name: &str, question: &Question) -> Option<String> {
    let settings = &question.settings;
    let requests = queue::load_test_requests(settings);
    let has_pictures = question.seen().is_some();
    let is_shared = settings.shared_prefix_tokens > 0 && settings.engine == ServingEngine::Sglang;
    // It asks one server, and nothing that shares requests out comes with the engine.
    if question.copies_are_servers() {
        return None;
    }
    if has_pictures && (is_shared || settings.engine == ServingEngine::TensorrtLlm) {
        return None;
    }
    let mut options = backend(question);
    options.push((model, name.to_owned()));
    options.extend(if is_shared { groups(question, requests) } else { drawn(question) });
    match settings.request_rate {
        Some(rate) => options.push(("--request-rate", rate.to_string())),
        None => options.push(("--max-concurrency", settings.concurrency.to_string())),
    }
    options.push(("--num-prompts", requests.to_string()));
    Some(command(program, &options))
}

/// What the program talks to: pictures go by the interface for chats.
fn backend(question: &Question) -> Vec<(&'static str, String)> {
    match (question.settings.engine, question.seen().is_some()) {
        (ServingEngine::Sglang, true) => vec![("--backend", "sglang-oai-chat".to_owned())],
        (ServingEngine::Sglang, false) => vec![("--backend", "sglang".to_owned())],
        (ServingEngine::Vllm, true) => {
            vec![("--backend", "openai-chat".to_owned()), ("--endpoint", "/v1/chat/completions".to_owned())]
        }
        (ServingEngine::TensorrtLlm, _) => vec![("--backend", "openai".to_owned())],
        (ServingEngine::Vllm | ServingEngine::LlamaCpp | ServingEngine::Transformers | ServingEngine::Exllama, _) => Vec::new(),
    }
}

/// Prompts of random words, with random pictures where there are any.
fn drawn(question: &Question) -> Vec<(&'static str, String)> {
    let settings = &question.settings;
    let text = (settings.prompt_tokens - pictures::of_all(question) - settings.shared_prefix_tokens).max(1);
    let (mut input, mut output) = (text as f64, settings.output_tokens as f64);
    let spread = settings.length_spread;
    let is_sglang = settings.engine == ServingEngine::Sglang;
    if is_sglang {
        // Its lengths lie between a share of those it is told and those.
        input *= 1.0 + spread;
        output *= 1.0 + spread;
    }
    let set = match (question.seen().is_some(), is_sglang) {
        (true, true) => "image",
        (true, false) => "random-mm",
        (false, _) => "random",
    };
    let mut options = vec![("--dataset-name", set.to_owned())];
    options.extend(shown(question));
    options.push(("--random-input-len", input.round().to_string()));
    options.push(("--random-output-len", output.round().to_string()));
    if settings.shared_prefix_tokens > 0 {
        options.push(("--random-prefix-len", settings.shared_prefix_tokens.to_string()));
    }
    match settings.engine {
        // Its lengths are drawn from one up to those asked for otherwise.
        ServingEngine::Sglang => {
            options.push(("--random-range-ratio", wording::format::plain((1.0 - spread) / (1.0 + spread), 3)));
        }
        // Its prompts are taken from a data set otherwise.
        ServingEngine::TensorrtLlm => options.push(("--random-ids", String::new())),
        ServingEngine::Vllm | ServingEngine::LlamaCpp | ServingEngine::Transformers | ServingEngine::Exllama => {}
    }
    if spread > 0.0 && !is_sglang {
        options.push(("--random-range-ratio", spread.to_string()));
    }
    options
}

/// Pictures of one size, as many in every prompt.
fn shown(question: &Question) -> Vec<(&'static str, String)> {
    let Some((_, pictures)) = question.seen() else { return Vec::new() };
    let (count, height, width) = (pictures.count, pictures.height, pictures.width);
    match question.settings.engine {
        ServingEngine::Sglang => {
            vec![("--image-count", count.to_string()), ("--image-resolution", format!("{height}x{width}"))]
        }
        _ => vec![
            ("--random-mm-base-items-per-request", count.to_string()),
            ("--random-mm-num-mm-items-range-ratio", "0".to_owned()),
            ("--random-mm-limit-mm-per-prompt", format!(r#"{{"image":{count},"video":0}}"#)),
            ("--random-mm-bucket-config", format!("{{({height}, {width}, 1): 1.0}}")),
        ],
    }
}

/// One group of prompts that begin alike, which `SGLang` makes of a data set of its own.
fn groups(question: &Question, requests: u64) -> Vec<(&'static str, String)> {
    let settings = &question.settings;
    vec![
        ("--dataset-name", "generated-shared-prefix".to_owned()),
        ("--gsp-num-groups", "1".to_owned()),
        ("--gsp-prompts-per-group", requests.to_string()),
        ("--gsp-system-prompt-len", settings.shared_prefix_tokens.to_string()),
        ("--gsp-question-len", question.read_tokens().to_string()),
        ("--gsp-output-len", settings.output_tokens.to_string()),
    ]
}
