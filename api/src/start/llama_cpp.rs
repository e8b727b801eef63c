//! Commands for llama.cpp, and what its log says of buffers.

use engine::serving::{Answer, CacheDtype, Offload, Question, Weights, cache, memory};
use engine::units::{Bytes, MIB};
use wire::v1::estimate::ServedStart;

use super::command::command;
use super::files::{compose, modelfile};
use super::split;

fn mib(bytes: Bytes) -> String {
    wording::format::plain(bytes.as_f64() / MIB as f64, 2)
}

/// llama.cpp's own logical batch.
const BATCH: u64 = 2048;

/// Options for a cache in fewer bits.
fn kept(dtype: CacheDtype) -> Vec<(&'static str, String)> {
    let word = match dtype {
        CacheDtype::Sixteen | CacheDtype::Fp8 => return Vec::new(),
        CacheDtype::Q8_0 | CacheDtype::Q4_0 => wording::cache_dtype(dtype).to_owned(),
    };
    vec![("-ctk", word.clone()), ("-ctv", word)]
}

/// Options for the cache of the model that drafts.
fn drafted(dtype: CacheDtype) -> Vec<(&'static str, String)> {
    kept(dtype).into_iter().zip(["-ctkd", "-ctvd"]).map(|((_, word), name)| (name, word)).collect()
}

/// The file of a model's tower, as it is usually called beside a file of the model.
fn projector(name: &str) -> String {
    let model = name.rsplit_once('-').map_or(name, |(model, _)| model);
    format!("mmproj-{model}-F16.gguf")
}

/// The start of llama.cpp's server.
pub(super) fn llama_cpp(name: &str, drafter: Option<&str>, question: &Question, answer: &Answer) -> ServedStart {
    let settings = &question.settings;
    let slots = settings.context_length.saturating_mul(question.concurrency());
    let mut options = vec![
        ("-m", name.to_owned()),
        ("-c", slots.to_string()),
        ("-np", question.concurrency().to_string()),
        ("-ub", settings.max_batched_tokens.to_string()),
    ];
    // The usual batch is 2,048 tokens; a larger pass needs a batch as large.
    if settings.max_batched_tokens > BATCH {
        options.push(("-b", settings.max_batched_tokens.to_string()));
    }
    match settings.offload {
        Offload::None => options.push(("-ngl", "all".to_owned())),
        Offload::Experts => options.extend([("-ngl", "all".to_owned()), ("--cpu-moe", String::new())]),
        Offload::Blocks(blocks) => {
            options.push(("-ngl", (question.model.num_hidden_layers.saturating_sub(blocks) + 1).to_string()));
        }
    }
    options.push(("-fa", "on".to_owned()));
    if question.seen().is_some() {
        options.push(("--mmproj", projector(name)));
    }
    let kept = kept(settings.kv_cache_dtype);
    options.extend(kept.clone());
    if let (Some(drafter), Some(drafts)) = (drafter, settings.drafts) {
        options.extend([
            ("--spec-type", "draft-simple".to_owned()),
            ("-md", drafter.to_owned()),
            ("-ngld", "all".to_owned()),
            ("--spec-draft-n-max", drafts.tokens.to_string()),
            ("--spec-draft-n-min", drafts.tokens.to_string()),
        ]);
        // The draft's keys and values are kept as the model's are.
        options.extend(drafted(settings.kv_cache_dtype));
    }
    // Memory is told from the fourth level of its log on.
    options.push(("-lv", "4".to_owned()));
    let passes = [("-ub", settings.max_batched_tokens.to_string()), ("-b", settings.max_batched_tokens.max(BATCH).to_string())];
    let place = match settings.offload {
        Offload::None => Vec::new(),
        Offload::Experts => vec![("-ncmoe", question.model.num_hidden_layers.to_string())],
        Offload::Blocks(blocks) => vec![("-ngl", (question.model.num_hidden_layers.saturating_sub(blocks) + 1).to_string())],
    };
    let (program, requests) = if question.concurrency() > 1 {
        let requests = vec![
            ("-c", slots.to_string()),
            ("-npp", settings.prompt_tokens.to_string()),
            ("-ntg", settings.output_tokens.to_string()),
            ("-npl", question.concurrency().to_string()),
            ("-fa", "on".to_owned()),
        ];
        ("llama-batched-bench", requests)
    } else {
        // Answers are written after nothing and after the prompt.
        let requests = vec![
            ("-p", settings.prompt_tokens.to_string()),
            ("-n", settings.output_tokens.to_string()),
            ("-d", format!("0,{}", settings.prompt_tokens)),
            ("-fa", "1".to_owned()),
        ];
        ("llama-bench", requests)
    };
    let model = [("-m", name.to_owned())];
    let bench: Vec<_> = model.into_iter().chain(requests).chain(passes).chain(kept).chain(place).collect();
    // Its benches take all the cards that they see: those of one copy.
    let bench = if question.copies_are_servers() {
        command(&split::on_cards(question, 0, program), &bench)
    } else {
        command(program, &bench)
    };
    // Its benches read neither pictures nor what was read before, and Ollama takes a tower from repositories alone.
    let is_plain = question.seen().is_none();
    let files = compose(question, &options)
        .into_iter()
        .chain(modelfile(name, question).filter(|_| is_plain && drafter.is_none() && question.copies() == 1))
        .collect();
    let load_test = (is_plain && drafter.is_none() && settings.shared_prefix_tokens == 0).then_some(bench);
    let log = llama_cpp_log(question, answer);
    ServedStart {
        command: split::served("llama-server", &options, "--port", question),
        files,
        load_test,
        load_test_prints: None,
        log,
    }
}

/// What llama.cpp says of its buffers: a cache of windows has a line of its own, and so have states. Which card holds how much of
/// them is not told for several.
fn llama_cpp_log(question: &Question, answer: &Answer) -> Vec<String> {
    let parts = &answer.memory.parts;
    let is_in_one_place = question.cards() == 1 && !matches!(question.settings.offload, Offload::Blocks(_));
    let states = cache::states(question, 1) * question.concurrency();
    let buffer = |name: &str, bytes: Bytes| format!("{name} buffer size = {} MiB", mib(bytes));
    let whole = memory::whole_cache(question);
    let kept = if question.kept_window().is_some() {
        vec![buffer("KV", whole), buffer("KV", parts.kv_cache.saturating_sub(whole + memory::drafted(question).1))]
    } else if states.0 > 0 {
        vec![buffer("KV", whole), buffer("RS", states)]
    } else {
        vec![buffer("KV", parts.kv_cache.saturating_sub(memory::drafted(question).1))]
    };
    let (projector, sight) = (memory::projector(question), memory::sight_buffer(question));
    // Buffers of a model that drafts have lines of their own, after those of the model.
    let (computing, kept_of_draft) = memory::drafted(question);
    let alone = Question { drafter: None, ..question.clone() };
    let drafting = parts.weights.saturating_sub(Weights::of(&alone).per_card);
    let mut log = vec![buffer("model", parts.weights.saturating_sub(projector + drafting))];
    if kept.len() == 1 || is_in_one_place {
        log.extend(kept);
    }
    log.push(buffer("compute", parts.activations.saturating_sub(sight + computing)));
    if sight.0 > 0 {
        log.push(format!("model size: {} MiB", mib(projector)));
        log.push(buffer("compute", sight));
    }
    if drafting.0 > 0 {
        log.extend([("model", drafting), ("KV", kept_of_draft), ("compute", computing)].map(|(name, bytes)| buffer(name, bytes)));
    }
    log
}
