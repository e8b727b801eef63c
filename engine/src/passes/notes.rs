//! What a reader should know of an answer.

use super::format;
use super::levers::has_tiles;
use super::question::{Question, passes_of_a_step};
use super::stages::{Stage, fullest};
use super::{Answer, ComponentKind};
use crate::estimate::NoteLevel;
use crate::units::{Bytes, Seconds};

/// A note.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Note {
    /// The card lacks so much.
    DoesNotFit {
        /// What is missing.
        by: Bytes,
    },
    /// The host's memory lacks so much.
    HostTooSmall {
        /// What is missing.
        by: Bytes,
    },
    /// It fits only where the allocator gives its slack back: little may be added.
    Tight,
    /// Most of the peak is the decoder's, which makes pixels of latents: tiles would lower it.
    DecoderPeak {
        /// What it computes, at the most.
        bytes: Bytes,
    },
    /// Each model is copied to the card before it runs, which adds so much to a batch.
    Moved {
        /// Time of all copies.
        time: Seconds,
    },
    /// Every step makes two passes, one with and one without the prompt.
    Guided,
    /// What unpacking takes is known of one card and model.
    OneSource,
    /// The host launches kernels one by one, and the card waits for it.
    LaunchBound,
    /// A batch writes until the longest of its texts ends, of so many tokens.
    WritesTogether {
        /// Of the longest text.
        tokens: u64,
    },
}

impl Note {
    /// A stable word.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::HostTooSmall { .. } => "host-too-small",
            Self::Tight => "tight",
            Self::DecoderPeak { .. } => "decoder-peak",
            Self::Moved { .. } => "moved-to-the-card",
            Self::Guided => "two-passes-a-step",
            Self::OneSource => "one-source",
            Self::LaunchBound => "launch-bound",
            Self::WritesTogether { .. } => "writes-together",
        }
    }

    /// How much it weighs.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            Self::DoesNotFit { .. } | Self::HostTooSmall { .. } => NoteLevel::Problem,
            Self::Tight | Self::OneSource => NoteLevel::Warning,
            Self::DecoderPeak { .. } | Self::Moved { .. } | Self::Guided | Self::LaunchBound | Self::WritesTogether { .. } => {
                NoteLevel::Note
            }
        }
    }
}

/// The notes of an answer, the gravest first.
#[must_use]
pub fn notes(question: &Question, answer: &Answer) -> Vec<Note> {
    let memory = &answer.memory;
    let settings = &question.settings;
    let mut notes = Vec::new();
    if !memory.fits() {
        notes.push(Note::DoesNotFit { by: memory.needed.saturating_sub(memory.capacity) });
    }
    if memory.host_lacks > Bytes::ZERO {
        notes.push(Note::HostTooSmall { by: memory.host_lacks });
    }
    if memory.fits() && !memory.is_comfortable() {
        notes.push(Note::Tight);
    }
    if format::unpacking(settings.weights_format) > Bytes::ZERO {
        notes.push(Note::OneSource);
    }
    let decodes = |stage: &&Stage| stage.kind == ComponentKind::Decoder && stage.weights <= memory.capacity;
    if let Some(stage) = fullest(&answer.stages).filter(decodes)
        && (has_tiles(question) || !question.model.makes_videos())
        && !settings.is_tiled
    {
        notes.push(Note::DecoderPeak { bytes: stage.activations });
    }
    let moving = answer.stages.iter().fold(Seconds::ZERO, |sum, stage| sum + stage.moving);
    if moving > Seconds::ZERO {
        notes.push(Note::Moved { time: moving });
    }
    if question.model.latent_channels().is_some() && passes_of_a_step(&question.model) > 1 {
        notes.push(Note::Guided);
    }
    if question.model.hears() {
        notes.push(Note::WritesTogether { tokens: settings.tokens });
    }
    let longest = answer.stages.iter().max_by(|one, other| one.time().get().total_cmp(&other.time().get()));
    if longest.is_some_and(|stage| stage.is_launch_bound) {
        notes.push(Note::LaunchBound);
    }
    notes
}
