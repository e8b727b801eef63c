//! What a pipeline takes of the card and of the host.

use super::components::Component;
use super::question::Question;
use super::stages::{Stage, fullest};
use crate::device::memory::{CONTEXT, CONTEXT_HIGH, CONTEXT_LOW, desktop, workspaces};
use crate::units::{Bytes, GIB, MIB};

/// What a Python process with `PyTorch` and its libraries takes of the host.
const PROCESS: Bytes = Bytes(3 * GIB);
/// What an operating system with a few services takes.
const SYSTEM: Bytes = Bytes(2 * GIB);
/// What a window of sound takes of the host while it becomes a spectrogram: its samples, a padded copy, their transform, the result.
/// Calibration: 13.4 and 15.9 MiB a window for 64 and 16 windows (transformers 5.24, 128 bands, growth of the process; 2026-11).
const WINDOW_OF_SOUND: Bytes = Bytes(16 * MIB);
/// Share of what comes and goes that the allocator cannot use where memory is short: 95th percentile of 113 passes above 200 MiB (every
/// model of the catalog that answers in passes, batches of 1, 4 and 16, pictures of its own size and twice that), each replayed under
/// smaller and smaller limits; median 0.23, worst 0.51; 2026-11. Segments that were freed serve no larger tensor.
const UNUSABLE: f64 = 0.40;
/// What it cannot use at the least: 95th percentile of 271 smaller passes of the same kind, whose segments of 20 MiB are half empty, and
/// whose larger weights take segments of whole 2 MiB.
const UNUSABLE_LEAST: Bytes = Bytes(54 * MIB);

/// What the allocator cannot use beside activations of this size, where memory is short.
#[must_use]
pub fn unusable(activations: Bytes) -> Bytes {
    activations.scaled(UNUSABLE).max(UNUSABLE_LEAST)
}

/// Memory of the card by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts {
    /// Weights.
    pub weights: Bytes,
    /// The batch and what is computed of it.
    pub activations: Bytes,
    /// The allocator's slack, the driver's context, workspaces of libraries.
    pub framework: Bytes,
}

impl Parts {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.weights + self.activations + self.framework
    }
}

/// Memory of a pipeline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// The card by part, in the stage that takes most.
    pub parts: Parts,
    /// What is taken of the card.
    pub total: Bytes,
    /// Low and high of it.
    pub range: (Bytes, Bytes),
    /// The smallest capacity, less what driver and desktop take, that would do.
    pub needed: Bytes,
    /// What the card has for programs.
    pub capacity: Bytes,
    /// What the host needs: a process for each card, through whose memory weights come.
    pub host: Bytes,
    /// Of it the weights of one process.
    pub host_weights: Bytes,
    /// What the host's memory lacks.
    pub host_lacks: Bytes,
}

impl Memory {
    /// Whether it fits the card.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.needed <= self.capacity
    }

    /// Whether it also does where the allocator wastes as much as it may.
    #[must_use]
    pub fn is_comfortable(&self) -> bool {
        self.range.1 <= self.capacity
    }

    /// Whether it fits the card and the host.
    #[must_use]
    pub fn works(&self) -> bool {
        self.fits() && self.host_lacks == Bytes::ZERO
    }
}

/// What a process holds of the weights in the host's memory while its pipeline starts: all that are not packed on the card as they are
/// read from the files, and those too where they wait there for their turn.
fn on_host(question: &Question, components: &[Component]) -> Bytes {
    let waits = |component: &&Component| !component.is_packed_on_card || question.settings.is_offloaded;
    components.iter().filter(waits).map(|component| component.weights).sum()
}

/// The memory of these stages.
pub(super) fn of(question: &Question, components: &[Component], stages: &[Stage]) -> Memory {
    let hardware = &question.hardware;
    let (workspace, _) = workspaces(&hardware.gpu);
    let capacity = hardware.gpu.memory.saturating_sub(desktop(hardware));
    let most = |of: &dyn Fn(&Stage) -> Bytes| stages.iter().map(of).max().unwrap_or_default();
    let needed = most(&|stage| stage.weights + stage.activations + unusable(stage.transient())) + workspace + CONTEXT;
    let parts = fullest(stages).map_or_else(Parts::default, |stage| Parts {
        weights: stage.weights,
        activations: stage.activations,
        framework: stage.beyond + workspace + CONTEXT,
    });
    let live = most(&|stage| stage.weights + stage.activations);
    let high = if question.settings.is_offloaded {
        // The cache is emptied where one model makes room for the next (accelerate's `CpuOffload`).
        most(&Stage::taken)
    } else {
        // What a stage leaves in the allocator's cache the next one may not be able to use; what lies still is the same in all.
        let left: Bytes = stages.iter().map(|stage| stage.transient() + stage.beyond).sum();
        most(&|stage| stage.weights) + most(&|stage| stage.still) + left
    };
    let high = high + workspace + CONTEXT_HIGH;
    let host_weights = on_host(question, components);
    // The weights have left when the first sound comes.
    let sound = if question.model.hears() { WINDOW_OF_SOUND * question.settings.batch } else { Bytes::ZERO };
    let host = SYSTEM + (PROCESS + host_weights.max(sound)) * hardware.gpu_count.max(1);
    // A card that holds the need but not the wish makes the allocator give its slack back.
    let total = if needed <= capacity { parts.total().min(capacity) } else { parts.total().max(needed) };
    // What holds the wish holds the pass.
    let needed = if needed <= capacity { needed.min(total) } else { needed };
    let framework = total.saturating_sub(parts.weights + parts.activations);
    let (room, shared) = match hardware.gpu.pool {
        Some(pool) => (pool, total),
        None => (question.host_room, Bytes::ZERO),
    };
    Memory {
        parts: Parts { framework, ..parts },
        total,
        range: ((live + CONTEXT_LOW).min(total), high.max(total)),
        needed,
        capacity,
        host,
        host_weights,
        host_lacks: (host + shared).saturating_sub(room),
    }
}
