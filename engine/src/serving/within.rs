//! How many users a machine serves well: the most requests for which targets are met.

use super::load::{self, steady};
use super::memory::{self, Limits, limits};
use super::question::{Question, Targets};
use super::queue;

/// The most for which the targets of a question are met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Within {
    /// Requests at a time; 0 where not even one alone is answered so fast.
    pub concurrency: u64,
    /// Requests in a second, 95 of 100 of which are answered so; none where no rate was asked for.
    pub request_rate: Option<f64>,
}

/// Whether users get what was asked for: of requests that come by chance 95 of 100, else the usual one.
#[must_use]
pub fn is_met(question: &Question) -> bool {
    let settings = &question.settings;
    if settings.request_rate.is_none() && settings.targets == Targets::default() {
        return true;
    }
    if settings.request_rate.is_some() && !is_met_alone(question) {
        return false;
    }
    let limits = limits(question, &memory::of(question));
    match settings.request_rate.and_then(|rate| queue::of(question, &limits, rate)) {
        Some(queue) => queue.seen.is_some_and(|seen| seen.meets(settings)),
        None => load::of(question, &limits).is_some_and(|load| settings.keep(load.time_to_first_token, load.inter_token)),
    }
}

/// How much sooner than a request alone one in a queue may be said to be answered: queues are played pass by pass, and lengths vary.
const PLAYED: f64 = 0.9;

/// Whether a request that meets no other gets what was asked for, or nearly so: of many that meet each other few get more, and a queue
/// need not be played to tell that.
fn is_met_alone(question: &Question) -> bool {
    let alone = steady(question, 1);
    question.settings.keep(alone.time_to_first_token * PLAYED, alone.inter_token * PLAYED)
}

/// The most for which the targets are met; none where there are no targets.
#[must_use]
pub fn of(question: &Question, limits: &Limits) -> Option<Within> {
    let settings = &question.settings;
    if settings.targets == Targets::default() {
        return None;
    }
    let are_met = |requests: u64| {
        let load = steady(question, requests);
        settings.keep(load.time_to_first_token, load.inter_token)
    };
    let (mut low, mut high) = (0, limits.max_concurrency);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if are_met(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let rate = settings.request_rate.map(|_| queue::highest_rate(question, limits));
    Some(Within { concurrency: low, request_rate: rate })
}
