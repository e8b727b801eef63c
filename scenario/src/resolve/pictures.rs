//! Pictures among the words of a sample: how many there are, what they take of the sequence, and what trains of the tower that reads them.

use engine::architecture::{Resizing, Tower, TowerVariant};
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

/// What is asked of pictures, as far as it must go together.
pub(super) struct Pictures<'a> {
    pub(super) asked: &'a Data,
    pub(super) training: &'a Training,
    pub(super) cache: Option<choices::Cache>,
    pub(super) subject: &'a Subject<'a>,
    pub(super) image: ImageSize,
    pub(super) count: u64,
    pub(super) sequence_length: u64,
}

/// So many times as long as wide a picture may be at the most: processors refuse others (`smart_resize`).
const LONGEST_RATIO: u64 = 200;

impl Pictures<'_> {
    /// Blames a sequence that does not hold its pictures and a word, and what cannot be learned with them or without.
    pub(super) fn check(&self, errors: &mut Errors) {
        let &Self { training, subject, count, .. } = self;
        let Some(tower) = subject.architecture.tower() else {
            if training.vision_tower != VisionTower::Frozen {
                errors.push("/training/vision_tower", subject.not_applicable(&[choices::VisionTower::Frozen.as_str()]));
            }
            return;
        };
        let beside = |with, value: &str, allowed: &[&str]| Reason::NotApplicable {
            with,
            value: format!("`{value}`"),
            allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
        };
        if training.vision_tower != VisionTower::Frozen && count == 0 {
            let reason = beside("/data/images_per_sample", "0", &[choices::VisionTower::Frozen.as_str()]);
            errors.push("/training/vision_tower", reason);
        }
        if count == 0 {
            return;
        }
        self.check_size(tower, errors);
        if training.vision_tower == VisionTower::Projector
            && training.method.lora().is_some()
            && tower.variant == TowerVariant::Siglip
        {
            // What joins Gemma 3's tower is a matrix of its own, beside which adapters cannot stand.
            let method = choices::Method::from(MethodKind::of(&training.method)).as_str();
            let words = [choices::VisionTower::Frozen, choices::VisionTower::Trained].map(choices::VisionTower::as_str);
            errors.push("/training/vision_tower", beside("/training/method", method, &words));
        }
        if training.alignment == Alignment::Dpo {
            errors.push("/data/images_per_sample", beside("/training/alignment", "dpo", &["0"]));
        }
        if self.cache == Some(choices::Cache::Tokens) {
            let words = [choices::Cache::None, choices::Cache::Ram].map(choices::Cache::as_str);
            let reason = beside("/data/images_per_sample", &count.to_string(), &words);
            errors.push("/training/loader/cache", reason);
        }
    }

    fn check_size(&self, tower: &Tower, errors: &mut Errors) {
        let (longer, shorter) = (self.image.height.max(self.image.width), self.image.height.min(self.image.width));
        if longer > shorter.saturating_mul(LONGEST_RATIO) && matches!(tower.resizing, Resizing::Within { .. }) {
            let (min, max) = (longer.div_ceil(LONGEST_RATIO) as f64, longer as f64);
            errors.push("/data/image_size", Reason::OutOfRange { min, max, unit: Unit::Pixels });
            return;
        }
        let each = tower.tokens(self.image.height, self.image.width);
        if self.count.saturating_mul(each) < self.sequence_length {
            return;
        }
        // Where the sequence is as long as it can be, there are too many pictures.
        let is_said = self.asked.sequence_length.is_some();
        let most = if is_said { limits::SEQUENCE_LENGTH.max } else { self.sequence_length };
        if self.count.saturating_mul(each) < most {
            let min = self.count * each + 1;
            errors.push("/data/sequence_length", Reason::ShorterThanPictures { min, each, max: most });
        } else {
            let max = (most - 1) / each;
            errors.push("/data/images_per_sample", Reason::OutOfRange { min: 0.0, max: max as f64, unit: Unit::None });
        }
    }
}
