//! What the engines' own load tests read off a server: as many users as were asked for, all of whom begin at once.

use super::arrivals::Arrivals;
use super::server::{Finished, Server};
use super::{MOST, REQUESTS};
use crate::serving::memory::Limits;
use crate::serving::question::{Question, ServingEngine, Settings};
use crate::serving::speed::entering;
use crate::serving::weights::Weights;
use crate::units::Seconds;

/// How often each user asks.
const TURNS: u64 = 10;
/// How long requests come that come by chance, unless they are as many as the queue counts before.
const LONGEST: Seconds = Seconds::new(1800.0);
/// The fewest of them.
const FEWEST: u64 = 30;

/// The means that a load test prints.
///
/// Where all begin at once the first prompts wait for each other, and requests of one length go on ending and beginning together: the
/// first token comes later than to users who know nothing of each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoadTest {
    /// Requests that it makes.
    pub requests: u64,
    /// From a request to the first token of its answer.
    pub time_to_first_token: Seconds,
    /// From one token to the next; none where answers are of one token.
    pub inter_token: Option<Seconds>,
    /// Tokens of answers in a second, from the first request to the last answer.
    pub output_tokens_per_second: f64,
}

/// Low and high of what load tests showed over what is played, between which 80 of 100 published ones lie: of times between tokens those
/// whose conditions are known, of first tokens all (`docs/accuracy.md`, last column, rounded outwards).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Of the first token; none for an engine whose published first tokens are explained too badly to be told.
    pub first_token: Option<(f64, f64)>,
    /// Of the time from one token to the next.
    pub inter_token: (f64, f64),
}

/// The spread of an engine's load tests; none where none were published.
#[must_use]
pub const fn spread(engine: ServingEngine) -> Option<Spread> {
    match engine {
        ServingEngine::TensorrtLlm => Some(Spread { first_token: Some((0.85, 2.65)), inter_token: (0.80, 1.45) }),
        // Its requests wait longer than any rule of its scheduler that we know makes them.
        ServingEngine::Sglang => Some(Spread { first_token: None, inter_token: (0.95, 2.10) }),
        ServingEngine::Vllm => Some(Spread { first_token: Some((0.50, 1.65)), inter_token: (0.85, 1.20) }),
        ServingEngine::LlamaCpp | ServingEngine::Transformers | ServingEngine::Exllama => None,
    }
}

/// Requests of a load test: ten for each user, fewer where that takes too long; where they come by chance, those of half an hour or as
/// many as the queue counts.
#[must_use]
pub fn load_test_requests(settings: &Settings) -> u64 {
    match settings.request_rate {
        Some(rate) => ((rate * LONGEST.get()) as u64).clamp(FEWEST, REQUESTS as u64),
        None => settings.concurrency.saturating_mul(TURNS).min(MOST as u64).max(settings.concurrency),
    }
}

/// The load test of a question; none where not one request fits, where requests are not batched as they come, where they come by chance,
/// of which the queue tells more, and where more users ask than can be played.
#[must_use]
pub fn load_test(question: &Question, limits: &Limits) -> Option<LoadTest> {
    if question.settings.request_rate.is_some() || question.settings.concurrency > MOST as u64 {
        return None;
    }
    let weights = Weights::of(question);
    let server = Server::of(question, &weights, limits)?;
    let requests = load_test_requests(&question.settings).max(1);
    // Users are shared out to the servers that the machine is.
    let users = question.settings.concurrency.max(1) as usize;
    let servers = (server.servers() as usize).clamp(1, users);
    let asking = users.div_ceil(servers);
    let batches = (servers as u64).div_ceil(question.copies());
    let finished = server.play(Arrivals::InTurn(asking), (requests as usize).div_ceil(users) * asking, batches);
    let mean = |figures: Vec<f64>| figures.iter().sum::<f64>() / figures.len().max(1) as f64;
    // An answer of one token has no time between tokens, and is left out as load tests do.
    let between = finished.iter().filter(|request| request.answer > 1).map(Finished::inter_token);
    let tokens: u64 = finished.iter().map(|request| request.answer).sum();
    let end = finished.last().map_or(0.0, |request| request.last);
    Some(LoadTest {
        requests,
        time_to_first_token: Seconds::new(mean(finished.iter().map(|request| request.first - request.came).collect()))
            + entering(question),
        inter_token: (question.settings.output_tokens > 1).then(|| Seconds::new(mean(between.collect()))),
        output_tokens_per_second: tokens as f64 / end.max(1e-6) * users as f64 / asking as f64,
    })
}
