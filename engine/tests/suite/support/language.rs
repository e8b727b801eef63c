//! Language models by their published hyper-parameters, and a plain run.

use engine::architecture::{
    Architecture, Decoder, DecoderOptions, DecoderVariant, Encoder, EncoderOptions, EncoderVariant, Gpt2, Gpt2Options,
    MixtureOfExperts, Router, T5, T5FeedForward,
};
use engine::training::{
    ActivationCheckpointing, Attention, AttentionMask, Cache, Data, DataKind, Framework, Loader, LossLogits, MemoryFormat,
    Method, Offload, Optimizer, OptimizerImplementation, Precision, Sharding, Task, Training,
};
use engine::units::Bytes;

pub fn training() -> Training {
    Training {
        method: Method::Full,
        precision: Precision::Bf16,
        alignment: engine::training::Alignment::None,
        vision_tower: engine::training::VisionTower::Frozen,
        optimizer: Optimizer::Adamw,
        optimizer_implementation: OptimizerImplementation::Fused,
        weight_decay: 0.01,
        embedding_states_32bit: false,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        linear_attention: engine::training::LinearAttentionKernels::Torch,
        attention_mask: AttentionMask::None,
        loss_logits: LossLogits::Upcast,
        memory_format: MemoryFormat::Contiguous,
        resident_frozen_models: false,
        micro_batch_size: 1,
        gradient_accumulation_steps: 1,
        sharding: Sharding::None,
        implementation: None,
        offload: Offload::None,
        framework: Framework::Pytorch,
        loader: Loader {
            num_workers: 0,
            prefetch_factor: 2,
            pin_memory: true,
            persistent_workers: false,
            cache: Cache::None,
            batched_preprocessing: false,
        },
        epochs: 1,
    }
}

pub fn data(sequence_length: u64, target_length: u64) -> Data {
    Data {
        kind: DataKind::Text,
        samples: 1,
        bytes_on_disk: Bytes(1),
        image_height: 0,
        image_width: 0,
        images_per_sample: 0,
        sequence_length,
        target_length,
        text_tokens: 0,
        task: Task::Classification,
        num_classes: 2,
    }
}

fn llama(vocab_size: u64, hidden_size: u64, intermediate_size: u64, num_hidden_layers: u64) -> Decoder {
    Decoder {
        variant: DecoderVariant::Llama,
        vocab_size,
        hidden_size,
        intermediate_size,
        num_hidden_layers,
        num_attention_heads: 32,
        num_key_value_heads: 32,
        head_dim: hidden_size / 32,
        max_position_embeddings: 4096,
        tie_word_embeddings: false,
        attention_bias: false,
        attention_output_bias: false,
        query_key_norm: false,
        options: DecoderOptions::LLAMA,
    }
}

pub fn llama_2_7b() -> Architecture {
    Architecture::Decoder(llama(32000, 4096, 11008, 32))
}

pub fn llama_3_2_1b() -> Architecture {
    Architecture::Decoder(Decoder {
        num_key_value_heads: 8,
        max_position_embeddings: 131_072,
        tie_word_embeddings: true,
        ..llama(128_256, 2048, 8192, 16)
    })
}

pub fn phi_3_mini() -> Architecture {
    Architecture::Decoder(Decoder { variant: DecoderVariant::Phi3, ..llama(32064, 3072, 8192, 32) })
}

pub fn gemma_2_2b() -> Architecture {
    Architecture::Decoder(Decoder {
        variant: DecoderVariant::Gemma2,
        options: DecoderOptions::GEMMA2,
        num_attention_heads: 8,
        num_key_value_heads: 4,
        head_dim: 256,
        max_position_embeddings: 8192,
        tie_word_embeddings: true,
        ..llama(256_000, 2304, 9216, 26)
    })
}

pub fn mixtral_8x7b() -> Architecture {
    let experts = MixtureOfExperts {
        router: Router::Mixtral,
        num_experts: 8,
        num_experts_per_tok: 2,
        moe_intermediate_size: 14336,
        shared_expert_intermediate_size: 0,
    };
    let variant = DecoderVariant::MixtureOfExperts(experts);
    Architecture::Decoder(Decoder {
        variant,
        num_key_value_heads: 8,
        max_position_embeddings: 32768,
        ..llama(32000, 4096, 14336, 32)
    })
}

pub fn qwen_moe() -> Architecture {
    let experts = MixtureOfExperts {
        router: Router::Qwen2Moe,
        num_experts: 60,
        num_experts_per_tok: 4,
        moe_intermediate_size: 1408,
        shared_expert_intermediate_size: 5632,
    };
    Architecture::Decoder(Decoder {
        variant: DecoderVariant::MixtureOfExperts(experts),
        num_attention_heads: 16,
        num_key_value_heads: 16,
        head_dim: 128,
        max_position_embeddings: 8192,
        attention_bias: true,
        ..llama(151_936, 2048, 5632, 24)
    })
}

pub fn gpt2(n_embd: u64, n_layer: u64, n_head: u64) -> Architecture {
    Architecture::Gpt2(Gpt2 {
        vocab_size: 50257,
        n_positions: 1024,
        n_embd,
        n_inner: 4 * n_embd,
        n_layer,
        n_head,
        options: Gpt2Options::PUBLISHED,
    })
}

pub fn t5(d_model: u64, d_ff: u64, layers: u64, num_heads: u64) -> Architecture {
    Architecture::T5(T5 {
        vocab_size: 32128,
        d_model,
        d_kv: 64,
        d_ff,
        num_layers: layers,
        num_decoder_layers: layers,
        num_heads,
        relative_attention_num_buckets: 32,
        feed_forward: T5FeedForward::RELU,
        tie_word_embeddings: true,
        scale_decoder_outputs: true,
        dropout_rate: 0.1,
    })
}

pub fn bert_base() -> Architecture {
    Architecture::Encoder(Encoder {
        variant: EncoderVariant::Bert,
        vocab_size: 30522,
        hidden_size: 768,
        num_hidden_layers: 12,
        num_attention_heads: 12,
        intermediate_size: 3072,
        max_position_embeddings: 512,
        type_vocab_size: 2,
        options: EncoderOptions::BERT,
    })
}
