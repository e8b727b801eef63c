//! The few figures of a plan that say whether it works and how well.

use super::load::{self, Load};
use super::memory::{self, Limits, Memory};
use super::question::Question;
use super::speed::{self, Speed};
use crate::units::Bytes;

/// The few figures of a plan that changes are compared by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plain {
    /// Whether it works.
    pub fits: bool,
    /// What is taken of the fullest card.
    pub total: Bytes,
    /// What is the most that fits.
    pub limits: Limits,
    /// Tokens a second of one request alone.
    pub decode_tokens_per_second: f64,
    /// Tokens a second over all requests that were asked for, or as many as fit; 0 where none does.
    pub total_tokens_per_second: f64,
    /// What the host needs.
    pub host: Bytes,
}

impl Plain {
    /// Of an answer whose parts are known.
    #[must_use]
    pub fn of(memory: &Memory, limits: Limits, speed: &Speed, load: Option<&Load>) -> Self {
        Self {
            fits: memory.works(),
            total: memory.total,
            limits,
            decode_tokens_per_second: speed.decode_tokens_per_second,
            total_tokens_per_second: load.map_or(0.0, |load| load.output_tokens_per_second),
            host: memory.host,
        }
    }
}

/// The few figures of a question.
#[must_use]
pub fn plain(question: &Question) -> Plain {
    let memory = memory::of(question);
    let limits = memory::limits(question, &memory);
    let speed = speed::of(question, &memory);
    let load = load::of(question, &limits);
    Plain::of(&memory, limits, &speed, load.as_ref())
}
