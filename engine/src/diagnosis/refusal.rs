//! What decides why a card refused memory, wherever its figures are read.
//!
//! The sizes of segments are the caching allocator's; the shares of a card are judgements, chosen so that 24 refusals from
//! public threads are told apart as their authors found them (the table of `runlog`), and no measurement stands behind them.

use crate::units::Bytes;

/// What the allocator asks the driver for is a multiple of this (`kRoundLarge`).
pub const SEGMENT: Bytes = Bytes::from_mib(2);
/// What it asks for where a tensor is smaller than [`SMALL`] (`kLargeBuffer`).
const SMALL_SEGMENT: Bytes = Bytes::from_mib(20);
/// Below this a request takes a segment of its own size (`kMinLargeAlloc`).
const SMALL: Bytes = Bytes::from_mib(10);
/// Share of a card that decides nothing: what is free of it may have become so a moment after the failure, and what other
/// processes hold of it is no reason. A judgement.
pub const LITTLE: f64 = 0.1;
/// Pieces between tensors that are less than this share of a card are there in every run. A judgement.
pub const ORDINARY: f64 = 0.05;

/// What the driver must have free for a request: what the allocator asks it for, and the piece that a boundary may cost.
#[must_use]
pub fn segment(requested: Bytes) -> Bytes {
    let asked = if requested < SMALL { SMALL_SEGMENT } else { requested.rounded_up_to(SEGMENT.0) };
    asked + SEGMENT
}
