//! What practitioners' rules say beside the model: a second opinion, shown and never followed.
//!
//! Each rule is evaluated exactly as its guide states it, in the guide's own unit (GB on the box of card and kit); the
//! model's figure stands beside it with a verdict and, where they differ, the reason.

mod memory;
mod vram;

use crate::architecture::{Architecture, Family};
use crate::estimate::{Ram, RuleOpinion, RuleReason, RuleSubject, RuleVerdict, Scenario, Vram};
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
    /// The model's largest micro-batch.
    pub max_micro_batch_size: u64,
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

/// All rules that apply, by id.
#[must_use]
pub fn opinions(facts: &Facts<'_>) -> Vec<RuleOpinion> {
    [
        Some(memory::a3(facts)),
        memory::a4(facts),
        memory::a6(facts),
        Some(vram::b2(facts)),
        vram::b5(facts),
        Some(memory::c1(facts)),
    ]
    .into_iter()
    .flatten()
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

/// An opinion with its verdict; `higher` and `lower` say why the rule asks for more or less than the model.
fn opinion(
    rule: &'static str,
    subject: RuleSubject,
    says: (f64, f64),
    model: f64,
    higher: RuleReason,
    lower: RuleReason,
) -> RuleOpinion {
    let (verdict, reason) = if model < says.0 {
        (RuleVerdict::RuleHigher, higher)
    } else if model > says.1 {
        (RuleVerdict::RuleLower, lower)
    } else {
        (RuleVerdict::Agrees, RuleReason::None)
    };
    RuleOpinion { rule, subject, says, model, verdict, reason }
}

/// GB of 10^9 bytes, as the guides count weights.
fn gb(bytes: Bytes) -> f64 {
    bytes.as_f64() / 1e9
}
