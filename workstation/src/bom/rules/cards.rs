//! Slots and lanes for the cards.

use catalog::GpuForm;
use engine::estimate::Bound;
use scenario::processor::LEAST_LANES;

use crate::bom::{Finding, View};
use crate::machines::Housing;
use crate::machines::standards::{blows_inside, is_thick};

/// More cards than the board carries.
pub fn slots(view: &View) -> Option<Finding> {
    let (cards, most) = (view.cards.boards, view.board?.most_cards);
    (cards > most).then_some(Finding::TooManyCards { cards, most })
}

/// Cards that do not stand side by side.
pub fn risers(view: &View) -> Option<Finding> {
    let (cards, board) = (&view.cards, view.board?);
    let hangs = view.housing == Housing::OpenFrame && cards.boards <= board.most_cards;
    let blows_inside = blows_inside(cards.cooling);
    hangs.then_some(Finding::Risers { cards: cards.boards, side_by_side: board.side_by_side, slots: cards.slots, blows_inside })
}

/// Two thick cards in a tower want a board whose slots lie apart.
pub fn spacing(view: &View) -> Option<Finding> {
    let slots = view.cards.slots.filter(|slots| is_thick(*slots))?;
    let is_tower = matches!(view.housing, Housing::MidTower | Housing::FullTower);
    let is_known = view.fits.slots.is_some();
    (is_tower && view.cards.boards == 2 && !is_known).then_some(Finding::SlotSpacing { cards: 2, slots })
}

/// Cards with fewer lanes than they have.
pub fn lanes(view: &View) -> Option<Finding> {
    let (lanes, own, cards) = (view.cards.lanes, view.cards.own_lanes, view.cards.devices);
    let is_slot = view.cards.form == GpuForm::Card && view.housing != Housing::Computer;
    if !is_slot || lanes >= own {
        return None;
    }
    if lanes < LEAST_LANES {
        return Some(Finding::NarrowLink { lanes, own, cards });
    }
    let slows = view.run.map(|run| matches!(run.bound, Bound::Pcie | Bound::Interconnect | Bound::Offload));
    Some(Finding::SharedLink { lanes, own, cards, slows })
}
