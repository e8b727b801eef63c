//! What the accelerators are built into.

use catalog::{Cooling, GpuForm};

use crate::bom::{Finding, View};
use crate::machines::Housing;
use crate::machines::standards::is_crowded_in_rack;

/// Modules on a board that has no place for them.
pub fn baseboard(view: &View) -> Option<Finding> {
    let is_module = matches!(view.cards.form, GpuForm::Sxm | GpuForm::Oam);
    let has_place = view.board.is_some_and(|board| board.takes_modules);
    (is_module && !has_place).then_some(Finding::NoBaseboard)
}

/// Cards without fans where no server moves the air.
pub fn passive(view: &View) -> Option<Finding> {
    let needs_air = matches!(view.cards.cooling, Cooling::Passive | Cooling::Server);
    let has_air = matches!(view.housing, Housing::Rack | Housing::Computer);
    (needs_air && !has_air).then_some(Finding::PassiveCard)
}

/// Cards with open fans, side by side in a rack.
pub fn open_fans(view: &View) -> Option<Finding> {
    let cards = view.cards.boards;
    let is_crowded = view.housing == Housing::Rack && is_crowded_in_rack(view.cards.cooling, cards);
    is_crowded.then_some(Finding::OpenFans { cards })
}

/// Whole computers are nodes, not cards of one.
pub fn computers(view: &View) -> Option<Finding> {
    let count = view.cards.boards;
    (view.housing == Housing::Computer && count > 1).then_some(Finding::SeveralComputers { count })
}
