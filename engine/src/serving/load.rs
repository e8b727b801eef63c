//! Many users at a time: the steady state of continuous batching.

use super::memory::Limits;
use super::question::{Question, ServingEngine};
use super::speed::{Forward, Pass, Prompts, entering, prefill_beside};
use super::weights::Weights;
use crate::units::Seconds;

/// What users get of a machine that always has as many requests under way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// Requests under way: those that were asked for, or as many as fit.
    pub concurrency: u64,
    /// Tokens of answers in a second, over all requests.
    pub output_tokens_per_second: f64,
    /// Requests that are finished in a second.
    pub requests_per_second: f64,
    /// Tokens in a second that one user sees once the answer has begun.
    pub tokens_per_second_per_request: f64,
    /// From one token to the next, prompts of others read between them.
    pub inter_token: Seconds,
    /// From a request to its first token, other prompts before it.
    pub time_to_first_token: Seconds,
}

/// Share of the time that prompts may take before the wait for them is no longer told.
const MOST_BUSY: f64 = 0.9;

/// The steady state of a question; none where not one request fits.
#[must_use]
pub fn of(question: &Question, limits: &Limits) -> Option<Load> {
    let asked = question.settings.concurrency;
    let concurrency = asked.min(limits.max_concurrency);
    (concurrency > 0).then(|| {
        let load = steady(question, concurrency);
        // Those that do not fit wait until as many have finished.
        let wait = (asked - concurrency) as f64 / load.requests_per_second;
        Load { time_to_first_token: load.time_to_first_token + Seconds::new(wait), ..load }
    })
}

/// The steady states with 1, 2, 4 and so on requests, the last with as many as fit.
#[must_use]
pub fn doubling(question: &Question, limits: &Limits) -> Vec<Load> {
    let most = limits.max_concurrency;
    let doubled = std::iter::successors(Some(1_u64), |requests| requests.checked_mul(2));
    let below = doubled.take_while(|&requests| requests < most);
    below.chain((most > 0).then_some(most)).map(|requests| steady(question, requests)).collect()
}

/// The steady state with so many requests under way: copies of the model answer a share of them each, and the stages of a pipeline work
/// on as many batches of them.
#[must_use]
pub fn steady(question: &Question, concurrency: u64) -> Load {
    let groups = (question.copies() * question.batches()).min(concurrency).max(1);
    if groups == 1 {
        return alone(question, concurrency, 1);
    }
    // Copies that have more than others decide what is told of one request.
    let batches = groups.div_ceil(question.copies());
    let (fewer, rest) = (concurrency / groups, concurrency % groups);
    let smaller = alone(question, fewer, batches);
    let larger = if rest > 0 { alone(question, fewer + 1, batches) } else { smaller };
    let of_all = |figure: &dyn Fn(&Load) -> f64| figure(&larger) * rest as f64 + figure(&smaller) * (groups - rest) as f64;
    Load {
        concurrency,
        output_tokens_per_second: of_all(&|load| load.output_tokens_per_second),
        requests_per_second: of_all(&|load| load.requests_per_second),
        ..larger
    }
}

/// The steady state of one batch with so many requests, where a pipeline has so many batches under way.
fn alone(question: &Question, concurrency: u64, batches: u64) -> Load {
    let settings = &question.settings;
    let weights = Weights::of(question);
    let forward = Forward::of(question, &weights);
    let answer = settings.output_tokens.max(1) as f64;
    let depth = settings.prompt_tokens as f64 + answer / 2.0;
    // What all prompts begin with was read before.
    let read = question.read_tokens();
    let shared = settings.prompt_tokens - read;
    let of = |count: u64| Prompts { tokens: read, count, depth: shared };
    let (inter_token, first) = if settings.engine == ServingEngine::Transformers {
        // A batch begins and ends together: its prompts are read at once, and nothing comes between its tokens.
        let step = forward.time_beside(&Pass::decode(concurrency, depth), batches).get();
        (step, prefill_beside(question, &weights, of(concurrency), batches).get())
    } else {
        let own = prefill_beside(question, &weights, of(1), batches).get();
        // While a request writes its answer, each of the others begins once: their prompts are read along with the tokens that
        // are written, in some of the passes.
        let written = settings.tokens_of_a_pass();
        let begun = (concurrency - 1) as f64 * written / answer;
        let tokens = begun * read as f64;
        let chunk = read.min(settings.max_batched_tokens).max(1);
        // Where there are more prompts than passes, each pass reads as many tokens as come in its time, up to the largest batch.
        let chunk = chunk.max((tokens + 0.5) as u64).min(settings.max_batched_tokens.max(1));
        let share = tokens / chunk as f64;
        let mixes = settings.engine.mixes();
        let written_along = if mixes { Pass::decode(concurrency, depth).drafted(question) } else { Pass::decode(0, 0.0) };
        let prompts = Pass {
            prompt_tokens: chunk,
            prompts: (chunk / read.max(1)).max(1),
            prompt_depth: shared as f64 + read as f64 / 2.0,
            ..written_along
        };
        let alone = forward.time_beside(&Pass::decode(concurrency, depth).drafted(question), batches).get();
        let along = if share > 0.0 { forward.time_beside(&prompts, batches).get() } else { alone };
        // What is not written along waits for as long.
        let longer = if mixes || share <= 0.0 { (along - alone).max(0.0) } else { along };
        let step = alone + longer * share;
        // A prompt waits for those before it, the longer the busier the machine is with prompts.
        let busy = (own * begun / step).min(MOST_BUSY);
        // The pass that is under way ends first, which is half done on the mean.
        let pass = if mixes { step } else { alone };
        let under_way = if concurrency > 1 { pass / 2.0 } else { 0.0 };
        // No more prompts are before it than there are other requests.
        let before = (busy / (2.0 * (1.0 - busy))).min((concurrency - 1) as f64);
        (step / written, own * (1.0 + before) + under_way + forward.behind(Seconds::new(own)).get())
    };
    let first = first + entering(question).get();
    let writing = inter_token * (answer - 1.0).max(0.0);
    // No more requests are finished than prompts can be read, full pass after full pass.
    let read_at_once = (settings.max_batched_tokens / read.max(1)).clamp(1, concurrency);
    let readable = read_at_once as f64 / prefill_beside(question, &weights, of(read_at_once), batches).get().max(1e-6);
    let requests_per_second = (concurrency as f64 / (first + writing).max(1e-6)).min(readable);
    // And no fewer than one after another would be.
    let in_turn = if concurrency > 1 { alone(question, 1, batches).requests_per_second } else { 0.0 };
    let (requests_per_second, first) = if requests_per_second < in_turn {
        (in_turn, (concurrency as f64 / in_turn - writing).max(entering(question).get()))
    } else {
        (requests_per_second, first.max(concurrency as f64 / requests_per_second - writing))
    };
    Load {
        concurrency,
        output_tokens_per_second: requests_per_second * answer,
        requests_per_second,
        tokens_per_second_per_request: 1.0 / inter_token,
        inter_token: Seconds::new(inter_token),
        time_to_first_token: Seconds::new(first),
    }
}
