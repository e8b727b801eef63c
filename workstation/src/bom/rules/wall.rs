//! What is drawn from the wall.

use crate::bom::{Finding, View};
use crate::machines::{Circuit, Housing};

/// Circuits and inlets by the catalog's rules, the largest first.
const CIRCUITS: [(&str, u64, u64); 3] =
    [("circuit-230v-16a", 230, 16), ("circuit-230v-10a", 230, 10), ("circuit-120v-15a", 120, 15)];

/// A node that draws more than its circuit carries without end; where that is not known, the largest such circuit of usual
/// ones. Racks have 200 V and more.
pub fn circuits(view: &View) -> Option<Finding> {
    let wall = view.power.wall;
    if let Some(Circuit { carries, volts, amperes }) = view.power.circuit {
        let carries = carries.get();
        return (wall > carries).then_some(Finding::Circuit { wall, carries, volts, amperes });
    }
    let mut usual = CIRCUITS.into_iter().filter(|(_, volts, _)| view.housing != Housing::Rack || *volts >= 200);
    usual.find_map(|(id, volts, amperes)| {
        let carries = catalog::rule(id)?.power()?.get();
        (wall > carries).then_some(Finding::Circuit { wall, carries, volts, amperes })
    })
}

/// Parts whose power is not published.
pub fn unknown(view: &View) -> Option<Finding> {
    let (cards, processors) = (!view.power.is_card_known, !view.power.is_processor_known);
    (cards || processors).then_some(Finding::PowerUnknown { cards, processors })
}
