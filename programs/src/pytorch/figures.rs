//! What comments say of memory, as the estimate has it.

use engine::estimate::Fit;
use serde::Serialize;

use crate::run::{InBothLanguages, Run};
use wording::format::{gib, samples_number, size};
use wording::process_vram;

/// Of a card.
#[derive(Debug, Serialize)]
pub(crate) struct Memory {
    /// What the peak is counted in.
    name: InBothLanguages,
    peak: String,
    capacity: String,
    /// What it is short of, where it does not fit.
    missing: Option<String>,
    /// The allocator's peak, as programs log it.
    reserved: String,
    activations: String,
    gradients: String,
    /// The optimizer's.
    states: String,
}

/// Of the host.
#[derive(Debug, Serialize)]
pub(crate) struct Ram {
    peak: String,
    workers: String,
    prefetch: String,
    pinned: String,
    dataset_cache: String,
    offload: String,
}

/// What a run should log.
#[derive(Debug, Serialize)]
pub(crate) struct Pace {
    /// Samples a second of all cards, the data path included.
    rate: String,
}

/// What the process may take of the card.
#[derive(Debug, Serialize)]
pub(crate) struct Limit {
    percent: u64,
    amount: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct Weights {
    amount: String,
    dtype: &'static str,
}

impl Memory {
    pub(crate) fn of(run: Run<'_>) -> Self {
        let vram = &run.figures.vram;
        // At the peak of the whole there may be none of them left.
        let activations = vram.timeline.iter().map(|point| point.parts.activations).fold(vram.parts.activations, Ord::max);
        Self {
            name: InBothLanguages::of(process_vram),
            peak: gib(vram.device_peak),
            capacity: gib(vram.capacity),
            reserved: gib(vram.reserved_peak),
            missing: if let Fit::Short { by } = vram.fit { Some(size(by)) } else { None },
            activations: size(activations),
            gradients: size(vram.parts.gradients),
            states: size(vram.parts.optimizer_state),
        }
    }
}

impl Ram {
    pub(crate) fn of(run: Run<'_>) -> Self {
        let train = &run.figures.ram.phases.train;
        Self {
            peak: size(run.figures.ram.peak),
            workers: size(train.workers),
            prefetch: size(train.prefetch),
            pinned: size(train.pinned),
            dataset_cache: size(train.dataset_cache),
            offload: size(train.offload),
        }
    }
}

impl Pace {
    pub(crate) fn of(run: Run<'_>) -> Self {
        Self { rate: samples_number(run.figures.speed.rate) }
    }
}

impl Limit {
    pub(crate) fn of(run: Run<'_>) -> Self {
        Self { percent: run.memory_percent(), amount: size(run.memory_limit()) }
    }
}

impl Weights {
    pub(crate) fn of(run: Run<'_>) -> Self {
        Self { amount: size(run.figures.vram.parts.parameters), dtype: run.weights() }
    }
}
