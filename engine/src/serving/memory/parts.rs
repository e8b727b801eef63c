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
/// What memory of a card costs over memory of the host: half of the catalog's cards cost more than 76 USD a GB, its modules of
/// DDR4 and DDR5 3 to 19 (2026-11). Only the order of plans that do not work rests on it.
const CARD_OVER_HOST: f64 = 10.0;
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
    /// What the host's memory lacks to hold what lies there; where both share one memory, what that lacks to hold both.
    pub host_lacks: Bytes,
    /// Keys and values of the requests that were asked for, at their usual length, on the fullest card.
    pub kv_in_use: Bytes,
    /// What the host needs.
    pub host: Bytes,
    /// The stage of a pipeline that the fullest card is of, from 0; none where there is one.
    pub stage: Option<u64>,
}

impl Memory {
    /// Whether the plan works: on its cards and in the host.
    #[must_use]
    pub const fn works(&self) -> bool {
        self.fits && self.host_fits()
    }

    /// Whether the host's memory holds what lies there.
    #[must_use]
    pub const fn host_fits(&self) -> bool {
        self.host_lacks.0 == 0
    }

    /// How far the plan is from working, to compare plans that do not, in bytes of cards: what they lack, and what the host does by
    /// its price.
    #[must_use]
    pub fn shortage(&self, question: &Question) -> f64 {
        let cards = self.needed.saturating_sub(self.capacity).as_f64() * question.hardware.gpu_count as f64;
        cards + self.host_lacks.as_f64() / CARD_OVER_HOST
    }
}

/// What a card has for programs, as its driver counts: without its own reserve and what a desktop takes.
#[must_use]
pub fn capacity(question: &Question) -> Bytes {
    question.hardware.gpu.memory.saturating_sub(memory::desktop(&question.hardware))
}

/// Host memory beside what lies there of each copy of the model: the system and a process for each card.
pub(super) fn host(question: &Question, held: Bytes) -> Bytes {
    let cards = question.hardware.gpu_count.max(1);
    let processes = match question.settings.engine {
        ServingEngine::LlamaCpp => NATIVE_PROCESS * question.copies(),
        ServingEngine::Transformers | ServingEngine::Exllama => PYTHON_PROCESS * question.copies(),
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => PYTHON_PROCESS * cards,
    };
    SYSTEM + processes + held * question.copies()
}

/// What the host lacks of what it is to hold; where device and host share one memory, it holds both.
pub(super) fn host_lacks(question: &Question, total: Bytes, host: Bytes) -> Bytes {
    let (asked, there) = match question.hardware.gpu.pool {
        Some(pool) => (total + host, pool),
        None => (host, kits::usable(question.host_room)),
    };
    asked.saturating_sub(there)
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
