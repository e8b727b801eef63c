//! Applies changes to a scenario.

use crate::estimate::Change;
use crate::inputs::Scenario;
use crate::training::{AdapterDtype, MemoryFormat, Method, Precision};

/// The scenario with these changes made.
#[must_use]
pub fn applied(scenario: &Scenario, changes: &[Change]) -> Scenario {
    let mut scenario = scenario.clone();
    for change in changes {
        let training = &mut scenario.training;
        match change {
            Change::Method(method) => training.method = method.clone(),
            Change::Precision(precision) => {
                training.precision = *precision;
                // A scaler takes no gradients of 16 bits: what would be refused is not proposed.
                if let (Precision::Fp16Amp, Method::Lora(lora) | Method::Qlora(lora, _)) = (precision, &mut training.method) {
                    lora.adapter_dtype = AdapterDtype::Fp32;
                }
            }
            Change::Optimizer(optimizer) => training.optimizer = *optimizer,
            Change::OptimizerImplementation(implementation) => training.optimizer_implementation = *implementation,
            Change::ActivationCheckpointing(checkpointing) => training.activation_checkpointing = *checkpointing,
            Change::Attention(attention) => training.attention = *attention,
            Change::LinearAttention(kernels) => training.linear_attention = *kernels,
            Change::LossLogits(logits) => training.loss_logits = *logits,
            Change::MicroBatchSize(size) => training.micro_batch_size = *size,
            Change::GradientAccumulationSteps(steps) => training.gradient_accumulation_steps = *steps,
            Change::NumWorkers(workers) => training.loader.num_workers = *workers,
            Change::Cache(cache) => training.loader.cache = *cache,
            Change::PrefetchFactor(batches) => training.loader.prefetch_factor = *batches,
            Change::PinMemory(pin) => training.loader.pin_memory = *pin,
            Change::PersistentWorkers(persistent) => training.loader.persistent_workers = *persistent,
            Change::BatchedPreprocessing(batched) => training.loader.batched_preprocessing = *batched,
            Change::Ram(ram) => scenario.hardware.ram = *ram,
            Change::Storage(drive) => scenario.hardware.storage = drive.spec,
            Change::Cpu(processor) => scenario.hardware.cpu = processor.spec,
            Change::MemoryFormat(format) => training.memory_format = *format,
            Change::Sharding(sharding) => training.sharding = *sharding,
            Change::Offload(offload) => training.offload = *offload,
            Change::SequenceLength(tokens) => scenario.data.sequence_length = *tokens,
            Change::ImageSize(height, width) => {
                (scenario.data.image_height, scenario.data.image_width) = (*height, *width);
            }
            Change::Gpu(card) => scenario.hardware.gpu = card.spec,
            Change::GpuCount(count) => scenario.hardware.gpu_count = *count,
            Change::ResidentFrozenModels(resident) => training.resident_frozen_models = *resident,
            Change::WeightDecay(decay) => training.weight_decay = *decay,
            Change::AdapterDtype(dtype) => {
                if let Method::Lora(lora) | Method::Qlora(lora, _) = &mut training.method {
                    lora.adapter_dtype = *dtype;
                }
            }
            Change::BytesOnDisk(bytes) => scenario.data.bytes_on_disk = *bytes,
            Change::TargetLength(tokens) => scenario.data.target_length = *tokens,
        }
    }
    // What shares weights out takes contiguous ones: what would be refused is not proposed.
    if !scenario.training.takes_channels_last() {
        scenario.training.memory_format = MemoryFormat::Contiguous;
    }
    scenario
}

/// These changes and what has to change with them, so that a caller who makes them gets what [`applied`] weighs.
#[must_use]
pub fn completed(scenario: &Scenario, mut changes: Vec<Change>) -> Vec<Change> {
    let format = applied(scenario, &changes).training.memory_format;
    let is_said = changes.iter().any(|change| matches!(change, Change::MemoryFormat(_)));
    if format != scenario.training.memory_format && !is_said {
        changes.push(Change::MemoryFormat(format));
    }
    changes
}
