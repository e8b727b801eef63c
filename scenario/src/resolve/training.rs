//! The settings, and whether they suit the model.

use engine::architecture::{Architecture, Family};
use engine::hardware::Gpu;
use engine::training::{
    self as settings, ActivationCheckpointing, Attention, AttentionMask, DataKind, Framework, LinearAttentionKernels, Loader,
    LossLogits, MemoryFormat, Offload, OptimizerImplementation, Quantization, QuantizationBits, Sharding, Training,
};

use super::adapters;
use super::errors::Errors;
use super::subject::Subject;
use crate::defaults;
use crate::error::Reason;
use crate::fields::FIELDS;
use wire::v1::Scenario;
use wire::v1::choices::{Alignment, Cache, Implementation, Method, Optimizer, Precision, Sharding as Word};
use wire::v1::scenario;

/// The settings with their defaults; where an error was found they are of no further use.
pub(super) fn resolve(asked: &scenario::Training, gpu: Option<&Gpu>, subject: Option<&Subject>, errors: &mut Errors) -> Training {
    let precision = asked.precision.unwrap_or_else(|| gpu.map_or(Precision::Fp32, defaults::precision));
    let optimizer = asked.optimizer.unwrap_or(Optimizer::Adamw);
    let sharding = asked.sharding.map_or(Sharding::None, Into::into);
    // Nothing can be moved away from memory in common; the answer's notes say so.
    let has_own_memory = gpu.is_none_or(|gpu| gpu.pool.is_none());
    let offload = asked.offload.filter(|_| has_own_memory).map_or(Offload::None, Into::into);
    let resolved = Training {
        method: method(asked, precision, subject, errors),
        precision: precision.into(),
        optimizer: optimizer.into(),
        optimizer_implementation: asked.optimizer_implementation.map_or(OptimizerImplementation::Foreach, Into::into),
        weight_decay: asked.weight_decay.unwrap_or_else(|| defaults::weight_decay(optimizer)),
        embedding_states_32bit: asked.embedding_states_32bit.unwrap_or(false),
        activation_checkpointing: asked.activation_checkpointing.map_or(ActivationCheckpointing::None, Into::into),
        alignment: asked.alignment.map_or(settings::Alignment::None, Into::into),
        vision_tower: asked.vision_tower.map_or(settings::VisionTower::Frozen, Into::into),
        attention: asked.attention.map_or(Attention::Sdpa, Into::into),
        linear_attention: asked.linear_attention.map_or(LinearAttentionKernels::Torch, Into::into),
        attention_mask: asked.attention_mask.map_or(AttentionMask::None, Into::into),
        loss_logits: asked.loss_logits.map_or(LossLogits::Upcast, Into::into),
        // Sound has no layout of channels to choose.
        memory_format: asked
            .memory_format
            .filter(|_| subject.is_none_or(|subject| !subject.architecture.hears()))
            .map_or(MemoryFormat::Contiguous, Into::into),
        resident_frozen_models: asked.resident_frozen_models.unwrap_or(false),
        micro_batch_size: asked.micro_batch_size.unwrap_or(defaults::MICRO_BATCH_SIZE),
        gradient_accumulation_steps: asked.gradient_accumulation_steps.unwrap_or(1),
        sharding,
        implementation: implementation(asked, sharding, offload, errors),
        offload,
        framework: asked.framework.map_or(Framework::Pytorch, Into::into),
        loader: loader(&asked.loader, subject, errors),
        epochs: asked.epochs.unwrap_or(defaults::EPOCHS),
    };
    if resolved.memory_format == MemoryFormat::ChannelsLast && !resolved.takes_channels_last() {
        let (with, value) = match asked.offload.filter(|_| offload != Offload::None) {
            Some(offload) => ("/training/offload", offload.as_str()),
            None => ("/training/sharding", asked.sharding.unwrap_or(Word::None).as_str()),
        };
        let allowed = vec!["contiguous".to_owned()];
        errors.push("/training/memory_format", Reason::NotApplicable { with, value: format!("`{value}`"), allowed });
    }
    whole_matrices(&resolved, subject, errors);
    adapters::check(&resolved, subject, errors);
    resolved
}

/// Blames what divides or moves away the matrices that an optimizer looks at as they are, and models that have hardly any.
fn whole_matrices(training: &Training, subject: Option<&Subject>, errors: &mut Errors) {
    if !training.optimizer.needs_matrices() {
        return;
    }
    let beside = |allowed: &[&str]| Reason::NotApplicable {
        with: "/training/optimizer",
        value: format!("`{}`", Optimizer::from(training.optimizer).as_str()),
        allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
    };
    if !training.optimizer.takes_sharding(training.sharding) {
        errors.push("/training/sharding", beside(&[Word::None.as_str(), Word::Ddp.as_str()]));
    }
    if training.offload != Offload::None {
        errors.push("/training/offload", beside(&[wire::v1::choices::Offload::None.as_str()]));
    }
    let Some(subject) = subject else { return };
    if !matches!(subject.architecture.family(), Family::Encoder | Family::Decoder | Family::Seq2seq) {
        let others = Optimizer::ALL.iter().filter(|word| !settings::Optimizer::from(**word).needs_matrices());
        errors.push("/training/optimizer", subject.not_applicable(&others.map(|word| word.as_str()).collect::<Vec<_>>()));
    }
}

/// The library that was asked for, where its memory is modeled for what it shall share out.
fn implementation(
    asked: &scenario::Training,
    sharding: Sharding,
    offload: Offload,
    errors: &mut Errors,
) -> Option<settings::Implementation> {
    let implementation = asked.implementation.map(Into::into)?;
    let optimizer = asked.optimizer.unwrap_or(Optimizer::Adamw);
    let suited = settings::Implementation::suited(sharding, offload, optimizer.into());
    if !suited.is_empty() && !suited.contains(&implementation) {
        let is_by_optimizer =
            settings::Implementation::suited(sharding, offload, settings::Optimizer::Adamw).contains(&implementation);
        let (with, value) = match asked.offload.filter(|_| offload != Offload::None) {
            Some(offload) => ("/training/offload", offload.as_str()),
            None if is_by_optimizer => ("/training/optimizer", optimizer.as_str()),
            None => ("/training/sharding", asked.sharding.unwrap_or(Word::None).as_str()),
        };
        let allowed = suited.iter().map(|&library| Implementation::from(library).as_str().to_owned()).collect();
        errors.push("/training/implementation", Reason::NotApplicable { with, value: format!("`{value}`"), allowed });
    }
    Some(implementation)
}

/// The methods that a model can be trained by.
#[must_use]
pub fn methods(architecture: &Architecture) -> Vec<Method> {
    architecture.methods().iter().map(|&kind| kind.into()).collect()
}

fn method(asked: &scenario::Training, precision: Precision, subject: Option<&Subject>, errors: &mut Errors) -> settings::Method {
    let method = asked.method.unwrap_or_else(|| implied_method(asked));
    if let Some(subject) = subject {
        let mut suited = methods(subject.architecture);
        if asked.alignment == Some(Alignment::Dpo) && asked.method != Some(Method::Full) {
            suited.retain(|method| *method != Method::Full);
        }
        // Of a method that was only implied, the fields that imply it are named.
        if !suited.contains(&method) && asked.method.is_some() {
            let words: Vec<&str> = suited.iter().map(|method| method.as_str()).collect();
            errors.push("/training/method", subject.not_applicable(&words));
        }
    }
    match method {
        Method::Full => settings::Method::Full,
        Method::FrozenBackbone => settings::Method::FrozenBackbone,
        Method::Lora => settings::Method::Lora(adapters::lora(&asked.lora, precision, subject, errors)),
        Method::Qlora => {
            if matches!(precision, Precision::Fp32 | Precision::Tf32) {
                let allowed =
                    [Precision::Bf16Amp, Precision::Fp16Amp, Precision::Bf16].map(|precision| precision.as_str().to_owned());
                // Quantized weights are unpacked to 16 bits for every product.
                let reason =
                    Reason::NotApplicable { with: "/training/method", value: "`qlora`".to_owned(), allowed: allowed.into() };
                errors.push("/training/precision", reason);
            }
            settings::Method::Qlora(
                adapters::lora(&asked.lora, precision, subject, errors),
                quantization(&asked.quantization, errors),
            )
        }
    }
}

/// The method where none was named: the first that reads what was described of adapters and quantization.
fn implied_method(asked: &scenario::Training) -> Method {
    // Preferences are learned against the model without its adapters.
    let usual = if asked.alignment == Some(Alignment::Dpo) { Method::Lora } else { Method::Full };
    implied_methods(asked).first().copied().unwrap_or(usual)
}

/// The methods that read all that was described of adapters and quantization; empty where nothing was.
pub(super) fn implied_methods(asked: &scenario::Training) -> &'static [Method] {
    if asked.quantization != scenario::Quantization::default() {
        &[Method::Qlora]
    } else if asked.lora != scenario::Lora::default() {
        &[Method::Lora, Method::Qlora]
    } else {
        &[]
    }
}

/// What was described of adapters and quantization must be read by the method, or by one that is accepted where it is open:
/// a setting that changes nothing would be answered as if it had been heard.
pub(super) fn unread_by_method(asked: &Scenario, subject: Option<&Subject>, errors: &mut Errors) {
    let training = &asked.training;
    let accepted = asked.constraints.methods.as_deref().unwrap_or_default();
    let suited = subject.map(|subject| methods(subject.architecture));
    let (with, given) = match training.method {
        Some(method) => ("/training/method", vec![method]),
        None => ("/constraints/methods", accepted.to_vec()),
    };
    for (prefix, read_by) in
        [("/training/lora/", &[Method::Lora, Method::Qlora][..]), ("/training/quantization/", &[Method::Qlora][..])]
    {
        let reads = |methods: &[Method]| methods.iter().any(|method| read_by.contains(method));
        let is_accepted = (training.method.is_none() && accepted.is_empty()) || reads(&given);
        let is_suited = training.method.is_some() || suited.as_deref().is_none_or(reads);
        if is_accepted && is_suited {
            continue;
        }
        let value = given.iter().map(|method| format!("`{}`", method.as_str())).collect::<Vec<_>>().join(", ");
        let described = FIELDS.iter().filter(|field| field.pointer.starts_with(prefix) && field.get(asked).is_some());
        for field in described {
            let methods = read_by.iter().map(|method| method.as_str()).collect();
            let reason = match subject.filter(|_| !is_suited) {
                Some(subject) => subject.not_applicable(&[]),
                None => Reason::OfAnother { with, value: value.clone(), methods },
            };
            errors.push(field.pointer, reason);
        }
    }
}

fn quantization(asked: &scenario::Quantization, errors: &mut Errors) -> Quantization {
    let bits = match asked.bits.unwrap_or(defaults::QUANTIZATION_BITS) {
        8 => QuantizationBits::Eight,
        4 => QuantizationBits::Four,
        other => {
            let allowed = vec!["4".to_owned(), "8".to_owned()];
            errors.push("/training/quantization/bits", Reason::UnknownValue { given: other.to_string(), allowed });
            QuantizationBits::Four
        }
    };
    Quantization {
        bits,
        double_quantization: asked.double_quantization.unwrap_or(true),
        upcast_unquantized: asked.upcast_unquantized.unwrap_or(true),
    }
}

fn loader(asked: &scenario::Loader, subject: Option<&Subject>, errors: &mut Errors) -> Loader {
    let cache = asked.cache.unwrap_or(Cache::None);
    if let Some(subject) = subject {
        let (suited, words): (bool, &[&str]) = match super::data::kind_of(subject.architecture) {
            DataKind::Images | DataKind::Audio | DataKind::Tensors => {
                (matches!(cache, Cache::None | Cache::Ram), &["none", "ram"])
            }
            DataKind::Text => (matches!(cache, Cache::None | Cache::Ram | Cache::Tokens), &["none", "ram", "tokens"]),
            DataKind::Latents => (matches!(cache, Cache::None | Cache::Ram | Cache::Latents), &["none", "ram", "latents"]),
        };
        if !suited {
            errors.push("/training/loader/cache", subject.not_applicable(words));
        }
    }
    Loader {
        num_workers: asked.num_workers.unwrap_or(defaults::NUM_WORKERS),
        prefetch_factor: asked.prefetch_factor.unwrap_or(defaults::PREFETCH_FACTOR),
        pin_memory: asked.pin_memory.unwrap_or(true),
        persistent_workers: asked.persistent_workers.unwrap_or(true),
        cache: cache.into(),
        batched_preprocessing: asked.batched_preprocessing.unwrap_or(false),
    }
}
