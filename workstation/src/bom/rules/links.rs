//! What joins the cards and the nodes.

use crate::bom::{Finding, View};
use crate::machines::Housing;

/// Cards of one node that train together over the host's lanes.
pub fn between_cards(view: &View) -> Option<Finding> {
    let (run, cards) = (view.run?, &view.cards);
    let together = run.training_gpus > 1 && cards.devices > 1 && view.housing != Housing::Computer;
    let lacks = together && !cards.is_linked;
    lacks.then_some(Finding::NoLink { cards: cards.devices, share: run.communication_share, bridged: cards.bridged })
}

/// Nodes that train together.
pub fn between_nodes(view: &View) -> Option<Finding> {
    let run = view.run?;
    let together = view.nodes > 1 && run.training_gpus > 1;
    together.then_some(Finding::Network { nodes: view.nodes, share: run.communication_share })
}

/// A desktop whose lanes all go to the cards has no slot left for an adapter.
pub fn network_slot(view: &View) -> Option<Finding> {
    let board = view.board?;
    let is_full = board.is_desktop && view.cards.boards >= board.most_cards;
    (view.nodes > 1 && is_full).then_some(Finding::NoNetworkSlot { cards: view.cards.boards })
}
