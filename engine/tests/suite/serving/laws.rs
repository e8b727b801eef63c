//! Laws that no plan may break, over models, engines, cards, hosts and loads.

use engine::architecture::{Decoder, DecoderOptions, DecoderVariant, Layers, Window};
use engine::serving::gguf::GgufType;
use engine::serving::levers::{Effect, fewest_on_host, levers, with};
use engine::serving::{
    self, CacheDtype, Change, Drafts, Offload, Plain, Question, ServingEngine, Targets, WeightsFormat, is_met, load, memory,
    plain, queue, speed,
};
use engine::units::{Bytes, Seconds};
use proptest::prelude::*;

use super::machines::{decoder, gguf, gpt_oss, hybrid, latent, llama_8b, llama_70b, machine, question, qwen3_30b, settings};

/// Every other block looks back over a window, as Gemma 2's do.
fn windowed() -> Decoder {
    let window = Some(Window { tokens: 1024, layers: Layers::EVERY_OTHER });
    let options = DecoderOptions { window, ..DecoderOptions::LLAMA };
    Decoder { variant: DecoderVariant::Gemma2, options, ..decoder(26, 2304, 9216, (8, 4), 256_000, true) }
}

fn any_question() -> impl Strategy<Value = Question> {
    let models = prop_oneof![
        Just(llama_8b()),
        Just(llama_70b()),
        Just(qwen3_30b()),
        Just(windowed()),
        Just(latent()),
        Just(hybrid()),
        Just(gpt_oss()),
        Just(decoder(16, 2048, 8192, (32, 8), 128_256, true)),
        Just(decoder(32, 2560, 10_240, (32, 32), 51_200, false)),
    ];
    let engines = prop_oneof![
        Just((ServingEngine::Vllm, WeightsFormat::Bf16)),
        Just((ServingEngine::Vllm, WeightsFormat::AwqInt4)),
        Just((ServingEngine::Sglang, WeightsFormat::Fp8)),
        Just((ServingEngine::TensorrtLlm, WeightsFormat::Fp8)),
        Just((ServingEngine::LlamaCpp, gguf(GgufType::Q4KM))),
        Just((ServingEngine::LlamaCpp, gguf(GgufType::Iq2Xs))),
        Just((ServingEngine::LlamaCpp, gguf(GgufType::Q8_0))),
        Just((ServingEngine::Transformers, WeightsFormat::BnbNf4)),
        Just((ServingEngine::Exllama, WeightsFormat::Exl3(40))),
        Just((ServingEngine::Exllama, WeightsFormat::Exl3(25))),
    ];
    let card = (
        prop_oneof![Just(8_u64), Just(24), Just(48), Just(80), Just(141)],
        prop_oneof![Just(80_u64), Just(86), Just(89), Just(90), Just(100)],
    );
    let counts = prop_oneof![Just(1_u64), Just(2), Just(4), Just(8), Just(16)];
    let host = (prop_oneof![Just(16_u64), Just(64), Just(512)], any::<bool>(), any::<bool>());
    let kept = (any::<bool>(), 0_u64..=20, any::<bool>());
    let ahead = (prop_oneof![3 => Just(0_u64), 1 => 1_u64..8], any::<proptest::sample::Index>());
    (models, engines, card, counts, 256_u64..32_768, 1_u64..64, host, (kept, ahead)).prop_map(
        |(model, (engine, format), (gib, capability), count, context, concurrency, host, (kept, (ahead, place)))| {
            let (ram_gib, has_desktop, is_unified) = host;
            let (keeps_eight_bit, blocks, has_offload) = kept;
            let mut settings = settings(engine, format);
            settings.context_length = context;
            settings.prompt_tokens = (context / 2).max(1);
            settings.output_tokens = (context / 4).max(1);
            settings.concurrency = concurrency;
            let drafts = Drafts { tokens: ahead, acceptance: 0.7 };
            settings.drafts = (engine.reserves() && ahead > 0).then_some(drafts);
            let mut hardware = machine(gib, capability, count);
            hardware.display_attached = has_desktop;
            hardware.ram = Bytes::from_gib(ram_gib);
            if engine == ServingEngine::LlamaCpp {
                if keeps_eight_bit && CacheDtype::Q8_0.suits(&model) {
                    settings.kv_cache_dtype = CacheDtype::Q8_0;
                }
                if is_unified && count == 1 {
                    hardware.gpu.pool = Some(Bytes(hardware.gpu.memory.0 / 3 * 4));
                } else if has_offload {
                    settings.offload =
                        if blocks == 0 { Offload::Experts } else { Offload::Blocks(blocks.min(model.num_hidden_layers)) };
                }
            } else if engine == ServingEngine::Exllama && keeps_eight_bit && CacheDtype::Q4_0.suits(&model) {
                settings.kv_cache_dtype = CacheDtype::Q4_0;
            } else if keeps_eight_bit && capability >= 89 && engine.reserves() {
                settings.kv_cache_dtype = CacheDtype::Fp8;
            }
            let room = hardware.ram;
            let mut question = Question { host_room: room, ..question(hardware, model, settings) };
            // The same on the same cards, however it lies on them.
            let layouts = question.layouts();
            if !layouts.is_empty() {
                question.settings.split = layouts[place.index(layouts.len())];
            }
            question
        },
    )
}

/// Whether a plan is better than another in anything that levers are for.
fn gains(before: &Plain, after: &Plain) -> bool {
    !before.fits
        || after.decode_tokens_per_second > before.decode_tokens_per_second
        || after.total_tokens_per_second > before.total_tokens_per_second
        || after.limits.kv_tokens > before.limits.kv_tokens
        || after.limits.max_concurrency > before.limits.max_concurrency
        || after.limits.max_context > before.limits.max_context
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// What is said to be the most that fits does fit, and one more does not.
    #[test]
    fn limits_are_the_most_that_fits(question in any_question()) {
        let memory = memory::of(&question);
        let limits = memory::limits(&question, &memory);
        if question.settings.engine.reserves() || limits.max_concurrency == 0 {
            return Ok(());
        }
        let works = |requests| {
            let mut other = question.clone();
            other.settings.concurrency = requests;
            memory::of(&other).works()
        };
        prop_assert!(works(limits.max_concurrency));
        prop_assert!([256 * question.copies(), 65_536].contains(&limits.max_concurrency) || !works(limits.max_concurrency + 1));
        prop_assert_eq!(memory.works(), limits.max_concurrency >= question.settings.concurrency);
    }

    /// A pool holds the requests that are said to fit; an engine without room for its longest answers nobody.
    #[test]
    fn pools_hold_what_they_say(question in any_question()) {
        let memory = memory::of(&question);
        let limits = memory::limits(&question, &memory);
        if !question.settings.engine.reserves() {
            return Ok(());
        }
        let settings = &question.settings;
        // A pool is one copy's, and of a pipeline that of its fullest stage.
        let at = memory.stage.map_or_else(|| question.clone(), |stage| question.at(stage));
        let usual = memory::sequence(&at, settings.prompt_tokens + settings.output_tokens);
        let each = limits.max_concurrency / question.copies();
        prop_assert!(usual * each <= memory.parts.kv_cache);
        prop_assert!(each <= settings.max_sequences);
        let holds_longest = limits.max_context >= settings.context_length.min(question.model.max_position_embeddings);
        prop_assert_eq!(memory.works(), memory.total <= memory.capacity && memory.host_fits() && holds_longest);
        prop_assert_eq!(memory.works(), limits.max_concurrency > 0);
        prop_assert_eq!(memory.works(), plain(&question).total_tokens_per_second > 0.0);
    }

    /// Longer requests and more of them never take less.
    #[test]
    fn more_takes_no_less(question in any_question(), more in 1_u64..8192) {
        let taken = |question: &Question| memory::of(question).needed;
        let mut longer = question.clone();
        longer.settings.context_length += more;
        prop_assert!(taken(&longer) >= taken(&question));
        let mut fuller = question.clone();
        fuller.settings.concurrency += more % 64;
        prop_assert!(taken(&fuller) >= taken(&question));
    }

    /// Every change does to a plan exactly what it is said to do, and helps.
    #[test]
    fn levers_do_what_they_say(question in any_question()) {
        let before = plain(&question);
        for lever in levers(&question, &before) {
            let after = plain(&with(&question, lever.change));
            prop_assert_eq!(after, lever.after);
            prop_assert!(after.fits);
            prop_assert!(gains(&before, &after) || lever.effect == Effect::Better, "{:?} gains nothing", lever.change);
        }
    }

    /// One block fewer in the host than the fewest does not fit the card.
    #[test]
    fn no_fewer_blocks_fit_than_the_fewest(question in any_question()) {
        let fits = |offload| memory::of(&with(&question, Change::Offload(offload))).fits;
        if question.settings.engine != ServingEngine::LlamaCpp {
            return Ok(());
        }
        match fewest_on_host(&question) {
            None => prop_assert!(!fits(Offload::Blocks(question.model.num_hidden_layers))),
            Some(Offload::Blocks(blocks)) => {
                prop_assert!(fits(Offload::Blocks(blocks)));
                let fewer = if blocks == 1 { Offload::None } else { Offload::Blocks(blocks - 1) };
                prop_assert!(!fits(fewer));
            }
            Some(offload) => prop_assert!(offload == Offload::None && fits(offload)),
        }
    }

    /// More requests under way never answer one of them faster, nor fewer of them in a second.
    #[test]
    fn more_users_get_more_in_all_and_less_each(question in any_question(), few in 1_u64..16) {
        let (one, other) = (load::steady(&question, few), load::steady(&question, few * 2));
        prop_assert!(other.inter_token.get() >= one.inter_token.get() * 0.999);
        prop_assert!(one.output_tokens_per_second.is_finite() && one.output_tokens_per_second > 0.0);
        prop_assert!(other.output_tokens_per_second >= one.output_tokens_per_second * 0.99, "{one:?} {other:?}");
    }

    /// Nobody waits for more prompts than there are requests, and for the pass that is under way, whatever the lengths.
    #[test]
    fn no_more_prompts_come_first_than_there_are_requests(
        question in any_question(),
        prompt in 1_u64..20_000,
        output in prop_oneof![1_u64..30, 1_u64..2000],
        batch in 16_u64..20_000,
        requests in prop_oneof![2_u64..5, 2_u64..64],
    ) {
        let mut question = question;
        let settings = &mut question.settings;
        (settings.prompt_tokens, settings.output_tokens, settings.context_length) = (prompt, output, prompt + output);
        if settings.engine == ServingEngine::Transformers {
            return Ok(());
        }
        settings.max_batched_tokens = batch;
        let (alone, load) = (load::steady(&question, 1), load::steady(&question, requests));
        let written = question.settings.tokens_of_a_pass();
        let most = alone.time_to_first_token.get() * requests as f64 + load.inter_token.get() * written;
        prop_assert!(load.time_to_first_token.get() <= most, "{alone:?} {load:?}");
    }

    /// A single request under load is a request alone.
    #[test]
    fn a_load_of_one_is_alone(question in any_question()) {
        let (load, alone) = (load::steady(&question, 1), speed::of(&question, &memory::of(&question)));
        let near = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-9;
        prop_assert!(near(load.inter_token.get(), alone.inter_token.get()));
        prop_assert!(near(load.time_to_first_token.get(), alone.time_to_first_token.get()));
    }

    /// Who would not get what was asked for alone does not among others: a queue that is not played would have said so.
    #[test]
    fn no_queue_gives_what_a_request_alone_misses(
        question in any_question(), rate in 0.01_f64..5.0, pace in 5.0_f64..300.0, wait in 0.05_f64..5.0
    ) {
        let mut question = question;
        question.settings.request_rate = Some(rate);
        question.settings.length_spread = if rate < 1.0 { 0.5 } else { 0.0 };
        question.settings.targets = Targets { first_token: Some(Seconds::new(wait)), tokens_per_second: Some(pace) };
        let limits = memory::limits(&question, &memory::of(&question));
        let seen = queue::of(&question, &limits, rate).and_then(|queue| queue.seen);
        if question.settings.engine != ServingEngine::Transformers && limits.max_concurrency > 0 {
            prop_assert_eq!(is_met(&question), seen.is_some_and(|seen| seen.meets(&question.settings)));
        }
    }

    /// No more requests are finished than prompts can be read at the most.
    #[test]
    fn no_queue_finishes_more_than_can_be_read(question in any_question(), rate in 0.01_f64..500.0) {
        let mut question = question;
        question.settings.request_rate = Some(rate);
        let limits = memory::limits(&question, &memory::of(&question));
        if let Some(queue) = queue::of(&question, &limits, rate) {
            prop_assert!(queue.max_request_rate <= queue::most_read(&question) * 1.001, "{queue:?}");
        }
    }

    /// A question asked twice has the same bits in its answer.
    #[test]
    fn answers_are_the_same_each_time(question in any_question()) {
        prop_assert_eq!(serving::answer(&question), serving::answer(&question));
    }
}
