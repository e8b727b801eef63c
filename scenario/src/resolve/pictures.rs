//! Pictures among the words of a sample: how many there are, what they take of the sequence, and what trains of the tower that reads them.

use engine::architecture::{Tower, TowerVariant};
use engine::training::{Alignment, MethodKind, Training, VisionTower};
use wire::v1::choices;
use wire::v1::scenario::{Data, ImageSize};

use super::errors::Errors;
use super::subject::Subject;
use crate::error::{Reason, Unit};
use crate::{defaults, limits};

/// Pictures of a sample: one where the model reads some, unless preferences between answers are learned, which are texts.
pub(super) fn count(asked: &Data, training: &Training, subject: Option<&Subject>, errors: &mut Errors) -> u64 {
    let Some(subject) = subject else { return asked.images_per_sample.unwrap_or(0) };
    let is_without = |count: &u64| *count > 0 && subject.architecture.tower().is_none();
    if asked.images_per_sample.as_ref().is_some_and(is_without) {
        errors.push("/data/images_per_sample", subject.not_applicable(&["0"]));
        return 0;
    }
    let reads_some = subject.architecture.tower().is_some() && training.alignment == Alignment::None;
    asked.images_per_sample.unwrap_or(if reads_some { defaults::IMAGES_PER_SAMPLE } else { 0 })
}

/// Tokens that they become.
pub(super) fn tokens(subject: Option<&Subject>, count: u64, image: ImageSize) -> u64 {
    let tower = subject.and_then(|subject| subject.architecture.tower());
    tower.map_or(0, |tower| count.saturating_mul(tower.tokens(image.height, image.width)))
}

/// Blames a sequence that does not hold its pictures and a word, and what cannot be learned with them or without.
pub(super) fn check(
    training: &Training,
    tower: Option<&Tower>,
    count: u64,
    (of_pictures, sequence_length): (u64, u64),
    errors: &mut Errors,
) {
    if of_pictures >= sequence_length {
        let (min, max) = (of_pictures.saturating_add(1) as f64, limits::SEQUENCE_LENGTH.max as f64);
        if min > max {
            let most = count.saturating_mul(limits::SEQUENCE_LENGTH.max - 1) / of_pictures;
            let reason = Reason::OutOfRange { min: 0.0, max: most as f64, unit: Unit::None };
            errors.push("/data/images_per_sample", reason);
        } else {
            errors.push("/data/sequence_length", Reason::OutOfRange { min, max, unit: Unit::Tokens });
        }
    }
    if training.vision_tower != VisionTower::Frozen && count == 0 {
        let allowed = vec![choices::VisionTower::Frozen.as_str().to_owned()];
        let reason = Reason::NotApplicable { with: "/data/images_per_sample", value: "`0`".to_owned(), allowed };
        errors.push("/training/vision_tower", reason);
    }
    let joins_by_matrix = tower.is_some_and(|tower| tower.variant == TowerVariant::Siglip);
    if training.vision_tower == VisionTower::Projector && training.method.lora().is_some() && joins_by_matrix {
        // What joins Gemma 3's tower is a matrix of its own, beside which adapters cannot stand.
        let allowed = [choices::VisionTower::Frozen, choices::VisionTower::Trained].map(|word| word.as_str().to_owned()).to_vec();
        let value = format!("`{}`", choices::Method::from(MethodKind::of(&training.method)).as_str());
        errors.push("/training/vision_tower", Reason::NotApplicable { with: "/training/method", value, allowed });
    }
    if training.alignment == Alignment::Dpo && count > 0 {
        let reason =
            Reason::NotApplicable { with: "/training/alignment", value: "`dpo`".to_owned(), allowed: vec!["0".to_owned()] };
        errors.push("/data/images_per_sample", reason);
    }
}
