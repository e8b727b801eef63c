//! PyTorch's caching allocator on one stream, at its defaults (c10 `CUDACachingAllocator`).
//!
//! Requests are rounded to 512 bytes. Up to 1 MiB they come from the small pool, whose segments are 2 MiB; larger ones come
//! from segments of 20 MiB, or of their own size in steps of 2 MiB from 10 MiB on. The smallest free block that is large
//! enough is taken and split where the rest is worth it; free neighbors of one segment are merged; segments go back to
//! the driver only when it refuses a new one.

mod bins;
mod block;

use crate::graph::GRANULE;
use crate::units::MIB;
use bins::FreeBlocks;
use block::{Block, NONE};

/// Requests up to this size come from the small pool (`kSmallSize`).
const SMALL_REQUEST: u32 = granules(MIB);
/// Segment of the small pool (`kSmallBuffer`).
const SMALL_SEGMENT: u32 = granules(2 * MIB);
/// Segment for medium requests (`kLargeBuffer`).
const LARGE_SEGMENT: u32 = granules(20 * MIB);
/// Requests from this size on have a segment of their own (`kMinLargeAlloc`).
const OWN_SEGMENT_FROM: u32 = granules(10 * MIB);
/// Step of such segments (`kRoundLarge`).
const SEGMENT_STEP: u32 = granules(2 * MIB);
/// Smallest rest that the small pool splits off (`kMinBlockSize`): one granule.
const SMALL_REST: u32 = 1;
/// A rest up to this size stays with a large block (`kSmallSize`).
const LARGE_REST: u32 = granules(MIB);

/// The most that the model hands out; sizes in granules then fit 32 bits.
const MOST: u64 = 1 << 40;

/// The granules that a request for this many bytes takes, at least one; of an absurd request more than there can be.
#[must_use]
pub const fn granules_of(bytes: u64) -> u32 {
    match bytes {
        0 => 1,
        1..=MOST => granules(bytes),
        _ => u32::MAX,
    }
}

const fn granules(bytes: u64) -> u32 {
    bytes.div_ceil(GRANULE) as u32
}

/// Bytes of this many granules.
const fn bytes(granules: u32) -> u64 {
    granules as u64 * GRANULE
}

/// A block in use, as the allocator hands it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockId(u32);

/// The driver refused a segment even after all free ones went back to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory;

/// One device's allocator.
#[derive(Debug, Clone)]
pub struct Allocator {
    blocks: Vec<Block>,
    /// Entries of `blocks` that stand for nothing any more.
    vacant: Vec<u32>,
    free: FreeBlocks,
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
            free: FreeBlocks::new(),
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

    /// Makes room for this many blocks at a time; more may come.
    #[must_use]
    pub fn with_capacity(mut self, blocks: usize) -> Self {
        self.blocks.reserve(blocks);
        self
    }

    /// Hands out a block.
    ///
    /// # Errors
    /// [`OutOfMemory`] where no free block and no new segment is large enough.
    pub fn allocate(&mut self, bytes: u64) -> Result<BlockId, OutOfMemory> {
        self.allocate_granules(granules_of(bytes))
    }

    /// Hands out a block of this many granules, by [`granules_of`] the request.
    ///
    /// # Errors
    /// [`OutOfMemory`] where no free block and no new segment is large enough.
    pub fn allocate_granules(&mut self, size: u32) -> Result<BlockId, OutOfMemory> {
        let id = self.block_for(size)?;
        let Block { granules, next, small, .. } = self.blocks[id as usize];
        self.free.remove(&mut self.blocks, id);
        let rest = granules - size;
        let splits = splits(rest, small);
        if splits {
            let split = self.enter(Block::new(rest, small, id, next));
            if next != NONE {
                self.blocks[next as usize].previous = split;
            }
            self.blocks[id as usize].next = split;
            self.free.insert(&mut self.blocks, split);
        }
        let block = &mut self.blocks[id as usize];
        block.granules = if splits { size } else { granules };
        block.requested = size;
        block.free = false;
        let granules = block.granules;
        self.count(size, granules);
        Ok(BlockId(id))
    }

    /// Hands out a block of this many granules and takes it back at once, which leaves everything as it was but for a new
    /// segment.
    ///
    /// # Errors
    /// [`OutOfMemory`] where no free block and no new segment is large enough.
    pub fn pass(&mut self, size: u32) -> Result<(), OutOfMemory> {
        let id = self.block_for(size)?;
        let Block { granules, small, .. } = self.blocks[id as usize];
        let taken = if splits(granules - size, small) { size } else { granules };
        self.count(size, taken);
        self.uncount(size, taken);
        Ok(())
    }

    /// Takes a block back and merges it with free neighbors.
    pub fn free(&mut self, block: BlockId) {
        let mut id = block.0;
        let Block { granules, requested, previous, next, .. } = self.blocks[id as usize];
        self.uncount(requested, granules);
        if next != NONE && self.blocks[next as usize].free {
            self.free.remove(&mut self.blocks, next);
            self.absorb(id, next);
        }
        if previous != NONE && self.blocks[previous as usize].free {
            self.free.remove(&mut self.blocks, previous);
            self.absorb(previous, id);
            id = previous;
        }
        self.blocks[id as usize].free = true;
        self.free.insert(&mut self.blocks, id);
    }

    /// The free block that serves a request, of a new segment if need be.
    fn block_for(&mut self, size: u32) -> Result<u32, OutOfMemory> {
        let small = size <= SMALL_REQUEST;
        match self.free.smallest(&self.blocks, size, small) {
            Some(id) => Ok(id),
            None => self.segment(size, small),
        }
    }

    /// A block came into use.
    fn count(&mut self, requested: u32, taken: u32) {
        self.requested += bytes(requested);
        self.most_requested = self.most_requested.max(self.requested);
        self.allocated += bytes(taken);
        self.most_allocated = self.most_allocated.max(self.allocated);
    }

    /// It went out of use.
    const fn uncount(&mut self, requested: u32, taken: u32) {
        self.requested -= bytes(requested);
        self.allocated -= bytes(taken);
    }

    /// Asks the driver for a segment; the free block that fills it.
    fn segment(&mut self, size: u32, small: bool) -> Result<u32, OutOfMemory> {
        if size > granules(MOST) {
            return Err(OutOfMemory);
        }
        let segment = match size {
            _ if small => SMALL_SEGMENT,
            _ if size < OWN_SEGMENT_FROM => LARGE_SEGMENT,
            _ => size.div_ceil(SEGMENT_STEP) * SEGMENT_STEP,
        };
        if self.reserved.saturating_add(bytes(segment)) > self.limit {
            self.release_free_segments();
        }
        if self.reserved.saturating_add(bytes(segment)) > self.limit {
            return Err(OutOfMemory);
        }
        self.reserved += bytes(segment);
        self.most_reserved = self.most_reserved.max(self.reserved);
        let id = self.enter(Block::new(segment, small, NONE, NONE));
        self.free.insert(&mut self.blocks, id);
        Ok(id)
    }

    /// Gives every segment without a block in use back to the driver.
    fn release_free_segments(&mut self) {
        let Self { blocks, free, vacant, reserved, .. } = self;
        free.remove_where(blocks, |id, block| {
            if block.is_whole() {
                *reserved -= bytes(block.granules);
                vacant.push(id);
            }
            block.is_whole()
        });
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

    /// Makes the block right after `id` part of it.
    fn absorb(&mut self, id: u32, next: u32) {
        let Block { granules, next: after, .. } = self.blocks[next as usize];
        let block = &mut self.blocks[id as usize];
        block.granules += granules;
        block.next = after;
        if after != NONE {
            self.blocks[after as usize].previous = id;
        }
        self.vacant.push(next);
    }
}

/// Whether a rest becomes a block of its own.
const fn splits(rest: u32, small: bool) -> bool {
    if small { rest >= SMALL_REST } else { rest > LARGE_REST }
}

#[cfg(test)]
mod tests;
