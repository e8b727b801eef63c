//! What the allocator does to single requests.

use super::{Allocator, OutOfMemory};
use crate::units::MIB;

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
