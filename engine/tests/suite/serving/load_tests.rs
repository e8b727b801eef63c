//! Load tests, spread lengths and experts' kernels, against what is known of them.

use engine::serving::speed::{self, experts_time};
use engine::serving::{Question, ServingEngine, Weights, WeightsFormat, load, memory, queue};
use engine::units::Seconds;
use proptest::prelude::*;

use super::machines::{gpt_oss, hybrid, latent, llama_8b, machine, question, qwen3_30b, settings};

const POOLS: [ServingEngine; 3] = [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm];

fn served(engine: ServingEngine, model: engine::architecture::Decoder, users: u64) -> Question {
    let mut settings = settings(engine, WeightsFormat::Fp8);
    settings.max_sequences = 64;
    settings.concurrency = users;
    settings.max_batched_tokens = 8192;
    question(machine(141, 90, 1), model, settings)
}

fn test_of(question: &Question) -> queue::LoadTest {
    queue::load_test(question, &memory::limits(question, &memory::of(question))).expect("requests fit")
}

#[test]
fn one_user_in_a_load_test_is_alone() {
    for engine in POOLS {
        for model in [llama_8b(), qwen3_30b(), hybrid(), gpt_oss(), latent()] {
            let question = served(engine, model, 1);
            let (alone, found) = (speed::of(&question, &memory::of(&question)), test_of(&question));
            let near = |found: Seconds, known: Seconds| (found.get() / known.get() - 1.0).abs() < 0.02;
            assert!(near(found.time_to_first_token, alone.time_to_first_token), "{engine:?} {found:?} {alone:?}");
            assert!(near(found.inter_token.expect("more than one token"), alone.inter_token), "{engine:?} {found:?} {alone:?}");
        }
    }
}

/// Where all begin at once and ask alike, prompts wait for each other again and again; where lengths differ, only at first.
#[test]
fn those_who_ask_alike_wait_for_each_other() {
    for engine in POOLS {
        let mut question = served(engine, llama_8b(), 32);
        let alike = test_of(&question);
        question.settings.length_spread = 0.5;
        let apart = test_of(&question);
        let steady = load::steady(&question, 32);
        assert!(alike.time_to_first_token > steady.time_to_first_token, "{engine:?}: {alike:?} {steady:?}");
        assert!(alike.time_to_first_token > apart.time_to_first_token, "{engine:?}: {alike:?} {apart:?}");
        // What is finished in a second hangs on how long requests are on the mean alone.
        let ratio = apart.output_tokens_per_second / alike.output_tokens_per_second;
        assert!((0.9..1.1).contains(&ratio), "{engine:?}: {alike:?} {apart:?}");
    }
}

/// `SGLang` lets requests wait that write while it reads prompts, so that they wait the longer the longer prompts are.
#[test]
fn prompts_that_are_read_apart_hold_up_those_that_write() {
    let stalled = |prompt: u64| {
        let mut question = served(ServingEngine::Sglang, llama_8b(), 32);
        question.settings.prompt_tokens = prompt;
        let weights = Weights::of(&question);
        let own = speed::prefill(&question, &weights, prompt, 1, 0).get();
        // While an answer of 256 tokens is written, each of the others begins once.
        let depth = prompt as f64 + 128.0;
        let alone = speed::time(&question, &weights, &speed::Pass::decode(32, depth)).get();
        (test_of(&question).inter_token.expect("more than one token").get() - alone, own * 31.0 / 256.0)
    };
    for prompt in [512, 2048, 4096] {
        let (found, known) = stalled(prompt);
        // Short prompts are read together, which takes less time than one after another.
        assert!(found > 0.2 * known && found < 1.1 * known, "{prompt}: {found} and {known}");
    }
}

#[test]
fn experts_take_longer_for_more_tokens_and_no_longer_on_more_cards() {
    let time = |cards: u64, tokens: u64| {
        let question = question(machine(80, 90, cards), qwen3_30b(), settings(ServingEngine::Vllm, WeightsFormat::Bf16));
        experts_time(&question, &Weights::of(&question), tokens)
    };
    for tokens in [1, 16, 100, 1000, 10_000] {
        assert!(time(1, tokens) < time(1, tokens * 2), "{tokens}");
        assert!(time(2, tokens) < time(1, tokens), "{tokens}");
    }
    let dense = question(machine(80, 90, 1), llama_8b(), settings(ServingEngine::Vllm, WeightsFormat::Bf16));
    assert_eq!(experts_time(&dense, &Weights::of(&dense), 100), Seconds::ZERO);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// A load test finishes no more than the server can, sends as many requests as its command says, and says the same each time.
    #[test]
    fn a_load_test_is_within_what_the_server_can_do(
        prompt in 1_u64..8000, output in 1_u64..1000, users in 1_u64..200, spread in 0.0_f64..1.0, engine in 0_usize..3,
    ) {
        let mut question = served(POOLS[engine], llama_8b(), users);
        question.settings.context_length = 32_768;
        (question.settings.prompt_tokens, question.settings.output_tokens) = (prompt, output);
        question.settings.length_spread = spread;
        let limits = memory::limits(&question, &memory::of(&question));
        let found = test_of(&question);
        prop_assert_eq!(found, test_of(&question));
        prop_assert_eq!(found.requests, users * 10);
        prop_assert_eq!(found.inter_token.is_none(), output == 1);
        // What is finished of requests that are all there from the start, but for the first and last of them, which have more room.
        let most = queue::of(&question, &limits, 1e-3).expect("requests fit").max_request_rate * output as f64;
        prop_assert!(found.output_tokens_per_second <= most * 1.2, "{found:?} {most}");
        // A request is under way from its first token's wait to its last token, of as many as ask.
        let one = found.time_to_first_token.get() + found.inter_token.map_or(0.0, Seconds::get) * (output - 1) as f64;
        prop_assert!(found.output_tokens_per_second <= users as f64 * output as f64 / one * 1.3, "{found:?} {one}");
    }
}
