//! Which of the parts that were named does not go together with the rest.

use super::boards;
use crate::machines::around::Around;
use crate::machines::candidate::Candidate;
use crate::machines::order::Order;

/// The board that was named, where it does not take cards, memory and drives.
pub fn unsuited_board(order: &Order, candidate: &Candidate, around: &Around) -> Option<&'static str> {
    order.chosen().board.filter(|named| !boards::suits(named, candidate, around)).map(|named| named.id)
}

/// A part that was named, where no set of parts fits together: what leaves the least choice goes first.
pub fn any_named(order: &Order) -> Option<&'static str> {
    let chosen = order.chosen();
    let case = chosen.case.map(|case| case.id);
    let inside = || chosen.supply.map(|supply| supply.id).or_else(|| chosen.cooler.map(|cooler| cooler.id));
    let board = || chosen.board.map(|board| board.id).or_else(|| chosen.kit.map(|kit| kit.id));
    case.or_else(inside).or_else(board)
}
