//! The circuit that feeds a machine: what it carries without end, and at how many volts.

use engine::units::Watts;
use wire::v1::choices::Circuit as Word;

use super::build::Build;
use super::candidate::Candidate;
use super::draw::Draw;
use super::housing::Housing;
use super::refusal::Refusal;
use super::supply::{Fitted, Supplies, efficiency};

/// From this voltage on the supplies of racks, and large ones for towers, deliver their rating.
const HIGH_VOLTAGE: u64 = 200;

/// A circuit by the catalog's rule of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circuit {
    /// What it carries without end, at the wall.
    pub carries: Watts,
    /// Its voltage.
    pub volts: u64,
    /// Its amperes.
    pub amperes: u64,
}

impl Circuit {
    /// The circuit of a word; none where the catalog has no rule of it.
    #[must_use]
    pub fn of(word: Word) -> Option<Self> {
        let rule = catalog::rule(&format!("circuit-{}", word.as_str()))?;
        Some(Self { carries: rule.power()?, volts: rule.volts? as u64, amperes: rule.amperes? as u64 })
    }

    /// Whether its voltage is that of racks.
    #[must_use]
    pub const fn is_high_voltage(self) -> bool {
        self.volts >= HIGH_VOLTAGE
    }

    /// Whether a node that draws so much inside can run on it with these supplies.
    #[must_use]
    pub fn suits(self, fitted: Fitted, inside: Watts) -> bool {
        let wall = inside / efficiency(Supplies::Fitted(fitted), inside, Some(self)).0;
        wall <= self.carries && (self.is_high_voltage() || !fitted.entry.needs_200v)
    }

    /// Why no machine around a set of equal cards can be fed by it, by what the cards alone draw.
    ///
    /// # Errors
    /// The voltage, or what the cards draw.
    pub fn check_cards(self, candidate: &Candidate) -> Result<(), Refusal> {
        if !self.is_high_voltage() && Housing::of(candidate, None) == Housing::Rack {
            return Err(Refusal::NeedsHighVoltage { volts: self.volts });
        }
        let draw = Draw::of_cards(candidate);
        if !draw.is_card_known {
            return Err(Refusal::PowerUnknown);
        }
        self.check_draw(draw.total())
    }

    /// Why a machine cannot be fed by it.
    ///
    /// # Errors
    /// The voltage, a part whose power is not known, or what the machine draws.
    pub fn check(self, build: &Build) -> Result<(), Refusal> {
        let (draw, supplies) = (build.frame.draw, build.frame.supplies);
        let needs_more_volts = match supplies {
            Supplies::Rack(_) => true,
            Supplies::Fitted(fitted) => fitted.entry.needs_200v,
            Supplies::BuiltIn | Supplies::Unsized => false,
        };
        if needs_more_volts && !self.is_high_voltage() {
            return Err(Refusal::NeedsHighVoltage { volts: self.volts });
        }
        if !draw.is_known() || supplies == Supplies::Unsized {
            return Err(Refusal::PowerUnknown);
        }
        self.check_draw(draw.total() / efficiency(supplies, draw.total(), Some(self)).0)
    }

    fn check_draw(self, wall: Watts) -> Result<(), Refusal> {
        let carries = self.carries;
        if wall > carries { Err(Refusal::OverCircuit { wall: wall.get(), carries: carries.get() }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_circuit_that_can_be_named_is_one_of_the_catalog() {
        for word in Word::ALL {
            let Circuit { carries, volts, amperes } = Circuit::of(*word).expect("a rule of the catalog");
            assert_eq!(format!("{volts}v-{amperes}a"), word.as_str());
            assert!(carries.get() <= (volts * amperes) as f64, "{}", word.as_str());
        }
    }
}
