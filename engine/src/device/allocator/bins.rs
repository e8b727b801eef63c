//! Free blocks by size, for finding the smallest that is large enough.
//!
//! Sizes fall into bins, sixteen to a power of two; a bin's blocks form a list by size, then by number, through the blocks
//! themselves. Bins are narrow, so that a list is seldom longer than a few blocks.

use super::block::{Block, NONE};

/// Bits of a size after its first that tell bins apart.
const MANTISSA_BITS: u32 = 4;
/// Bins of a power of two; sizes up to twice as many have a bin each.
const BINS_PER_DOUBLING: u32 = 1 << MANTISSA_BITS;
/// Bins for all sizes of 32 bits, rounded up so that an index needs no check.
const BINS: usize = 512;
const WORDS: usize = BINS / u64::BITS as usize;

/// The free blocks of both pools. The block that came last waits outside of the bins: often it is the next to be taken, or
/// to become part of a neighbor.
#[derive(Debug, Clone)]
pub(super) struct FreeBlocks {
    waiting: u32,
    /// Of the large and of the small pool.
    pools: [Bins; 2],
}

impl FreeBlocks {
    pub(super) const fn new() -> Self {
        Self { waiting: NONE, pools: [Bins::new(), Bins::new()] }
    }

    /// The smallest block of at least this many granules; of several the one with the lowest number.
    pub(super) fn smallest(&self, blocks: &[Block], granules: u32, small: bool) -> Option<u32> {
        let found = self.pools[usize::from(small)].smallest(blocks, granules);
        let Some(waiting) = blocks.get(self.waiting as usize) else { return found };
        if waiting.granules < granules || waiting.small != small {
            return found;
        }
        match found {
            Some(id) if is_before(blocks[id as usize].granules, id, waiting.granules, self.waiting) => found,
            _ => Some(self.waiting),
        }
    }

    /// Puts a block in.
    pub(super) fn insert(&mut self, blocks: &mut [Block], id: u32) {
        self.settle(blocks);
        self.waiting = id;
    }

    /// Takes a block out.
    pub(super) fn remove(&mut self, blocks: &mut [Block], id: u32) {
        if id == self.waiting {
            self.waiting = NONE;
        } else {
            self.pools[usize::from(blocks[id as usize].small)].remove(blocks, id);
        }
    }

    /// Takes out the blocks that `leaves` names, from the smallest to the largest, pool by pool.
    pub(super) fn remove_where(&mut self, blocks: &mut [Block], mut leaves: impl FnMut(u32, &Block) -> bool) {
        self.settle(blocks);
        for pool in &mut self.pools {
            pool.remove_where(blocks, &mut leaves);
        }
    }

    /// Puts the block that waits into its bin.
    fn settle(&mut self, blocks: &mut [Block]) {
        let waiting = std::mem::replace(&mut self.waiting, NONE);
        if waiting != NONE {
            self.pools[usize::from(blocks[waiting as usize].small)].insert(blocks, waiting);
        }
    }
}

/// Whether the first block comes before the second: by size, then by number.
const fn is_before(granules: u32, id: u32, other_granules: u32, other: u32) -> bool {
    granules < other_granules || (granules == other_granules && id < other)
}

/// The free blocks of one pool, but for one that waits.
#[derive(Debug, Clone)]
struct Bins {
    /// The smallest and the largest block of each bin.
    ends: [Ends; BINS],
    /// Bins that are not empty, a bit each.
    occupied: [u64; WORDS],
}

/// The ends of a list.
#[derive(Debug, Clone, Copy)]
struct Ends {
    smallest: u32,
    largest: u32,
}

impl Bins {
    const fn new() -> Self {
        Self { ends: [Ends { smallest: NONE, largest: NONE }; BINS], occupied: [0; WORDS] }
    }

    fn smallest(&self, blocks: &[Block], granules: u32) -> Option<u32> {
        let bin = bin_of(granules);
        let mut id = self.ends[bin].smallest;
        while let Some(block) = blocks.get(id as usize) {
            if block.granules >= granules {
                return Some(id);
            }
            id = block.larger;
        }
        self.next_occupied(bin + 1).map(|bin| self.ends[bin % BINS].smallest)
    }

    /// The first bin from `bin` on that is not empty.
    fn next_occupied(&self, bin: usize) -> Option<usize> {
        let (mut word, bit) = bit_of(bin);
        let mut bits = self.occupied[word] & bit.wrapping_neg();
        while bits == 0 {
            word += 1;
            bits = *self.occupied.get(word)?;
        }
        Some(word * u64::BITS as usize + bits.trailing_zeros() as usize)
    }

    /// Most blocks belong at one of the two ends of their list, so that both are looked at first.
    fn insert(&mut self, blocks: &mut [Block], id: u32) {
        let granules = blocks[id as usize].granules;
        let bin = bin_of(granules);
        let ends = &mut self.ends[bin];
        let (mut smaller, mut larger) = (ends.largest, NONE);
        if let Some(largest) = blocks.get(smaller as usize)
            && is_before(granules, id, largest.granules, smaller)
        {
            (smaller, larger) = (NONE, ends.smallest);
            while let Some(other) = blocks.get(larger as usize)
                && is_before(other.granules, larger, granules, id)
            {
                (smaller, larger) = (larger, other.larger);
            }
        }
        let block = &mut blocks[id as usize];
        (block.smaller, block.larger) = (smaller, larger);
        match blocks.get_mut(larger as usize) {
            Some(after) => after.smaller = id,
            None => ends.largest = id,
        }
        match blocks.get_mut(smaller as usize) {
            Some(before) => before.larger = id,
            None => ends.smallest = id,
        }
        let (word, bit) = bit_of(bin);
        self.occupied[word] |= bit;
    }

    fn remove(&mut self, blocks: &mut [Block], id: u32) {
        let Block { granules, smaller, larger, .. } = blocks[id as usize];
        let bin = bin_of(granules);
        let ends = &mut self.ends[bin];
        match blocks.get_mut(larger as usize) {
            Some(after) => after.smaller = smaller,
            None => ends.largest = smaller,
        }
        match blocks.get_mut(smaller as usize) {
            Some(before) => before.larger = larger,
            None => ends.smallest = larger,
        }
        if ends.smallest == NONE {
            let (word, bit) = bit_of(bin);
            self.occupied[word] &= !bit;
        }
    }

    fn remove_where(&mut self, blocks: &mut [Block], mut leaves: impl FnMut(u32, &Block) -> bool) {
        for bin in 0..BINS {
            let mut id = self.ends[bin].smallest;
            while id != NONE {
                let larger = blocks[id as usize].larger;
                if leaves(id, &blocks[id as usize]) {
                    self.remove(blocks, id);
                }
                id = larger;
            }
        }
    }
}

/// The bin of a size.
const fn bin_of(granules: u32) -> usize {
    let shift = (granules | BINS_PER_DOUBLING).ilog2() - MANTISSA_BITS;
    (shift * BINS_PER_DOUBLING + (granules >> shift)) as usize % BINS
}

/// Where a bin's bit is: its word and itself.
const fn bit_of(bin: usize) -> (usize, u64) {
    (bin / u64::BITS as usize % WORDS, 1 << (bin % u64::BITS as usize))
}

#[cfg(test)]
mod tests {
    use super::{BINS, bin_of};

    #[test]
    fn a_larger_size_is_never_in_an_earlier_bin() {
        let mut sizes: Vec<u32> = (0..32).flat_map(|bit| [(1u32 << bit).wrapping_sub(1), 1 << bit, (1 << bit) | 1]).collect();
        sizes.extend((0..5000).map(|i| i * 7));
        sizes.sort_unstable();
        assert!(sizes.is_sorted_by_key(|&size| bin_of(size)));
        assert!(bin_of(0) == 0 && bin_of(31) == 31 && bin_of(u32::MAX) < BINS);
    }
}
