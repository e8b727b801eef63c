//! Changes of a scenario: the advisor's, and one scenario laid over another (RFC 7396 without removals).

use engine::estimate::Change;
use engine::training::{
    Implementation as EngineImplementation, LoraTargets as EngineTargets, Method as EngineMethod, QuantizationBits,
};
use engine::units::GIB;

use crate::fields::FIELDS;
use crate::form::has_own_machine;
use wire::v1::Scenario;
use wire::v1::choices::{Implementation, Method, Offload, Optimizer, Sharding};
use wire::v1::scenario::{GpuChoice, ImageSize, Lora, LoraTargets, Quantization, Training};

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
        Change::LinearAttention(value) => training.linear_attention = Some((*value).into()),
        Change::LossLogits(value) => training.loss_logits = Some((*value).into()),
        Change::MicroBatchSize(value) => training.micro_batch_size = Some(*value),
        Change::GradientAccumulationSteps(value) => training.gradient_accumulation_steps = Some(*value),
        Change::NumWorkers(value) => training.loader.num_workers = Some(*value),
        Change::Cache(value) => training.loader.cache = Some((*value).into()),
        Change::PrefetchFactor(value) => training.loader.prefetch_factor = Some(*value),
        Change::PinMemory(value) => training.loader.pin_memory = Some(*value),
        Change::PersistentWorkers(value) => training.loader.persistent_workers = Some(*value),
        Change::BatchedPreprocessing(value) => training.loader.batched_preprocessing = Some(*value),
        Change::Ram(value) => scenario.hardware.ram_gib = Some(value.0.div_ceil(GIB)),
        Change::Storage(drive) => {
            scenario.hardware.storage = Some(drive.id.to_owned());
            // What is proposed is one drive, whatever volume it replaces.
            scenario.hardware.storage_count = Some(1);
        }
        Change::Cpu(processor) => scenario.hardware.cpu = Some(processor.id.to_owned()),
        Change::MemoryFormat(value) => training.memory_format = Some((*value).into()),
        Change::Sharding(value) => training.sharding = Some((*value).into()),
        Change::Offload(value) => training.offload = Some((*value).into()),
        Change::SequenceLength(value) => scenario.data.sequence_length = Some(*value),
        Change::ImageSize(height, width) => scenario.data.image_size = Some(ImageSize { height: *height, width: *width }),
        Change::Gpu(card) => scenario.hardware.gpu = Some(GpuChoice::Id(card.id.to_owned())),
        Change::GpuCount(value) => scenario.hardware.gpu_count = Some(*value),
        Change::ResidentFrozenModels(value) => training.resident_frozen_models = Some(*value),
        Change::WeightDecay(value) => training.weight_decay = Some(*value),
        Change::AdapterDtype(value) => training.lora.adapter_dtype = Some((*value).into()),
        Change::BytesOnDisk(value) => scenario.data.bytes_on_disk = Some(value.0),
        Change::TargetLength(value) => scenario.data.target_length = Some(*value),
    }
    // A library that was asked for, but cannot share out what these settings say, makes way for one that can.
    if scenario.training.implementation.is_some() {
        scenario.training.implementation = implementation(&scenario.training).or(scenario.training.implementation);
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

/// The patch of these changes for what was asked, and for its pinned form: a change of how the run is shared out also names the
/// library that does it then, whichever did before.
#[must_use]
pub fn patch_of(asked: &Scenario, changes: &[Change]) -> Scenario {
    let mut patch = patch(changes);
    if changes.iter().any(|change| matches!(change, Change::Sharding(_) | Change::Offload(_) | Change::Optimizer(_))) {
        let mut merged = asked.clone();
        merge(&mut merged, &patch);
        // Offload from memory in common is passed over.
        merged.training.offload = merged.training.offload.filter(|_| !has_own_machine(asked));
        patch.training.implementation = implementation(&merged.training);
    }
    patch
}

/// The library that shares out what these settings say: the one that was asked for where it can, else the usual one.
fn implementation(training: &Training) -> Option<Implementation> {
    let sharding = training.sharding.unwrap_or(Sharding::None);
    let optimizer = training.optimizer.unwrap_or(Optimizer::Adamw);
    let suited =
        EngineImplementation::suited(sharding.into(), training.offload.unwrap_or(Offload::None).into(), optimizer.into());
    let asked = training.implementation.filter(|&asked| suited.contains(&asked.into()));
    asked.or_else(|| suited.first().map(|&usual| usual.into()))
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

/// What was asked, with the constraints that say the same as a field written into that field.
#[must_use]
pub fn with_single_method(asked: &Scenario) -> Scenario {
    let mut scenario = asked.clone();
    // A single method that is accepted is the method.
    if let (None, Some([method])) = (asked.training.method, asked.constraints.methods.as_deref()) {
        scenario.training.method = Some(*method);
    }
    scenario
}

/// Writes a method with its adapters and quantization.
pub(crate) fn set_method(scenario: &mut Scenario, method: &EngineMethod) {
    let training = &mut scenario.training;
    match method {
        EngineMethod::Full | EngineMethod::FrozenBackbone => {
            let full = matches!(method, EngineMethod::Full);
            training.method = Some(if full { Method::Full } else { Method::FrozenBackbone });
            // What the method does not read would be refused.
            (training.lora, training.quantization) = (Lora::default(), Quantization::default());
        }
        EngineMethod::Lora(lora) => {
            training.method = Some(Method::Lora);
            training.quantization = Quantization::default();
            training.lora = lora_of(lora, training.lora.targets.take());
        }
        EngineMethod::Qlora(lora, quantization) => {
            training.method = Some(Method::Qlora);
            training.lora = lora_of(lora, training.lora.targets.take());
            training.quantization = quantization_of(*quantization);
        }
    }
}

/// Modules that were named keep their names: the engine's own are no language of the wire, and no change names others.
fn lora_of(lora: &engine::training::Lora, named: Option<LoraTargets>) -> Lora {
    Lora {
        rank: Some(lora.rank),
        targets: match &lora.targets {
            EngineTargets::Named(_) => named,
            preset => Some(LoraTargets::from(preset)),
        },
        dropout: Some(lora.dropout),
        adapter_dtype: Some(lora.adapter_dtype.into()),
        use_dora: lora.use_dora.then_some(true),
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
