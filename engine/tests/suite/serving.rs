//! Models that answer: figures that were printed by the engines themselves, and laws that no plan may break.

mod drafts;
mod exllama;
mod laws;
mod load_tests;
mod machines;
mod pictures;
mod prefixes;
mod queue;
mod splits;

use engine::architecture::{AttentionLayout, Decoder, DecoderOptions, DecoderVariant, LatentAttention, MixtureOfExperts, Router};
use engine::serving::gguf::GgufType;
use engine::serving::{self, CacheDtype, Offload, ServingEngine, Settings, Weights, WeightsFormat, cache, memory, total};
use engine::units::Bytes;
use machines::{decoder, gguf, gpt_oss, hybrid, latent, llama_8b, llama_70b, machine, question, qwen3_30b, settings};

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
    let question = question(machine(24, 89, 1), llama_8b(), settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)));
    let host = Weights::of(&question).on_host.as_f64() / (1024.0 * 1024.0);
    assert!((host - 281.81).abs() < 0.01, "{host}");
}

/// Compute buffers of Llama 3 8B without flash attention as printed: 560 MiB at 8,192 tokens, 258.5 MiB where logits are wider.
#[test]
fn compute_buffers_are_those_of_load_logs() {
    let mut settings =
        Settings { flash_attention: false, all_logits: true, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)) };
    let mebibytes = |settings: Settings| {
        let question = question(machine(24, 89, 1), llama_8b(), settings);
        memory::of(&question).parts.activations.as_f64() / (1024.0 * 1024.0)
    };
    assert!((mebibytes(settings) - 560.0).abs() < 0.01);
    settings.context_length = 512;
    assert!((mebibytes(settings) - 258.5).abs() < 0.01);
}

/// What a token leaves, of published models.
#[test]
fn keys_and_values_are_those_of_the_heads() {
    let of = |model: Decoder, kv_cache_dtype, cards| {
        let settings = Settings { kv_cache_dtype, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)) };
        cache::per_token(&question(machine(24, 89, 1), model, settings), cards)
    };
    for (model, kib) in [(llama_8b(), 128), (llama_70b(), 320), (qwen3_30b(), 96)] {
        assert_eq!(of(model, CacheDtype::Sixteen, 1), Bytes(kib * 1024));
    }
    // Heads are whole: eight cards hold no less of four heads than four do.
    let on = |cards| of(qwen3_30b(), CacheDtype::Sixteen, cards);
    assert_eq!((on(4), on(8)), (Bytes(24 * 1024), Bytes(24 * 1024)));
    assert_eq!(of(llama_8b(), CacheDtype::Q8_0, 1), Bytes(128 * 1024 * 34 / 64));
}

/// What llama.cpp prints of newer models: a vector of 576 values for `DeepSeek`'s heads, states of Qwen3.6 27B beside 64 KiB a token,
/// and 768 cells for gpt-oss' windows (`llama.cpp` logs of 2025 and 2026).
#[test]
fn what_is_kept_is_what_load_logs_say() {
    let kept = |model: Decoder, context_length, concurrency| {
        let settings = Settings { context_length, concurrency, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q8_0)) };
        memory::of(&question(machine(80, 90, 1), model, settings)).parts.kv_cache
    };
    let mib = |quarters: u64| Bytes(quarters * 1024 * 256);
    assert_eq!(kept(latent(), 4096, 1), Bytes(4096 * 27 * 576 * 2));
    assert_eq!(kept(hybrid(), 65_536, 1), mib(4 * 4096) + Bytes(149 * 1024 * 1024 + 640 * 1024));
    assert_eq!(kept(hybrid(), 65_536, 4), mib(4 * 4 * 4096) + Bytes(4 * (149 * 1024 * 1024 + 640 * 1024)));
    assert_eq!(kept(gpt_oss(), 131_072, 1), mib(4 * 3072 + 4 * 18));
}

/// Compute buffers of mixtures, of latent attention and of hybrids, in MiB: graphs of those widths on llama.cpp 0.5.0 (2026-11), and
/// for the hybrid what a server of 2026 printed.
#[test]
fn compute_buffers_of_newer_graphs_are_those_measured() {
    let shared = |experts, width, hidden, layers| {
        let variant = DecoderVariant::MixtureOfExperts(MixtureOfExperts {
            router: Router::Qwen3Moe,
            num_experts: experts * 4,
            num_experts_per_tok: experts,
            moe_intermediate_size: width,
            shared_expert_intermediate_size: width,
        });
        Decoder { variant, head_dim: 256, ..decoder(layers, hidden, 0, (16, 2), 1024, false) }
    };
    let kimi = Decoder { num_attention_heads: 64, hidden_size: 7168, intermediate_size: 18_432, vocab_size: 1024, ..latent() };
    let AttentionLayout::Latent(widths) = kimi.options.attention else { panic!("latent") };
    let attention = AttentionLayout::Latent(LatentAttention { q_lora_rank: 1536, ..widths });
    let kimi = Decoder { options: DecoderOptions { attention, ..kimi.options }, ..kimi };
    for (model, context_length, max_batched_tokens, mebibytes) in [
        (qwen3_30b(), 4096, 512, 88.01),
        (qwen3_30b(), 32_768, 512, 116.01),
        (shared(10, 512, 2048, 48), 4096, 512, 86.01),
        (shared(8, 512, 2048, 40), 32_768, 512, 100.02),
        (kimi.clone(), 4096, 512, 203.01),
        (kimi, 32_768, 128, 57.75),
        (hybrid(), 32_768, 128, 38.50),
    ] {
        let settings = Settings { context_length, max_batched_tokens, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q8_0)) };
        let name = format!("{} blocks, {context_length}, {max_batched_tokens}", model.num_hidden_layers);
        let found = memory::of(&question(machine(80, 90, 1), model, settings)).parts.activations.as_f64() / (1024.0 * 1024.0);
        assert!((found - mebibytes).abs() < 0.02, "{name}: {found} and {mebibytes}");
    }
}

/// Files and loaded weights of gpt-oss 20B: 11.27 GiB of MXFP4 with all else in `Q8_0` (2025), and what vLLM's kernels make of its
/// experts, whose widths of 2,880 become 2,944 and 3,072.
#[test]
fn four_bit_experts_are_those_of_published_files() {
    let file = total(&gpt_oss(), gguf(GgufType::Mxfp4Moe)).as_gib();
    assert!((file - 11.27).abs() < 0.005, "{file}");
    let loaded = |cards| {
        let settings = settings(ServingEngine::Vllm, WeightsFormat::Mxfp4);
        Weights::of(&question(machine(24, 89, cards), gpt_oss(), settings)).per_card.as_gib()
    };
    // Embeddings, output and attention are 3.35 GiB in 16 bits.
    assert!((loaded(1) - (10.32 + 3.35)).abs() < 0.05, "{}", loaded(1));
    assert!((loaded(2) - (5.39 + 3.35 / 2.0)).abs() < 0.05, "{}", loaded(2));
}

/// TensorRT-LLM 1.1 with gpt-oss 120B: 63.52 GiB of weights, 0.85 GiB for a pass of 8,192 tokens, 73,728 bytes a token, in blocks of
/// 32 tokens, and nine tenths of what is left for them (log of a server, 2025-12-20).
#[test]
fn tensorrt_llm_shares_what_is_left() {
    let mut settings = settings(ServingEngine::TensorrtLlm, WeightsFormat::Mxfp4);
    let mut large = gpt_oss();
    large.num_hidden_layers = 36;
    if let DecoderVariant::MixtureOfExperts(moe) = &mut large.variant {
        moe.num_experts = 128;
    }
    settings.max_batched_tokens = 8192;
    let question = question(machine(141, 90, 1), large, settings);
    let found = memory::of(&question);
    assert!((found.parts.weights.as_gib() - 63.52).abs() < 0.3, "{}", found.parts.weights.as_gib());
    assert!((found.parts.activations.as_gib() - 0.85).abs() < 0.15, "{}", found.parts.activations.as_gib());
    assert_eq!(cache::per_token(&question, 1), Bytes(73_728));
    let left = found.capacity.saturating_sub(found.total.saturating_sub(found.parts.kv_cache));
    assert_eq!(found.parts.kv_cache, left.scaled(0.9));
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
    let question = question(machine(80, 90, 1), llama_8b(), settings);
    let parts = memory::of(&question).parts;
    assert!((parts.weights.as_gib() - 14.99).abs() < 0.01, "{}", parts.weights.as_gib());
    assert!((parts.activations.as_gib() - 4.76).abs() < 0.06, "{}", parts.activations.as_gib());
}

/// Experts in the host's memory leave the card, and are read from there.
#[test]
fn experts_in_ram_leave_the_card() {
    let ask = |offload| {
        let settings = Settings { offload, ..settings(ServingEngine::LlamaCpp, gguf(GgufType::Q4KM)) };
        serving::answer(&question(machine(24, 89, 1), qwen3_30b(), settings))
    };
    let (all, spare) = (ask(Offload::None), ask(Offload::Experts));
    let moved = all.memory.weights.per_card - spare.memory.weights.per_card;
    assert_eq!(moved, spare.memory.weights.routed_on_host);
    assert!(spare.memory.total < all.memory.total && spare.memory.host > all.memory.host);
    assert!(spare.speed.decode_tokens_per_second < all.speed.decode_tokens_per_second);
}
