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
mod side;

pub use answer::comparison;
pub use best::{BESTS, Measure, best};
pub use neighbors::neighbors;
pub use side::Side;

use engine::desk::{Desk, Figures};
use engine::estimate::Estimate;

use crate::convert;
use crate::ladder;
use scenario::error::{FieldError, Reason};
use scenario::limits;
use scenario::pin::pin;
use scenario::resolve::resolve;
use wire::v1::bom::Price;
use wire::v1::compare::Energy;
use wire::v1::scenario::GpuChoice;
use wire::v1::{self, Scenario};
use workstation::bom::{self, Finding, View};
use workstation::machines;

/// Answers the scenarios side by side.
///
/// # Errors
/// Fewer or more than can be compared, or every field at fault of any of them, under `/scenarios/{number}`.
pub fn sides(asked: &[Scenario]) -> Result<Vec<Side>, Vec<FieldError>> {
    let (min, max) = limits::COMPARE_ITEMS;
    if !(min..=max).contains(&asked.len()) {
        return Err(vec![FieldError::new("/scenarios", Reason::WrongCount { min, max })]);
    }
    let mut errors = Vec::new();
    let mut sides = Vec::new();
    for (place, scenario) in asked.iter().enumerate() {
        match side(scenario) {
            Ok(side) => sides.push(side),
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

fn side(asked: &Scenario) -> Result<Side, Vec<FieldError>> {
    let request = resolve(asked)?;
    let mut desk = Desk::default();
    let estimate = desk.estimate(&request);
    let pinned = pin(asked, &estimate.scenario);
    let answer = convert::estimate(asked, &estimate, ladder::ladder(&mut desk, &request, asked, &estimate));
    let (price, energy, findings) = order(asked, &pinned, &estimate, &answer);
    Ok(Side { asked: asked.clone(), label: label::of(asked, &estimate), pinned, estimate, answer, price, energy, findings })
}

/// What the machine costs and draws and what an order of it must respect, by its bill of materials.
fn order(asked: &Scenario, pinned: &Scenario, estimate: &Estimate, answer: &v1::Estimate) -> (Price, Energy, Vec<Finding>) {
    let Some(build) = machines::of_figures(asked, Figures::of(estimate)) else { return cards_alone(pinned) };
    let energy = bom::energy(&build);
    let energy = Energy { epoch_kwh: energy.epoch_kwh, run_kwh: energy.run_kwh };
    (machines::price(&build), energy, bom::findings(&View::of(&build).with_opinions(answer)))
}

/// Where the catalog has no parts around such cards, the machine around them is one more part without a price.
fn cards_alone(pinned: &Scenario) -> (Price, Energy, Vec<Finding>) {
    let entry = pinned.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    let cards = entry.and_then(|entry| {
        let boards =
            pinned.hardware.gpu_count.unwrap_or(1).div_ceil(entry.devices_per_board) * pinned.hardware.nodes.unwrap_or(1);
        Some((entry.price?, boards))
    });
    let known = cards.map_or(0.0, |(price, boards)| price.usd * boards as f64);
    let as_of = cards.map(|(price, _)| price.date.get(..7).unwrap_or(price.date).to_owned());
    let price = Price::of(known, 1 + u64::from(cards.is_none()), machines::CURRENCY, as_of).with_cards(cards.is_none());
    (price, Energy { epoch_kwh: None, run_kwh: None }, Vec::new())
}
