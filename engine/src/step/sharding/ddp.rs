//! Replicas that average their gradients: `DistributedDataParallel`.
//!
//! With `gradient_as_bucket_view=False`, the default, every gradient is copied into a bucket, and the buckets live as long as
//! the wrapper (torch/csrc/distributed/c10d/reducer.cpp).

use crate::graph::{Graph, Param, rounded};

/// A bucket is closed once it holds this much: the first one early, so that communication starts (`reducer.hpp`,
/// `kDefaultFirstBucketBytes`; `bucket_cap_mb`, 25).
const CAPS: [u64; 2] = [1 << 20, 25 << 20];

/// Sizes of the buckets, which take the gradients from the last weight to the first.
#[must_use]
pub fn buckets(graph: &Graph) -> Vec<u64> {
    let mut buckets = Vec::new();
    let mut filled = 0;
    let runs = graph.params.chunk_by(|one, other| one.copies == other.copies);
    for run in runs.collect::<Vec<_>>().into_iter().rev() {
        let copies = run.first().map_or(0, |param| param.copies);
        for _ in 0..copies {
            for param in run.iter().rev().filter(|param| param.trainable) {
                filled += Param::elements(param) * param.dtype.bytes();
                if filled >= CAPS[usize::from(!buckets.is_empty())] {
                    buckets.push(rounded(std::mem::take(&mut filled)));
                }
            }
        }
    }
    if filled > 0 {
        buckets.push(rounded(filled));
    }
    buckets
}
