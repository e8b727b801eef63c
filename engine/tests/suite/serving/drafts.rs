//! Tokens that are drafted ahead.

use engine::architecture::Decoder;
use engine::serving::{Drafts, Question, ServingEngine, WeightsFormat, load, memory, queue, speed};

use super::machines::{llama_8b, machine, question, qwen3_30b, settings};

fn drafted(model: Decoder, drafts: Option<Drafts>) -> Question {
    let mut settings = settings(ServingEngine::Vllm, WeightsFormat::Bf16);
    settings.drafts = drafts;
    question(machine(141, 90, 1), model, settings)
}

const fn three(acceptance: f64) -> Drafts {
    Drafts { tokens: 3, acceptance }
}

fn rate(question: &Question) -> f64 {
    speed::of(question, &memory::of(question)).decode_tokens_per_second
}

#[test]
fn a_pass_writes_what_the_series_says() {
    for (tokens, acceptance, known) in [(1, 0.85, 1.85), (3, 0.75, 2.734), (3, 0.0, 1.0), (3, 1.0, 4.0), (5, 0.9, 4.686)] {
        let found = Drafts { tokens, acceptance }.tokens_of_a_pass();
        assert!((found - known).abs() < 1e-3, "{tokens} {acceptance}: {found}");
    }
}

/// Drafts that are never right cost; right ones speed up a dense model by nearly as many tokens as a pass writes, and a mixture by far
/// less, each of whose tokens visits experts of its own (Qwen3.6 27B gains, Qwen3.6 35B-A3B loses on the same cards).
#[test]
fn drafts_pay_where_passes_cost_the_same() {
    let gain =
        |model: fn() -> Decoder, acceptance| rate(&drafted(model(), Some(three(acceptance)))) / rate(&drafted(model(), None));
    assert!(gain(llama_8b, 0.0) < 1.0 && gain(llama_8b, 0.0) > 0.6, "{}", gain(llama_8b, 0.0));
    assert!((1.8..2.7).contains(&gain(llama_8b, 0.75)), "{}", gain(llama_8b, 0.75));
    assert!(gain(qwen3_30b, 0.75) < gain(llama_8b, 0.75) * 0.8, "{} {}", gain(qwen3_30b, 0.75), gain(llama_8b, 0.75));
    // With many requests the matrix units are busy already.
    let total = |requests, drafts| load::steady(&drafted(llama_8b(), drafts), requests).output_tokens_per_second;
    let (alone, many) = (total(1, Some(three(0.75))) / total(1, None), total(512, Some(three(0.75))) / total(512, None));
    assert!(many < alone * 0.8, "{many} {alone}");
}

/// What drafts takes a block's weights, and a block's keys and values of every token.
#[test]
fn what_drafts_takes_memory() {
    let (with, without) = (drafted(llama_8b(), Some(three(0.5))), drafted(llama_8b(), None));
    let (more, less) = (memory::of(&with), memory::of(&without));
    // A block of Llama 3 8B has 218.1 million weights, the projection 33.6.
    let head = (more.parts.weights.0 - less.parts.weights.0) as f64;
    assert!((head / (2.0 * (218.1e6 + 33.6e6)) - 1.0).abs() < 0.001, "{head}");
    assert_eq!(memory::per_token(&with).0 * 32, memory::per_token(&without).0 * 33);
}

/// The play of a queue and the steady state count the same tokens.
#[test]
fn queues_draft_as_well() {
    let question = drafted(llama_8b(), Some(three(0.75)));
    let limits = memory::limits(&question, &memory::of(&question));
    let seen = queue::of(&question, &limits, 1e-4).and_then(|queue| queue.seen).expect("one at a time");
    let alone = speed::of(&question, &memory::of(&question));
    assert!((seen.inter_token.p50.get() / alone.inter_token.get() - 1.0).abs() < 0.03, "{seen:?} {alone:?}");
}
