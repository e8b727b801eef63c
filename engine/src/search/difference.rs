//! What separates two scenarios, as changes.

use crate::estimate::Change;
use crate::inputs::Scenario;

/// The changes that lead from one scenario to another in what a search may set.
pub(crate) fn changes(from: &Scenario, to: &Scenario) -> Vec<Change> {
    let (a, b) = (&from.training, &to.training);
    let (old, new) = (&a.loader, &b.loader);
    let all = [
        (a.method != b.method).then(|| Change::Method(b.method.clone())),
        (a.precision != b.precision).then_some(Change::Precision(b.precision)),
        (a.optimizer != b.optimizer).then_some(Change::Optimizer(b.optimizer)),
        (a.optimizer_implementation != b.optimizer_implementation)
            .then_some(Change::OptimizerImplementation(b.optimizer_implementation)),
        (a.activation_checkpointing != b.activation_checkpointing)
            .then_some(Change::ActivationCheckpointing(b.activation_checkpointing)),
        (a.attention != b.attention).then_some(Change::Attention(b.attention)),
        (a.linear_attention != b.linear_attention).then_some(Change::LinearAttention(b.linear_attention)),
        (a.loss_logits != b.loss_logits).then_some(Change::LossLogits(b.loss_logits)),
        (a.memory_format != b.memory_format).then_some(Change::MemoryFormat(b.memory_format)),
        (a.sharding != b.sharding).then_some(Change::Sharding(b.sharding)),
        (a.offload != b.offload).then_some(Change::Offload(b.offload)),
        (a.micro_batch_size != b.micro_batch_size).then_some(Change::MicroBatchSize(b.micro_batch_size)),
        (a.gradient_accumulation_steps != b.gradient_accumulation_steps)
            .then_some(Change::GradientAccumulationSteps(b.gradient_accumulation_steps)),
        (old.cache != new.cache).then_some(Change::Cache(new.cache)),
        (old.num_workers != new.num_workers).then_some(Change::NumWorkers(new.num_workers)),
        (old.prefetch_factor != new.prefetch_factor).then_some(Change::PrefetchFactor(new.prefetch_factor)),
        (old.pin_memory != new.pin_memory).then_some(Change::PinMemory(new.pin_memory)),
        (old.persistent_workers != new.persistent_workers).then_some(Change::PersistentWorkers(new.persistent_workers)),
        (old.batched_preprocessing != new.batched_preprocessing)
            .then_some(Change::BatchedPreprocessing(new.batched_preprocessing)),
        (from.hardware.ram != to.hardware.ram).then_some(Change::Ram(to.hardware.ram)),
    ];
    all.into_iter().flatten().collect()
}

/// How many there are of those that a person would have to make: batch, loader and memory are chosen anyway.
pub(super) fn count(from: &Scenario, to: &Scenario) -> u64 {
    let (a, b) = (&from.training, &to.training);
    let differs = [
        a.method != b.method,
        a.precision != b.precision,
        a.optimizer != b.optimizer,
        a.optimizer_implementation != b.optimizer_implementation,
        a.activation_checkpointing != b.activation_checkpointing,
        a.attention != b.attention,
        a.linear_attention != b.linear_attention,
        a.loss_logits != b.loss_logits,
        a.memory_format != b.memory_format,
        a.sharding != b.sharding,
        a.offload != b.offload,
        a.gradient_accumulation_steps != b.gradient_accumulation_steps,
        a.loader.batched_preprocessing != b.loader.batched_preprocessing,
    ];
    differs.into_iter().map(u64::from).sum()
}
