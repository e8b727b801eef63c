//! Models that lie on several cards: copies, stages of blocks, whole experts.

use engine::serving::{Question, ServingEngine, Split, Weights, WeightsFormat, load, memory, plain, queue, speed};

use super::machines::{decoder, gguf, gpt_oss, llama_8b, llama_70b, machine, question, qwen3_30b, settings};

const COPIES: fn(u64) -> Split = |data| Split { data, ..Split::TENSOR };
const STAGES: fn(u64) -> Split = |pipeline| Split { pipeline, ..Split::TENSOR };
const EXPERTS: fn(u64) -> Split = |expert| Split { expert, ..Split::TENSOR };

/// A model of 8B on so many cards of 24 GiB, laid on them so.
fn on(cards: u64, engine: ServingEngine, split: Split) -> Question {
    let format =
        if engine == ServingEngine::LlamaCpp { gguf(engine::serving::gguf::GgufType::Q4KM) } else { WeightsFormat::Bf16 };
    let mut question = question(machine(24, 89, cards), llama_8b(), settings(engine, format));
    question.settings.split = split;
    question
}

/// The split of vLLM 0.33, `SGLang` 0.5.23 and TensorRT-LLM, read off their code.
#[test]
fn blocks_lie_where_engines_put_them() {
    let cases = [
        (ServingEngine::Vllm, 62, 4, vec![15, 16, 16, 15]),
        (ServingEngine::Sglang, 62, 4, vec![15, 15, 16, 16]),
        (ServingEngine::TensorrtLlm, 62, 4, vec![16, 16, 15, 15]),
        (ServingEngine::Vllm, 33, 2, vec![17, 16]),
        (ServingEngine::Sglang, 33, 2, vec![16, 17]),
        (ServingEngine::Vllm, 35, 4, vec![9, 9, 9, 8]),
        (ServingEngine::Vllm, 80, 3, vec![27, 27, 26]),
        (ServingEngine::Vllm, 32, 4, vec![8, 8, 8, 8]),
    ];
    for (engine, layers, stages, expected) in cases {
        let model = decoder(layers, 4096, 14_336, (32, 8), 128_256, false);
        let mut question = question(machine(80, 90, stages), model, settings(engine, WeightsFormat::Bf16));
        question.settings.split = STAGES(stages);
        let blocks: Vec<u64> =
            (0..stages).map(|stage| question.blocks_of(stage)).map(|blocks| blocks.end - blocks.start).collect();
        assert_eq!(blocks, expected, "{engine:?} {layers} {stages}");
        let ends = (0..stages).map(|stage| question.blocks_of(stage).end);
        let starts = (1..stages).map(|stage| question.blocks_of(stage).start).chain([layers]);
        assert!(ends.eq(starts), "a block lies on one stage");
    }
}

/// Stages hold together what one card holds, a tied table of words twice.
#[test]
fn stages_hold_the_whole_model() {
    for (model, twice) in [(llama_70b(), 0), (decoder(16, 2048, 8192, (32, 8), 128_256, true), 2 * 2048 * 128_256)] {
        let of = |stages| {
            let mut question =
                question(machine(80, 90, stages), model.clone(), settings(ServingEngine::Vllm, WeightsFormat::Bf16));
            question.settings.split = STAGES(stages);
            Weights::of(&question)
        };
        let (one, four) = (of(1), of(4));
        // Every stage has a table of positions.
        let positions = 2 * model.max_position_embeddings * model.head_dim;
        assert_eq!(four.on_cards.0, one.on_cards.0 + 3 * positions + twice);
        assert!(four.per_card.0 * 4 >= four.on_cards.0 && four.per_card.0 * 3 < four.on_cards.0 * 2);
    }
}

/// The fullest stage decides for all: every stage holds as many requests as are said to fit, and as many tokens, however many cards it has.
#[test]
fn the_fullest_stage_decides() {
    for engine in [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm] {
        for (cards, stages) in [(4, 4), (8, 4), (8, 2)] {
            let mut question = question(machine(80, 90, cards), llama_70b(), settings(engine, WeightsFormat::Bf16));
            question.settings.split = STAGES(stages);
            let found = memory::of(&question);
            assert!(found.works() && found.stage.is_some(), "{engine:?}");
            let limits = memory::limits(&question, &found);
            assert!(limits.max_concurrency > 0 && limits.max_context > 0);
            for stage in 0..stages {
                let at = question.at(stage);
                let own = memory::of(&at);
                assert!(own.works());
                assert!(memory::sequence(&at, 1280) * limits.max_concurrency <= own.parts.kv_cache, "{engine:?} {stage}");
                assert!(memory::sequence(&at, limits.max_context) <= own.parts.kv_cache, "{engine:?} {stage}");
            }
        }
    }
}

/// Two copies are two machines: twice the requests and tokens, each as one card answers them; twice the host's part.
#[test]
fn copies_are_machines_of_their_own() {
    for engine in [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm, ServingEngine::LlamaCpp] {
        let (one, two) = (on(1, engine, Split::TENSOR), on(2, engine, COPIES(2)));
        let [alone, both] = [&one, &two].map(memory::of);
        assert_eq!((alone.parts, alone.needed), (both.parts, both.needed), "{engine:?}");
        let [few, twice] = [(&one, &alone), (&two, &both)].map(|(question, memory)| memory::limits(question, memory));
        assert_eq!(few.max_concurrency * 2, twice.max_concurrency, "{engine:?}");
        assert_eq!(few.max_context, twice.max_context);
        for requests in [1, 3, 8] {
            let (each, all) = (load::steady(&one, requests), load::steady(&two, 2 * requests));
            assert_eq!(each.inter_token, all.inter_token);
            assert!((2.0 * each.output_tokens_per_second / all.output_tokens_per_second - 1.0).abs() < 1e-9);
        }
        let host = |question: &Question| memory::of(question).host.0;
        assert!(host(&two) > host(&one) && host(&two) < 2 * host(&one));
    }
}

/// Requests that copies or stages do not divide are played all the same, as many as fit and at the rate that they are finished at.
#[test]
fn odd_numbers_lose_no_slots() {
    for (engine, split) in
        [(ServingEngine::LlamaCpp, COPIES(2)), (ServingEngine::Vllm, COPIES(2)), (ServingEngine::Vllm, STAGES(2))]
    {
        let mut question = on(2, engine, split);
        for requests in [3, 7, 8] {
            question.settings.concurrency = requests;
            question.settings.max_sequences = requests;
            let limits = memory::limits(&question, &memory::of(&question));
            let most = queue::of(&question, &limits, 0.01).expect("some fit").max_request_rate;
            // llama.cpp has as many slots as each copy was started with.
            let slots = if engine == ServingEngine::LlamaCpp { question.concurrency() } else { requests };
            let steady = load::steady(&question, slots * question.copies()).requests_per_second;
            assert!((0.7..1.4).contains(&(most / steady)), "{engine:?} {split:?} {requests}: {most} {steady}");
        }
    }
}

/// Copies of a server get a share of what comes by chance, and finish as many as each of them does.
#[test]
fn copies_share_what_comes() {
    let (one, two) = (on(1, ServingEngine::Vllm, Split::TENSOR), on(2, ServingEngine::Vllm, COPIES(2)));
    let of = |question: &Question, rate| {
        let limits = memory::limits(question, &memory::of(question));
        queue::of(question, &limits, rate).expect("some fit")
    };
    let (each, all) = (of(&one, 0.5), of(&two, 1.0));
    assert_eq!(each.max_request_rate * 2.0, all.max_request_rate);
    let seen = |queue: queue::Queue| queue.seen.expect("fewer come than are finished");
    assert_eq!(seen(each).time_to_first_token, seen(all).time_to_first_token);
    assert!((seen(each).under_way * 2.0 / seen(all).under_way - 1.0).abs() < 1e-9);
}

/// A request alone goes through stages one after another, and gains nothing; many of them fill all stages.
#[test]
fn stages_answer_one_no_faster_and_many_more() {
    for engine in [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm] {
        let (one, four) = (on(1, engine, Split::TENSOR), on(4, engine, STAGES(4)));
        let step = |question: &Question, requests| load::steady(question, requests).inter_token.get();
        assert!(step(&four, 1) > step(&one, 1) && step(&four, 1) < step(&one, 1) * 1.2, "{engine:?}");
        let total = |question: &Question, requests| load::steady(question, requests).output_tokens_per_second;
        let (single, many) = (total(&one, 16), total(&four, 64));
        assert!(many > 2.5 * single && many < 4.0 * single, "{engine:?}: {single} {many}");
    }
}

/// A long prompt is read in many passes, which follow each other through the stages; TensorRT-LLM waits for each to come back.
#[test]
fn passes_over_a_prompt_follow_each_other() {
    let first = |engine, cards, split| {
        let mut question = on(cards, engine, split);
        question.settings.prompt_tokens = 32 * 2048;
        question.settings.context_length = 131_072;
        speed::of(&question, &memory::of(&question)).time_to_first_token.get()
    };
    for (engine, least, most) in [(ServingEngine::Vllm, 0.2, 0.4), (ServingEngine::TensorrtLlm, 0.99, 1.2)] {
        let share = first(engine, 4, STAGES(4)) / first(engine, 1, Split::TENSOR);
        assert!((least..most).contains(&share), "{engine:?}: {share}");
    }
}

/// A request that meets no other in a queue is alone, on stages as well.
#[test]
fn a_request_alone_on_stages_is_alone() {
    let mut question = on(4, ServingEngine::Vllm, STAGES(4));
    question.settings.prompt_tokens = 2000;
    let limits = memory::limits(&question, &memory::of(&question));
    let seen = queue::of(&question, &limits, 0.001).and_then(|queue| queue.seen).expect("few come");
    let alone = speed::of(&question, &memory::of(&question));
    let near = |one: f64, other: f64| assert!((one / other - 1.0).abs() < 0.02, "{one} {other}");
    near(seen.time_to_first_token.p50.get(), alone.time_to_first_token.get());
    near(seen.inter_token.p50.get(), alone.inter_token.get());
}

/// Sums over PCI Express cost most where much is read: with many users two copies give more in all than two cards that share matrices;
/// one user gets more of the latter.
#[test]
fn what_is_best_hangs_on_the_load() {
    let mut shared = on(2, ServingEngine::Vllm, Split::TENSOR);
    shared.hardware = machine(80, 89, 2);
    let mut copies = shared.clone();
    copies.settings.split = COPIES(2);
    let [mut few, mut many] = [shared, copies].map(|question| (question.clone(), question));
    let of = |question: &mut Question, requests| {
        question.settings.concurrency = requests;
        plain(question)
    };
    let (shared_one, copies_one) = (of(&mut few.0, 1), of(&mut many.0, 1));
    assert!(shared_one.decode_tokens_per_second > 1.2 * copies_one.decode_tokens_per_second);
    let (shared_many, copies_many) = (of(&mut few.1, 200), of(&mut many.1, 200));
    assert!(copies_many.total_tokens_per_second > shared_many.total_tokens_per_second, "{copies_many:?} {shared_many:?}");
}

/// Widths in MXFP4 are padded once for a whole expert, and once for each card's share of one.
#[test]
fn whole_experts_are_padded_once() {
    let per_card = |split| {
        let mut question = question(machine(80, 90, 4), gpt_oss(), settings(ServingEngine::Vllm, WeightsFormat::Mxfp4));
        question.settings.split = split;
        Weights::of(&question).per_card
    };
    // 2,880 become 2,944 whole and four times 768 in shares, of three matrices of each of 32 experts in 24 blocks.
    let (shares, whole) = (per_card(Split::TENSOR), per_card(EXPERTS(4)));
    assert!(whole.0 * 100 < shares.0 * 98 && whole.0 * 100 > shares.0 * 93, "{whole:?} {shares:?}");
}

/// Whole experts take the memory that shares of them take; the busiest card counts, and fewer experts are padded to whole tiles.
#[test]
fn whole_experts_take_as_much_memory_and_about_as_long() {
    for engine in [ServingEngine::Vllm, ServingEngine::Sglang, ServingEngine::TensorrtLlm] {
        let of = |split| {
            let mut question = question(machine(80, 90, 4), qwen3_30b(), settings(engine, WeightsFormat::Bf16));
            question.settings.split = split;
            question
        };
        let (shares, whole) = (of(Split::TENSOR), of(EXPERTS(4)));
        assert_eq!(Weights::of(&shares), Weights::of(&whole));
        for requests in [1, 4, 64] {
            let step = |question: &Question| load::steady(question, requests).inter_token.get();
            let ratio = step(&whole) / step(&shares);
            assert!((0.9..2.0).contains(&ratio), "{engine:?} {requests}: {ratio}");
        }
    }
}
