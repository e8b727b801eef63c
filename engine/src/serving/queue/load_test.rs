//! What the engines' own load tests read off a server: as many users as were asked for, all of whom begin at once.

use super::arrivals::Arrivals;
use super::server::Server;
use super::{MOST, REQUESTS};
use crate::serving::memory::Limits;
use crate::serving::question::{Question, ServingEngine, Settings};
use crate::serving::speed::REQUEST;
use crate::serving::weights::Weights;
use crate::units::Seconds;

/// How often each user asks.
const TURNS: u64 = 10;

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
    /// From one token to the next.
    pub inter_token: Seconds,
    /// Tokens of answers in a second, from the first request to the last answer.
    pub output_tokens_per_second: f64,
}

/// Low and high of what load tests showed over what is played, between which 80 of 100 published ones lie (`docs/accuracy.md`, last
/// column, rounded outwards).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Of the first token; none for an engine whose published first tokens are explained too badly to be told.
    pub first_token: Option<(f64, f64)>,
    /// Of the time from one token to the next.
    pub inter_token: (f64, f64),
}

/// The spread of an engine's load tests.
#[must_use]
pub const fn spread(engine: ServingEngine) -> Spread {
    match engine {
        ServingEngine::TensorrtLlm => Spread { first_token: Some((0.85, 2.55)), inter_token: (0.80, 1.30) },
        // Its requests wait longer than any rule of its scheduler that we know makes them.
        ServingEngine::Sglang => Spread { first_token: None, inter_token: (0.85, 1.65) },
        ServingEngine::Vllm | ServingEngine::LlamaCpp | ServingEngine::Transformers => {
            Spread { first_token: Some((0.90, 1.85)), inter_token: (0.85, 1.20) }
        }
    }
}

/// Requests of a load test: ten for each user, or as many as the queue counts where they come by chance.
#[must_use]
pub fn load_test_requests(settings: &Settings) -> u64 {
    match settings.request_rate {
        Some(_) => REQUESTS as u64,
        None => settings.concurrency.saturating_mul(TURNS).min(MOST as u64),
    }
}

/// The load test of a question; none where not one request fits, or where requests are not batched as they come.
#[must_use]
pub fn load_test(question: &Question, limits: &Limits) -> Option<LoadTest> {
    let weights = Weights::of(question);
    let server = Server::of(question, &weights, limits)?;
    let requests = load_test_requests(&question.settings).max(1);
    let arrivals = match question.settings.request_rate {
        Some(rate) => Arrivals::ByChance(rate),
        None => Arrivals::InTurn(question.settings.concurrency.max(1) as usize),
    };
    let finished = server.play(arrivals, requests as usize);
    let mean = |figure: &dyn Fn(usize) -> f64| (0..finished.len()).map(figure).sum::<f64>() / finished.len().max(1) as f64;
    let tokens: u64 = finished.iter().map(|request| request.answer).sum();
    let end = finished.last().map_or(0.0, |request| request.last);
    Some(LoadTest {
        requests,
        time_to_first_token: Seconds::new(mean(&|index| finished[index].first - finished[index].came)) + REQUEST,
        inter_token: Seconds::new(mean(&|index| finished[index].inter_token())),
        output_tokens_per_second: tokens as f64 / end.max(1e-6),
    })
}
