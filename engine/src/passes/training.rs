//! Settings that graphs are built with: those of a run in 16 bits, for which nothing of training matters.

use super::question::Settings;
use crate::training::{
    ActivationCheckpointing, Attention, AttentionMask, Cache, Data, DataKind, Framework, LinearAttentionKernels, Loader,
    LossLogits, MemoryFormat, Method, Offload, Optimizer, OptimizerImplementation, Precision, Sharding, Task, Training,
};
use crate::units::Bytes;

/// The run.
#[must_use]
pub const fn training() -> Training {
    Training {
        method: Method::Full,
        // Every 16-bit type takes the same.
        precision: Precision::Bf16,
        alignment: crate::training::Alignment::None,
        vision_tower: crate::training::VisionTower::Frozen,
        optimizer: Optimizer::Sgd,
        optimizer_implementation: OptimizerImplementation::Foreach,
        weight_decay: 0.0,
        embedding_states_32bit: false,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        linear_attention: LinearAttentionKernels::Torch,
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
            pin_memory: false,
            persistent_workers: false,
            cache: Cache::None,
            batched_preprocessing: false,
        },
        epochs: 1,
    }
}

/// The batch's shape; texts of so many tokens.
#[must_use]
pub const fn data(settings: &Settings, tokens: u64) -> Data {
    Data {
        kind: DataKind::Images,
        samples: 1,
        bytes_on_disk: Bytes(1),
        image_height: settings.image_height,
        image_width: settings.image_width,
        images_per_sample: 0,
        sequence_length: tokens,
        target_length: 1,
        text_tokens: tokens,
        task: Task::Classification,
        num_classes: settings.classes,
    }
}
