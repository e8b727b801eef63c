//! A loss that is not a number, or gradients that overflow: by precision, by data, by the step's own arithmetic.

use super::case::{Case, check, look};
use super::checklist::{Check, Probe, Verdict};
use super::finding::{Finding, Place};
use crate::estimate::{Change, Effect};
use crate::training::{Attention, DataKind, Precision};

/// All checks of numbers that are none.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let training = &case.scenario.training;
    let texts = case.scenario.data.kind == DataKind::Text;
    let mut checks = vec![
        half_range(case),
        look(
            "learning-rate",
            0.5,
            Place::LearningRate,
            &[Probe::GradientNorm],
            "Pascanu et al. 2013 (clipping); Goyal et al. 2017 (warm-up)",
        ),
        look(
            "labels",
            if texts { 0.45 } else { 0.35 },
            Place::Labels,
            &[Probe::FiniteBatch],
            "PyTorch's CrossEntropyLoss: the mean over no label is not a number",
        ),
        look("own-loss", 0.3, Place::OwnLoss, &[Probe::Anomaly], "PyTorch's autograd: detect_anomaly"),
        look("faults", 0.05, Place::Faults, &[Probe::KernelLog, Probe::GpuClocks], "rule D5; the driver's Xid messages"),
    ];
    if training.precision == Precision::Fp16Amp {
        let source = "PyTorch's GradScaler: it starts at 65,536, halves on overflow and doubles after 2,000 steps";
        checks.push(look("loss-scale", 0.6, Place::LossScale, &[Probe::LossScale], source));
    }
    if texts && !case.scenario.model.is_convolutional() {
        let weight = if training.attention == Attention::Eager { 0.4 } else { 0.25 };
        let source = "softmax over a row that a mask leaves empty; pytorch/pytorch#41508";
        checks.push(look("masked-rows", weight, Place::MaskedRows, &[Probe::Anomaly], source));
    }
    checks
}

/// FP16 reaches to 65,504 and no further; BF16 has the range of FP32.
fn half_range(case: &Case<'_>) -> Check {
    let half = case.scenario.training.precision == Precision::Fp16Amp;
    let verdict = if half { Verdict::Likely } else { Verdict::RuledOut };
    let mut remedies = Vec::new();
    if half && case.scenario.hardware.gpu.bf16.is_some() {
        let change = vec![Change::Precision(Precision::Bf16Amp)];
        remedies.push(case.remedy("bf16", change, Effect::Small, "IEEE 754 binary16 and bfloat16"));
    }
    check(
        "half-range",
        verdict,
        if half { 0.8 } else { 0.0 },
        Finding::Elsewhere(Place::HalfRange),
        "IEEE 754 binary16 and bfloat16",
    )
    .with_probes(&[Probe::LossScale])
    .with_remedies(remedies)
}
