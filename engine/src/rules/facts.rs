//! What the rules compare with.

use crate::architecture::{Architecture, Family};
use crate::estimate::{DataPath, Ram, Speed, Vram};
use crate::inputs::Scenario;
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
    pub(super) const fn parameters_reach(&self, count: u64) -> bool {
        self.work.parameters >= count
    }

    /// Whether the base model has as many weights as the guides' class.
    pub(super) fn is_of_class(&self, class: (u64, u64)) -> bool {
        (class.0..class.1).contains(&self.work.parameters)
    }

    /// Whether the base weights are quantized.
    pub(super) const fn is_quantized(&self) -> bool {
        matches!(self.scenario.training.method, Method::Qlora(..))
    }

    /// Whether they are quantized to four bits.
    pub(super) fn is_quantized_to_four_bits(&self) -> bool {
        matches!(&self.scenario.training.method, Method::Qlora(_, quantization) if quantization.bits == QuantizationBits::Four)
    }

    /// The recommended capacity in GiB, which kits print as GB.
    pub(super) fn recommended_gib(&self) -> f64 {
        self.ram.recommended.as_gib()
    }
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

/// Memory sizes that boxes print.
const LABELS_GB: [u64; 22] = [4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 80, 94, 96, 128, 141, 180, 192, 256, 288];
/// Some drivers report a little more than the label.
const ROUNDING: f64 = 0.25;
/// Label over what the driver reports, at most.
const LARGEST_LOSS: f64 = 1.08;

/// Kinds of work that the guides tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Workload {
    /// Classification with a convolutional network.
    Images,
    /// Language, small or large.
    Language,
    /// Diffusion.
    Diffusion,
}

/// The guides' kind of a scenario.
pub(super) const fn workload(model: &Architecture) -> Workload {
    match model.family() {
        Family::Convolutional | Family::VisionTransformer | Family::Segmentation | Family::Detection => Workload::Images,
        Family::Encoder | Family::Decoder | Family::Seq2seq | Family::Speech => Workload::Language,
        Family::Diffusion => Workload::Diffusion,
    }
}

/// Language models that the guides call 7B.
pub(super) const SEVEN_BILLION_CLASS: (u64, u64) = (6_000_000_000, 9_500_000_000);
/// Language models that the guides call 13B.
pub(super) const THIRTEEN_BILLION_CLASS: (u64, u64) = (10_000_000_000, 20_000_000_000);
/// Encoders that the guides call base.
pub(super) const BASE_CLASS: (u64, u64) = (0, 200_000_000);
