//! What a node's parts are built into.

use catalog::{GpuForm, PlatformEntry, Price, Segment};

use super::candidate::{Candidate, form};
use super::platform::Platform;
use super::standards::{blows_inside, is_thick};
use crate::price_list;
use scenario::parts;

/// Longer cards want a tower for large boards: towers of middle size take about as much (judgment from makers' sheets).
pub const LONG_CARD_MM: f64 = 340.0;

/// What a node's parts are built into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Housing {
    /// Its own: a whole computer.
    Computer,
    /// A tower for boards of usual size.
    MidTower,
    /// A tower for large boards, long cards or two of them.
    FullTower,
    /// An open frame, where cards hang on risers.
    OpenFrame,
    /// A chassis in a rack, whose fans cool cards without their own.
    Rack,
}

impl Housing {
    /// What the machine around a set of equal cards needs.
    pub(super) fn of(candidate: &Candidate, board: Option<&PlatformEntry>) -> Self {
        let entry = &candidate.entry;
        let platform = Platform::of(entry, candidate.count);
        let is_chassis = board.is_some_and(|board| board.is_server() && !board.board_form.contains("ATX"));
        if platform == Platform::Unified {
            return Self::Computer;
        }
        if platform == Platform::Server || form(entry) == GpuForm::Superchip || is_chassis {
            return Self::Rack;
        }
        let is_large = board.is_some_and(|board| board.board_form.contains("E-ATX") || board.board_form.contains("SSI"));
        if needs_risers(candidate, board) {
            Self::OpenFrame
        } else if candidate.boards() > 1 || is_large || length_mm(candidate).is_some_and(|length| length > LONG_CARD_MM) {
            Self::FullTower
        } else {
            Self::MidTower
        }
    }

    /// The housing for `count` power supplies: a tower holds at most two, and for two it is a full tower.
    #[must_use]
    pub fn with_supplies(self, count: u64) -> Self {
        let is_tower = matches!(self, Self::MidTower | Self::FullTower);
        match count {
            2 if is_tower => Self::FullTower,
            3.. if is_tower => Self::OpenFrame,
            _ => self,
        }
    }

    /// What a machine may be built into once its board and supplies are known, itself first.
    pub(super) const fn or_larger(self) -> &'static [Self] {
        match self {
            Self::Computer => &[Self::Computer],
            Self::MidTower => &[Self::MidTower, Self::FullTower, Self::OpenFrame, Self::Rack],
            Self::FullTower => &[Self::FullTower, Self::OpenFrame, Self::Rack],
            Self::OpenFrame => &[Self::OpenFrame, Self::Rack],
            Self::Rack => &[Self::Rack],
        }
    }

    /// Id of the part.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Computer => "case-built-in",
            Self::MidTower => parts::MID_TOWER,
            Self::FullTower => parts::FULL_TOWER,
            Self::OpenFrame => parts::OPEN_FRAME,
            Self::Rack => parts::RACK,
        }
    }

    /// What the price list says, or the median of listings, where there are any.
    pub(super) fn price(self) -> Option<Price> {
        let median = match self {
            Self::MidTower => Some(MID_TOWER),
            Self::FullTower => Some(FULL_TOWER),
            Self::Computer | Self::OpenFrame | Self::Rack => None,
        };
        price_list::price(self.id(), median)
    }
}

/// Who listed them: medians of 130 towers of middle size and 17 large ones with a price among the 290 cases listed first, which
/// are the most popular ones.
const SOURCE: &str = "docyx/pc-part-dataset (PCPartPicker US), median of the towers among the 290 cases listed first";
const MID_TOWER: Price = Price { usd: 110.0, date: "2025-07-23", source: SOURCE };
const FULL_TOWER: Price = Price { usd: 225.0, date: "2025-07-23", source: SOURCE };

/// Slots that a card covers, by its maker's own.
#[must_use]
pub const fn slots(candidate: &Candidate) -> Option<f64> {
    candidate.entry.body.slot_width
}

/// Length of a usual card in millimeters.
#[must_use]
pub fn length_mm(candidate: &Candidate) -> Option<f64> {
    let body = &candidate.entry.body;
    body.partner_cards.map(|cards| cards.median_length_mm).or(body.length_mm)
}

/// Whether cards cannot stand side by side in a board's slots: three or more that are thicker than two slots, or that blow
/// their warm air at each other, or more than there is room for.
pub fn needs_risers(candidate: &Candidate, board: Option<&PlatformEntry>) -> bool {
    let boards = candidate.boards();
    let is_wide = slots(candidate).map_or(candidate.entry.segment == Segment::Consumer, is_thick);
    let side_by_side = board.map_or(boards, |board| board.dual_slot_cards.max(2));
    let blows_inside = blows_inside(candidate.entry.body.cooling);
    boards > 2 && (is_wide || blows_inside || boards > side_by_side)
}
