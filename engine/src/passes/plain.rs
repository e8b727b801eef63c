//! The figures that plans are compared by.

use super::components;
use super::memory::{self, Memory};
use super::question::Question;
use super::stages::{self, Stage};
use crate::units::Seconds;

/// What is told of a plan that changes are compared by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plain {
    /// Whether it works.
    pub works: bool,
    /// Memory.
    pub memory: Memory,
    /// What a batch takes.
    pub batch_time: Seconds,
}

/// The figures of a plan without what would change it.
#[must_use]
pub fn plain(question: &Question) -> Plain {
    let components = components::of(question);
    let stages = stages::of(question, &components);
    of(memory::of(question, &components, &stages), &stages)
}

/// Those of stages and their memory.
pub(super) fn of(memory: Memory, stages: &[Stage]) -> Plain {
    let batch_time = stages.iter().fold(Seconds::ZERO, |sum, stage| sum + stage.time());
    Plain { works: memory.works(), memory, batch_time }
}
