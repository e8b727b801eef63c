//! What is told of memory, and what all engines have in common.

use crate::device::memory;
use crate::host::kits;
use crate::serving::question::{Question, ServingEngine};
use crate::serving::weights::Weights;
use crate::units::{Bytes, GIB, MIB};

/// What a process of a Python engine takes of the host: interpreter, libraries, the driver's mirror. Rule of thumb from vLLM
/// workers, 3 to 6 GiB each, by common experience.
const PYTHON_PROCESS: Bytes = Bytes(4 * GIB);
/// What llama.cpp takes of the host beside buffers: the driver's mirror, tokenizer, buffers of requests (1 to 2 GiB in practice).
const NATIVE_PROCESS: Bytes = Bytes(3 * GIB / 2);
/// What an operating system with a few services takes.
const SYSTEM: Bytes = Bytes(2 * GIB);

/// What a served model takes of the fullest card, by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts {
    /// Weights as loaded.
    pub weights: Bytes,
    /// Keys and values: of engines that reserve, the pool; of others, what the context takes.
    pub kv_cache: Bytes,
    /// What forward passes need for a moment.
    pub activations: Bytes,
    /// Captured graphs of kernels.
    pub cuda_graphs: Bytes,
    /// Context of the driver, communication, libraries.
    pub framework: Bytes,
}

impl Parts {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.weights + self.kv_cache + self.activations + self.cuda_graphs + self.framework
    }
}

/// Memory of a served model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Where the weights lie.
    pub weights: Weights,
    /// The fullest card by part.
    pub parts: Parts,
    /// What is taken of the card.
    pub total: Bytes,
    /// Low and high of it.
    pub range: (Bytes, Bytes),
    /// What the card has for programs.
    pub capacity: Bytes,
    /// The smallest such capacity that would do.
    pub needed: Bytes,
    /// Whether the engine starts on its cards and holds a request of the longest context there.
    pub fits: bool,
    /// Whether the host's memory holds what lies there; where both share one memory, whether it holds both.
    pub host_fits: bool,
    /// Keys and values of the requests that were asked for, at their usual length, on the fullest card.
    pub kv_in_use: Bytes,
    /// What the host needs.
    pub host: Bytes,
}

impl Memory {
    /// Whether the plan works: on its cards and in the host.
    #[must_use]
    pub const fn works(&self) -> bool {
        self.fits && self.host_fits
    }

    /// How far the plan is from working, to compare plans that do not: what the cards lack, and what the host does, which is bought
    /// for a tenth of the price.
    #[must_use]
    pub fn shortage(&self, question: &Question) -> f64 {
        let cards = self.needed.saturating_sub(self.capacity).as_f64() * question.hardware.gpu_count as f64;
        let (asked, there) = match question.hardware.gpu.pool {
            Some(pool) => (self.host + self.total, pool),
            None => (self.host, kits::usable(question.host_room)),
        };
        cards + asked.saturating_sub(there).as_f64() / 10.0
    }
}

/// What a card has for programs, as its driver counts: without its own reserve and what a desktop takes.
#[must_use]
pub fn capacity(question: &Question) -> Bytes {
    question.hardware.gpu.memory.saturating_sub(memory::desktop(&question.hardware))
}

/// Host memory beside what lies there of the model: the system and a process for each card.
pub(super) fn host(question: &Question, held: Bytes) -> Bytes {
    let cards = question.hardware.gpu_count.max(1);
    let processes = match question.settings.engine {
        ServingEngine::LlamaCpp => NATIVE_PROCESS,
        ServingEngine::Transformers => PYTHON_PROCESS,
        ServingEngine::Vllm | ServingEngine::Sglang => PYTHON_PROCESS * cards,
    };
    SYSTEM + processes + held
}

/// Whether the host holds what it is to; where device and host share one memory, it holds both.
pub(super) fn host_fits(question: &Question, total: Bytes, host: Bytes) -> bool {
    question.hardware.gpu.pool.map_or(host <= kits::usable(question.host_room), |pool| total + host <= pool)
}

/// Low and high of what is taken: what contexts were seen to take, and how far the rest has been off.
pub(super) fn range(parts: &Parts, spread: f64) -> (Bytes, Bytes) {
    let total = parts.total();
    let uncertain = (parts.activations + parts.framework + parts.cuda_graphs).scaled(spread) + parts.weights.scaled(0.003);
    (total.saturating_sub(uncertain), total + uncertain)
}

/// Rounded up to the pages that a driver gives memory in.
pub(super) fn paged(bytes: Bytes) -> Bytes {
    bytes.rounded_up_to(2 * MIB)
}
