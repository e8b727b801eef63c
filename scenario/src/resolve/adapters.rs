//! Low-rank adapters, and whether what is asked beside them goes with them.

use engine::architecture::Family;
use engine::training::{self as settings, Offload, Quantization, QuantizationBits, Training};
use wire::v1::choices::{AdapterDtype, LoraPreset, Precision};
use wire::v1::scenario::{self, LoraTargets};

use super::errors::Errors;
use super::modules;
use super::subject::Subject;
use crate::defaults;
use crate::error::{Reason, Unit};
use crate::limits;

/// The switch for lengths that are learned apart.
const USE_DORA: &str = "/training/lora/use_dora";

/// Adapters with their defaults.
pub(super) fn lora(
    asked: &scenario::Lora,
    precision: Precision,
    subject: Option<&Subject>,
    errors: &mut Errors,
) -> settings::Lora {
    let rank = asked.rank.unwrap_or(defaults::LORA_RANK);
    let targets = asked.targets.clone().unwrap_or(LoraTargets::Preset(LoraPreset::Attention));
    if let Some(subject) = subject {
        let width = subject.architecture.adapter_width();
        if rank > width {
            let reason = Reason::OutOfRange { min: 1.0, max: width.min(limits::LORA_RANK.max) as f64, unit: Unit::None };
            errors.push("/training/lora/rank", reason);
        }
    }
    let adapter_dtype = asked.adapter_dtype.unwrap_or_else(|| defaults::adapter_dtype(precision));
    if precision == Precision::Fp16Amp && adapter_dtype == AdapterDtype::Bf16 {
        // PyTorch's scaler refuses gradients of 16 bits ("Attempting to unscale FP16 gradients").
        let (with, value) = ("/training/precision", format!("`{}`", precision.as_str()));
        let allowed = vec![AdapterDtype::Fp32.as_str().to_owned()];
        errors.push("/training/lora/adapter_dtype", Reason::NotApplicable { with, value, allowed });
    }
    settings::Lora {
        rank,
        targets: match (&targets, subject) {
            (LoraTargets::Named(names), Some(subject)) => modules::targets(names, subject.architecture, errors),
            _ => (&targets).into(),
        },
        dropout: asked.dropout.unwrap_or(defaults::LORA_DROPOUT),
        adapter_dtype: adapter_dtype.into(),
        use_dora: asked.use_dora.unwrap_or(false),
        trains_head: true,
    }
}

/// Blames what takes away the whole weights that lengths of rows are taken of, and models that are not held against such adapters.
pub(super) fn check(training: &Training, subject: Option<&Subject>, errors: &mut Errors) {
    if !training.method.uses_dora() {
        return;
    }
    let beside = |allowed: &[&str]| Reason::NotApplicable {
        with: USE_DORA,
        value: "`true`".to_owned(),
        allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
    };
    if !training.method.takes_sharding(training.sharding) {
        errors.push("/training/sharding", beside(&["none", "ddp", "zero-1", "zero-2"]));
    }
    if training.offload == Offload::All {
        errors.push("/training/offload", beside(&["none", "optimizer"]));
    }
    if let settings::Method::Qlora(_, Quantization { bits: QuantizationBits::Eight, .. }) = training.method {
        errors.push("/training/quantization/bits", beside(&["4"]));
    }
    let is_text =
        |subject: &Subject| matches!(subject.architecture.family(), Family::Encoder | Family::Decoder | Family::Seq2seq);
    if let Some(subject) = subject.filter(|subject| !is_text(subject)) {
        errors.push(USE_DORA, subject.not_applicable(&["false"]));
    }
}
