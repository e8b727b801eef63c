//! Requests that come by chance, or from the users of a load test: a server's queue, played pass by pass.
//!
//! Requests arrive as calls do that know nothing of each other (exponential gaps, from a fixed seed, so that the same question has the
//! same answer), or in turn from users of a load test. Passes are those of continuous batching: every request that writes gets a token,
//! and what the largest batch of tokens leaves is given to prompts in the order in which they came (`Scheduler.schedule` of vLLM 0.33,
//! `update_slots` of llama.cpp, and TensorRT-LLM with chunked context); `SGLang` reads prompts in passes of their own, while those that
//! write wait (`get_next_batch_to_run` without `enable_mixed_chunk`). Passes that are alike are played at once, up to the next arrival,
//! first token or end.

mod arrivals;
mod load_test;
mod percentiles;
mod server;

pub use load_test::{LoadTest, Spread, load_test, load_test_requests, spread};
pub use percentiles::Percentiles;

use arrivals::Arrivals;
use server::{Finished, Server};

use super::load::{Load, steady};
use super::memory::Limits;
use super::question::{Question, Settings};
use super::speed::{Forward, Pass};
use super::weights::Weights;

/// What users see of a server to which so many requests come in a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Queue {
    /// Requests that come in a second.
    pub request_rate: f64,
    /// The most that are finished in a second, however many wait.
    pub max_request_rate: f64,
    /// What requests see; none where as many come as can be finished, or more: the queue grows without end.
    pub seen: Option<Seen>,
}

/// What requests see.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// From a request to the first token of its answer.
    pub time_to_first_token: Percentiles,
    /// From one token to the next, the mean of a request.
    pub inter_token: Percentiles,
    /// From a request to the last token of its answer.
    pub whole: Percentiles,
    /// Requests under way or waiting, on the mean.
    pub under_way: f64,
}

impl Seen {
    /// Whether 95 of 100 requests get what was asked for.
    #[must_use]
    pub fn meets(&self, settings: &Settings) -> bool {
        settings.keep(self.time_to_first_token.p95, self.inter_token.p95)
    }
}

impl Queue {
    /// What a usual request sees, in the words of a steady state; none where the queue grows without end.
    #[must_use]
    pub fn usual(&self, question: &Question) -> Option<Load> {
        let Seen { time_to_first_token, inter_token, under_way, .. } = self.seen?;
        let answer = question.settings.output_tokens;
        let concurrency = under_way.ceil().max(1.0) as u64;
        // An answer of one token has none after it: were there one, it would come as in the steady state.
        let inter_token = if answer > 1 { inter_token.p50 } else { steady(question, concurrency).inter_token };
        Some(Load {
            concurrency,
            output_tokens_per_second: self.request_rate * answer as f64,
            requests_per_second: self.request_rate,
            tokens_per_second_per_request: 1.0 / inter_token.get(),
            inter_token,
            time_to_first_token: time_to_first_token.p50,
        })
    }
}

/// Requests that are counted of a play.
pub const REQUESTS: usize = 1500;
/// Before them as many times those that are under way, which find an emptier server than later ones.
const COHORTS: usize = 4;
/// Cohorts that are played at least where only what is finished counts: the first begins together, the last has none behind it.
const FEWEST_COHORTS: usize = 4;
/// The fewest that are played before those that count.
const WARMING: usize = 150;
/// Tokens of a pass beyond which a larger one reads no more of them a second.
const LARGEST_PASS: u64 = 1 << 16;
/// The most that are played in all.
const MOST: usize = 24_000;

/// The queue of a question at a rate of requests; none where not one of them fits.
#[must_use]
pub fn of(question: &Question, limits: &Limits, request_rate: f64) -> Option<Queue> {
    let weights = Weights::of(question);
    let server = Server::of(question, &weights, limits)?;
    let max_request_rate = busiest(&server);
    let seen = (request_rate < max_request_rate).then(|| seen(&server, request_rate));
    Some(Queue { request_rate, max_request_rate, seen })
}

/// The highest rate at which 95 of 100 requests meet the targets; 0 where not even one alone does.
#[must_use]
pub fn highest_rate(question: &Question, limits: &Limits) -> f64 {
    /// Halvings of the interval in which it lies.
    const HALVINGS: u32 = 7;
    /// Halvings below the smallest of its parts.
    const LOWER: usize = 16;
    let weights = Weights::of(question);
    let Some(server) = Server::of(question, &weights, limits) else { return 0.0 };
    let (mut low, mut high) = (0.0, busiest(&server));
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if seen(&server, middle).meets(&question.settings) {
            low = middle;
        } else {
            high = middle;
        }
    }
    // Far below what the machine can finish the interval is too coarse.
    let lower = std::iter::successors(Some(high), |rate| Some(rate / 2.0)).take(LOWER).skip(1);
    if low > 0.0 { low } else { lower.into_iter().find(|&rate| seen(&server, rate).meets(&question.settings)).unwrap_or(0.0) }
}

/// Requests a second beyond which none are finished however many are under way: each prompt is read, in passes that are as large as
/// they can be, behind nothing and beside nothing.
#[must_use]
pub fn most_read(question: &Question) -> f64 {
    let (weights, settings) = (Weights::of(question), &question.settings);
    let batches = question.batches();
    let tokens = settings.max_batched_tokens.clamp(1, LARGEST_PASS);
    let pass = Pass { prompt_tokens: tokens, prompts: 1, ..Pass::decode(0, 0.0) };
    let seconds = Forward::of(question, &weights).time_beside(&pass, batches).get();
    let passes = (question.copies() * batches) as f64 / seconds.max(1e-9);
    passes * tokens as f64 / question.read_tokens().max(1) as f64
}

/// Whether requests could meet the targets at a rate, by the shortest play: what misses them there misses them where more requests are under
/// way before those that count.
#[must_use]
pub fn could_meet(question: &Question, limits: &Limits, request_rate: f64) -> bool {
    let weights = Weights::of(question);
    let server = Server::of(question, &weights, limits);
    server.is_some_and(|server| played(&server, request_rate, WARMING).meets(&question.settings))
}

/// Requests that are finished in a second while there is always another that waits.
fn busiest(server: &Server) -> f64 {
    // Requests of one length that begin together end together: only whole cohorts are counted, behind the first and before the last.
    let slots = server.slots();
    let wanted = REQUESTS.div_ceil(slots).max(2 * COHORTS).min(MOST / slots);
    let cohorts = wanted.max(FEWEST_COHORTS);
    let finished = server.play(Arrivals::AtOnce, cohorts * slots, server.stages());
    let (first, last) = (cohorts / 2 * slots, (cohorts - 1) * slots);
    let ended = |count: usize| finished.get(count - 1).map_or(0.0, |request| request.last);
    server.servers() * (last - first) as f64 / (ended(last) - ended(first)).max(1e-9)
}

fn seen(server: &Server, request_rate: f64) -> Seen {
    let first = played(server, request_rate, WARMING);
    let warming = ((first.under_way / server.servers()) as usize).saturating_mul(COHORTS).min(MOST - REQUESTS);
    if warming > WARMING { played(server, request_rate, warming) } else { first }
}

/// What requests see after so many that are not counted.
fn played(server: &Server, request_rate: f64, warming: usize) -> Seen {
    let each = request_rate / server.servers();
    let finished = server.play(Arrivals::ByChance(each), warming + REQUESTS, server.batches(each));
    let counted = finished.get(warming..).unwrap_or_default();
    let of = |figure: &dyn Fn(&Finished) -> f64| Percentiles::of(counted.iter().map(figure).collect());
    let whole: f64 = counted.iter().map(|request| request.last - request.came).sum();
    Seen {
        time_to_first_token: of(&|request| request.first - request.came + server.entering()),
        inter_token: of(&Finished::inter_token),
        whole: of(&|request| request.last - request.came + server.entering()),
        // Little's law.
        under_way: request_rate * whole / counted.len().max(1) as f64,
    }
}
