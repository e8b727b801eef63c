//! The power supply: rating, excursions, connectors.

use crate::bom::view::Supply;
use crate::bom::{Finding, View};
use crate::machines::{EXCURSION_ATX3, EXCURSION_OLDER, SUSTAINED_SHARE};

/// A supply that delivers less than the node draws, or that without a reserve.
pub fn rating(view: &View) -> Option<Finding> {
    let inside = view.power.inside;
    let Supply::Bought { count, rating, .. } = view.power.supply else {
        return (view.power.supply == Supply::Unsized).then_some(Finding::SupplyUnsized { inside });
    };
    let rating = rating * count as f64;
    if inside > rating {
        return Some(Finding::SupplyTooSmall { inside, rating });
    }
    (inside > rating * SUSTAINED_SHARE).then_some(Finding::SupplyAtLimit { inside, rating })
}

/// Excursions that the supply need not survive.
pub fn excursions(view: &View) -> Option<Finding> {
    let Supply::Bought { count, rating, is_atx3, .. } = view.power.supply else { return None };
    let survives = rating * count as f64 * if is_atx3 { EXCURSION_ATX3 } else { EXCURSION_OLDER };
    let transient = view.power.transient;
    (transient > survives).then_some(Finding::Excursion { transient, survives, is_atx3 })
}

/// Fewer 16-pin connectors than the cards need.
pub fn connectors(view: &View) -> Option<Finding> {
    let Supply::Bought { count, pin16, .. } = view.power.supply else { return None };
    let needed = view.cards.inputs?.pin16 * view.cards.boards;
    let available = pin16? * count;
    (needed > available).then_some(Finding::TooFewConnectors { needed, available })
}

/// Fewer 8-pin connectors than the cards need.
pub fn pin8(view: &View) -> Option<Finding> {
    let Supply::Bought { count, pin8, .. } = view.power.supply else { return None };
    let inputs = view.cards.inputs?;
    let needed = (inputs.pin8 + 2 * inputs.pin12) * view.cards.boards;
    let available = pin8? * count;
    (needed > available).then_some(Finding::Few8Pin { needed, available })
}

/// Connectors that usual supplies do not have.
pub fn adapters(view: &View) -> Option<Finding> {
    let Supply::Bought { .. } = view.power.supply else { return None };
    let inputs = view.cards.inputs?;
    (inputs.pin12 > 0 || inputs.eps8 > 0).then_some(Finding::Adapter { is_12pin: inputs.pin12 > 0 })
}

/// Less than the card's maker advises for a machine with one.
pub fn advice(view: &View) -> Option<Finding> {
    let Supply::Bought { count, rating, .. } = view.power.supply else { return None };
    let advised = view.cards.advised_supply.filter(|_| view.cards.boards == 1)?;
    let rating = rating * count as f64;
    (rating < advised).then_some(Finding::BelowAdvice { rating, advised })
}

/// Several supplies in one node.
pub fn several(view: &View) -> Option<Finding> {
    let Supply::Bought { count, .. } = view.power.supply else { return None };
    (count > 1).then_some(Finding::SeveralSupplies { count })
}
