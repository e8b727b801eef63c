//! Models that answer a batch in passes: encoders and classifiers in one, generators of pictures and what transcribes speech in many.
//!
//! A pass is played over the same graph of operators as a training step, without gradients ([`crate::step::pass`]). A generator of
//! pictures is several models, one after another ([`stages`]): encoders of the prompt, the network that takes noise away step by
//! step, and the decoder that makes pixels of its latent. What they take of a card is the largest of these stages ([`memory`]).

mod batch;
mod components;
mod format;
mod levers;
mod memory;
mod notes;
mod plain;
mod question;
mod stages;
mod training;

pub use batch::{MOST as MOST_AT_A_TIME, largest_batch};
pub use components::{Component, ComponentKind, published};
pub use format::{FORMATS, comes_in, loads};
pub use levers::{Change, Lever, with};
pub use memory::{Memory, Parts, unusable};
pub use notes::{Note, notes};
pub use plain::{Plain, plain};
pub use question::{
    Question, Settings, answers, has_pictures, passes_of_a_step, usual_frames, usual_size, usual_steps, usual_text,
};
pub use stages::Stage;
pub use training::{data, training};

use crate::architecture::Family;
use crate::units::Seconds;

/// What answering takes, whether it fits, and how long it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Weights of all models, counted.
    pub parameters: u64,
    /// Memory of the card and of the host.
    pub memory: Memory,
    /// Most answers at a time that fit.
    pub largest_batch: u64,
    /// What runs, in order.
    pub stages: Vec<Stage>,
    /// What a batch takes from the first stage to the last.
    pub batch_time: Seconds,
    /// Low and high of it over the figure.
    pub spread: (f64, f64),
    /// What the drive needs to read all weights once.
    pub reading: Seconds,
    /// Single changes that help.
    pub levers: Vec<Lever>,
}

/// Low and high of a batch's time over the figure.
///
/// Image networks: 8 of 10 measured times of 76 lie between (19 networks on four cards, timm's benchmark, commit aa4b5850, whose runs no
/// share was fitted to). Pipelines: 22 of 23 measured times (three models on seven cards, `engine/reference/pipelines.csv`); the other is
/// a U-Net of 512 pixels on an A100 whose host took 43 ms to launch a step, 2.2 of the figure. Six of them set the factor of cards before
/// Ampere, five what unpacking moves. Encoders of texts and segmentation have none: as wide as training is for models without rows.
/// So is speech, of which four measured times of three models on two cards are 0.97 to 1.40 of the figure.
const fn spread(family: Family) -> (f64, f64) {
    match family {
        Family::Convolutional | Family::VisionTransformer => (0.77, 1.24),
        Family::Diffusion => (0.77, 1.62),
        _ => (0.70, 1.50),
    }
}

/// Answers a question.
#[must_use]
pub fn answer(question: &Question) -> Answer {
    let components = components::of(question);
    let stages = stages::of(question, &components);
    let memory = memory::of(question, &components, &stages);
    let plain = plain::of(memory, &stages);
    Answer {
        parameters: components.iter().map(|component| component.parameters).sum(),
        largest_batch: largest_batch(question),
        batch_time: plain.batch_time,
        spread: spread(question.model.family()),
        reading: components::files(&components) / question.hardware.storage.sequential_read,
        levers: levers::levers(question, &plain),
        memory,
        stages,
    }
}
