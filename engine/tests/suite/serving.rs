//! Models that answer: figures that were printed by the engines themselves, and laws that no plan may break.

use engine::architecture::{Decoder, DecoderOptions, DecoderVariant, MixtureOfExperts, Router};
use engine::hardware::{Cpu, Gpu, Hardware, NvlinkReach, OperatingSystem, Pcie, Storage, Vendor};
use engine::serving::gguf::GgufType;
use engine::serving::levers::{levers, with};
use engine::serving::{
    self, CacheDtype, Offload, Question, ServingEngine, Settings, Weights, WeightsFormat, cache, load, memory, plain, total,
};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, GIB, Watts};
use proptest::prelude::*;

fn decoder(layers: u64, hidden: u64, intermediate: u64, heads: (u64, u64), vocab: u64, tied: bool) -> Decoder {
    Decoder {
        variant: DecoderVariant::Llama,
        vocab_size: vocab,
        hidden_size: hidden,
        intermediate_size: intermediate,
        num_hidden_layers: layers,
        num_attention_heads: heads.0,
        num_key_value_heads: heads.1,
        head_dim: hidden / heads.0,
        max_position_embeddings: 131_072,
        tie_word_embeddings: tied,
        attention_bias: false,
        attention_output_bias: false,
        query_key_norm: false,
        options: DecoderOptions::LLAMA,
    }
}

fn llama_8b() -> Decoder {
    decoder(32, 4096, 14_336, (32, 8), 128_256, false)
}

fn llama_70b() -> Decoder {
    decoder(80, 8192, 28_672, (64, 8), 128_256, false)
}

fn qwen3_30b() -> Decoder {
    let variant = DecoderVariant::MixtureOfExperts(MixtureOfExperts {
        router: Router::Qwen3Moe,
        num_experts: 128,
        num_experts_per_tok: 8,
        moe_intermediate_size: 768,
        shared_expert_intermediate_size: 0,
    });
    Decoder { variant, head_dim: 128, query_key_norm: true, ..decoder(48, 2048, 6144, (32, 4), 151_936, false) }
}

fn machine(gib: u64, capability: u64, count: u64) -> Hardware {
    Hardware {
        gpu: Gpu {
            vendor: Vendor::Nvidia,
            memory: Bytes(gib * GIB),
            memory_is_measured: true,
            memory_bandwidth: BytesPerSecond::from_gb_per_s(1008.0),
            l2: None,
            fp32: FlopsPerSecond::from_tflops(82.6),
            tf32: None,
            fp16: Some(FlopsPerSecond::from_tflops(165.2)),
            bf16: Some(FlopsPerSecond::from_tflops(165.2)),
            compute_capability: Some(capability),
            pcie: Pcie { generation: 4, lanes: 16 },
            nvlink: None,
            nvlink_reach: NvlinkReach::Node,
            tdp: Watts::new(450.0),
            pool: None,
        },
        gpu_count: count,
        nodes: 1,
        display_attached: false,
        cpu: Cpu {
            performance_cores: 64,
            efficiency_cores: 0,
            threads: 128,
            boost_ghz: 3.7,
            memory_channels: 12,
            channel_rate: BytesPerSecond::from_gb_per_s(38.4),
            max_memory: Bytes(6144 * GIB),
            kits_gib: &[],
            pcie: Pcie { generation: 5, lanes: 128 },
        },
        ram: Bytes(512 * GIB),
        storage: Storage {
            capacity: Bytes(2_000_000_000_000),
            sequential_read: BytesPerSecond::from_gb_per_s(7.0),
            sequential_write: BytesPerSecond::from_gb_per_s(6.0),
            random_read_iops: 1e6,
        },
        os: OperatingSystem::Linux,
    }
}

fn settings(engine: ServingEngine, weights_format: WeightsFormat) -> Settings {
    Settings {
        engine,
        weights_format,
        kv_cache_dtype: CacheDtype::Sixteen,
        context_length: 8192,
        prompt_tokens: 1024,
        output_tokens: 256,
        concurrency: 1,
        max_sequences: 256,
        max_batched_tokens: if engine == ServingEngine::LlamaCpp { 512 } else { 2048 },
        memory_utilization: 0.9,
        flash_attention: true,
        cuda_graphs: engine.reserves(),
        all_logits: false,
        repeated_heads: false,
        offload: Offload::None,
    }
}

fn gguf(mixture: GgufType) -> WeightsFormat {
    WeightsFormat::Gguf(mixture)
}

/// Sizes of files and buffers as llama.cpp printed them, in GiB and MiB to the last digit that it prints.
#[test]
fn mixtures_take_what_llama_cpp_prints() {
    // XiongjieDai/GPU-Benchmarks-on-LLM-Inference: Llama 3 70B by mixture, and Llama 3 8B.
    for (mixture, gib) in [
        (GgufType::Iq1S, 14.29),
        (GgufType::Iq2Xxs, 17.79),
        (GgufType::Iq2M, 22.46),
        (GgufType::Q2K, 24.56),
        (GgufType::Iq3Xxs, 25.58),
        (GgufType::Q3KM, 31.91),
        (GgufType::Iq4Xs, 35.30),
        (GgufType::Q4KS, 37.58),
        (GgufType::Q4KM, 39.60),
        (GgufType::Q5KM, 46.52),
        (GgufType::Q6K, 53.91),
        (GgufType::Q8_0, 69.83),
    ] {
        let size = total(&llama_70b(), gguf(mixture)).as_gib();
        // A file also holds its vocabulary, some 8 MiB.
        assert!((-0.006..0.014).contains(&(gib - size)), "{mixture:?}: {size:.3} in the place of {gib}");
    }
    let small = total(&llama_8b(), gguf(GgufType::Q4KM)).as_gib();
    assert!((-0.006..0.014).contains(&(4.58 - small)), "{small}");
    let question = Question {
        hardware: machine(24, 89, 1),
        model: llama_8b(),
        settings: settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)),
        ram_is_named: true,
    };
    let host = Weights::of(&question).on_host.as_f64() / (1024.0 * 1024.0);
    assert!((host - 281.81).abs() < 0.01, "{host}");
}

/// Compute buffers of Llama 3 8B without flash attention as printed: 560 MiB at 8,192 tokens, 258.5 MiB where logits are wider.
#[test]
fn compute_buffers_are_those_of_load_logs() {
    let mut settings =
        Settings { flash_attention: false, all_logits: true, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)) };
    let mebibytes = |settings: Settings| {
        let question = Question { hardware: machine(24, 89, 1), model: llama_8b(), settings, ram_is_named: true };
        memory::of(&question).parts.activations.as_f64() / (1024.0 * 1024.0)
    };
    assert!((mebibytes(settings) - 560.0).abs() < 0.01);
    settings.context_length = 512;
    assert!((mebibytes(settings) - 258.5).abs() < 0.01);
}

/// What a token leaves, of published models.
#[test]
fn keys_and_values_are_those_of_the_heads() {
    for (model, kib) in [(llama_8b(), 128), (llama_70b(), 320), (qwen3_30b(), 96)] {
        assert_eq!(cache::per_token(&model, CacheDtype::Sixteen, 1), Bytes(kib * 1024));
    }
    // Heads are whole: eight cards hold no less of four heads than four do.
    let on = |cards| cache::per_token(&qwen3_30b(), CacheDtype::Sixteen, cards);
    assert_eq!((on(4), on(8)), (Bytes(24 * 1024), Bytes(24 * 1024)));
    assert_eq!(cache::per_token(&llama_8b(), CacheDtype::Q8_0, 1), Bytes(128 * 1024 * 34 / 64));
}

/// vLLM 0.11 on an H100 with 1,024 sequences, as its log says: weights 14.99, activations 4.76 GiB.
#[test]
fn the_sampler_sets_the_peak_of_vllm() {
    let settings = Settings {
        max_sequences: 1024,
        max_batched_tokens: 8192,
        cuda_graphs: false,
        ..settings(ServingEngine::Vllm, WeightsFormat::Bf16)
    };
    let question = Question { hardware: machine(80, 90, 1), model: llama_8b(), settings, ram_is_named: true };
    let parts = memory::of(&question).parts;
    assert!((parts.weights.as_gib() - 14.99).abs() < 0.01, "{}", parts.weights.as_gib());
    assert!((parts.activations.as_gib() - 4.76).abs() < 0.06, "{}", parts.activations.as_gib());
}

/// Experts in the host's memory leave the card, and are read from there.
#[test]
fn experts_in_ram_leave_the_card() {
    let ask = |offload| {
        let settings = Settings { offload, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)) };
        serving::answer(&Question { hardware: machine(24, 89, 1), model: qwen3_30b(), settings, ram_is_named: true })
    };
    let (all, spare) = (ask(Offload::None), ask(Offload::Experts));
    let moved = all.memory.weights.per_card - spare.memory.weights.per_card;
    assert_eq!(moved, spare.memory.weights.routed_on_host);
    assert!(spare.memory.total < all.memory.total && spare.memory.host > all.memory.host);
    assert!(spare.speed.decode_tokens_per_second < all.speed.decode_tokens_per_second);
}

fn any_question() -> impl Strategy<Value = Question> {
    let models = prop_oneof![
        Just(llama_8b()),
        Just(llama_70b()),
        Just(qwen3_30b()),
        Just(decoder(16, 2048, 8192, (32, 8), 128_256, true))
    ];
    let engines = prop_oneof![
        Just((ServingEngine::Vllm, WeightsFormat::Bf16)),
        Just((ServingEngine::Vllm, WeightsFormat::AwqInt4)),
        Just((ServingEngine::Sglang, WeightsFormat::Fp8)),
        Just((ServingEngine::LlamaCpp, gguf(GgufType::Q4KM))),
        Just((ServingEngine::LlamaCpp, gguf(GgufType::Iq2Xs))),
        Just((ServingEngine::Transformers, WeightsFormat::BnbNf4)),
    ];
    let card = (
        prop_oneof![Just(8_u64), Just(24), Just(48), Just(80), Just(141)],
        prop_oneof![Just(86_u64), Just(89), Just(90), Just(100)],
    );
    let counts = prop_oneof![Just(1_u64), Just(2), Just(4), Just(8)];
    (models, engines, card, counts, 256_u64..32_768, 1_u64..64).prop_map(
        |(model, (engine, format), (gib, capability), count, context, concurrency)| {
            let mut settings = settings(engine, format);
            settings.context_length = context;
            settings.prompt_tokens = (context / 2).max(1);
            settings.output_tokens = (context / 4).max(1);
            settings.concurrency = concurrency;
            Question { hardware: machine(gib, capability, count), model, settings, ram_is_named: true }
        },
    )
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
        let fits = |requests| {
            let mut other = question.clone();
            other.settings.concurrency = requests;
            memory::of(&other).fits
        };
        prop_assert!(fits(limits.max_concurrency));
        prop_assert!([256, 65_536].contains(&limits.max_concurrency) || !fits(limits.max_concurrency + 1));
        prop_assert_eq!(memory.fits, limits.max_concurrency >= question.settings.concurrency);
    }

    /// A pool holds the requests that are said to fit, and no engine starts without room for its longest.
    #[test]
    fn pools_hold_what_they_say(question in any_question()) {
        let memory = memory::of(&question);
        let limits = memory::limits(&question, &memory);
        if !question.settings.engine.reserves() {
            return Ok(());
        }
        let usual = memory::sequence(&question, question.settings.prompt_tokens + question.settings.output_tokens);
        prop_assert!(usual * limits.max_concurrency <= memory.parts.kv_cache);
        prop_assert!(limits.max_concurrency <= question.settings.max_sequences);
        prop_assert_eq!(memory.fits, memory.total <= memory.capacity && limits.max_context >= question.settings.context_length.min(question.model.max_position_embeddings));
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
        }
    }

    /// More requests under way never finish less in a second and never answer one of them faster, where prompts leave room.
    #[test]
    fn more_users_get_more_in_all_and_less_each(question in any_question(), few in 1_u64..16) {
        let (one, other) = (load::steady(&question, few), load::steady(&question, few * 2));
        prop_assert!(other.inter_token.get() >= one.inter_token.get() * 0.999);
        prop_assert!(one.output_tokens_per_second.is_finite() && one.output_tokens_per_second > 0.0);
    }

    /// A question asked twice has the same bits in its answer.
    #[test]
    fn answers_are_the_same_each_time(question in any_question()) {
        prop_assert_eq!(serving::answer(&question), serving::answer(&question));
    }
}
