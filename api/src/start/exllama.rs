//! Commands for `TabbyAPI`, which serves with `ExLlamaV3`, and what its log says of the cache (e632af4).

use engine::serving::{Answer, CacheDtype, Question, memory};
use engine::units::{Bytes, MIB};
use wire::v1::estimate::ServedStart;

use super::files::compose;
use super::split;

/// What a card may take beside what is told before layers go to the next one.
const SLACK: Bytes = Bytes(512 * MIB);

/// The start of `TabbyAPI`, in its folder; the model lies in `models`.
pub(super) fn exllama(name: &str, question: &Question, answer: &Answer) -> ServedStart {
    let settings = &question.settings;
    let cache = memory::cache_tokens(question);
    let mut options = vec![
        ("--model-dir", "models".to_owned()),
        ("--model-name", name.to_owned()),
        ("--max-seq-len", settings.context_length.to_string()),
        ("--cache-size", cache.to_string()),
        ("--cache-mode", mode(settings.kv_cache_dtype).to_owned()),
        ("--max-batch-size", question.concurrency().to_string()),
        ("--chunk-size", memory::exllama_chunk(question).to_string()),
    ];
    // By itself it fills the first card before the next.
    if question.cards() > 1 {
        let most = wording::format::plain((answer.memory.total + SLACK).as_gib(), 1);
        options.push(("--gpu-split", most.clone()));
        options.extend((1..question.cards()).map(|_| ("", most.clone())));
    }
    ServedStart {
        command: split::served("python main.py", &options, "--port", question),
        files: compose(question, &options).into_iter().collect(),
        load_test: None,
        load_test_prints: None,
        log: vec![
            format!("Using configured max_seq_len: {} tokens.", settings.context_length),
            format!("Using configured cache_size: {cache} tokens."),
        ],
    }
}

/// Its words for what keys and values are stored as.
const fn mode(dtype: CacheDtype) -> &'static str {
    match dtype {
        CacheDtype::Sixteen | CacheDtype::Fp8 => "FP16",
        CacheDtype::Q8_0 => "Q8",
        CacheDtype::Q4_0 => "Q4",
    }
}
