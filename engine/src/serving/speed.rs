//! Time of a request: the prompt, then token by token.

mod attention;
mod cards;
mod forward;
mod overlap;
mod pass;
mod routed;
mod shares;
pub mod sight;
mod trellis;

pub use forward::{Forward, experts_time, experts_touched, time};
pub use pass::Pass;

use super::checked::is_checked;
use super::memory::Memory;
use super::pictures;
use super::question::{Drafts, Question, ServingEngine};
use super::weights::Weights;
use crate::units::Seconds;

/// Time for one request alone, and the rates that follow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    /// From the request to the first token, nothing else running.
    pub time_to_first_token: Seconds,
    /// Tokens of the prompt that are read in a second.
    pub prefill_tokens_per_second: f64,
    /// From one token to the next at the middle of a usual answer, nothing else running.
    pub inter_token: Seconds,
    /// Tokens of the answer in a second.
    pub decode_tokens_per_second: f64,
}

/// What a server adds to the first token: a request over HTTP, its text into tokens, the first token back (5 to 30 ms in practice).
pub const REQUEST: Seconds = Seconds::new(0.015);

/// From a request to where its prompt can be read: what a server adds, and pictures made ready by the host; of `generate`, those of the
/// whole batch.
#[must_use]
pub fn entering(question: &Question) -> Seconds {
    let prompts = if question.settings.engine == ServingEngine::Transformers { question.settings.concurrency } else { 1 };
    REQUEST + pictures::preparing(question) * prompts as f64
}

/// The speed of a question whose memory is known.
#[must_use]
pub fn of(question: &Question, memory: &Memory) -> Speed {
    let settings = &question.settings;
    let read = question.read_tokens();
    let first = prefill(question, &memory.weights, read, 1, settings.prompt_tokens - read);
    let behind = Forward::of(question, &memory.weights).behind(first);
    let depth = settings.prompt_tokens as f64 + settings.output_tokens as f64 / 2.0;
    let pass = time(question, &memory.weights, &Pass::decode(1, depth).drafted(question));
    let inter_token = pass * (1.0 / settings.tokens_of_a_pass());
    Speed {
        time_to_first_token: first + behind + entering(question),
        prefill_tokens_per_second: read as f64 / first.get(),
        inter_token,
        decode_tokens_per_second: 1.0 / inter_token.get(),
    }
}

/// Time to read so many prompts at once behind `depth` tokens that are kept already, in as many passes as the engine's largest
/// batch of tokens makes of them.
#[must_use]
pub fn prefill(question: &Question, weights: &Weights, prompt_tokens: u64, prompts: u64, depth: u64) -> Seconds {
    prefill_beside(question, weights, Prompts { tokens: prompt_tokens, count: prompts, depth }, 1)
}

/// Prompts that are read at once.
#[derive(Debug, Clone, Copy)]
pub struct Prompts {
    /// Tokens of each that are read.
    pub tokens: u64,
    /// How many.
    pub count: u64,
    /// Tokens of each that are kept already.
    pub depth: u64,
}

/// Time to read prompts at once, where a pipeline has so many batches under way.
#[must_use]
pub fn prefill_beside(question: &Question, weights: &Weights, prompts: Prompts, batches: u64) -> Seconds {
    let Prompts { tokens: prompt_tokens, count: prompts, depth } = prompts;
    let forward = Forward::of(question, weights);
    let total = prompt_tokens.saturating_mul(prompts).max(1);
    let most = question.settings.max_batched_tokens.max(1);
    let (whole, rest) = (total / most, total % most);
    // Every token attends to those before it: half of the prompt on the mean.
    let prompt_depth = depth as f64 + prompt_tokens as f64 / 2.0;
    let pass = |tokens: u64| {
        let prompts = (tokens / prompt_tokens.max(1)).max(1);
        forward.time_beside(&Pass { writing: 0, drafts: 0, depth: 0.0, prompt_tokens: tokens, prompts, prompt_depth }, batches)
    };
    let mut sum = Seconds::ZERO;
    if whole > 0 {
        sum += pass(most) * whole as f64;
    }
    if rest > 0 {
        sum += pass(rest);
    }
    // The tower reads on one card, before the decoder.
    let seen = forward.sight(total);
    seen + Seconds::new((sum.get() - seen.get()).max(0.0)) * question.in_line(total.div_ceil(most), batches)
}

/// Low and high of a rate over the one predicted, between which at least 80 of 100 published runs lie (`docs/accuracy.md`, last
/// column, rates of decoding and of whole requests); of `SGLang` nine are known, under load alone, all of them slower.
///
/// None is faster than the memory delivers the weights.
#[must_use]
pub fn spread(question: &Question) -> (f64, f64) {
    let (low, high): (f64, f64) = match question.settings.engine {
        ServingEngine::LlamaCpp => (0.88, 1.12),
        ServingEngine::Vllm => (0.88, 1.20),
        ServingEngine::Sglang => (0.60, 1.30),
        ServingEngine::TensorrtLlm => (0.68, 1.15),
        ServingEngine::Transformers => (0.75, 1.20),
        ServingEngine::Exllama => (0.65, 1.30),
    };
    // Where nothing was compared, as far as engines were off whose shares were taken from others.
    let low = if question.sums_over_pcie() { low.min(OVER_PCIE) } else { low };
    let (least, most) = WHOLE_EXPERTS;
    let (low, high) = if question.expert_groups() > 1 { (low.min(least), high.max(most)) } else { (low, high) };
    let (low, high) = if is_checked(question) { (low, high) } else { (low.min(0.60), high.max(1.30)) };
    // Of runs with pictures under load one could be compared: from one token to the next it took 3.3 times as long as it should.
    let (low, high) = match (question.seen(), question.settings.concurrency) {
        (None, _) => (low, high),
        (Some(_), 1) => (low.min(0.60), high.max(1.30)),
        (Some(_), _) => (low.min(PICTURES_UNDER_LOAD), high.max(1.30)),
    };
    let high = high.min(1.0 / shares::of_bandwidth(question));
    let Some(drafts) = question.settings.drafts else { return (low, high) };
    // What is drafted hangs on what is written: prose, code, tables.
    let of = |acceptance: f64| {
        let other = Drafts { acceptance: acceptance.clamp(0.0, 1.0), ..drafts };
        other.tokens_of_a_pass() / drafts.tokens_of_a_pass()
    };
    (low * of(drafts.acceptance - ACCEPTANCE_SPREAD), high * of(drafts.acceptance + ACCEPTANCE_SPREAD))
}

/// Rates of servers of four cards and more over PCI Express over those predicted: NVIDIA's own of L40S 0.87 to 1.16, four RTX PRO 6000 on
/// several sockets 0.85 to 1.1, four RTX 3090 of 220 W on PCI Express 3.0 0.48 to 0.93 (`engine/reference/serving_splits.csv`).
const OVER_PCIE: f64 = 0.45;
/// Rates of servers whose experts lie whole on cards over those predicted, between which 80 of 100 lie: 0.58 to 1.36 with TensorRT-LLM, rounded outwards
/// (`engine/reference/serving_experts.csv`; six of vLLM, whose source is as far off without, are told apart).
const WHOLE_EXPERTS: (f64, f64) = (0.55, 1.40);

/// Tokens a second of a request whose prompts have pictures, under load, over those predicted (`SGLang`, Qwen3-VL 235B on eight B200 with
/// 100 users, 2026-05: 0.30): a single published run, so that less may be had.
const PICTURES_UNDER_LOAD: f64 = 0.25;

/// How far acceptance lies from text to text (Qwen3.6 27B with three drafts: 0.75 in prose, 0.9 in code).
const ACCEPTANCE_SPREAD: f64 = 0.15;
