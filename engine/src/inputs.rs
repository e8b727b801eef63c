//! What the engine is asked: a scenario, the fields of it that were left open, and what an answer must respect.
//!
//! A scenario holds every figure that the engine works with, so that equal scenarios have equal answers.

mod constraints;
mod field;

pub use constraints::Constraints;
pub use field::Field;

use crate::architecture::{Architecture, Family, Tower};
use crate::hardware::Hardware;
use crate::measured::Measured;
use crate::training::{Alignment, Data, MethodKind, Training};

/// What a person plans, with every field decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// The machine.
    pub hardware: Hardware,
    /// The model.
    pub model: Architecture,
    /// The settings.
    pub training: Training,
    /// The data set.
    pub data: Data,
    /// What was measured on it, as factors.
    pub measured: Measured,
}

impl Scenario {
    /// Whether texts are told from all others of their micro-batch: what is in it bears on the results, then.
    #[must_use]
    pub const fn compares_texts(&self) -> bool {
        matches!(self.model, Architecture::Encoder(_)) && self.data.task.texts() > 1
    }

    /// Texts of a sample that the model reads one by one: what a task says is for encoders, an alignment for decoders.
    #[must_use]
    pub const fn texts_per_sample(&self) -> u64 {
        match self.model.family() {
            Family::Encoder => self.data.task.texts(),
            Family::Decoder => self.training.alignment.texts(),
            _ => 1,
        }
    }

    /// The tower that reads a sample's pictures, where it has some.
    #[must_use]
    pub const fn active_tower(&self) -> Option<&Tower> {
        if self.data.images_per_sample > 0 { self.model.tower() } else { None }
    }

    /// Tokens of the sequence that a sample's pictures take.
    #[must_use]
    pub fn picture_tokens(&self) -> u64 {
        let data = &self.data;
        self.active_tower()
            .map_or(0, |tower| data.images_per_sample.saturating_mul(tower.tokens(data.image_height, data.image_width)))
    }

    /// The methods that its model can be trained by for its alignment, gentlest first. Preferences are learned against the
    /// model without its adapters; a second copy of all weights, which training them all would need, is not modeled.
    pub fn methods(&self) -> impl Iterator<Item = MethodKind> {
        let is_held_against_itself = self.training.alignment == Alignment::Dpo;
        let needs_copy =
            move |kind: &&MethodKind| is_held_against_itself && !matches!(kind, MethodKind::Lora | MethodKind::Qlora);
        self.model.methods().iter().filter(move |kind| !needs_copy(kind)).copied()
    }
}

/// A scenario as it was asked: defaults stand in the open fields until they are decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The scenario with defaults in the open fields.
    pub scenario: Scenario,
    /// The fields that were left out, sorted.
    pub open: Vec<Field>,
    /// What a recommendation must respect; an estimate does not read it.
    pub constraints: Constraints,
}
