//! Models and machines that the questions are asked of.

use engine::architecture::{
    AttentionLayout, Decoder, DecoderOptions, DecoderVariant, LatentAttention, Layers, LinearAttention, MixtureOfExperts, Router,
    Window,
};
use engine::hardware::{Cpu, Gpu, Hardware, NvlinkReach, OperatingSystem, Pcie, Storage, Vendor};
use engine::serving::gguf::GgufType;
use engine::serving::{CacheDtype, Offload, Question, ServingEngine, Settings, Split, Targets, WeightsFormat};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, GIB, Watts};

pub fn decoder(layers: u64, hidden: u64, intermediate: u64, heads: (u64, u64), vocab: u64, tied: bool) -> Decoder {
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

pub fn llama_8b() -> Decoder {
    decoder(32, 4096, 14_336, (32, 8), 128_256, false)
}

pub fn llama_70b() -> Decoder {
    decoder(80, 8192, 28_672, (64, 8), 128_256, false)
}

pub fn qwen3_30b() -> Decoder {
    let variant = DecoderVariant::MixtureOfExperts(MixtureOfExperts {
        router: Router::Qwen3Moe,
        num_experts: 128,
        num_experts_per_tok: 8,
        moe_intermediate_size: 768,
        shared_expert_intermediate_size: 0,
    });
    Decoder { variant, head_dim: 128, query_key_norm: true, ..decoder(48, 2048, 6144, (32, 4), 151_936, false) }
}

/// One vector for all heads in each block, experts by sigmoids after the first block; small.
pub fn latent() -> Decoder {
    let attention = AttentionLayout::Latent(LatentAttention {
        q_lora_rank: 768,
        kv_lora_rank: 512,
        qk_nope_head_dim: 128,
        qk_rope_head_dim: 64,
        v_head_dim: 128,
    });
    let options = DecoderOptions {
        attention,
        rotary_dim: Some(64),
        dense_layers: Layers::from_words([1, 0, 0, 0]),
        ..DecoderOptions::LLAMA
    };
    let variant = DecoderVariant::MixtureOfExperts(MixtureOfExperts {
        router: Router::Sigmoid,
        num_experts: 64,
        num_experts_per_tok: 6,
        moe_intermediate_size: 1408,
        shared_expert_intermediate_size: 2816,
    });
    Decoder { variant, head_dim: 192, options, ..decoder(27, 2048, 10_944, (16, 16), 102_400, false) }
}

/// Three of four blocks keep a state, the fourth keys and values (Qwen3.6 27B).
pub fn hybrid() -> Decoder {
    let attention = AttentionLayout::Hybrid(LinearAttention {
        layers: Layers::from_words([0x7777_7777_7777_7777, 0, 0, 0]),
        linear_num_key_heads: 16,
        linear_num_value_heads: 48,
        linear_key_head_dim: 128,
        linear_value_head_dim: 128,
        linear_conv_kernel_dim: 4,
        joined_projections: false,
        float32_state: true,
    });
    let options = DecoderOptions { attention, gated_attention: true, rotary_dim: Some(64), ..DecoderOptions::LLAMA };
    Decoder { head_dim: 256, query_key_norm: true, options, ..decoder(64, 5120, 17_408, (24, 4), 248_320, false) }
}

/// gpt-oss 20B.
pub fn gpt_oss() -> Decoder {
    let window = Some(Window { tokens: 128, layers: Layers::EVERY_OTHER });
    let options = DecoderOptions { window, ..DecoderOptions::GPT_OSS };
    let variant = DecoderVariant::MixtureOfExperts(MixtureOfExperts {
        router: Router::GptOss,
        num_experts: 32,
        num_experts_per_tok: 4,
        moe_intermediate_size: 2880,
        shared_expert_intermediate_size: 0,
    });
    let model = decoder(24, 2880, 0, (64, 8), 201_088, false);
    Decoder { variant, head_dim: 64, attention_bias: true, attention_output_bias: true, options, ..model }
}

pub fn machine(gib: u64, capability: u64, count: u64) -> Hardware {
    Hardware {
        gpu: Gpu {
            vendor: Vendor::Nvidia,
            memory: Bytes(gib * GIB),
            memory_is_measured: true,
            memory_bandwidth: BytesPerSecond::from_gb_per_s(1008.0),
            has_stacked_memory: gib >= 80,
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

pub fn settings(engine: ServingEngine, weights_format: WeightsFormat) -> Settings {
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
        position_tables: false,
        offload: Offload::None,
        request_rate: None,
        targets: Targets::default(),
        drafts: None,
        length_spread: 0.0,
        pictures: None,
        shared_prefix_tokens: 0,
        split: Split::TENSOR,
    }
}

pub fn gguf(mixture: GgufType) -> WeightsFormat {
    WeightsFormat::Gguf(mixture)
}

/// A question of a machine with so much room in the host that it never decides.
pub fn question(hardware: Hardware, model: Decoder, settings: Settings) -> Question {
    Question { hardware, model, settings, drafter: None, stage: None, host_room: Bytes::from_gib(512) }
}
