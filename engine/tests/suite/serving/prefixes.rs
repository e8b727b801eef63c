//! What all prompts begin with: read once, kept once where the engine has a pool.

use engine::serving::gguf::GgufType;
use engine::serving::{Question, ServingEngine, WeightsFormat, load, memory, plain, queue, speed};
use proptest::prelude::*;

use super::machines::{gguf, llama_8b, machine, question, settings};

const ENGINES: [ServingEngine; 4] =
    [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm, ServingEngine::LlamaCpp];

fn asked(engine: ServingEngine, prompt: u64, shared: u64, concurrency: u64) -> Question {
    let format = if engine == ServingEngine::LlamaCpp { gguf(GgufType::Q4KM) } else { WeightsFormat::Bf16 };
    let mut asked = question(machine(24, 89, 1), llama_8b(), settings(engine, format));
    asked.settings.prompt_tokens = prompt;
    asked.settings.shared_prefix_tokens = shared;
    asked.settings.concurrency = concurrency;
    asked
}

/// 64 requests of 2,048 tokens, 1,024 of them alike, in blocks of 16: one copy of those and 64 of the rest.
#[test]
fn a_pool_holds_one_copy() {
    let mut question = asked(ServingEngine::Vllm, 2048 - 256, 1024, 64);
    let shared = memory::of(&question).kv_in_use;
    let token = memory::per_token(&question);
    assert_eq!(shared, token * (1024 + 64 * 1024));
    question.settings.shared_prefix_tokens = 0;
    assert_eq!(memory::of(&question).kv_in_use, token * (64 * 2048));
    // A part of a block is nobody else's.
    question.settings.shared_prefix_tokens = 1039;
    assert_eq!(memory::of(&question).kv_in_use, shared);
}

/// llama.cpp's slots keep what they have read, each for itself.
#[test]
fn slots_keep_a_copy_each() {
    let (with, without) = (asked(ServingEngine::LlamaCpp, 4096, 4000, 4), asked(ServingEngine::LlamaCpp, 4096, 0, 4));
    assert_eq!(memory::of(&with), memory::of(&without));
    assert!(
        speed::of(&with, &memory::of(&with)).time_to_first_token < speed::of(&without, &memory::of(&without)).time_to_first_token
    );
}

proptest! {
    /// The more prompts begin alike, the sooner answers come and the more requests fit; what is written takes as long as before.
    #[test]
    fn what_is_shared_never_costs(
        engine in 0..4_usize, prompt in 16..6000_u64, less in 0.0..1.0_f64, more in 0.0..1.0_f64, concurrency in 1..32_u64,
    ) {
        let engine = ENGINES[engine];
        let (less, more) = (less.min(more), less.max(more));
        let of = |share: f64| asked(engine, prompt, (prompt as f64 * share) as u64, concurrency);
        let (less, more) = (of(less), of(more));
        let figures = |question: &Question| (memory::of(question), plain(question));
        let ((with_less, before), (with_more, after)) = (figures(&less), figures(&more));
        prop_assert!(with_more.kv_in_use <= with_less.kv_in_use);
        prop_assert_eq!(with_more.total, with_less.total);
        prop_assert!(after.limits.max_concurrency >= before.limits.max_concurrency);
        prop_assert_eq!(after.limits.max_context, before.limits.max_context);
        let alone = |question: &Question| speed::of(question, &memory::of(question));
        prop_assert!(alone(&more).time_to_first_token <= alone(&less).time_to_first_token);
        prop_assert_eq!(alone(&more).inter_token, alone(&less).inter_token);
        let steady = |question: &Question| load::steady(question, concurrency);
        prop_assert!(steady(&more).requests_per_second >= steady(&less).requests_per_second * 0.999);
    }

    /// So it is of requests that come by chance.
    #[test]
    fn what_is_shared_lets_more_come(engine in 0..4_usize, prompt in 256..4000_u64, share in 0.1..1.0_f64) {
        let engine = ENGINES[engine];
        let most = |shared: u64| {
            let asked = asked(engine, prompt, shared, 8);
            queue::of(&asked, &memory::limits(&asked, &memory::of(&asked)), 0.1).map(|queue| queue.max_request_rate)
        };
        let (before, after) = (most(0), most((prompt as f64 * share) as u64));
        prop_assert!(after.zip(before).is_some_and(|(after, before)| after >= before * 0.999), "{before:?} {after:?}");
    }
}
