//! What a reader should know of an answer.

use super::format;
use super::levers::has_tiles;
use super::question::{Question, passes_of_a_step};
use super::stages::{Stage, fullest};
use super::{Answer, ComponentKind};
use crate::estimate::NoteLevel;
use crate::host::cores;
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
        /// Cores that read recordings and make their spectrograms at this pace, beside it.
        cores: u64,
    },
    /// The host has fewer cores than that.
    HostTooSlow {
        /// Those that are needed.
        cores: u64,
        /// Those that are there.
        has: u64,
    },
}

/// What a core needs to read a window of a recording and to make its spectrogram, times its clock in GHz. Calibration: 53 ms for 30 seconds
/// of MP3 in stereo (ffmpeg 7) and 23 to 59 ms for the spectrogram (transformers 5.24, 128 bands) on a Xeon that is taken to run at 3 GHz;
/// 2026-11.
const READING_AT_1_GHZ: Seconds = Seconds::new(0.28);

/// Cores that keep up with the cards; none where nothing is heard.
fn reading_cores(question: &Question, answer: &Answer) -> Option<u64> {
    let windows = question.settings.batch * question.hardware.gpu_count.max(1);
    let cpu = &question.hardware.cpu;
    let needed = READING_AT_1_GHZ.get() / cores::busy_clock_ghz(cpu, cpu.cores()) * windows as f64;
    question.model.hears().then(|| (needed / answer.batch_time.get().max(1e-9)).ceil() as u64)
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
            Self::HostTooSlow { .. } => "host-too-slow",
        }
    }

    /// How much it weighs.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            Self::DoesNotFit { .. } | Self::HostTooSmall { .. } => NoteLevel::Problem,
            Self::Tight | Self::OneSource | Self::HostTooSlow { .. } => NoteLevel::Warning,
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
    if let Some(cores) = reading_cores(question, answer) {
        let has = question.hardware.cpu.cores();
        if memory.works() && cores > has {
            notes.insert(0, Note::HostTooSlow { cores, has });
        }
        notes.push(Note::WritesTogether { tokens: settings.tokens, cores });
    }
    let longest = answer.stages.iter().max_by(|one, other| one.time().get().total_cmp(&other.time().get()));
    if longest.is_some_and(|stage| stage.is_launch_bound) {
        notes.push(Note::LaunchBound);
    }
    notes
}
