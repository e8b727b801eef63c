//! How many users a machine serves well: the most requests for which targets are met.

use super::load::{self, Load, steady};
use super::memory::{self, Limits, limits};
use super::question::{Question, Settings, Targets};
use super::queue;

/// The most for which the targets of a question are met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Within {
    /// Requests at a time; 0 where not even one alone is answered so fast.
    pub concurrency: u64,
    /// Requests in a second, 95 of 100 of which are answered so; none where no rate was asked for.
    pub request_rate: Option<f64>,
}

/// Whether requests get their tokens a second; an answer of one token has none after it.
fn is_fast(question: &Question, load: &Load) -> bool {
    let Settings { output_tokens, targets, .. } = question.settings;
    output_tokens < 2 || targets.tokens_per_second.is_none_or(|least| load.tokens_per_second_per_request >= least)
}

/// Whether users get what was asked for: of requests that come by chance 95 of 100, else the usual one.
#[must_use]
pub fn is_met(question: &Question) -> bool {
    let Settings { request_rate, targets: Targets { first_token, tokens_per_second }, .. } = question.settings;
    if request_rate.is_none() && first_token.is_none() && tokens_per_second.is_none() {
        return true;
    }
    let limits = limits(question, &memory::of(question));
    let queue = request_rate.and_then(|rate| queue::of(question, &limits, rate));
    match (queue, load::of(question, &limits)) {
        (Some(queue), _) => queue.seen.is_some_and(|seen| queue::meets(&seen, first_token, tokens_per_second)),
        (None, Some(load)) => {
            let is_soon = first_token.is_none_or(|most| load.time_to_first_token <= most);
            is_soon && is_fast(question, &load)
        }
        (None, None) => false,
    }
}

/// The most for which the targets are met; none where there are no targets.
#[must_use]
pub fn of(question: &Question, limits: &Limits) -> Option<Within> {
    let Targets { first_token, tokens_per_second } = question.settings.targets;
    if first_token.is_none() && tokens_per_second.is_none() {
        return None;
    }
    let are_met = |requests: u64| {
        let load = steady(question, requests);
        let is_soon = first_token.is_none_or(|most| load.time_to_first_token <= most);
        is_soon && is_fast(question, &load)
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
    let rate = |_| queue::highest_rate(question, limits, |seen| queue::meets(seen, first_token, tokens_per_second));
    Some(Within { concurrency: low, request_rate: question.settings.request_rate.map(rate) })
}
