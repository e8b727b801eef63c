//! What tokens cost on a machine that runs a model, beside what others ask for them.

use engine::units::SECONDS_PER_DAY;
use scenario::resolve::resolve_serving;
use wire::v1::bom::Price;
use wire::v1::estimate::{Answer, Served};
use wire::v1::money::{TokenBreakEven, TokenMoney};
use workstation::machines::{Build, kwh_per_million_tokens};
use workstation::money::{Book, PUE};

/// Tokens that prices are told for.
const MILLION: f64 = 1e6;

/// The costs of an answer that says how fast tokens come; none of any other.
pub fn tokens(answer: &Answer, build: &Build, book: &Book, price: &Price) -> Option<TokenMoney> {
    let Answer::Serving(found) = answer else { return None };
    if !found.fits || found.figures().is_overloaded || found.speed.concurrency == 0 {
        return None;
    }
    let rate = found.speed.total_tokens_per_second;
    let prices = book.prices();
    let kwh = energy_of(found, build);
    let electricity = kwh.zip(prices.electricity_per_kwh).map(|(kwh, price)| kwh * prices.pue.unwrap_or(PUE) * price);
    let against = |offer: Option<&str>, per_million: f64| {
        let saved = per_million - electricity.unwrap_or(0.0);
        let millions = price.amount.filter(|_| saved > 0.0).map(|amount| amount / saved);
        TokenBreakEven {
            offer: offer.map(str::to_owned),
            per_million_tokens: per_million,
            break_even_million_tokens: millions,
            break_even_days: millions.map(|millions| millions * MILLION / rate / SECONDS_PER_DAY),
        }
    };
    let rented =
        found.rented.first().and_then(|rent| Some(against(Some(&rent.id), book.rate_of_dollars(rent.usd_per_million_tokens)?)));
    let api = of_api(found, book).map(|per_million| against(None, per_million));
    Some(TokenMoney {
        currency: book.currency(),
        output_tokens_per_second: rate,
        kwh_per_million_tokens: kwh,
        electricity_per_million_tokens: electricity,
        against: rented.into_iter().chain(api).collect(),
    })
}

/// Kilowatt-hours at the wall for a million tokens.
fn energy_of(found: &Served, build: &Build) -> Option<f64> {
    let question = resolve_serving(&found.inputs).ok()?.question;
    let is_busy = question.keeps_all_cards_busy();
    kwh_per_million_tokens(build, is_busy, found.speed.total_tokens_per_second)
}

/// What the API asks for a million tokens of answers and the prompts that they take; none unless both prices were given.
fn of_api(found: &Served, book: &Book) -> Option<f64> {
    let prices = book.prices();
    let (input, output) = prices.api_input_per_million_tokens.zip(prices.api_output_per_million_tokens)?;
    Some(input.mul_add(found.prompt_tokens_per_output_token(), output))
}
