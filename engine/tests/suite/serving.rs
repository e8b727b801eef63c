//! Models that answer: figures that were printed by the engines themselves, and laws that no plan may break.

mod laws;
mod machines;

use engine::serving::gguf::GgufType;
use engine::serving::{self, CacheDtype, Offload, ServingEngine, Settings, Weights, WeightsFormat, cache, memory, total};
use engine::units::Bytes;
use machines::{gguf, llama_8b, llama_70b, machine, question, qwen3_30b, settings};

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
