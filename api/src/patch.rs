//! Changes of a scenario: the advisor's, and one scenario laid over another (RFC 7396 without removals).

use engine::estimate::Change;
use engine::training::{Method as EngineMethod, QuantizationBits};
use engine::units::GIB;

use crate::fields::FIELDS;
use crate::v1::Scenario;
use crate::v1::choices::Method;
use crate::v1::scenario::{Lora, LoraTargets, Quantization};

/// Applies one of the advisor's changes.
pub fn apply_change(scenario: &mut Scenario, change: &Change) {
    let training = &mut scenario.training;
    match change {
        Change::Method(method) => set_method(scenario, method),
        Change::Precision(value) => training.precision = Some((*value).into()),
        Change::Optimizer(value) => training.optimizer = Some((*value).into()),
        Change::OptimizerImplementation(value) => training.optimizer_implementation = Some((*value).into()),
        Change::ActivationCheckpointing(value) => training.activation_checkpointing = Some((*value).into()),
        Change::Attention(value) => training.attention = Some((*value).into()),
        Change::LossLogits(value) => training.loss_logits = Some((*value).into()),
        Change::MicroBatchSize(value) => training.micro_batch_size = Some(*value),
        Change::GradientAccumulationSteps(value) => training.gradient_accumulation_steps = Some(*value),
        Change::Sharding(value) => training.sharding = Some((*value).into()),
        Change::NumWorkers(value) => training.loader.num_workers = Some(*value),
        Change::Cache(value) => training.loader.cache = Some((*value).into()),
        Change::PrefetchFactor(value) => training.loader.prefetch_factor = Some(*value),
        Change::PinMemory(value) => training.loader.pin_memory = Some(*value),
        Change::PersistentWorkers(value) => training.loader.persistent_workers = Some(*value),
        Change::BatchedPreprocessing(value) => training.loader.batched_preprocessing = Some(*value),
        Change::Ram(value) => scenario.hardware.ram_gib = Some(value.0.div_ceil(GIB)),
        Change::Storage(drive) => scenario.hardware.storage = Some(drive.id.to_owned()),
        Change::Cpu(processor) => scenario.hardware.cpu = Some(processor.id.to_owned()),
    }
}

/// The scenario that says just these changes: merged into another it applies them.
#[must_use]
pub fn patch(changes: &[Change]) -> Scenario {
    let mut scenario = Scenario::default();
    for change in changes {
        apply_change(&mut scenario, change);
    }
    scenario
}

/// Lays the leaves that `patch` says over those of `scenario`.
pub fn merge(scenario: &mut Scenario, patch: &Scenario) {
    for field in FIELDS {
        if let Some(value) = field.get(patch) {
            // A value that was read from a leaf is of that leaf's kind, so that writing it cannot fail.
            let written = field.set(scenario, value);
            debug_assert!(written.is_ok(), "a leaf takes what it gave");
        }
    }
}

/// Writes a method with its adapters and quantization.
pub(crate) fn set_method(scenario: &mut Scenario, method: &EngineMethod) {
    let training = &mut scenario.training;
    match method {
        EngineMethod::Full => training.method = Some(Method::Full),
        EngineMethod::FrozenBackbone => training.method = Some(Method::FrozenBackbone),
        EngineMethod::Lora(lora) => {
            training.method = Some(Method::Lora);
            training.lora = lora_of(lora);
        }
        EngineMethod::Qlora(lora, quantization) => {
            training.method = Some(Method::Qlora);
            training.lora = lora_of(lora);
            training.quantization = quantization_of(*quantization);
        }
    }
}

fn lora_of(lora: &engine::training::Lora) -> Lora {
    Lora {
        rank: Some(lora.rank),
        targets: Some(LoraTargets::from(&lora.targets)),
        dropout: Some(lora.dropout),
        adapter_dtype: Some(lora.adapter_dtype.into()),
    }
}

fn quantization_of(quantization: engine::training::Quantization) -> Quantization {
    Quantization {
        bits: Some(match quantization.bits {
            QuantizationBits::Four => 4,
            QuantizationBits::Eight => 8,
        }),
        double_quantization: Some(quantization.double_quantization),
        upcast_unquantized: Some(quantization.upcast_unquantized),
    }
}
