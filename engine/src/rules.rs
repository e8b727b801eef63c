//! What practitioners' rules say beside the model: a second opinion, shown and never followed.
//!
//! Each rule is evaluated exactly as its guide states it, in the guide's own unit (GB on the box of card and kit); the
//! model's figure stands beside it with a verdict and, where they differ, the reason.

mod batch;
mod levers;
mod memory;
mod state;
mod vram;

use crate::architecture::{Architecture, Family};
use crate::estimate::{
    DataPath, Guide, Ram, RuleFinding, RuleOpinion, RuleReason, RuleSubject, RuleVerdict, Scenario, Speed, Vram,
};
use crate::training::{Method, QuantizationBits};
use crate::units::Bytes;
use crate::work::StepWork;

/// Everything that the rules compare with.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The pinned scenario.
    pub scenario: &'a Scenario,
    /// The work and weights of a step.
    pub work: &'a StepWork,
    /// The model's answer for the card.
    pub vram: &'a Vram,
    /// The model's answer for the host.
    pub ram: &'a Ram,
    /// The model's answer for time.
    pub speed: &'a Speed,
    /// The model's answer for the data path.
    pub path: &'a DataPath,
    /// The model's largest micro-batch.
    pub max_micro_batch_size: u64,
    /// What other steps than the asked one show.
    pub trials: &'a Trials,
}

/// What the model finds by playing other steps than the asked one.
#[derive(Debug, Clone, PartialEq)]
pub struct Trials {
    /// Memory that does not depend on the batch: the line through two batches, at none.
    pub base: Bytes,
    /// Memory that a sample adds, between the same two.
    pub per_sample: Bytes,
    /// What activation checkpointing does, where it does anything.
    pub checkpointing: Option<Checkpointing>,
    /// The levers that alone make the run fit, in the model's order; nothing where it fits as it is.
    pub levers: Option<Vec<&'static str>>,
}

/// What activation checkpointing does to a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Checkpointing {
    /// Time that it adds to a step, in percent.
    pub added_time_percent: f64,
    /// Activations that it saves at their highest, in percent.
    pub saved_activations_percent: f64,
}

impl Facts<'_> {
    /// One card's memory as its box prints it: drivers report up to 7 % less (error correction, firmware).
    #[must_use]
    pub fn card_gb(&self) -> u64 {
        let gib = self.scenario.hardware.gpu.memory.as_gib();
        let label = LABELS_GB.into_iter().find(|label| *label as f64 >= gib - ROUNDING);
        match label {
            Some(label) if label as f64 <= gib * LARGEST_LOSS => label,
            _ => libm::round(gib) as u64,
        }
    }

    /// All cards of a node together.
    #[must_use]
    pub fn node_gb(&self) -> u64 {
        self.card_gb() * self.scenario.hardware.gpu_count.max(1)
    }

    /// Whether the base model's 16-bit weights reach this many.
    const fn parameters_reach(&self, count: u64) -> bool {
        self.work.parameters >= count
    }

    /// Whether the base model has as many weights as the guides' class.
    fn is_of_class(&self, class: (u64, u64)) -> bool {
        (class.0..class.1).contains(&self.work.parameters)
    }

    /// Whether the base weights are quantized.
    const fn is_quantized(&self) -> bool {
        matches!(self.scenario.training.method, Method::Qlora(..))
    }

    /// Whether they are quantized to four bits.
    fn is_quantized_to_four_bits(&self) -> bool {
        matches!(&self.scenario.training.method, Method::Qlora(_, quantization) if quantization.bits == QuantizationBits::Four)
    }

    /// The recommended capacity in GiB, which kits print as GB.
    fn recommended_gib(&self) -> f64 {
        self.ram.recommended.as_gib()
    }
}

/// Memory sizes that boxes print.
const LABELS_GB: [u64; 22] = [4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 80, 94, 96, 128, 141, 180, 192, 256, 288];
/// Some drivers report a little more than the label.
const ROUNDING: f64 = 0.25;
/// Label over what the driver reports, at most.
const LARGEST_LOSS: f64 = 1.08;

/// Language models that the guides call 7B.
const SEVEN_BILLION_CLASS: (u64, u64) = (6_000_000_000, 9_500_000_000);
/// Language models that the guides call 13B.
const THIRTEEN_BILLION_CLASS: (u64, u64) = (10_000_000_000, 20_000_000_000);
/// Encoders that the guides call base.
const BASE_CLASS: (u64, u64) = (0, 200_000_000);

/// All rules that apply, by id.
#[must_use]
pub fn opinions(facts: &Facts<'_>) -> Vec<RuleOpinion> {
    [
        Some(memory::a3(facts)),
        memory::a4(facts),
        state::a5(facts),
        memory::a6(facts),
        state::a8(facts),
        Some(vram::b2(facts)),
        batch::b4_usable(facts),
        batch::b4(facts),
        vram::b5(facts),
        batch::b6(facts),
        levers::b9_time(facts),
        levers::b9_memory(facts),
        Some(levers::b10(facts)),
        state::b12(facts),
        state::b13(facts),
        Some(memory::c1(facts)),
        levers::d6(facts),
        levers::d7(facts),
    ]
    .into_iter()
    .flatten()
    // Where host and device share one memory, none is bought beside it.
    .filter(|opinion| facts.scenario.hardware.gpu.pool.is_none() || opinion.subject != RuleSubject::RamGib)
    .collect()
}

/// Kinds of work that the guides tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Workload {
    /// Classification with a convolutional network.
    Images,
    /// Language, small or large.
    Language,
    /// Diffusion.
    Diffusion,
}

/// The guides' kind of a scenario.
const fn workload(model: &Architecture) -> Workload {
    match model.family() {
        Family::Convolutional | Family::VisionTransformer | Family::Segmentation | Family::Detection => Workload::Images,
        Family::Encoder | Family::Decoder | Family::Seq2seq => Workload::Language,
        Family::Diffusion => Workload::Diffusion,
    }
}

/// An opinion on a figure; `higher` and `lower` say why the rule's is above or below the model's.
fn opinion(
    rule: &'static str,
    subject: RuleSubject,
    says: (f64, f64),
    model: f64,
    higher: RuleReason,
    lower: RuleReason,
) -> RuleOpinion {
    let verdict = compared(says, model);
    let reason = match verdict {
        RuleVerdict::RuleHigher => higher,
        RuleVerdict::RuleLower => lower,
        RuleVerdict::Agrees | RuleVerdict::Differs | RuleVerdict::NotComparable => RuleReason::None,
    };
    RuleOpinion { rule, guide: guide(rule), subject, finding: RuleFinding::Range { says, model }, verdict, reason }
}

/// The same for a figure that the guide rounds ("about 8 GB"): a tenth more or less is the same.
fn about(rule: &'static str, subject: RuleSubject, says: f64, model: f64, reason: RuleReason) -> RuleOpinion {
    let verdict = compared((says * (1.0 - ABOUT), says * (1.0 + ABOUT)), model);
    let reason = if verdict == RuleVerdict::Agrees { RuleReason::None } else { reason };
    RuleOpinion { rule, guide: guide(rule), subject, finding: RuleFinding::Range { says: (says, says), model }, verdict, reason }
}

/// What "about" leaves open, as a share.
const ABOUT: f64 = 0.1;

/// Where the model's figure lies.
fn compared(says: (f64, f64), model: f64) -> RuleVerdict {
    if model < says.0 {
        RuleVerdict::RuleHigher
    } else if model > says.1 {
        RuleVerdict::RuleLower
    } else {
        RuleVerdict::Agrees
    }
}

/// The guide that a rule's id names.
fn guide(rule: &str) -> Guide {
    match rule.as_bytes().first() {
        Some(b'A') => Guide::A,
        Some(b'B') => Guide::B,
        Some(b'C') => Guide::C,
        _ => Guide::D,
    }
}

/// GB of 10^9 bytes, as the guides count weights.
fn gb(bytes: Bytes) -> f64 {
    bytes.as_f64() / 1e9
}
