//! What answers of models that run have in common, whether they write tokens or answer in passes.

use super::{Answer, Note, Parameters, Passed, Served, ServedRam, Verdict};
use crate::v1::scenario::Scenario;

/// The figures that every answer of a model that runs has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunFigures<'a> {
    /// The scenario with every default filled in.
    pub inputs: &'a Scenario,
    /// Counts of weights.
    pub parameters: Parameters,
    /// Whether it works: on the GPUs and in the host's memory.
    pub fits: bool,
    /// Whether more requests come than can be finished.
    pub is_overloaded: bool,
    /// What is taken of the fullest card.
    pub device_peak_bytes: u64,
    /// Low and high of it.
    pub range_bytes: [u64; 2],
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// What the driver, the system and a desktop take of it.
    pub desktop_bytes: u64,
    /// Capacity less what is taken; negative by what is missing.
    pub headroom_bytes: i64,
    /// Whether it starts on the GPUs.
    pub fits_card: bool,
    /// Whether it also does at the high end of the range.
    pub verdict: Verdict,
    /// Memory of the host.
    pub ram: ServedRam,
    /// What a reader should know.
    pub notes: &'a [Note],
}

impl Served {
    /// What it has in common with other models that run.
    #[must_use]
    pub fn figures(&self) -> RunFigures<'_> {
        let vram = &self.vram;
        RunFigures {
            inputs: &self.inputs,
            parameters: self.parameters,
            fits: self.fits,
            is_overloaded: self.queue.is_some_and(|queue| queue.seen.is_none()),
            device_peak_bytes: vram.device_peak_bytes,
            range_bytes: vram.range_bytes,
            capacity_bytes: vram.capacity_bytes,
            desktop_bytes: vram.desktop_bytes,
            headroom_bytes: vram.headroom_bytes,
            fits_card: vram.fits,
            verdict: vram.verdict,
            ram: self.ram,
            notes: &self.notes,
        }
    }

    /// Tokens of a usual prompt, those of its pictures among them.
    #[must_use]
    pub fn prompt_tokens(&self) -> u64 {
        let serving = &self.inputs.serving;
        let each = self.images.map_or(0, |images| images.tokens_per_image);
        serving.prompt_tokens.unwrap_or(0).saturating_add(each.saturating_mul(serving.images_per_prompt.unwrap_or(0)))
    }

    /// Tokens of prompts for a token of an answer.
    #[must_use]
    pub fn prompt_tokens_per_output_token(&self) -> f64 {
        self.prompt_tokens() as f64 / self.inputs.serving.output_tokens.unwrap_or(1).max(1) as f64
    }
}

impl Passed {
    /// What it has in common with other models that run.
    #[must_use]
    pub fn figures(&self) -> RunFigures<'_> {
        let vram = &self.vram;
        RunFigures {
            inputs: &self.inputs,
            parameters: self.parameters,
            fits: self.fits,
            is_overloaded: false,
            device_peak_bytes: vram.device_peak_bytes,
            range_bytes: vram.range_bytes,
            capacity_bytes: vram.capacity_bytes,
            desktop_bytes: vram.desktop_bytes,
            headroom_bytes: vram.headroom_bytes,
            fits_card: vram.fits,
            verdict: vram.verdict,
            ram: self.ram,
            notes: &self.notes,
        }
    }
}

impl Answer {
    /// The figures of a model that runs; none of a run that trains.
    #[must_use]
    pub fn of_run(&self) -> Option<RunFigures<'_>> {
        match self {
            Self::Serving(found) => Some(found.figures()),
            Self::Passes(found) => Some(found.figures()),
            Self::Estimate(_) | Self::LowerBound(_) => None,
        }
    }
}
