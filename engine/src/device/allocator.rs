//! PyTorch's caching allocator on one stream, at its defaults (c10 `CUDACachingAllocator`).
//!
//! Requests are rounded to 512 bytes. Up to 1 MiB they come from the small pool, whose segments are 2 MiB; larger ones come
//! from segments of 20 MiB, or of their own size in steps of 2 MiB from 10 MiB on. The smallest free block that is large
//! enough is taken and split where the rest is worth it; free neighbors of one segment are merged; segments go back to
//! the driver only when it refuses a new one.

use crate::graph::{GRANULE, rounded};
use crate::units::MIB;

/// Requests up to this size come from the small pool (`kSmallSize`).
const SMALL_REQUEST: u64 = MIB;
/// Segment of the small pool (`kSmallBuffer`).
const SMALL_SEGMENT: u64 = 2 * MIB;
/// Segment for medium requests (`kLargeBuffer`).
const LARGE_SEGMENT: u64 = 20 * MIB;
/// Requests from this size on have a segment of their own (`kMinLargeAlloc`).
const OWN_SEGMENT_FROM: u64 = 10 * MIB;
/// Step of such segments (`kRoundLarge`).
const SEGMENT_STEP: u64 = 2 * MIB;
/// Smallest rest that the small pool splits off (`kMinBlockSize`).
const SMALL_REST: u64 = 512;
/// A rest up to this size stays with a large block (`kSmallSize`).
const LARGE_REST: u64 = MIB;

/// No neighbor.
const NONE: u32 = u32::MAX;

/// The most that the model hands out; sizes in granules then fit the upper half of a key.
const MOST: u64 = 1 << 40;

/// Sorts free blocks by size, then by number.
const fn key(bytes: u64, id: u32) -> u64 {
    ((bytes / GRANULE) << 32) | id as u64
}

/// A block in use, as the allocator hands it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockId(u32);

#[derive(Debug, Clone, Copy)]
struct Block {
    bytes: u64,
    /// What was asked for, of a block in use.
    requested: u64,
    previous: u32,
    next: u32,
    free: bool,
    small: bool,
}

/// The driver refused a segment even after all free ones went back to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory;

/// One device's allocator.
#[derive(Debug, Clone)]
pub struct Allocator {
    blocks: Vec<Block>,
    /// Entries of `blocks` that stand for nothing any more.
    vacant: Vec<u32>,
    /// Free blocks of the large and of the small pool, by size, then by number: see [`key`].
    free: [Vec<u64>; 2],
    limit: u64,
    reserved: u64,
    allocated: u64,
    most_reserved: u64,
    most_allocated: u64,
    requested: u64,
    most_requested: u64,
}

impl Allocator {
    /// An allocator whose driver hands out up to `limit` bytes.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self {
            blocks: Vec::with_capacity(512),
            vacant: Vec::new(),
            free: [Vec::with_capacity(64), Vec::with_capacity(64)],
            limit: if limit < MOST { limit } else { MOST },
            reserved: 0,
            allocated: 0,
            most_reserved: 0,
            most_allocated: 0,
            requested: 0,
            most_requested: 0,
        }
    }

    /// The most that segments ever took.
    #[must_use]
    pub const fn most_reserved(&self) -> u64 {
        self.most_reserved
    }

    /// The most that blocks in use ever took.
    #[must_use]
    pub const fn most_allocated(&self) -> u64 {
        self.most_allocated
    }

    /// The most that was asked for at a time.
    #[must_use]
    pub const fn most_requested(&self) -> u64 {
        self.most_requested
    }

    /// Forgets the most of the past (`reset_peak_memory_stats`).
    pub const fn reset_peaks(&mut self) {
        self.most_reserved = self.reserved;
        self.most_allocated = self.allocated;
        self.most_requested = self.requested;
    }

    /// Hands out a block.
    ///
    /// # Errors
    /// [`OutOfMemory`] where no free block and no new segment is large enough.
    pub fn allocate(&mut self, bytes: u64) -> Result<BlockId, OutOfMemory> {
        if bytes > MOST {
            return Err(OutOfMemory);
        }
        let bytes = rounded(bytes.max(1));
        let small = bytes <= SMALL_REQUEST;
        let pool = &mut self.free[usize::from(small)];
        let found = pool.partition_point(|&entry| entry < key(bytes, 0));
        let id = if found < pool.len() { pool.remove(found) as u32 } else { self.segment(bytes, small)? };
        let block = self.blocks[id as usize];
        let rest = block.bytes - bytes;
        if if small { rest >= SMALL_REST } else { rest > LARGE_REST } {
            let split = self.enter(Block { bytes: rest, requested: 0, previous: id, next: block.next, free: true, small });
            if block.next != NONE {
                self.blocks[block.next as usize].previous = split;
            }
            self.blocks[id as usize].next = split;
            self.blocks[id as usize].bytes = bytes;
            self.offer(split);
        }
        let block = &mut self.blocks[id as usize];
        block.free = false;
        block.requested = bytes;
        self.requested += bytes;
        self.most_requested = self.most_requested.max(self.requested);
        self.allocated += block.bytes;
        self.most_allocated = self.most_allocated.max(self.allocated);
        Ok(BlockId(id))
    }

    /// Takes a block back and merges it with free neighbors.
    pub fn free(&mut self, block: BlockId) {
        let mut id = block.0;
        self.allocated -= self.blocks[id as usize].bytes;
        self.requested -= self.blocks[id as usize].requested;
        let Block { previous, next, .. } = self.blocks[id as usize];
        if next != NONE && self.blocks[next as usize].free {
            self.merge(id, next);
        }
        if previous != NONE && self.blocks[previous as usize].free {
            self.withdraw(previous);
            self.absorb(previous, id);
            id = previous;
        }
        self.blocks[id as usize].free = true;
        self.offer(id);
    }

    /// Asks the driver for a segment; the block that fills it.
    fn segment(&mut self, bytes: u64, small: bool) -> Result<u32, OutOfMemory> {
        let segment = match bytes {
            _ if small => SMALL_SEGMENT,
            _ if bytes < OWN_SEGMENT_FROM => LARGE_SEGMENT,
            _ => bytes.div_ceil(SEGMENT_STEP) * SEGMENT_STEP,
        };
        if self.reserved.saturating_add(segment) > self.limit {
            self.release_free_segments();
        }
        if self.reserved.saturating_add(segment) > self.limit {
            return Err(OutOfMemory);
        }
        self.reserved += segment;
        self.most_reserved = self.most_reserved.max(self.reserved);
        Ok(self.enter(Block { bytes: segment, requested: 0, previous: NONE, next: NONE, free: true, small }))
    }

    /// Gives every segment without a block in use back to the driver.
    fn release_free_segments(&mut self) {
        let Self { blocks, free, vacant, reserved, .. } = self;
        for pool in free {
            pool.retain(|&entry| {
                let id = entry as u32;
                let block = &blocks[id as usize];
                let whole = block.previous == NONE && block.next == NONE;
                if whole {
                    *reserved -= block.bytes;
                    vacant.push(id);
                }
                !whole
            });
        }
    }

    fn enter(&mut self, block: Block) -> u32 {
        if let Some(id) = self.vacant.pop() {
            self.blocks[id as usize] = block;
            id
        } else {
            self.blocks.push(block);
            self.blocks.len() as u32 - 1
        }
    }

    fn offer(&mut self, id: u32) {
        let Block { bytes, small, .. } = self.blocks[id as usize];
        let pool = &mut self.free[usize::from(small)];
        let place = pool.partition_point(|&entry| entry < key(bytes, id));
        pool.insert(place, key(bytes, id));
    }

    fn withdraw(&mut self, id: u32) {
        let Block { bytes, small, .. } = self.blocks[id as usize];
        let pool = &mut self.free[usize::from(small)];
        let place = pool.partition_point(|&entry| entry < key(bytes, id));
        pool.remove(place);
    }

    /// Withdraws a free `next` neighbor and makes it part of `id`.
    fn merge(&mut self, id: u32, next: u32) {
        self.withdraw(next);
        self.absorb(id, next);
    }

    /// Makes the block right after `id` part of it.
    fn absorb(&mut self, id: u32, next: u32) {
        let Block { bytes, next: after, .. } = self.blocks[next as usize];
        let block = &mut self.blocks[id as usize];
        block.bytes += bytes;
        block.next = after;
        if after != NONE {
            self.blocks[after as usize].previous = id;
        }
        self.vacant.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allocator() -> Allocator {
        Allocator::new(u64::MAX)
    }

    #[test]
    fn segments_are_as_large_as_the_request_asks_for() {
        // request, segment, block: a rest of at most 1 MiB stays with a large block.
        let cases = [
            (1, 2 * MIB, 512),
            (MIB, 2 * MIB, MIB),
            (MIB + 1, 20 * MIB, MIB + 512),
            (10 * MIB - 512, 20 * MIB, 10 * MIB - 512),
            (10 * MIB, 10 * MIB, 10 * MIB),
            (11 * MIB, 12 * MIB, 12 * MIB),
            (19 * MIB + MIB / 2, 20 * MIB, 20 * MIB),
        ];
        for (request, segment, block) in cases {
            let mut allocator = allocator();
            allocator.allocate(request).unwrap();
            assert_eq!((allocator.most_reserved(), allocator.most_allocated()), (segment, block), "{request}");
        }
    }

    #[test]
    fn the_smallest_free_block_that_is_large_enough_is_taken() {
        let mut allocator = allocator();
        let [large, small] = [24, 12].map(|mib| allocator.allocate(mib * MIB).unwrap());
        allocator.free(large);
        allocator.free(small);
        allocator.allocate(12 * MIB).unwrap();
        allocator.allocate(24 * MIB).unwrap();
        assert_eq!(allocator.most_reserved(), 36 * MIB);
    }

    #[test]
    fn free_neighbors_merge_from_both_sides() {
        let mut allocator = allocator();
        let blocks: Vec<_> = (0..4).map(|_| allocator.allocate(5 * MIB).unwrap()).collect();
        for index in [0, 2, 1, 3] {
            allocator.free(blocks[index]);
        }
        allocator.allocate(20 * MIB).unwrap();
        assert_eq!(allocator.most_reserved(), 20 * MIB);
    }

    #[test]
    fn under_a_limit_free_segments_go_back_and_then_memory_ends() {
        let mut allocator = Allocator::new(32 * MIB);
        let block = allocator.allocate(20 * MIB).unwrap();
        allocator.free(block);
        allocator.allocate(30 * MIB).unwrap();
        assert_eq!(allocator.allocate(3 * MIB), Err(OutOfMemory));
        assert_eq!(allocator.most_reserved(), 30 * MIB);
    }

    #[test]
    fn absurd_requests_are_refused() {
        assert_eq!(allocator().allocate(u64::MAX - 1024), Err(OutOfMemory));
    }
}
