//! Why a card refused memory, by the figures of the message alone: what an expert reads off it before asking anything.

use engine::diagnosis::refusal::{LITTLE, ORDINARY, segment};
use engine::units::Bytes;
use wire::v1::diagnose::Observed;

/// Why a card refused memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// More was free than was asked for: something limits the process.
    Limit,
    /// One tensor is larger than the card.
    LargerThanTheCard,
    /// Other processes hold what is missing.
    OtherProcesses,
    /// What is reserved and not in use would do, but lies in pieces.
    Pieces,
    /// The run's own tensors fill the card.
    OwnTensors,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Self; 5] = [Self::Limit, Self::LargerThanTheCard, Self::OtherProcesses, Self::Pieces, Self::OwnTensors];

    /// Stable id (`other-processes`).
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::LargerThanTheCard => "larger-than-the-card",
            Self::OtherProcesses => "other-processes",
            Self::Pieces => "pieces",
            Self::OwnTensors => "own-tensors",
        }
    }
}

/// The cause that the figures name; none where they decide nothing.
pub(crate) fn of_card(seen: &Observed) -> Option<Cause> {
    let requested = seen.requested_bytes?;
    let capacity = seen.capacity_bytes;
    let part = |bytes: u64| capacity.map_or(0.0, |capacity| bytes as f64 / capacity.max(1) as f64);
    let has_segment = |free: u64| Bytes(free) >= segment(Bytes(requested));
    // A little that is free may have become so a moment later.
    if seen.free_bytes.is_some_and(|free| has_segment(free) && (capacity.is_none() || part(free) >= LITTLE)) {
        return Some(Cause::Limit);
    }
    if capacity.is_some_and(|capacity| requested > capacity) {
        return Some(Cause::LargerThanTheCard);
    }
    let missing = requested.saturating_sub(seen.free_bytes.unwrap_or_default());
    let others = seen.other_programs_bytes.unwrap_or_default();
    let allocated = seen.allocated_bytes.unwrap_or_default();
    let pieces = seen.reserved_bytes.unwrap_or_default().saturating_sub(allocated);
    let by_others = others >= missing && part(others) >= LITTLE;
    let by_pieces = pieces >= requested && part(pieces) >= ORDINARY;
    match (by_others, by_pieces) {
        (true, true) if others < pieces => Some(Cause::Pieces),
        (true, _) => Some(Cause::OtherProcesses),
        (false, true) => Some(Cause::Pieces),
        (false, false) if part(allocated + requested) > 0.5 => Some(Cause::OwnTensors),
        (false, false) => None,
    }
}
