//! New values of single fields.

use crate::inputs::Field;
use crate::units::Bytes;

/// A new value of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// `training.method` and its adapters.
    Method(crate::training::Method),
    /// `training.precision`.
    Precision(crate::training::Precision),
    /// `training.optimizer`.
    Optimizer(crate::training::Optimizer),
    /// `training.optimizer_implementation`.
    OptimizerImplementation(crate::training::OptimizerImplementation),
    /// `training.activation_checkpointing`.
    ActivationCheckpointing(crate::training::ActivationCheckpointing),
    /// `training.attention`.
    Attention(crate::training::Attention),
    /// `training.linear_attention`.
    LinearAttention(crate::training::LinearAttentionKernels),
    /// `training.loss_logits`.
    LossLogits(crate::training::LossLogits),
    /// `training.micro_batch_size`.
    MicroBatchSize(u64),
    /// `training.gradient_accumulation_steps`.
    GradientAccumulationSteps(u64),
    /// `training.loader.num_workers`.
    NumWorkers(u64),
    /// `training.loader.cache`.
    Cache(crate::training::Cache),
    /// `training.loader.prefetch_factor`.
    PrefetchFactor(u64),
    /// `training.loader.pin_memory`.
    PinMemory(bool),
    /// `training.loader.persistent_workers`.
    PersistentWorkers(bool),
    /// `training.loader.batched_preprocessing`.
    BatchedPreprocessing(bool),
    /// `hardware.ram_gib`.
    Ram(Bytes),
    /// `hardware.storage`.
    Storage(super::Offer<crate::hardware::Storage>),
    /// `hardware.cpu`.
    Cpu(super::Offer<crate::hardware::Cpu>),
    /// `training.memory_format`.
    MemoryFormat(crate::training::MemoryFormat),
    /// `training.sharding`.
    Sharding(crate::training::Sharding),
    /// `training.offload`.
    Offload(crate::training::Offload),
    /// `data.sequence_length`.
    SequenceLength(u64),
    /// `data.image_size`: height and width in pixels.
    ImageSize(u64, u64),
    /// `hardware.gpu`, all of the run's.
    Gpu(super::Offer<crate::hardware::Gpu>),
    /// `hardware.gpu_count`, per node.
    GpuCount(u64),
    /// `training.resident_frozen_models`.
    ResidentFrozenModels(bool),
    /// `training.weight_decay`, whose default goes by the optimizer.
    WeightDecay(f64),
    /// `training.lora.adapter_dtype`, whose default goes by the precision.
    AdapterDtype(crate::training::AdapterDtype),
    /// `data.bytes_on_disk`, whose default goes by the length of texts and the size of images.
    BytesOnDisk(Bytes),
    /// `data.target_length`, whose default goes by the length of texts.
    TargetLength(u64),
}

impl Change {
    /// The field that it sets, where the advisor may choose that field when it is left out; none for data and for what is
    /// bought.
    #[must_use]
    pub const fn field(&self) -> Option<Field> {
        Some(match self {
            Self::Method(_) => Field::Method,
            Self::Precision(_) => Field::Precision,
            Self::Optimizer(_) => Field::Optimizer,
            Self::OptimizerImplementation(_) => Field::OptimizerImplementation,
            Self::ActivationCheckpointing(_) => Field::ActivationCheckpointing,
            Self::Attention(_) => Field::Attention,
            Self::LinearAttention(_) => Field::LinearAttention,
            Self::LossLogits(_) => Field::LossLogits,
            Self::MicroBatchSize(_) => Field::MicroBatchSize,
            Self::GradientAccumulationSteps(_) => Field::GradientAccumulationSteps,
            Self::NumWorkers(_) => Field::NumWorkers,
            Self::Cache(_) => Field::Cache,
            Self::PrefetchFactor(_) => Field::PrefetchFactor,
            Self::PinMemory(_) => Field::PinMemory,
            Self::PersistentWorkers(_) => Field::PersistentWorkers,
            Self::BatchedPreprocessing(_) => Field::BatchedPreprocessing,
            Self::Ram(_) => Field::Ram,
            Self::MemoryFormat(_) => Field::MemoryFormat,
            Self::Sharding(_) => Field::Sharding,
            Self::Offload(_) => Field::Offload,
            Self::Storage(_)
            | Self::Cpu(_)
            | Self::SequenceLength(_)
            | Self::ImageSize(..)
            | Self::Gpu(_)
            | Self::GpuCount(_)
            | Self::ResidentFrozenModels(_)
            | Self::WeightDecay(_)
            | Self::AdapterDtype(_)
            | Self::BytesOnDisk(_)
            | Self::TargetLength(_) => return None,
        })
    }
}
