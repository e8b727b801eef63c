//! Rules on the batch by kind of model and card: B4 (a table of settings with the batch to expect), B6 (ranges).

use super::facts::{BASE_CLASS, Facts, SEVEN_BILLION_CLASS, THIRTEEN_BILLION_CLASS};
use super::opinion::opinion;
use crate::architecture::{Architecture, Family};
use crate::estimate::{RuleOpinion, RuleReason, RuleSubject};
use crate::training::{ActivationCheckpointing, Method, Optimizer, Precision};

/// A row of rule B4's table.
struct Row {
    /// Share of the card to use.
    ratio: f64,
    /// The batch to expect, least and most.
    batch: (f64, f64),
    /// Whether this run has the settings that the row states.
    has_its_settings: bool,
}

/// The row for a scenario's card and kind of model.
fn row(facts: &Facts<'_>) -> Option<Row> {
    let training = &facts.scenario.training;
    let adapts = matches!(training.method, Method::Lora(_) | Method::Qlora(..));
    let checkpoints = training.activation_checkpointing == ActivationCheckpointing::Full;
    let (ratio, batch, has_its_settings) = match (facts.card_gb(), &facts.scenario.model, facts.scenario.model.family()) {
        (24, _, Family::Convolutional | Family::VisionTransformer) => {
            (0.90, (32.0, 64.0), training.precision == Precision::Fp16Amp)
        }
        (24, _, Family::Segmentation | Family::Detection) => (0.85, (16.0, 32.0), checkpoints),
        (24, _, Family::Encoder) if facts.is_of_class(BASE_CLASS) => {
            (0.90, (32.0, 64.0), training.optimizer == Optimizer::Adafactor && facts.scenario.data.sequence_length <= 128)
        }
        (24, _, Family::Decoder) if facts.is_of_class(SEVEN_BILLION_CLASS) => {
            (0.92, (2.0, 4.0), facts.is_quantized_to_four_bits() && checkpoints)
        }
        (24, Architecture::DiffusionUnet(_), _) => (0.88, (8.0, 16.0), adapts && !training.resident_frozen_models),
        (48, _, Family::Decoder) if facts.is_of_class(THIRTEEN_BILLION_CLASS) => (0.92, (4.0, 8.0), facts.is_quantized()),
        _ => return None,
    };
    Some(Row { ratio, batch, has_its_settings })
}

/// B4: the share of the card that the row allows.
pub(super) fn b4_usable(facts: &Facts<'_>) -> Option<RuleOpinion> {
    // The guide's two decimals.
    let gb = libm::round(facts.card_gb() as f64 * row(facts)?.ratio * 100.0) / 100.0;
    let usable = facts.vram.capacity.saturating_sub(facts.vram.desktop).as_gib();
    Some(opinion("B4", RuleSubject::UsableVramGib, (gb, gb), usable, RuleReason::CapacityMeasured, RuleReason::CapacityMeasured))
}

/// B4: the batch that the row expects.
pub(super) fn b4(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let Row { batch, has_its_settings, .. } = row(facts)?;
    let reason = if has_its_settings { RuleReason::BatchIsTypical } else { RuleReason::SettingsDiffer };
    Some(opinion("B4", RuleSubject::MicroBatchSize, batch, facts.max_micro_batch_size as f64, reason, reason))
}

/// B6: ranges by kind of model on cards of 24 and 48 GB.
pub(super) fn b6(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let range = match (facts.card_gb(), &facts.scenario.model, facts.scenario.model.family()) {
        (24, _, Family::Convolutional) => (32.0, 128.0),
        (24, _, Family::Encoder) => (32.0, 64.0),
        (24, _, Family::Decoder) if facts.is_of_class(SEVEN_BILLION_CLASS) => (2.0, 8.0),
        (48, _, Family::Convolutional) => (64.0, 256.0),
        (48, _, Family::Decoder) if facts.is_of_class(THIRTEEN_BILLION_CLASS) => (4.0, 16.0),
        (48, Architecture::DiffusionUnet(_), _) => (16.0, 32.0),
        _ => return None,
    };
    let reason = RuleReason::BatchIsTypical;
    Some(opinion("B6", RuleSubject::MicroBatchSize, range, facts.max_micro_batch_size as f64, reason, reason))
}
