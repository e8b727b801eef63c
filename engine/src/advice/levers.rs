//! Single changes, each with what it does to memory and time.

use super::apply::applied;
use crate::answer::{Detail, batch, evaluated, timed};
use crate::architecture::Architecture;
use crate::device::roofline::profile;
use crate::estimate::{Change, Effect, Estimate, Figures, Lever, LeverKind, Market, Rejection, RejectionReason, Scenario};
use crate::hardware::Gpu;
use crate::host;
use crate::training::{
    ActivationCheckpointing, AdapterDtype, Attention, Lora, LoraTargets, LossLogits, Method, Optimizer, OptimizerImplementation,
    Precision, Quantization, QuantizationBits,
};
use crate::work::StepWork;

/// Rank of the adapters that a lever proposes (Hu et al. 2021, section 7.2: small ranks suffice; PEFT's default).
const PROPOSED_RANK: u64 = 8;
/// Quantization that a lever proposes: NF4 with double quantization, as QLoRA's authors train (Dettmers et al. 2023, section 4).
pub const PROPOSED_QUANTIZATION: Quantization =
    Quantization { bits: QuantizationBits::Four, double_quantization: true, upcast_unquantized: true };
/// Gains below this share are none.
const WORTHWHILE: f64 = 0.01;

/// A change to be weighed.
pub(crate) struct Candidate {
    pub(crate) id: &'static str,
    pub(crate) kind: LeverKind,
    pub(crate) change: Result<Vec<Change>, RejectionReason>,
    pub(crate) effect: Effect,
    pub(crate) source: &'static str,
}

/// All levers for a plan, ranked: those that make it fit first, then by effect on results, then by time; and what was
/// dropped, with the reason. `detail` is how closely memory after each is looked at; the ranking is the same.
#[must_use]
pub(crate) fn ranked(asked: &Estimate, market: &Market, detail: Detail) -> (Vec<Lever>, Vec<Rejection>) {
    let mut levers = Vec::new();
    let mut rejected = Vec::new();
    for candidate in candidates(asked, market) {
        let id = candidate.id;
        match weighed(asked, detail, candidate) {
            Ok(lever) => levers.push(lever),
            Err(reason) => rejected.push(Rejection { what: id, reason }),
        }
    }
    levers.sort_by(|a, b| {
        b.fits
            .cmp(&a.fits)
            .then(a.effect_on_results.cmp(&b.effect_on_results))
            .then(a.after.epoch.get().total_cmp(&b.after.epoch.get()))
            .then(a.id.cmp(b.id))
    });
    (levers, rejected)
}

/// The lever's figures, unless it gains nothing.
fn weighed(asked: &Estimate, detail: Detail, candidate: Candidate) -> Result<Lever, RejectionReason> {
    let Candidate { id, kind, change, effect, source } = candidate;
    let change = change?;
    let changed = applied(&asked.scenario, &change);
    let least = evaluated(&changed, Detail::Least);
    let (_, speed) = timed(&changed, &least.work);
    let ram = host::ram(&changed, &least.work);
    let fits = least.vram.fit.fits() && ram.minimum <= changed.hardware.ram;
    let gains_memory = less(least.vram.needed.as_f64(), asked.vram.needed.as_f64());
    let gains_time =
        less(speed.epoch.get(), asked.speed.epoch.get()) || less(speed.first_epoch.get(), asked.speed.first_epoch.get());
    let fills_ram = asked.scenario.hardware.ram < asked.ram.minimum && ram.minimum <= changed.hardware.ram;
    if !gains_memory && !gains_time && !fills_ram {
        return Err(RejectionReason::NoGain);
    }
    let vram = match detail {
        Detail::Least => least.vram,
        Detail::Replayed => evaluated(&changed, detail).vram,
    };
    Ok(Lever {
        id,
        kind,
        before: Figures::of(asked),
        after: Figures {
            vram: vram.device_peak,
            vram_needed: vram.needed,
            parts: vram.parts,
            ram: ram.peak,
            ram_minimum: ram.minimum,
            step: speed.step,
            first_epoch: speed.first_epoch,
            epoch: speed.epoch,
            rate: speed.rate,
        },
        effect_on_results: effect,
        fits,
        conflicts: Vec::new(),
        requires: Vec::new(),
        source,
        change,
        follows: Vec::new(),
    })
}

fn less(after: f64, before: f64) -> bool {
    after < before * (1.0 - WORTHWHILE)
}

/// Every lever, whether or not it can be pulled.
pub(crate) fn candidates(asked: &Estimate, _market: &Market) -> Vec<Candidate> {
    let scenario = &asked.scenario;
    let mut all = vec![
        mixed_precision(scenario),
        low_precision(scenario),
        checkpointing(scenario),
        fused_attention(scenario),
        chunked_loss(scenario),
    ];
    all.extend([
        fused_optimizer(scenario),
        small_optimizer(scenario, Optimizer::Adamw8bit),
        small_optimizer(scenario, Optimizer::Adafactor),
    ]);
    all.extend([lora(scenario), qlora(scenario), smaller_batch(asked), larger_batch(asked), workers(asked), ram(asked)]);
    all
}

fn set_or<T: PartialEq>(now: &T, then: T, change: impl FnOnce(T) -> Change) -> Result<Vec<Change>, RejectionReason> {
    if *now == then { Err(RejectionReason::AlreadySet) } else { Ok(vec![change(then)]) }
}

/// The mixed precision that a card runs best.
#[must_use]
pub const fn mixed_precision_of(gpu: &Gpu) -> Option<Precision> {
    match (gpu.bf16, gpu.fp16) {
        (Some(_), _) => Some(Precision::Bf16Amp),
        (None, Some(_)) => Some(Precision::Fp16Amp),
        (None, None) => None,
    }
}

fn mixed_precision(scenario: &Scenario) -> Candidate {
    let now = scenario.training.precision;
    let change = match mixed_precision_of(&scenario.hardware.gpu) {
        None => Err(RejectionReason::Unsupported),
        Some(_) if !matches!(now, Precision::Fp32 | Precision::Tf32) => Err(RejectionReason::AlreadySet),
        Some(precision) => Ok(vec![Change::Precision(precision)]),
    };
    Candidate {
        id: "mixed-precision",
        kind: LeverKind::Setting,
        change,
        effect: Effect::None,
        source: "Micikevicius et al. 2018; rule D7",
    }
}

fn low_precision(scenario: &Scenario) -> Candidate {
    let change = if scenario.hardware.gpu.bf16.is_none() {
        Err(RejectionReason::Unsupported)
    } else {
        set_or(&scenario.training.precision, Precision::Bf16, Change::Precision)
    };
    Candidate {
        id: "bf16-weights",
        kind: LeverKind::Setting,
        change,
        effect: Effect::Small,
        source: "PyTorch: weights, gradients and states in bfloat16; rule B13",
    }
}

fn checkpointing(scenario: &Scenario) -> Candidate {
    let change =
        set_or(&scenario.training.activation_checkpointing, ActivationCheckpointing::Full, Change::ActivationCheckpointing);
    Candidate {
        id: "activation-checkpointing",
        kind: LeverKind::Setting,
        change,
        effect: Effect::None,
        source: "Chen et al. 2016; rule B9",
    }
}

const fn is_transformer(scenario: &Scenario) -> bool {
    !scenario.model.is_convolutional()
}

fn fused_attention(scenario: &Scenario) -> Candidate {
    let change = if is_transformer(scenario) {
        set_or(&scenario.training.attention, Attention::Sdpa, Change::Attention)
    } else {
        Err(RejectionReason::Unsupported)
    };
    Candidate {
        id: "fused-attention",
        kind: LeverKind::Setting,
        change,
        effect: Effect::None,
        source: "Dao 2023 (FlashAttention-2)",
    }
}

fn chunked_loss(scenario: &Scenario) -> Candidate {
    let change = if matches!(scenario.model, Architecture::Decoder(_) | Architecture::Gpt2(_)) {
        set_or(&scenario.training.loss_logits, LossLogits::Chunked, Change::LossLogits)
    } else {
        Err(RejectionReason::Unsupported)
    };
    Candidate {
        id: "chunked-loss",
        kind: LeverKind::Setting,
        change,
        effect: Effect::None,
        source: "Hsu et al. 2024 (Liger Kernel), fused linear cross entropy",
    }
}

fn fused_optimizer(scenario: &Scenario) -> Candidate {
    let change = match scenario.training.optimizer {
        Optimizer::Adamw | Optimizer::Sgd | Optimizer::SgdMomentum => {
            set_or(&scenario.training.optimizer_implementation, OptimizerImplementation::Fused, Change::OptimizerImplementation)
        }
        Optimizer::Adamw8bit | Optimizer::Adafactor => Err(RejectionReason::Unsupported),
    };
    Candidate {
        id: "fused-optimizer",
        kind: LeverKind::Setting,
        change,
        effect: Effect::None,
        source: "PyTorch torch.optim, fused=True",
    }
}

fn small_optimizer(scenario: &Scenario, optimizer: Optimizer) -> Candidate {
    let (id, source) = match optimizer {
        Optimizer::Adamw8bit => ("adamw-8bit", "Dettmers et al. 2022 (8-bit optimizers)"),
        _ => ("adafactor", "Shazeer and Stern 2018; rule B1"),
    };
    let change = match scenario.training.optimizer {
        Optimizer::Adamw => Ok(vec![Change::Optimizer(optimizer)]),
        now if now == optimizer => Err(RejectionReason::AlreadySet),
        _ => Err(RejectionReason::NoGain),
    };
    let effect = if optimizer == Optimizer::Adamw8bit { Effect::Small } else { Effect::ChangesMethod };
    Candidate { id, kind: LeverKind::Setting, change, effect, source }
}

/// Adapters as PEFT sets them up: FP32 beside 16-bit weights, BF16 in pure BF16.
#[must_use]
pub fn proposed_lora(precision: Precision) -> Lora {
    let adapter_dtype = if precision == Precision::Bf16 { AdapterDtype::Bf16 } else { AdapterDtype::Fp32 };
    Lora { rank: PROPOSED_RANK, targets: LoraTargets::Attention, dropout: 0.0, adapter_dtype }
}

fn lora(scenario: &Scenario) -> Candidate {
    let change = match (&scenario.model, &scenario.training.method) {
        (model, _) if !model.takes_adapters() => Err(RejectionReason::Unsupported),
        (_, Method::Full) => Ok(vec![Change::Method(Method::Lora(proposed_lora(scenario.training.precision)))]),
        _ => Err(RejectionReason::AlreadySet),
    };
    Candidate { id: "lora", kind: LeverKind::Setting, change, effect: Effect::ChangesMethod, source: "Hu et al. 2021 (LoRA)" }
}

fn qlora(scenario: &Scenario) -> Candidate {
    let change = match (&scenario.model, &scenario.training.method) {
        (Architecture::Decoder(_) | Architecture::Gpt2(_), Method::Full | Method::Lora(_))
            if scenario.hardware.gpu.fp16.is_some() =>
        {
            let precision = match scenario.training.precision {
                Precision::Fp32 | Precision::Tf32 => mixed_precision_of(&scenario.hardware.gpu).unwrap_or(Precision::Fp16Amp),
                set => set,
            };
            let lora = scenario.training.method.lora().cloned().unwrap_or_else(|| proposed_lora(precision));
            let mut change = vec![Change::Method(Method::Qlora(lora, PROPOSED_QUANTIZATION))];
            if precision != scenario.training.precision {
                change.push(Change::Precision(precision));
            }
            Ok(change)
        }
        (Architecture::Decoder(_) | Architecture::Gpt2(_), Method::Qlora(..)) => Err(RejectionReason::AlreadySet),
        _ => Err(RejectionReason::Unsupported),
    };
    Candidate {
        id: "qlora",
        kind: LeverKind::Setting,
        change,
        effect: Effect::ChangesMethod,
        source: "Dettmers et al. 2023 (QLoRA)",
    }
}

/// A smaller micro-batch with as many more accumulation steps, so that an update still sees the same samples.
fn smaller_batch(asked: &Estimate) -> Candidate {
    let training = &asked.scenario.training;
    let most = if asked.vram.fit.fits() {
        training.micro_batch_size / 2
    } else {
        asked.max_micro_batch_size.min(training.micro_batch_size)
    };
    // Gradients stay allocated between micro-batches, so that the largest batch with accumulation is searched anew.
    let mut size = (1..=most).rev().find(|size| training.micro_batch_size.is_multiple_of(*size)).unwrap_or(0);
    let mut change = Err(RejectionReason::NoGain);
    while size > 0 && size < training.micro_batch_size {
        let steps = training.gradient_accumulation_steps * (training.micro_batch_size / size);
        let changes = vec![Change::MicroBatchSize(size), Change::GradientAccumulationSteps(steps)];
        let fits = evaluated(&applied(&asked.scenario, &changes), Detail::Least).vram.fit.fits();
        change = Ok(changes);
        if fits {
            break;
        }
        size = (1..size).rev().find(|size| training.micro_batch_size.is_multiple_of(*size)).unwrap_or(0);
    }
    Candidate {
        id: "batch-with-accumulation",
        kind: LeverKind::Setting,
        change,
        effect: Effect::None,
        source: "PyTorch gradient accumulation; rules B8, D7",
    }
}

/// The batch that the advisor would run with, where the card has room for a larger one.
fn larger_batch(asked: &Estimate) -> Candidate {
    let now = asked.scenario.training.micro_batch_size;
    let change = if asked.max_micro_batch_size <= now {
        Err(RejectionReason::NoGain)
    } else {
        let speed = |candidate: &Scenario, work: &StepWork| timed(candidate, work).1;
        let size = batch::recommended(&asked.scenario, asked.max_micro_batch_size, speed);
        if size > now { Ok(vec![Change::MicroBatchSize(size)]) } else { Err(RejectionReason::NoGain) }
    };
    Candidate {
        id: "larger-batch",
        kind: LeverKind::Setting,
        change,
        effect: Effect::Small,
        source: "roofline of the step at each batch",
    }
}

fn workers(asked: &Estimate) -> Candidate {
    let scenario = &asked.scenario;
    let rate = profile(&evaluated(scenario, Detail::Least).work, &scenario.hardware, &scenario.training).compute_rate();
    let advised = host::loader::recommended_workers(scenario, rate);
    let change = set_or(&scenario.training.loader.num_workers, advised, Change::NumWorkers);
    Candidate { id: "loader-workers", kind: LeverKind::Setting, change, effect: Effect::None, source: "rules B10, A2" }
}

fn ram(asked: &Estimate) -> Candidate {
    let change = if asked.scenario.hardware.ram < asked.ram.recommended {
        Ok(vec![Change::Ram(asked.ram.recommended)])
    } else {
        Err(RejectionReason::AlreadySet)
    };
    Candidate { id: "more-ram", kind: LeverKind::Hardware, change, effect: Effect::None, source: "rules A2, A4" }
}
