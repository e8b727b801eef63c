//! What an engine of serving says of its memory when it starts.
//!
//! Lines of vLLM 0.6 to 0.33, `SGLang` 0.5, TensorRT-LLM 1.1, llama.cpp and `TabbyAPI`. Their gigabytes are binary whatever they call them.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::flow::{Flow, pattern};
use crate::read::end_of;
use wire::v1::choices::ServingEngine;

/// What a start says of one card, or of all cards together where the engine spreads blocks over them, in bytes and tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Startup {
    /// Weights as loaded.
    pub weights_bytes: Option<u64>,
    /// The pool of keys and values, or the cache.
    pub kv_cache_bytes: Option<u64>,
    /// Tokens that are kept.
    pub kv_tokens: Option<u64>,
    /// Buffers of a pass.
    pub compute_bytes: Option<u64>,
    /// Whose lines they are.
    pub engine: Option<ServingEngine>,
}

impl Startup {
    /// Whether nothing was said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A line that says a size once: `n` the number, `u` its unit.
fn size(text: &str) -> Regex {
    pattern(&text.replace('@', r"(?P<n>\d[\d,]*(?:\.\d+)?) ?(?P<u>[KMG])i?B"))
}

static WEIGHTS: LazyLock<[Regex; 3]> = LazyLock::new(|| {
    [size(r"(?i)model loading took @"), size(r"Load weight end\..{0,200}?mem usage ?= ?@"), size(r"Use @ for model weights")]
});
static POOL: LazyLock<[Regex; 2]> =
    LazyLock::new(|| [size(r"Available KV cache memory: @"), size(r"Allocated @ for max tokens in paged KV cache")]);
static KEYS: LazyLock<Regex> = LazyLock::new(|| size(r"KV Cache is allocated\..{0,120}?K size: @"));
static TOKENS: LazyLock<[Regex; 5]> = LazyLock::new(|| {
    [
        pattern(r"KV cache size: ([\d,]+) tokens"),
        pattern(r"max_total_num_tokens ?= ?([\d,]+)"),
        pattern(r"for max tokens in paged KV cache \(([\d,]+)\)"),
        pattern(r"KV Cache is allocated\..{0,60}?#tokens: ([\d,]+)"),
        pattern(r"Using configured cache_size: ([\d,]+) tokens"),
    ]
});
static OF_VLLM: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)model loading took \d|GPU KV cache size: \d|Available KV cache memory: \d"));
static OF_SGLANG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"Load weight end\.|max_total_num_tokens ?=|KV Cache is allocated\."));
static OF_TENSORRT: LazyLock<Regex> = LazyLock::new(|| pattern(r"for max tokens in paged KV cache|B for model weights"));
static OF_EXLLAMA: LazyLock<Regex> = LazyLock::new(|| pattern(r"Using configured cache_size: \d"));
/// Buffers of llama.cpp: those on cards, which is not the host's.
static BUFFERS: LazyLock<Regex> = LazyLock::new(|| {
    size(
        r"\b(?P<place>CUDA\d+|ROCm\d+|Vulkan\d+|Metal|MTL\d+|SYCL\d+)(?:_Mapped)? (?:(?P<what>model|KV|RS|compute) )?buffer size = +@",
    )
});

/// What the start in a text says; of several starts the last.
#[must_use]
pub fn startup(text: &str) -> Startup {
    let flow = Flow::new(end_of(text));
    let text = flow.text();
    let last = |patterns: &[Regex]| {
        let found = patterns.iter().filter_map(|pattern| pattern.captures_iter(text).last());
        found.max_by_key(|found| found.get(0).map_or(0, |whole| whole.start()))
    };
    let buffers = |wanted: &[&str]| sum_of_buffers(text, wanted);
    let keys = || KEYS.captures_iter(text).last().and_then(|found| bytes(&found)).map(|keys| 2 * keys);
    let whose = [
        (ServingEngine::Vllm, &*OF_VLLM),
        (ServingEngine::Sglang, &*OF_SGLANG),
        (ServingEngine::TensorrtLlm, &*OF_TENSORRT),
        (ServingEngine::LlamaCpp, &*BUFFERS),
        (ServingEngine::Exllama, &*OF_EXLLAMA),
    ];
    Startup {
        engine: whose.into_iter().find(|(_, line)| line.is_match(text)).map(|(engine, _)| engine),
        weights_bytes: last(&*WEIGHTS).and_then(|found| bytes(&found)).or_else(|| buffers(&["model"])),
        kv_cache_bytes: last(&*POOL).and_then(|found| bytes(&found)).or_else(keys).or_else(|| buffers(&["KV", "RS"])),
        kv_tokens: last(&*TOKENS).and_then(|found| found.get(1)?.as_str().replace(',', "").parse().ok()),
        compute_bytes: buffers(&["compute"]),
    }
}

/// Buffers of one kind over all cards, each as it was said last.
fn sum_of_buffers(text: &str, wanted: &[&str]) -> Option<u64> {
    let mut said: Vec<(&str, u64)> = Vec::new();
    for found in BUFFERS.captures_iter(text) {
        let (Some(place), Some(bytes)) = (found.name("place"), bytes(&found)) else { continue };
        // Until 2024 weights were called nothing.
        let what = found.name("what").map_or("model", |what| what.as_str());
        // A start loads its weights first: what was said of an earlier one counts no more.
        if what == "model" {
            said.retain(|(known, _)| *known != place.as_str());
        }
        if !wanted.contains(&what) {
            continue;
        }
        // A cache of windows has a line of its own beside the other; compute buffers are said once more after they are known.
        match said.iter_mut().find(|(known, _)| *known == place.as_str()) {
            Some(known) if what == "compute" => known.1 = bytes,
            Some(known) => known.1 = known.1.saturating_add(bytes),
            None => said.push((place.as_str(), bytes)),
        }
    }
    (!said.is_empty()).then(|| said.iter().fold(0_u64, |sum, (_, bytes)| sum.saturating_add(*bytes)))
}

/// A size in binary units.
fn bytes(found: &Captures<'_>) -> Option<u64> {
    let number: f64 = found.name("n")?.as_str().replace(',', "").parse().ok()?;
    let unit = match found.name("u")?.as_str() {
        "K" => 1_u64 << 10,
        "M" => 1 << 20,
        _ => 1 << 30,
    };
    let bytes = number * unit as f64;
    (bytes.is_finite() && bytes < 1e18).then_some(bytes as u64)
}
