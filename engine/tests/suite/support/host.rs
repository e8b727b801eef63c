//! Machines, data sets and steps that the tests of host and time share.

use engine::architecture::{
    Architecture, AttentionLayout, Decoder, DecoderOptions, DecoderVariant, DiffusionUnet, Encoder, EncoderOptions,
    EncoderVariant, Layers, LinearAttention, Resnet, ResnetBlock,
};
use engine::estimate::Phase;
use engine::hardware::{Cpu, Gpu, Hardware, NvlinkReach, OperatingSystem, Pcie, Storage, Vendor};
use engine::inputs::Scenario;
use engine::measured::Measured;
use engine::training::{
    ActivationCheckpointing, AdapterDtype, Attention, AttentionMask, Cache, Data, DataKind, Framework, Loader, Lora, LoraTargets,
    LossLogits, MemoryFormat, Method, Offload, Optimizer, OptimizerImplementation, Precision, Quantization, QuantizationBits,
    Sharding, Task, Training,
};
use engine::units::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Watts};
use engine::work::{Arithmetic, StepWork, Work, WorkKind};
use std::borrow::Cow;

/// A 24 GB consumer card of 2022 (Ada Lovelace, 128 multiprocessors).
pub fn card() -> Gpu {
    Gpu {
        vendor: Vendor::Nvidia,
        memory: Bytes::from_mib(24564),
        memory_is_measured: true,
        memory_bandwidth: BytesPerSecond::from_gb_per_s(1008.0),
        has_stacked_memory: false,
        l2: Some(Bytes::from_mib(72)),
        fp32: FlopsPerSecond::from_tflops(82.6),
        tf32: Some(FlopsPerSecond::from_tflops(82.6)),
        fp16: Some(FlopsPerSecond::from_tflops(165.2)),
        bf16: Some(FlopsPerSecond::from_tflops(165.2)),
        compute_capability: Some(89),
        pcie: Pcie { generation: 4, lanes: 16 },
        nvlink: None,
        nvlink_reach: NvlinkReach::Node,
        pool: None,
        tdp: Watts::new(450.0),
    }
}

/// The guides' desktop: 8 + 16 cores, a fast `NVMe` drive, 64 GB.
pub fn desktop() -> Hardware {
    Hardware {
        gpu: card(),
        gpu_count: 1,
        nodes: 1,
        display_attached: false,
        cpu: Cpu {
            performance_cores: 8,
            efficiency_cores: 16,
            threads: 32,
            boost_ghz: 5.8,
            memory_channels: 2,
            channel_rate: BytesPerSecond::from_gb_per_s(38.4),
            max_memory: Bytes::from_gib(192),
            kits_gib: &[],
            pcie: Pcie { generation: 5, lanes: 20 },
        },
        ram: Bytes::from_gib(64),
        storage: Storage {
            capacity: Bytes(2_000_000_000_000),
            sequential_read: BytesPerSecond::from_mb_per_s(7450.0),
            sequential_write: BytesPerSecond::from_mb_per_s(6900.0),
            random_read_iops: 1.4e6,
        },
        os: OperatingSystem::Linux,
    }
}

pub fn training() -> Training {
    Training {
        method: Method::Full,
        precision: Precision::Fp16Amp,
        alignment: engine::training::Alignment::None,
        vision_tower: engine::training::VisionTower::Frozen,
        optimizer: Optimizer::Adamw,
        optimizer_implementation: OptimizerImplementation::Foreach,
        weight_decay: 0.01,
        embedding_states_32bit: false,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        linear_attention: engine::training::LinearAttentionKernels::Torch,
        attention_mask: AttentionMask::None,
        loss_logits: LossLogits::Upcast,
        memory_format: MemoryFormat::Contiguous,
        resident_frozen_models: false,
        micro_batch_size: 32,
        gradient_accumulation_steps: 1,
        sharding: Sharding::None,
        implementation: None,
        offload: Offload::None,
        framework: Framework::Pytorch,
        loader: Loader {
            num_workers: 6,
            prefetch_factor: 2,
            pin_memory: true,
            persistent_workers: true,
            cache: Cache::None,
            batched_preprocessing: false,
        },
        epochs: 10,
    }
}

pub fn data(kind: DataKind, samples: u64, bytes_per_sample: u64) -> Data {
    let side = if kind == DataKind::Images { 224 } else { 512 };
    Data {
        kind,
        samples,
        bytes_on_disk: Bytes(samples * bytes_per_sample),
        image_height: side,
        image_width: side,
        images_per_sample: 0,
        sequence_length: 512,
        target_length: 128,
        text_tokens: 512,
        task: Task::Classification,
        num_classes: 1000,
    }
}

pub fn lora() -> Lora {
    Lora {
        rank: 8,
        targets: LoraTargets::Attention,
        dropout: 0.0,
        adapter_dtype: AdapterDtype::Fp32,
        use_dora: false,
        trains_head: true,
    }
}

pub fn eight_bit() -> Method {
    Method::Qlora(lora(), Quantization { bits: QuantizationBits::Eight, double_quantization: true, upcast_unquantized: true })
}

pub fn resnet50() -> Architecture {
    Architecture::Resnet(Resnet { block: ResnetBlock::Bottleneck, layers: [3, 4, 6, 3], groups: 1, width_per_group: 64 })
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

pub fn llama_2(hidden_size: u64, intermediate_size: u64, layers: u64, heads: u64) -> Architecture {
    Architecture::Decoder(Decoder {
        variant: DecoderVariant::Llama,
        vocab_size: 32000,
        hidden_size,
        intermediate_size,
        num_hidden_layers: layers,
        num_attention_heads: heads,
        num_key_value_heads: heads,
        head_dim: 128,
        max_position_embeddings: 4096,
        tie_word_embeddings: false,
        attention_bias: false,
        attention_output_bias: false,
        query_key_norm: false,
        options: DecoderOptions::LLAMA,
    })
}

/// Three of four blocks keep a state, the fourth keys and values (Qwen3.5 2B).
pub fn hybrid() -> Architecture {
    let attention = AttentionLayout::Hybrid(LinearAttention {
        layers: Layers::from_words([0x7777_7777_7777_7777, 0, 0, 0]),
        linear_num_key_heads: 16,
        linear_num_value_heads: 16,
        linear_key_head_dim: 128,
        linear_value_head_dim: 128,
        linear_conv_kernel_dim: 4,
        joined_projections: false,
        float32_state: true,
    });
    let options = DecoderOptions { attention, gated_attention: true, rotary_dim: Some(64), ..DecoderOptions::LLAMA };
    let Architecture::Decoder(llama) = llama_2(2048, 6144, 24, 8) else { unreachable!("a decoder") };
    Architecture::Decoder(Decoder { head_dim: 256, num_key_value_heads: 2, query_key_norm: true, options, ..llama })
}

pub fn stable_diffusion() -> Architecture {
    Architecture::DiffusionUnet(DiffusionUnet {
        in_channels: 4,
        out_channels: 4,
        block_out_channels: Cow::Borrowed(&[320, 640, 1280, 1280]),
        layers_per_block: 2,
        num_attention_heads: Cow::Borrowed(&[8, 8, 8, 8]),
        transformer_layers_per_block: Cow::Borrowed(&[1, 1, 1, 0]),
        mid_transformer_layers: 1,
        cross_attention_dim: 768,
        text_tokens: 77,
        use_linear_projection: false,
        addition_embed_input: 0,
        companion_parameters: 206_714_203,
    })
}

/// A step whose amounts follow from its weights; its kernels are a matrix product and a norm.
pub fn work(parameters: u64, trainable: u64, bytes_per_weight: u64, flops: f64, bytes_moved: u64) -> StepWork {
    let item = |phase, kind, flops: f64, bytes_moved, repeat| Work {
        phase,
        kind,
        arithmetic: Arithmetic::Fp16,
        flops: Flops::new(flops),
        filled: 1.0,
        bytes_moved: Bytes(bytes_moved),
        kernels: 4,
        repeat,
    };
    StepWork {
        items: vec![
            item(Phase::Forward, WorkKind::Convolution, flops / 30.0, bytes_moved / 60, 10),
            item(Phase::Forward, WorkKind::Normalization, 0.0, bytes_moved / 60, 10),
            item(Phase::Backward, WorkKind::Matmul, flops / 15.0, bytes_moved / 30, 10),
            item(Phase::Backward, WorkKind::Elementwise, 0.0, bytes_moved / 30, 10),
            item(Phase::OptimizerStep, WorkKind::Optimizer, 0.0, trainable * 28, 1),
        ],
        model_flops: Flops::new(flops),
        parameter_bytes: Bytes(parameters * bytes_per_weight),
        gathered_bytes: Bytes(parameters * bytes_per_weight),
        gradient_bytes: Bytes(trainable * 4),
        reduced_bytes: Bytes(trainable * 4),
        optimizer_state_bytes: Bytes(trainable * 8),
        parameters,
        trainable,
        largest_weights: [parameters / 16; 4],
        slowdown: 1.0,
    }
}

pub fn scenario(model: Architecture, data: Data) -> Scenario {
    Scenario { hardware: desktop(), model, training: training(), data, measured: Measured::default() }
}
