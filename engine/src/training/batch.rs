//! How large batches may be, and which micro-batch is worth a recommendation.

/// Largest micro-batch that is recommended: the top of rule B6's ranges. Beyond, a step gains 3 % or less (ResNet-50 on a
/// card of 80 GB, 256 to 1,024), while queues of batches fill host memory and fewer updates change the training. The same
/// for every card, so that a better card never has less to choose from.
pub(crate) const LARGEST_RECOMMENDED: u64 = 256;

/// Most samples of a micro-batch, and most accumulation steps, that a scenario may have: together they reach the largest
/// published batches.
pub const MOST: u64 = 65_536;
/// Most tokens of a micro-batch (samples x length), so that four copies of the scores of the longest sequence over the most
/// heads and layers are below 2^63 bytes. The largest published are some 10^5.
pub const MOST_TOKENS: u64 = 1 << 22;
/// Most pixels of a micro-batch (samples x height x width): 65,536 images of 362 x 362.
pub const MOST_PIXELS: u64 = 1 << 33;
