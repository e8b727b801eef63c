//! Whether a circuit feeds a machine, or the cards alone.

use engine::units::Watts;

use super::candidate::Candidate;
use super::circuit::Circuit;
use super::draw::Draw;
use super::frame::Frame;
use super::housing::Housing;
use super::refusal::Refusal;
use super::supply::{Supplies, efficiency};

/// Why no machine around a set of equal cards can be fed by it, by what the cards alone draw.
///
/// # Errors
/// The voltage, or what the cards draw.
pub fn check_cards(circuit: Circuit, candidate: &Candidate) -> Result<(), Refusal> {
    if !circuit.is_high_voltage() && Housing::of(candidate, None) == Housing::Rack {
        return Err(Refusal::NeedsHighVoltage { volts: circuit.volts });
    }
    let draw = Draw::of_cards(candidate);
    if !draw.is_card_known {
        return Err(Refusal::PowerUnknown);
    }
    check_draw(circuit, draw.total())
}

/// Why a machine cannot be fed by it.
///
/// # Errors
/// The voltage, a part whose power is not known, or what the machine draws.
pub fn check(circuit: Circuit, frame: &Frame) -> Result<(), Refusal> {
    let (draw, supplies) = (frame.draw, frame.shell.supplies);
    let needs_more_volts = match supplies {
        Supplies::Rack(_) => true,
        Supplies::Fitted(fitted) => fitted.entry.needs_200v,
        Supplies::BuiltIn | Supplies::Unsized => false,
    };
    if needs_more_volts && !circuit.is_high_voltage() {
        return Err(Refusal::NeedsHighVoltage { volts: circuit.volts });
    }
    if !draw.is_known() || supplies == Supplies::Unsized {
        return Err(Refusal::PowerUnknown);
    }
    check_draw(circuit, draw.total() / efficiency(supplies, draw.total(), Some(circuit)).0)
}

fn check_draw(circuit: Circuit, wall: Watts) -> Result<(), Refusal> {
    let carries = circuit.carries;
    if wall > carries { Err(Refusal::OverCircuit { wall: wall.get(), carries: carries.get() }) } else { Ok(()) }
}
