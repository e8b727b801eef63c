//! Two to six scenarios side by side: machines for one job, mostly.
//!
//! The model behind it: each scenario is answered as an estimate of it, alone; a comparison adds what it costs and draws,
//! names what differs and says which is best in what. Order has no part in it.

pub mod address;
mod answer;
mod best;
mod differences;
mod label;
mod neighbors;
mod running;
mod side;

pub use answer::comparison;
pub use best::{BESTS, Measure, best};
pub use neighbors::neighbors;
pub use running::{RunMeasure, faults as run_faults, is_of_runs, run_comparison};
pub use side::Side;

use engine::desk::{Desk, Figures};
use engine::estimate::Estimate;

use crate::convert;
use crate::ladder;
use scenario::error::{FieldError, Reason};
use scenario::limits;
use scenario::pin::pin;
use scenario::prices::by_id;
use scenario::resolve::resolve;
use wire::Locale;
use wire::v1::bom::{Part, Price};
use wire::v1::compare::{AnyComparison, Energy};
use wire::v1::scenario::GpuChoice;
use wire::v1::{self, Prices, Problem, Scenario};
use wording::format::payable;
use workstation::bom::{self, Finding, View};
use workstation::machines;
use workstation::money::Book;

/// Two to six scenarios side by side, whichever their task.
///
/// # Errors
/// As [`comparison`] and [`run_comparison`].
pub fn any_comparison(asked: &[Scenario], own: &Prices, locale: Locale) -> Result<AnyComparison, Problem> {
    if is_of_runs(asked) {
        return Ok(AnyComparison::Running(Box::new(run_comparison(asked, own, locale)?)));
    }
    Ok(AnyComparison::Training(Box::new(comparison(asked, own, locale)?)))
}

/// Answers the scenarios side by side, with own prices and in their currency. A price of a kind is that of the
/// first machine's part of the kind: on another machine it would stand for another part.
///
/// # Errors
/// Fewer or more than can be compared, or every field at fault of any of them, under `/scenarios/{number}`; the prices are
/// without faults.
pub fn sides(asked: &[Scenario], prices: &Prices) -> Result<Vec<Side>, Vec<FieldError>> {
    let (min, max) = limits::COMPARE_ITEMS;
    if !(min..=max).contains(&asked.len()) {
        return Err(vec![FieldError::new("/scenarios", Reason::WrongCount { min, max })]);
    }
    let mut errors = Vec::new();
    let mut sides = Vec::new();
    let mut prices = prices.clone();
    for (place, scenario) in asked.iter().enumerate() {
        match side(scenario, &prices) {
            Ok((side, parts)) => {
                if place == 0 {
                    prices = by_id(&prices, &parts);
                }
                sides.push(side);
            }
            Err(faults) => errors.extend(faults.into_iter().map(|fault| fault.under(&prefix(place)))),
        }
    }
    errors.truncate(limits::ERRORS);
    if !errors.is_empty() {
        return Err(errors);
    }
    label::tell_apart(&mut sides);
    Ok(sides)
}

/// Where the errors of a scenario stand.
#[must_use]
pub fn prefix(place: usize) -> String {
    format!("/scenarios/{place}")
}

/// A side, and the lines of its bill.
fn side(asked: &Scenario, prices: &Prices) -> Result<(Side, Vec<Part>), Vec<FieldError>> {
    let request = resolve(asked)?;
    let mut desk = Desk::default();
    let estimate = desk.estimate(&request);
    let pinned = pin(asked, &estimate.scenario);
    let answer = convert::estimate(asked, &estimate, ladder::ladder(&mut desk, &request, asked, &estimate), Locale::En);
    let Order { price, energy, findings, parts } = order(asked, &pinned, &estimate, &answer, prices);
    let hardware = &estimate.scenario.hardware;
    let label = label::of(asked, (hardware.nodes, hardware.gpu_count));
    Ok((Side { asked: asked.clone(), label, pinned, estimate, answer, price, energy, findings }, parts))
}

/// What the machine costs and draws and what an order of it must respect, by its bill of materials.
struct Order {
    price: Price,
    energy: Energy,
    findings: Vec<Finding>,
    parts: Vec<Part>,
}

fn order(asked: &Scenario, pinned: &Scenario, estimate: &Estimate, answer: &v1::Estimate, prices: &Prices) -> Order {
    let Some(build) = machines::of_figures(asked, Figures::of(estimate)) else { return cards_alone(pinned, prices) };
    let energy = bom::energy(&build);
    let energy = Energy { epoch_kwh: energy.epoch_kwh, run_kwh: energy.run_kwh };
    let book = Book::of(prices, &build);
    let parts = book.lines(Locale::En);
    let findings = bom::findings(&View::of(&build).with_opinions(answer));
    Order { price: book.sum(&parts), energy, findings, parts }
}

/// Where the catalog has no parts around such cards, the machine around them is one more part without a price.
fn cards_alone(pinned: &Scenario, prices: &Prices) -> Order {
    let entry = pinned.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    let currency = prices.currency();
    let cards = entry.and_then(|entry| {
        let boards =
            pinned.hardware.gpu_count.unwrap_or(1).div_ceil(entry.devices_per_board) * pinned.hardware.nodes.unwrap_or(1);
        Some((entry.price?, prices.per_usd(currency)?, boards))
    });
    let known = cards.map_or(0.0, |(price, rate, boards)| payable(price.usd * rate, currency.as_str()) * boards as f64);
    let as_of = cards.map(|(price, ..)| price.date.get(..7).unwrap_or(price.date).to_owned());
    let price = Price::of(known, 1 + u64::from(cards.is_none()), currency.as_str(), as_of).with_cards(cards.is_none());
    Order { price, energy: Energy { epoch_kwh: None, run_kwh: None }, findings: Vec::new(), parts: Vec::new() }
}
