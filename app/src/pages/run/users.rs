//! What many users get: the most that targets allow, requests as they come, and the steady state with more of them.

use engine::serving::queue::REQUESTS;
use engine::units::Seconds;
use wire::v1::choices::ServingEngine;
use wire::v1::estimate::{Percentiles, Served, ServedQueue, ServedRent};
use wire::v1::prices::Currency;
use wire::v1::scenario::GpuChoice;
use wording::format;

use super::asked::Asked;
use super::machine::Machine;
use super::tokens::{of_tokens, tokens};
use crate::components::{head, row_head, scroll};
use crate::context::path_prefix;
use crate::locale::Locale;
use crate::messages::{run as text, token_costs};
use markup::{Element, classed, el};

/// Draws the part.
pub fn users(asked: &Asked, found: &Served, machine: Option<Machine>, locale: Locale) -> Element {
    classed("section", "card")
        .attr("data-testid", "users")
        .with(el("h2").attr("id", "users").with(text::loads(locale)))
        .with(within(found, locale))
        .with(found.queue.as_ref().map(|found| queue(found, locale)).unwrap_or_default())
        .with(loads(found, locale))
        .with(rented(found, locale))
        .with(tokens(asked, found, machine, "h3", locale))
}

/// The most requests that are answered as was asked.
fn within(found: &Served, locale: Locale) -> Option<Element> {
    let within = found.within_targets?;
    let most = match within.concurrency {
        0 => text::within_none(locale).to_owned(),
        1 => text::within_one(locale).to_owned(),
        count => text::within(locale, &format::count(count)),
    };
    let rate = within.request_rate.filter(|&rate| rate > 0.0);
    let rate = rate.map(|rate| text::within_rate(locale, &format::concise(rate)));
    let words = [Some(most), rate].into_iter().flatten().collect::<Vec<_>>().join(locale.pick(" ", ""));
    Some(classed("p", "measure").attr("data-testid", "within").with(el("strong").with(words)))
}

fn time(seconds: f64, locale: Locale) -> String {
    format::measured_time(Seconds::new(seconds), locale)
}

/// What requests see that come by chance.
fn queue(queue: &ServedQueue, locale: Locale) -> Vec<Element> {
    let Some(seen) = queue.seen else { return Vec::new() };
    let rate = |rate: f64| format::concise(rate);
    let played = format::count(REQUESTS as u64);
    let about =
        text::queue_about(locale, &rate(queue.request_rate), &rate(queue.max_request_rate), &rate(seen.under_way), &played);
    let row = |name: &'static str, of: Percentiles| {
        let cells = [of.p50, of.p95, of.p99].map(|seconds| el("td").with(time(seconds, locale)));
        el("tr").with(row_head().with(name)).with(cells.to_vec())
    };
    let rows = vec![
        row(text::queue_first(locale), seen.time_to_first_token_seconds),
        row(text::queue_token(locale), seen.inter_token_seconds),
        row(text::queue_whole(locale), seen.request_seconds),
    ];
    let labels = ["", text::queue_half(locale), text::queue_95(locale), text::queue_99(locale)];
    let table = classed("table", "catalog paces").attr("data-testid", "queue").with(head(&labels)).with(el("tbody").with(rows));
    vec![el("h3").with(text::queue(locale)), classed("p", "measure").with(about), scroll(text::queue(locale), table)]
}

/// Offers that are shown.
const OFFERS: usize = 4;

/// Dollars for a million tokens, or an hour.
fn dollars(amount: f64) -> String {
    of_tokens(amount, Currency::USD.as_str())
}

/// Where the card's prices are with their sources.
fn gpu_page(found: &Served) -> String {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let id = match &found.inputs.hardware.gpu {
        Some(GpuChoice::Id(id)) => id.as_str(),
        _ => "",
    };
    format!("{prefix}/gpus/{id}#prices")
}

/// What a million tokens costs where the cards are rented.
fn rented(found: &Served, locale: Locale) -> Vec<Element> {
    if found.rented.is_empty() {
        return Vec::new();
    }
    let row = |offer: &ServedRent| {
        let day = offer.date.as_deref().unwrap_or(token_costs::rented_undated(locale));
        let name = format!("{} · {}", offer.provider, offer.instance);
        el("tr")
            .with(row_head().with(name).with(classed("span", "fine note").with(day.to_owned())))
            .with(el("td").with(dollars(offer.usd_per_hour)))
            .with(el("td").with(dollars(offer.usd_per_million_tokens)))
            .with(el("td").with(dollars(offer.usd_per_million_tokens_full)))
    };
    let rows: Vec<Element> = found.rented.iter().take(OFFERS).map(row).collect();
    let full = found.loads.last().map_or(0, |load| load.concurrency);
    let labels = [
        token_costs::rented_machine(locale).to_owned(),
        token_costs::rented_hour(locale).to_owned(),
        token_costs::rented_asked(locale).to_owned(),
        token_costs::rented_full(locale, &format::count(full)),
    ];
    let table = classed("table", "catalog paces").attr("data-testid", "rented").with(head(&labels)).with(el("tbody").with(rows));
    let prompts = token_costs::rented_prompts(locale, &format::concise(found.prompt_tokens_per_output_token()));
    let idle = found.queue.is_some().then(|| token_costs::rented_idle(locale).to_owned());
    let words: Vec<String> = [token_costs::rented_about(locale).to_owned(), prompts].into_iter().chain(idle).collect();
    let sources = gpu_page(found);
    vec![
        el("h3").attr("id", "rented").with(token_costs::rented(locale)),
        classed("p", "measure").with(words.join(locale.pick(" ", ""))),
        scroll(token_costs::rented(locale), table),
        classed("p", "fine").with(el("a").attr("href", sources).with(token_costs::rented_sources(locale))),
    ]
}

/// The steady state with more and more requests.
fn loads(found: &Served, locale: Locale) -> Vec<Element> {
    let rows: Vec<Element> = found
        .loads
        .iter()
        .map(|load| {
            el("tr")
                .with(row_head().with(format::count(load.concurrency)))
                .with(el("td").with(time(load.time_to_first_token_seconds, locale)))
                .with(el("td").with(format::concise(load.decode_tokens_per_second)))
                .with(el("td").with(format::concise(load.total_tokens_per_second)))
        })
        .collect();
    let labels = [text::at_a_time(locale), text::buy_first(locale), text::buy_pace(locale), text::buy_total(locale)];
    let table = classed("table", "catalog paces").attr("data-testid", "loads").with(head(&labels)).with(el("tbody").with(rows));
    let about = match found.inputs.serving.engine {
        Some(ServingEngine::LlamaCpp) => text::loads_slots(locale),
        Some(ServingEngine::Exllama) => text::loads_cache(locale),
        _ => text::loads_about(locale),
    };
    vec![el("h3").with(text::loads_steady(locale)), classed("p", "measure").with(about), scroll(text::loads(locale), table)]
}
