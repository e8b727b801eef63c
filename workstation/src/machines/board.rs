//! The board: of the classes that a processor fits, the cheapest that carries the cards.

use catalog::{CpuEntry, GpuEntry, GpuForm, PlatformEntry, Price, Segment};

use super::candidate::{Candidate, form};
use super::part::known_first;
use crate::price_list;

/// Whether cards sit on a board that is bought with them; a whole computer and a package with its processor bring their own.
pub fn is_needed(entry: &GpuEntry) -> bool {
    matches!(form(entry), GpuForm::Card | GpuForm::Sxm | GpuForm::Oam) && entry.segment != Segment::Unified
}

/// Whether accelerators are modules of a baseboard.
pub fn takes_modules(entry: &GpuEntry) -> bool {
    matches!(form(entry), GpuForm::Sxm | GpuForm::Oam)
}

/// Whether boards of a class carry the cards of a node, each with eight lanes.
pub fn carries(board: &PlatformEntry, candidate: &Candidate) -> bool {
    board.takes_modules() == takes_modules(&candidate.entry) && candidate.boards() <= board.max_gpus_x8
}

/// The cheapest class for a processor and the cards.
pub fn cheapest(cpu: &CpuEntry, candidate: &Candidate) -> Option<&'static PlatformEntry> {
    let boards = catalog::platforms_of(cpu).filter(|board| carries(board, candidate));
    boards.min_by(|a, b| known_first(price(a), price(b)).then(a.processors.cmp(&b.processors)).then(a.id.cmp(b.id)))
}

/// The class that comes nearest to carrying them, for hardware that was asked for.
pub fn nearest(cpu: &CpuEntry, candidate: &Candidate) -> Option<&'static PlatformEntry> {
    let modules = takes_modules(&candidate.entry);
    catalog::platforms_of(cpu).max_by_key(|board| (board.takes_modules() == modules, board.max_gpus_x8, board.id))
}

/// What a board costs, where listings were found.
pub fn price(board: &PlatformEntry) -> Option<Price> {
    price_list::price(board.id, board.board_price.map(|range| range.median()))
}

/// Processors of a node: those of a baseboard's server come with it, any other is planned with one.
pub const fn processors(board: Option<&PlatformEntry>) -> u64 {
    match board {
        Some(board) if board.takes_modules() => board.processors,
        _ => 1,
    }
}
