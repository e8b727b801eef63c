//! The fields of a scenario that may be left to the advisor.

/// A field of a scenario that the person left for the advisor to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// `hardware.ram_gib`.
    Ram,
    /// `training.method`.
    Method,
    /// `training.precision`.
    Precision,
    /// `training.optimizer`.
    Optimizer,
    /// `training.activation_checkpointing`.
    ActivationCheckpointing,
    /// `training.attention`.
    Attention,
    /// `training.linear_attention`.
    LinearAttention,
    /// `training.micro_batch_size`.
    MicroBatchSize,
    /// `training.gradient_accumulation_steps`.
    GradientAccumulationSteps,
    /// `training.loader.num_workers`.
    NumWorkers,
    /// `training.loader.prefetch_factor`.
    PrefetchFactor,
    /// `training.loader.pin_memory`.
    PinMemory,
    /// `training.loader.persistent_workers`.
    PersistentWorkers,
    /// `training.loader.cache`.
    Cache,
    /// `training.optimizer_implementation`.
    OptimizerImplementation,
    /// `training.loss_logits`.
    LossLogits,
    /// `training.memory_format`.
    MemoryFormat,
    /// `training.sharding`.
    Sharding,
    /// `training.offload`.
    Offload,
    /// `training.loader.batched_preprocessing`.
    BatchedPreprocessing,
}
