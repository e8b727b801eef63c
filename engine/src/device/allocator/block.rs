//! A block of a segment, and where it stands.

/// No neighbor.
pub(super) const NONE: u32 = u32::MAX;

/// A piece of a segment; sizes in granules.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Block {
    pub(super) granules: u32,
    /// What was asked for, of a block in use.
    pub(super) requested: u32,
    /// Neighbors in the segment.
    pub(super) previous: u32,
    pub(super) next: u32,
    /// Neighbors in the bin, of a free block.
    pub(super) smaller: u32,
    pub(super) larger: u32,
    pub(super) free: bool,
    pub(super) small: bool,
}

impl Block {
    /// A free block between these neighbors.
    pub(super) const fn new(granules: u32, small: bool, previous: u32, next: u32) -> Self {
        Self { granules, requested: 0, previous, next, smaller: NONE, larger: NONE, free: true, small }
    }

    /// Whether it fills its segment.
    pub(super) const fn is_whole(&self) -> bool {
        self.previous == NONE && self.next == NONE
    }
}
