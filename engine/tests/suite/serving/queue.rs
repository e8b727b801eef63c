//! Requests that come by chance, against what queues are known to do.

use engine::serving::gguf::GgufType;
use engine::serving::{Note, Question, ServingEngine, Targets, WeightsFormat, answer, load, memory, queue, speed};
use engine::units::Seconds;
use proptest::prelude::*;

use super::machines::{gguf, gpt_oss, hybrid, latent, llama_8b, machine, question, qwen3_30b, settings};

fn vllm(model: engine::architecture::Decoder) -> Question {
    let mut settings = settings(ServingEngine::Vllm, WeightsFormat::Fp8);
    settings.max_sequences = 64;
    settings.max_batched_tokens = 8192;
    question(machine(141, 90, 1), model, settings)
}

fn queue_of(question: &Question, rate: f64) -> queue::Queue {
    let limits = memory::limits(question, &memory::of(question));
    queue::of(question, &limits, rate).expect("requests fit")
}

/// One slot and one length is a queue with one server and fixed service, whose length is known in closed form (Pollaczek and
/// Khinchine): the requests there are the load and half its square over what is left of it.
#[test]
fn one_slot_is_the_queue_of_the_textbook() {
    let question = question(machine(24, 89, 1), llama_8b(), settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)));
    let service = 1.0 / queue_of(&question, 1e-6).max_request_rate;
    for share in [0.1, 0.3, 0.5, 0.7] {
        let seen = queue_of(&question, share / service).seen.expect("less than it can finish");
        let known = share + share * share / (2.0 * (1.0 - share));
        assert!((seen.under_way / known - 1.0).abs() < 0.08, "{share}: {} and {known}", seen.under_way);
    }
}

#[test]
fn a_request_that_meets_no_other_is_alone() {
    for question in [vllm(llama_8b()), vllm(qwen3_30b()), vllm(hybrid()), vllm(gpt_oss()), vllm(latent())] {
        let alone = speed::of(&question, &memory::of(&question));
        let seen = queue_of(&question, 1e-4).seen.expect("one at a time");
        let near = |found: Seconds, known: Seconds| (found.get() / known.get() - 1.0).abs() < 0.02;
        assert!(near(seen.time_to_first_token.p95, alone.time_to_first_token), "{seen:?} {alone:?}");
        assert!(near(seen.inter_token.p95, alone.inter_token), "{seen:?} {alone:?}");
    }
}

/// The most that the play finishes is what the steady state of as many requests as fit says, by other means.
#[test]
fn the_most_is_that_of_the_steady_state() {
    for (model, prompt, output) in
        [(llama_8b(), 1024, 256), (llama_8b(), 128, 2048), (qwen3_30b(), 4000, 200), (gpt_oss(), 512, 512), (hybrid(), 1024, 256)]
    {
        let mut question = vllm(model);
        question.settings.prompt_tokens = prompt;
        question.settings.output_tokens = output;
        let limits = memory::limits(&question, &memory::of(&question));
        let steady = load::steady(&question, limits.max_concurrency).requests_per_second;
        let most = queue_of(&question, 1e-4).max_request_rate;
        assert!((most / steady - 1.0).abs() < 0.12, "{prompt}/{output}: {most} and {steady}");
    }
}

#[test]
fn more_requests_than_can_be_finished_are_told() {
    let mut question = vllm(llama_8b());
    let most = queue_of(&question, 1.0).max_request_rate;
    question.settings.request_rate = Some(most * 1.01);
    let found = answer(&question);
    assert!(found.queue.is_some_and(|queue| queue.seen.is_none()));
    assert!(found.notes.iter().any(|note| matches!(note, Note::Overloaded { .. })), "{:?}", found.notes);
    question.settings.request_rate = Some(most * 0.5);
    assert!(!answer(&question).notes.iter().any(|note| matches!(note, Note::Overloaded { .. })));
}

/// What is said to be the most within targets meets them, and a little more does not.
#[test]
fn the_most_within_targets_is_the_most() {
    let mut question = vllm(llama_8b());
    question.settings.request_rate = Some(1.0);
    let alone = speed::of(&question, &memory::of(&question));
    let (first, pace) = (alone.time_to_first_token.get(), alone.decode_tokens_per_second);
    for targets in [
        Targets { first_token: Some(Seconds::new(first * 1.5)), tokens_per_second: None },
        Targets { first_token: None, tokens_per_second: Some(pace * 0.7) },
        Targets { first_token: Some(Seconds::new(first * 3.0)), tokens_per_second: Some(pace * 0.5) },
    ] {
        question.settings.targets = targets;
        let limits = memory::limits(&question, &memory::of(&question));
        let within = answer(&question).within.expect("targets are set");
        // Said in the test's own words, not by the judge that is tested.
        let are_met = |requests: u64| {
            let load = load::steady(&question, requests);
            targets.first_token.is_none_or(|most| load.time_to_first_token <= most)
                && targets.tokens_per_second.is_none_or(|least| load.tokens_per_second_per_request >= least)
        };
        assert!(within.concurrency > 0 && are_met(within.concurrency), "{targets:?} {within:?}");
        assert!(within.concurrency == limits.max_concurrency || !are_met(within.concurrency + 1), "{targets:?} {within:?}");
        let rate = within.request_rate.expect("a rate was asked for");
        let meets = |rate: f64| {
            let seen = queue_of(&question, rate).seen;
            seen.is_some_and(|seen| seen.meets(&question.settings))
        };
        assert!(rate > 0.0 && meets(rate), "{targets:?} {rate}");
        assert!(!meets(rate * 1.1) || rate * 1.1 >= queue_of(&question, rate).max_request_rate, "{targets:?} {rate}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// More requests a second make no request faster, whatever their lengths, and the same question has the same answer.
    #[test]
    fn more_requests_make_nobody_faster(
        prompt in 1_u64..20_000, output in 1_u64..2000, slots in 1_u64..200, busy in 0.05_f64..0.9, more in 1.02_f64..2.0,
    ) {
        let mut question = vllm(llama_8b());
        question.settings.context_length = 32_768;
        question.settings.prompt_tokens = prompt;
        question.settings.output_tokens = output;
        question.settings.max_sequences = slots;
        let most = queue_of(&question, 1.0).max_request_rate;
        let (few, many) = (queue_of(&question, most * busy), queue_of(&question, (most * busy * more).min(most * 0.95)));
        prop_assert_eq!(few, queue_of(&question, most * busy));
        let (few, many) = (few.seen.expect("fewer than it can finish"), many.seen.expect("fewer than it can finish"));
        // Half a step is lost or won by where arrivals fall between passes.
        let slack = |seconds: Seconds| Seconds::new(seconds.get() * 1.03 + 1e-3);
        prop_assert!(few.time_to_first_token.p50 <= slack(many.time_to_first_token.p50), "{few:?} {many:?}");
        prop_assert!(few.inter_token.p50 <= slack(many.inter_token.p50), "{few:?} {many:?}");
        prop_assert!(few.time_to_first_token.p50 <= few.time_to_first_token.p95 && few.whole.p95 <= few.whole.p99);
    }
}

/// With every slot taken and no room to read, passes are played at once up to the next end, however long answers are.
#[test]
fn long_answers_are_played_in_no_time() {
    let mut settings = settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM));
    (settings.concurrency, settings.max_batched_tokens, settings.prompt_tokens) = (200, 16, 2);
    (settings.output_tokens, settings.context_length) = (100_000, 100_002);
    settings.kv_cache_dtype = engine::serving::CacheDtype::Q4_0;
    let question = question(machine(1410, 100, 1), llama_8b(), settings);
    // Pass by pass it would take minutes.
    assert!(queue_of(&question, 1e-3).max_request_rate > 0.0);
}

/// However many fit, the most that is finished is what the steady state of so many finishes.
#[test]
fn many_slots_finish_no_more_than_they_can() {
    let engines = [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm];
    for (slots, engine) in
        [64, 130, 150, 164, 256, 512, 750, 1024, 4096].into_iter().flat_map(|slots| engines.map(|engine| (slots, engine)))
    {
        let mut question = vllm(llama_8b());
        question.settings.engine = engine;
        question.settings.max_sequences = slots;
        let limits = memory::limits(&question, &memory::of(&question));
        let steady = load::steady(&question, limits.max_concurrency).requests_per_second;
        let most = queue_of(&question, 1e-4).max_request_rate;
        assert!((most / steady - 1.0).abs() < 0.12, "{engine:?} {slots}: {most} and {steady}");
    }
}
