//! Serving: what a model needs to answer, worked out from its tensors up, engine by engine.
//!
//! A decoder is a list of weight tensors ([`tensors`]), each stored as its format says ([`format`], [`gguf`]). Every token that is
//! read or written leaves keys and values ([`cache`]). What an engine of serving makes of both, how much it reserves and what it
//! needs beside them, is a rule of that engine ([`memory`]). Time is that of the kernels of a prefill and of a step of decoding
//! ([`speed`]), and what many users get is the steady state of both ([`load`]).

pub mod cache;
pub mod checked;
mod exl3;
pub mod format;
pub mod gguf;
mod layout;
pub mod levers;
pub mod load;
mod loads;
pub mod memory;
pub mod notes;
pub mod pictures;
mod plain;
mod question;
pub mod queue;
pub mod speed;
mod split;
pub mod tensors;
mod weights;
mod within;

pub use format::WeightsFormat;
pub use levers::{Change, Effect, Lever};
pub use load::Load;
pub use loads::loads;
pub use memory::{Limits, Memory, Parts};
pub use notes::Note;
pub use plain::{Plain, plain};
pub use question::{CacheDtype, Drafter, Drafts, Offload, Pictures, Question, ServingEngine, Settings, Targets};
pub use queue::Queue;
pub use speed::Speed;
pub use split::Split;
pub use weights::{Weights, total};
pub use within::{Within, is_met};

use crate::units::{Bytes, Seconds};

/// What serving a model needs, whether it fits, how fast it is, and what would change that.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The model's weights, counted.
    pub parameters: u64,
    /// Memory of the fullest card and of the host.
    pub memory: Memory,
    /// What is the most that fits.
    pub limits: Limits,
    /// Time for one request alone.
    pub speed: Speed,
    /// What users get: of requests that come at a rate the usual one, else the steady state with as many as were asked for; none
    /// where not one of them fits.
    pub load: Option<Load>,
    /// The steady state with 1, 2, 4 and so on requests, up to as many as fit.
    pub loads: Vec<Load>,
    /// What users see of requests that come by chance, where a rate was asked for; none of engines that answer batch by batch.
    pub queue: Option<Queue>,
    /// The most for which the targets are met, where there are any.
    pub within: Option<Within>,
    /// What one token leaves on a card.
    pub kv_bytes_per_token: Bytes,
    /// What the drive needs to read the weights once.
    pub reading: Seconds,
    /// What a reader should know.
    pub notes: Vec<Note>,
    /// Single changes that help.
    pub levers: Vec<Lever>,
}

/// Answers a question.
#[must_use]
pub fn answer(question: &Question) -> Answer {
    let memory = memory::of(question);
    let limits = memory::limits(question, &memory);
    let speed = speed::of(question, &memory);
    let load = load::of(question, &limits);
    let queue = question.settings.request_rate.and_then(|rate| queue::of(question, &limits, rate));
    let notes = notes::notes(question, &memory, &limits, load.as_ref(), queue.as_ref());
    let before = Plain::of(&memory, limits, &speed, load.as_ref());
    let settings = &question.settings;
    let drafting = question.drafter.as_ref().map_or(Bytes::ZERO, |drafter| total(&drafter.model, drafter.weights_format));
    Answer {
        parameters: tensors::tensors(&question.model).iter().map(tensors::Tensor::weights).sum(),
        kv_bytes_per_token: memory::per_token(question),
        reading: (total(&question.model, settings.weights_format) + drafting) / question.hardware.storage.sequential_read,
        memory,
        limits,
        speed,
        load: queue.and_then(|queue| queue.usual(question)).or(load),
        loads: load::doubling(question, &limits),
        queue,
        within: within::of(question, &limits),
        notes,
        levers: levers::levers(question, &before),
    }
}
