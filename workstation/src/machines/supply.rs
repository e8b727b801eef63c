//! The power supply: the fewest that carry the node for long, catch the cards' excursions and have the connectors.

use catalog::{PowerInputs, PowerSupplyEntry, Price};
use engine::units::Watts;

use super::candidate::Candidate;
use super::circuit::Circuit;
use super::draw::{Draw, excursion};
use super::offers::{self, Cost};
use super::order::Order;

/// Share of a supply's rating that is used for long. No vendor states one figure; 75 to 80 % is the custom.
pub const SUSTAINED_SHARE: f64 = 0.8;
/// What a supply with a 16-pin connector survives for a tenth of a millisecond, as a share of its rating (ATX 3).
pub const EXCURSION_ATX3: f64 = 2.0;
/// What a supply without a 16-pin connector survives for a tenth of a millisecond, as a share of its rating.
pub const EXCURSION_OLDER: f64 = 1.5;
/// Most supplies of a node that are cabled together.
const MOST_SUPPLIES: u64 = 4;
/// Efficiency of a rack server's supplies: the class 80 PLUS Platinum at half load and 230 V.
pub const RACK_EFFICIENCY: f64 = 0.94;
/// Efficiency where nothing is known: the class 80 PLUS Gold at half load and 115 V.
pub const USUAL_EFFICIENCY: f64 = 0.90;
/// What an ordinary outlet of 120 V and 15 A carries without end, at the wall.
pub const OUTLET_120V: Watts = Watts::new(1440.0);

/// Supplies, alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// The product, or a class.
    pub entry: &'static PowerSupplyEntry,
    /// How many in each node.
    pub count: u64,
}

impl Fitted {
    /// Price of one.
    #[must_use]
    pub fn price(&self) -> Option<Price> {
        offers::supply_price(self.entry)
    }

    /// What all of them deliver.
    #[must_use]
    pub fn rating(&self) -> Watts {
        self.entry.power * self.count as f64
    }
}

/// What feeds a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Supplies {
    /// A whole computer has its own.
    BuiltIn,
    /// Supplies for a tower or a frame.
    Fitted(Fitted),
    /// Redundant ones that a rack chassis comes with, to deliver so much.
    Rack(Watts),
    /// The cards' power is not published, or is more than supplies for towers deliver.
    Unsized,
}

/// Whether a node that draws so much inside can run on it with these supplies.
fn suits(circuit: Circuit, fitted: Fitted, inside: Watts) -> bool {
    let wall = inside / efficiency(Supplies::Fitted(fitted), inside, Some(circuit)).0;
    wall <= circuit.carries && (circuit.is_high_voltage() || !fitted.entry.needs_200v)
}

/// Supplies that do for a node, the fewest first and of those the cheapest; those that its circuit carries alone, where it
/// carries any.
pub fn fitting(order: &Order, candidate: &Candidate, draw: &Draw) -> Vec<Fitted> {
    let mut fitting: Vec<(Fitted, Cost)> = sufficient(order, candidate, draw).collect();
    // Where the circuit carries the node with no supply, the usual one stands beside the word that it does not.
    if let Some(circuit) = order.circuit()
        && fitting.iter().any(|(fitted, _)| suits(circuit, *fitted, draw.total()))
    {
        fitting.retain(|(fitted, _)| suits(circuit, *fitted, draw.total()));
    }
    fitting.sort_by(|(a, x), (b, y)| {
        let by_cost = x.0.cmp(&y.0).then(x.1.total_cmp(&y.1));
        a.count
            .cmp(&b.count)
            .then(by_cost)
            .then(a.entry.power.get().total_cmp(&b.entry.power.get()))
            .then(a.entry.id.cmp(b.entry.id))
    });
    fitting.into_iter().map(|(fitted, _)| fitted).collect()
}

/// Offered supplies that do for a node, in every number, with what they cost.
fn sufficient(order: &Order, candidate: &Candidate, draw: &Draw) -> impl Iterator<Item = (Fitted, Cost)> {
    let offered = &offers::of(order).supplies;
    let counts = 1..=MOST_SUPPLIES.min(candidate.boards().max(1));
    let all = counts.flat_map(move |count| offered.iter().map(move |(entry, price)| (Fitted { entry, count }, *price)));
    let enough = all.filter(|(fitted, _)| suffices(fitted.entry, fitted.count, candidate, draw));
    enough.map(|(fitted, price)| (fitted, offers::cost(order, fitted.entry.id, price, fitted.count)))
}

/// What supplies for the cards alone cost at the least: no machine with them has cheaper ones.
pub fn least_price(order: &Order, candidate: &Candidate) -> Option<f64> {
    let draw = Draw::of_cards(candidate);
    let costs = sufficient(order, candidate, &draw).filter(|_| draw.is_card_known).map(|(_, cost)| cost);
    costs.filter(|(unknown, _)| *unknown == 0).map(|(_, usd)| usd).min_by(f64::total_cmp)
}

/// Whether so many supplies of a class do, the cards dealt out evenly and the rest of the machine on the one with fewest.
fn suffices(entry: &PowerSupplyEntry, count: u64, candidate: &Candidate, draw: &Draw) -> bool {
    let boards = candidate.boards().max(1);
    let (fewest, most) = (boards / count, boards.div_ceil(count));
    let card = draw.cards / boards as f64;
    let beside = draw.beside_cards();
    let inputs = inputs(candidate);
    let rating = entry.power.get();
    let limit = rating * if is_atx3(entry, candidate) { EXCURSION_ATX3 } else { EXCURSION_OLDER };
    let sustained = (card * fewest as f64 + beside).max(card * most as f64).get();
    let transient = (excursion(card, fewest) + beside).max(excursion(card, most)).get();
    let advised = candidate.entry.body.system_power.filter(|_| boards == 1).map_or(0.0, |system| system.power.get());
    sustained <= rating * SUSTAINED_SHARE
        && transient <= limit
        && rating >= advised
        // What nobody counted is not relied on.
        && (inputs.pin16 == 0 || entry.pin16.is_some_and(|pin16| inputs.pin16 * most <= pin16))
        && connectors_8pin(entry, candidate).is_none_or(|pin8| (inputs.pin8 + 2 * inputs.pin12) * most <= pin8)
}

/// Whether a supply survives what ATX 3 asks for: a product by what it is built to, a class where it feeds the connector that
/// came with it.
#[must_use]
pub fn is_atx3(entry: &PowerSupplyEntry, candidate: &Candidate) -> bool {
    entry.product.map_or_else(|| inputs(candidate).pin16 > 0, |product| product.is_atx3)
}

/// 8-pin connectors of a supply beside the 16-pin ones that the cards take, where they are counted.
#[must_use]
pub fn connectors_8pin(entry: &PowerSupplyEntry, candidate: &Candidate) -> Option<u64> {
    let beside = entry.product.and_then(|product| product.pin8_beside_pin16).filter(|_| inputs(candidate).pin16 > 0);
    beside.or(entry.pin8)
}

/// Power connectors of a card, as far as they are counted.
pub fn inputs(candidate: &Candidate) -> PowerInputs {
    let none = PowerInputs { pin16: 0, pin12: 0, pin8: 0, pin6: 0, eps8: 0 };
    candidate.entry.body.inputs.unwrap_or(none)
}

/// Share of the power from the wall that arrives inside, and the volts that it is taken at: those of the circuit, or where that
/// is not known 115 V where an ordinary outlet for that carries the node, else 230 V.
#[must_use]
pub fn efficiency(supplies: Supplies, inside: Watts, circuit: Option<Circuit>) -> (f64, u64) {
    let (low, high, needs_200v) = match supplies {
        Supplies::Fitted(Fitted { entry, .. }) => {
            let low = entry.efficiency_115v.unwrap_or(USUAL_EFFICIENCY);
            (low, entry.efficiency_230v.unwrap_or(low), entry.needs_200v)
        }
        Supplies::Rack(_) => (RACK_EFFICIENCY, RACK_EFFICIENCY, true),
        // The power of a whole computer is what it takes from the wall.
        Supplies::BuiltIn => (1.0, 1.0, false),
        Supplies::Unsized => (USUAL_EFFICIENCY, USUAL_EFFICIENCY, false),
    };
    let is_low = circuit.map_or_else(|| inside / low <= OUTLET_120V, |circuit| !circuit.is_high_voltage());
    if !needs_200v && is_low { (low, 115) } else { (high, 230) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machines::draw::EXCURSION;

    #[test]
    fn shares_and_circuits_are_those_of_the_rules_that_bills_cite() {
        let share = |id: &str| catalog::rule(id).and_then(catalog::Rule::share_of_rating);
        assert_eq!(share("psu-sustained-share-high"), Some(SUSTAINED_SHARE));
        assert_eq!(share("atx3-100us"), Some(EXCURSION_ATX3));
        assert_eq!(share("old-psu-100us"), Some(EXCURSION_OLDER));
        assert_eq!(share("atx3-step-to"), Some(EXCURSION));
        assert_eq!(catalog::rule("circuit-120v-15a").and_then(catalog::Rule::power), Some(OUTLET_120V));
    }
}
