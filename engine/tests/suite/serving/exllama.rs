//! `ExLlamaV3`: its format and its cache, by rules read off its code.

use engine::serving::speed::{Pass, prefill, time};
use engine::serving::{CacheDtype, ServingEngine, Weights, WeightsFormat, cache, memory};
use engine::units::Bytes;

use super::machines::{gpt_oss, hybrid, latent, llama_8b, machine, question, settings};

/// Every matrix of the model in whole bits, scales for inputs and outputs, the output matrix in six bits, the table of embeddings on the
/// host in sixteen.
#[test]
fn a_trellis_takes_its_bits_and_two_vectors() {
    let matrices = [(4096, 4096), (4096, 1024), (4096, 1024), (4096, 4096), (4096, 14_336), (4096, 14_336), (14_336, 4096)];
    let norms = 2 * 4096 * (2 * 32 + 1);
    for (tenths, bits, head_bits) in [(40, 4, 6), (60, 6, 6), (80, 8, 6), (20, 2, 6)] {
        let of = |bits: u64, (rows, columns): (u64, u64)| rows * columns * bits / 8 + 2 * (rows + columns);
        let block: u64 = matrices.iter().map(|&sides| of(bits, sides)).sum();
        let on_card = 32 * block + of(head_bits, (128_256, 4096)) + norms;
        let asked = question(machine(24, 86, 1), llama_8b(), settings(ServingEngine::Exllama, WeightsFormat::Exl3(tenths)));
        let weights = Weights::of(&asked);
        assert_eq!((weights.per_card, weights.on_host), (Bytes(on_card), Bytes(2 * 128_256 * 4096)), "{bits} bits");
    }
}

/// The cache is one of pages that all requests share: of the longest request, or of those under way, whichever takes more.
#[test]
fn a_cache_is_made_for_what_is_under_way() {
    let mut asked = question(machine(24, 86, 1), llama_8b(), settings(ServingEngine::Exllama, WeightsFormat::Exl3(40)));
    let each = 32 * 2 * 8 * 128;
    let settings = [
        // Context, prompt, answer, in common, requests; tokens that are kept.
        (8192, 1024, 256, 0, 1, 8192),
        (8000, 1024, 256, 0, 1, 8192),
        (8192, 1000, 250, 0, 16, 16 * 1280),
        (8192, 1024, 256, 1000, 16, 16 * 512 + 768),
    ];
    for (context, prompt, answer, shared, requests, tokens) in settings {
        for (dtype, bytes) in
            [(CacheDtype::Sixteen, 2 * each), (CacheDtype::Q8_0, each / 32 * 34), (CacheDtype::Q4_0, each / 32 * 18)]
        {
            let settings = &mut asked.settings;
            (settings.context_length, settings.prompt_tokens, settings.output_tokens) = (context, prompt, answer);
            (settings.shared_prefix_tokens, settings.concurrency, settings.kv_cache_dtype) = (shared, requests, dtype);
            assert_eq!(memory::cache_tokens(&asked), tokens);
            assert_eq!(memory::of(&asked).parts.kv_cache, Bytes(tokens * bytes), "{context} {requests} {dtype:?}");
        }
    }
}

/// A state of each request, with the inputs of its convolution in 16 bits, and windows of gpt-oss in 16 bits and in whole pages.
#[test]
fn requests_keep_states_and_windows_of_their_own() {
    let kept = |model: &engine::architecture::Decoder, requests: u64| {
        let mut settings = settings(ServingEngine::Exllama, WeightsFormat::Exl3(40));
        (settings.concurrency, settings.context_length) = (requests, 8192);
        (settings.prompt_tokens, settings.output_tokens) = (256, 256);
        memory::of(&question(machine(80, 90, 1), model.clone(), settings)).parts.kv_cache.0
    };
    let model = gpt_oss();
    let windowed =
        model.options.window.map(|window| (0..model.num_hidden_layers).filter(move |&block| window.layers.contains(block)));
    let windowed = windowed.map_or(0, |blocks| blocks.count() as u64);
    assert!(windowed > 0);
    // 128 tokens and two pages, up to whole pages.
    assert_eq!(kept(&model, 3) - kept(&model, 1), 2 * windowed * 768 * 2 * 2 * model.num_key_value_heads * model.head_dim);
    let model = hybrid();
    let engine::architecture::AttentionLayout::Hybrid(linear) = &model.options.attention else { panic!("states") };
    let blocks = (0..model.num_hidden_layers).filter(|&block| linear.layers.contains(block)).count() as u64;
    let state = linear.linear_conv_kernel_dim * linear.convolved() * 2 + linear.values() * linear.linear_key_head_dim * 4;
    assert_eq!(kept(&model, 3) - kept(&model, 1), 2 * blocks * state);
}

/// A trellis is decoded anew for every sixteen rows: seventeen users wait for it twice, and prompts are read with what was unpacked once.
#[test]
fn a_trellis_is_decoded_for_sixteen_rows_at_a_time() {
    let asked = question(machine(24, 86, 1), llama_8b(), settings(ServingEngine::Exllama, WeightsFormat::Exl3(40)));
    let weights = Weights::of(&asked);
    let of = |users: u64| time(&asked, &weights, &Pass::decode(users, 1.0)).get();
    assert!((of(16) / of(1) - 1.0).abs() < 0.03, "{} {}", of(1), of(16));
    let once = of(17) - of(16);
    assert!(once > 0.7 * of(1), "{once} {}", of(1));
    for (users, times) in [(32, 1.0), (33, 2.0), (144, 8.0)] {
        assert!(((of(users) - of(16)) / (times * once) - 1.0).abs() < 0.15, "{users}: {} {once}", of(users) - of(16));
    }
    let reading = |tokens: u64| prefill(&asked, &weights, tokens, 1, 0).get();
    // Seven times the tokens.
    assert!(reading(1024) < reading(144) * 4.0, "{} {}", reading(144), reading(1024));
}

/// The vector of latent attention is kept in blocks, what positions turn of it in 16 bits.
#[test]
fn positions_of_latent_attention_keep_sixteen_bits() {
    let mut asked = question(machine(80, 90, 1), latent(), settings(ServingEngine::Exllama, WeightsFormat::Exl3(40)));
    for (dtype, bytes) in [(CacheDtype::Sixteen, 1152), (CacheDtype::Q8_0, 672), (CacheDtype::Q4_0, 416)] {
        asked.settings.kv_cache_dtype = dtype;
        assert_eq!(cache::per_token_and_block(&asked, 1), Bytes(bytes), "{dtype:?}");
    }
}

/// A cache in fewer bits stands beside a copy of one block in 16, so that what is saved is less than it looks.
#[test]
fn a_block_of_a_quantized_cache_is_unpacked_whole() {
    let of = |dtype| {
        let mut settings = settings(ServingEngine::Exllama, WeightsFormat::Exl3(40));
        (settings.context_length, settings.kv_cache_dtype) = (131_072, dtype);
        memory::of(&question(machine(80, 90, 1), llama_8b(), settings)).parts.activations.0
    };
    assert_eq!(of(CacheDtype::Q4_0) - of(CacheDtype::Sixteen), 4 * 8 * 128 * 131_072);
}

/// The longest context is one with which the same requests still fit, and one page more does not.
#[test]
fn the_longest_context_fits_beside_the_same_requests() {
    let mut settings = settings(ServingEngine::Exllama, WeightsFormat::Exl3(40));
    (settings.context_length, settings.prompt_tokens, settings.output_tokens, settings.concurrency) = (8192, 1024, 256, 4);
    let asked = question(machine(10, 86, 1), llama_8b(), settings);
    let longest = memory::limits(&asked, &memory::of(&asked)).max_context;
    let with = |context: u64| {
        let mut other = asked.clone();
        other.settings.context_length = context;
        memory::of(&other).works()
    };
    assert!(longest > 16_384 && with(longest) && !with(longest + 256), "{longest}");
}

/// States are kept at places far apart: prompts that begin alike are read anew from the last of them.
#[test]
fn prompts_of_models_with_states_are_read_from_a_place_that_was_kept() {
    for (model, shared, read) in [(hybrid(), 1000, 4000), (hybrid(), 3000, 4000 - 2048), (llama_8b(), 1000, 3000)] {
        let mut settings = settings(ServingEngine::Exllama, WeightsFormat::Exl3(40));
        (settings.prompt_tokens, settings.shared_prefix_tokens) = (4000, shared);
        assert_eq!(question(machine(80, 90, 1), model, settings).read_tokens(), read);
    }
}
