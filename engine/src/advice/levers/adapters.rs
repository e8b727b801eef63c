//! Levers on which weights train.

use super::candidate::{Candidate, setting};
use super::plan::Plan;
use super::{can_wait, mixed_precision_of};
use crate::estimate::{Change, Effect, RejectionReason};
use crate::inputs::Scenario;
use crate::training::{
    AdapterDtype, Lora, LoraTargets, Method, MethodKind, Offload, Precision, Quantization, QuantizationBits, Training,
};

/// Rank of the adapters that a lever proposes (Hu et al. 2021, section 7.2: small ranks suffice; PEFT's default).
const PROPOSED_RANK: u64 = 8;
/// Quantization that a lever proposes: NF4 with double quantization, as QLoRA's authors train (Dettmers et al. 2023, section 4).
pub const PROPOSED_QUANTIZATION: Quantization =
    Quantization { bits: QuantizationBits::Four, double_quantization: true, upcast_unquantized: true };
/// Eight bits, whose scales are not quantized again.
const EIGHT_BITS: Quantization =
    Quantization { bits: QuantizationBits::Eight, double_quantization: false, upcast_unquantized: true };

/// Adapters as PEFT sets them up: FP32 beside 16-bit weights, BF16 in pure BF16.
#[must_use]
pub fn proposed_lora(precision: Precision) -> Lora {
    let adapter_dtype = if precision == Precision::Bf16 { AdapterDtype::Bf16 } else { AdapterDtype::Fp32 };
    Lora { rank: PROPOSED_RANK, targets: LoraTargets::Attention, dropout: 0.0, adapter_dtype, use_dora: false, trains_head: true }
}

/// Adapters as [`proposed_lora`], no wider than the layers of the scenario's model.
fn lora_for(scenario: &Scenario, precision: Precision) -> Lora {
    let lora = proposed_lora(precision);
    Lora { rank: lora.rank.min(scenario.model.adapter_width()).max(1), ..lora }
}

pub(super) fn lora(plan: &Plan) -> Candidate {
    let scenario = plan.scenario;
    let change = match &scenario.training.method {
        _ if !suits(scenario, MethodKind::Lora) => Err(RejectionReason::Unsupported),
        Method::Full | Method::FrozenBackbone => {
            Ok(vec![Change::Method(Method::Lora(lora_for(scenario, scenario.training.precision)))])
        }
        Method::Lora(_) => Err(RejectionReason::AlreadySet),
        Method::Qlora(..) => Err(RejectionReason::Covered),
    };
    setting("lora", change, Effect::ChangesMethod, "Hu et al. 2021 (LoRA)")
}

pub(super) fn qlora(plan: &Plan) -> Candidate {
    let change = quantization_change(plan.scenario, PROPOSED_QUANTIZATION);
    setting("qlora", change, Effect::ChangesMethod, "Dettmers et al. 2023 (QLoRA)")
}

pub(super) fn eight_bit_base(plan: &Plan) -> Candidate {
    let change = quantization_change(plan.scenario, EIGHT_BITS);
    setting("eight-bit-base", change, Effect::ChangesMethod, "Dettmers et al. 2022 (LLM.int8()), adapters as in QLoRA")
}

/// Adapters beside weights of this many bits.
fn quantization_change(scenario: &Scenario, quantization: Quantization) -> Result<Vec<Change>, RejectionReason> {
    let gpu = &scenario.hardware.gpu;
    if !suits(scenario, MethodKind::Qlora) || gpu.fp16.is_none() {
        return Err(RejectionReason::Unsupported);
    }
    // Lengths of rows of 8-bit weights are not held against anything.
    if quantization.bits == QuantizationBits::Eight && scenario.training.method.uses_dora() {
        return Err(RejectionReason::UsesDora);
    }
    match scenario.training.method {
        Method::Qlora(_, now) if now.bits == quantization.bits => return Err(RejectionReason::AlreadySet),
        Method::Qlora(_, now) => return Err(RejectionReason::Quantized(now.bits)),
        Method::Full | Method::Lora(_) | Method::FrozenBackbone => {}
    }
    // Quantized weights are unpacked to 16 bits for every product.
    let precision = match scenario.training.precision {
        Precision::Fp32 | Precision::Tf32 => mixed_precision_of(gpu).unwrap_or(Precision::Fp16Amp),
        set => set,
    };
    let lora = scenario.training.method.lora().cloned().unwrap_or_else(|| lora_for(scenario, precision));
    let method = Method::Qlora(lora, quantization);
    let offload = scenario.training.offload;
    let stays = !can_wait(&Training { method: method.clone(), ..scenario.training.clone() }, offload);
    let mut change = vec![Change::Method(method)];
    // Quantized weights stay on the card, and the states of adapters are not worth a way.
    if stays {
        change.push(Change::Offload(Offload::None));
    }
    if precision != scenario.training.precision {
        change.push(Change::Precision(precision));
    }
    Ok(change)
}

/// Half the rank, at the query and value projections alone where a group of layers was asked for.
pub(super) fn smaller_rank(plan: &Plan) -> Candidate {
    let smaller = |lora: &Lora| Lora {
        rank: (lora.rank / 2).max(1),
        targets: match &lora.targets {
            LoraTargets::Named(names) => LoraTargets::Named(names.clone()),
            LoraTargets::QueryValue | LoraTargets::Attention | LoraTargets::AllLinear => LoraTargets::QueryValue,
        },
        ..lora.clone()
    };
    let method = &plan.scenario.training.method;
    let changed = match method {
        Method::Full | Method::FrozenBackbone => None,
        Method::Lora(lora) => Some(Method::Lora(smaller(lora))),
        Method::Qlora(lora, quantization) => Some(Method::Qlora(smaller(lora), *quantization)),
    };
    let change = match changed {
        None => Err(RejectionReason::Unsupported),
        Some(changed) if changed == *method => Err(RejectionReason::AlreadySet),
        Some(changed) => Ok(vec![Change::Method(changed)]),
    };
    setting("smaller-rank", change, Effect::Small, "Hu et al. 2021, section 7: small ranks at query and value suffice")
}

pub(super) fn frozen_backbone(plan: &Plan) -> Candidate {
    let change = match plan.scenario.training.method {
        _ if !suits(plan.scenario, MethodKind::FrozenBackbone) => Err(RejectionReason::Unsupported),
        // Beside adapters all of the backbone is frozen already.
        Method::Lora(_) | Method::Qlora(..) => Err(RejectionReason::Covered),
        Method::FrozenBackbone => Err(RejectionReason::AlreadySet),
        Method::Full => Ok(vec![Change::Method(Method::FrozenBackbone)]),
    };
    setting("frozen-backbone", change, Effect::ChangesMethod, "Yosinski et al. 2014; PyTorch's transfer-learning tutorial")
}

fn suits(scenario: &Scenario, method: MethodKind) -> bool {
    scenario.methods().any(|suited| suited == method)
}
