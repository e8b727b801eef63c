//! The circuit that feeds a machine: what it carries without end, and at how many volts.

use engine::units::Watts;
use wire::v1::choices::Circuit as Word;

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
